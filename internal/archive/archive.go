// Package archive is the container of chesszip: frames of opaque streams, each with a
// checksum, and an index at the end. It does not interpret the streams.
//
//	w, err := archive.NewWriter(file, nil, nil)  // then w.WriteFrame for each frame, and w.Close
//	r, err := archive.NewReader(file, size, nil) // frames by number, r.Frame(context.Background(), i)
//	s, err := archive.NewScanner(pipe, nil)      // frames from front to back, s.Frames()
//
// # Format
//
//	| header | frame 0 | frame 1 | ... | footer | frame | ... | sealed frame |
//
// Integers of a fixed width are little-endian; uv is a uvarint in its shortest form.
// Checksums are XXH64 with seed 0; four bytes of one are its lower half.
//
//	header   | C7 43 5A 1A | version 3 | mandatory uv | optional uv |
//	         | length uv | parameters | checksum 4 |
//	frame    | C7 46 52 E1 | games uv | input uv | streams uv |
//	         | kind uv | length uv | ... | data of the streams | checksum 4 | check 4 |
//	footer   | C7 49 58 E2 | length uv | body | distance 4 | checksum 4 |
//	body     | reach uv | frames uv | entry | ... | length uv | note |
//	entry    | skip uv | length uv | games uv | input uv | checksum 4 |
//	         | length uv | meta |
//	seal     | length uv | meta | ... | distance 4 | checksum 4 |   stream 16383
//
// The header's version is 3. A bit in mandatory is a feature: a reader that does not
// support it must refuse the archive. A reader may ignore bits in optional. The
// parameters are the caller's.
//
// A frame holds the given number of games, input bytes of the original. The kinds of
// its streams are increasing numbers of 16 bits. A frame is independent of all
// others, so frames can be built in parallel, moved, and recovered from a damaged
// file. Check is the caller's checksum of the input, so that frames can be moved
// without decoding them; the frame's own checksum covers it.
//
// Reach is the number of bytes from the header's first byte to the footer's marker.
// In an entry, skip is the number of bytes between the end of the previous frame (or
// header) and this frame: the length of an old footer if frames were appended to the
// archive, otherwise 0. Length is the whole frame, from marker to checksum; checksum
// is that of the frame. If the archive has exactly one frame, its entry is only skip
// and meta; a reader takes the rest from the frame. The meta is the caller's, a few
// bytes to filter frames by; so is the note, about the frames before the footer.
//
// Streams of the kinds 256 to 1023 consist of blocks, see AppendBlocks: each can be read
// alone, and so can each of its blocks. The checksum of the frame does not cover the data
// of blocks.
//
// The footer's distance is the number of bytes from its marker to the end of its
// body; with it a reader finds the footer from the end of the file. Its checksum
// covers the header's full checksum (8 bytes), the checksum and check of the frame if
// there is only one, and the footer from marker to distance.
//
// An archive without frames is 28 bytes. A file in one frame of one stream takes 47
// to 57 bytes besides its data, each further frame at most 40.
//
// Appended frames follow the footer. The last of them is sealed: an additional stream
// holds the distance to the last footer, the metas of the frames appended with it,
// and a checksum of all frames after that footer. So to append one frame takes 11
// bytes besides it, and it is complete with its last byte. A new footer of all frames
// follows if the frames after the last one would exceed about its size, or 64 KiB. So
// appending writes, and opening reads, at most a few times the size of the frames and
// the index. Valid are the last footer and the frames after it up to the last valid
// seal.
//
// Concatenated archives are members of one file: the reach of the last footer leads
// to the first byte of its archive, where the previous one ends. Bytes that belong to
// no archive are a Gap, and the other members can still be read: if no archive ends
// at a place, the last footer before it counts whose header, reach and checksums fit.
//
// There are three ways to read. A Reader returns frames by number through the index,
// and Members opens one for each archive of a file. A Scanner reads a pipe from front
// to back in bounded memory. Salvage finds undamaged frames anywhere. None of them
// allocates from a length that it has not checked, and none returns a frame whose
// checksum is wrong.
package archive

import "fmt"

// Version is the version of the format that this package writes, the only one that it
// reads.
const Version = 3

// Limits of the format. They keep every sum of lengths within 63 bits.
const (
	maxParams  = 1 << 16
	maxStreams = 256
	maxKind    = 1<<16 - 1
	maxCount   = 1 << 40 // games or input bytes of a frame

	sumLen = 8
	// maxFrameHeader is the greatest length of a frame before its first stream's
	// data.
	maxFrameHeader = 4 + 6 + 6 + 2 + maxStreams*(3+9)
	// minEntry and minFrame bound the number of frames that an index and a
	// file of known length can have.
	minEntry = 9
	minFrame = 4 + 3 + sumLen
	minFoot  = 4 + 1 + 3 + 8
)

var (
	headerMagic = [4]byte{0xC7, 'C', 'Z', 0x1A}
	frameMagic  = [4]byte{0xC7, 'F', 'R', 0xE1}
	footerMagic = [4]byte{0xC7, 'I', 'X', 0xE2}
)

// Options are the limits and features of a reader or writer; nil and the zero value
// mean the defaults.
type Options struct {
	// Features are the mandatory feature bits that the caller supports, default none.
	// An archive that needs others is refused with ErrFeature.
	Features uint64
	// MaxFrame is the largest stored frame in bytes, default 5 MiB, somewhat more
	// than MaxInput.
	MaxFrame int64
	// MaxInput is the largest number of input bytes of a frame, default 4 MiB. It
	// bounds the cost of decoding a frame.
	MaxInput int64
	// MaxIndex is the largest size of the index in memory, in bytes, for all archives
	// of a file together: default 16 MiB, about 120,000 frames or 20,000 archives.
	MaxIndex int64
}

// withDefaults returns o with the defaults filled in.
func (o *Options) withDefaults() Options {
	var v Options
	if o != nil {
		v = *o
	}
	def := func(n *int64, d, most int64) {
		if *n <= 0 {
			*n = d
		}
		*n = min(*n, most)
	}
	def(&v.MaxFrame, 5<<20, maxCount)
	def(&v.MaxInput, 4<<20, maxCount)
	def(&v.MaxIndex, 16<<20, 1<<31)
	return v
}

func checkSize(what string, n, most int64) error {
	if n > most {
		return fmt.Errorf("%w: %s is %d, the limit %d", ErrLimit, what, n, most)
	}
	return nil
}
