// Package archive is the container of chesszip: frames of opaque streams with
// a checksum each, and an index at the end. It knows no chess and no
// compressor.
//
//	w, err := archive.NewWriter(file, nil, nil)  // then w.WriteFrame for each frame, and w.Close
//	r, err := archive.NewReader(file, size, nil) // frames by number, r.Frame(i)
//	s, err := archive.NewScanner(pipe, nil)      // frames from front to back, s.Frames()
//
// # Format
//
//	| header | frame 0 | frame 1 | ... | footer | frame | ... | sealed frame |
//
// Integers of a fixed width are little-endian; uv is a uvarint in its
// shortest form. Checksums are XXH64 with seed 0; where four bytes are kept,
// they are the lower half.
//
//	header   | C7 43 5A 1A | version 2 | mandatory uv | optional uv |
//	         | length uv | parameters | checksum 4 |
//	frame    | C7 46 52 E1 | games uv | input uv | streams uv |
//	         | kind uv | length uv | ... | data of the streams | checksum 4 | check 4 |
//	footer   | C7 49 58 E2 | length uv | body | distance 4 | checksum 4 |
//	body     | reach uv | frames uv | entry | ... |
//	entry    | skip uv | length uv | games uv | input uv | checksum 4 |
//	         | length uv | meta |
//	seal     | length uv | meta | ... | distance 4 | checksum 4 |   stream 16383
//
// The header's version is 2. Bits set in mandatory name features that a
// reader must know or refuse the archive; bits in optional may be ignored. The
// parameters are the caller's.
//
// A frame stands for input bytes of the original and holds games games. The
// kinds of its streams are increasing numbers of 16 bits. A frame depends on
// nothing before or after it, so that frames can be built in parallel, moved,
// and saved from a damaged file. Check is the caller's checksum of the input, so that
// frames can be moved without decoding them; the frame's own checksum covers it.
//
// Reach is the number of bytes from the first of the header to the footer's
// marker. In an entry, skip is the number of bytes between the end of the frame (or
// header) before and this frame: an old footer, where frames were appended to
// an archive, and else 0. Length is the whole frame, marker to checksum;
// checksum that of the frame. Where the archive has exactly one
// frame, its entry is skip and meta alone, and the rest is taken from the
// frame. The meta is the caller's, a few bytes to filter frames by.
//
// The footer's distance is the number of bytes from its marker to the end of
// its body, so that it is found from the end of the file. Its checksum covers
// the header's checksum in full (8 bytes), the only frame's checksum and check
// where there is one frame only, and the footer from marker to distance.
//
// An archive without frames is 27 bytes; a file in one frame of
// one stream costs 46 to 56 bytes beside its data, each further
// frame at most 40.
//
// What is appended follows the footer. Its last frame is sealed: a stream more says
// how far back the last footer lies and keeps the metas of what was appended with it,
// under a checksum of all frames behind that footer. So one frame costs 11 bytes
// beside it, and is there when its last byte is. A footer of all frames follows where
// there would be more than about as many bytes as the last has, or 64 KiB: what
// appending writes, and what opening reads, stays within a few times the frames and
// the index. The last footer counts, and the frames behind it up to the last seal
// that holds.
//
// Archives laid end to end are members of one file: the reach of the last footer
// leads to the first byte of its archive, where the one before ends. Bytes that
// belong to no archive are a Gap, and the other members can be read; where no
// archive ends, the last footer before counts whose header, reach and checksums
// fit.
//
// There are three ways to read. Reader takes frames by number through the
// index, and Members opens one for each archive of a file; Scanner reads a pipe
// from front to back in bounded memory; Salvage finds undamaged frames wherever
// they lie. None allocates from a length that it has not compared with its
// limits, and none gives a frame whose checksum is wrong.
package archive

import "fmt"

// Version is the version of the format that is written, the only one read.
const Version = 2

// Limits of the format itself. They keep every sum of lengths within 63 bits.
const (
	maxParams  = 1 << 16
	maxStreams = 256
	maxKind    = 1<<16 - 1
	maxCount   = 1 << 40 // games or input bytes of a frame

	sumLen = 8
	// maxFrameHeader is the length of a frame before its first stream's data,
	// with every number as long as it can be.
	maxFrameHeader = 4 + 6 + 6 + 2 + maxStreams*(3+9)
	// minEntry and minFrame bound the number of frames that an index and a
	// file of known length can have.
	minEntry = 9
	minFrame = 4 + 3 + sumLen
	minFoot  = 4 + 1 + 2 + 8
)

var (
	headerMagic = [4]byte{0xC7, 'C', 'Z', 0x1A}
	frameMagic  = [4]byte{0xC7, 'F', 'R', 0xE1}
	footerMagic = [4]byte{0xC7, 'I', 'X', 0xE2}
)

// Options are the limits and abilities of a reader or writer; nil and the
// zero value mean the defaults.
type Options struct {
	// Features are the mandatory feature bits that the caller understands,
	// default none. An archive that needs others is refused with ErrFeature.
	Features uint64
	// MaxFrame is the largest stored frame in bytes, default 5 MiB: its input as it
	// is, and some.
	MaxFrame int64
	// MaxInput is the largest number of input bytes that a frame may stand
	// for, default 4 MiB. It bounds what decoding a frame can cost.
	MaxInput int64
	// MaxIndex is what the index may take in memory, in bytes, those of all
	// archives of a file together: default 16 MiB, about 120,000 frames or 20,000
	// archives.
	MaxIndex int64
}

// withDefaults returns the options to work with.
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
