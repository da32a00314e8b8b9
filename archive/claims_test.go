package archive

import (
	"bytes"
	"encoding/binary"
	"slices"
	"testing"

	"github.com/cespare/xxhash/v2"
	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/internal/binfmt"
)

// uvarints returns numbers as bytes.
func uvarints(numbers ...uint64) (b []byte) {
	for _, v := range numbers {
		b = binfmt.AppendUvarint(b, v)
	}
	return b
}

// claimed returns an archive of frames whose index is body, with checksums that
// are right.
func claimed(t *testing.T, body []byte, frames ...[]byte) []byte {
	t.Helper()
	b, err := AppendHeader(nil, &Header{})
	require.NoError(t, err)
	_, headSum, _, err := decodeHeader(b, 0)
	require.NoError(t, err)
	b = slices.Concat(append([][]byte{b}, frames...)...)
	start := len(b)
	b = binfmt.AppendBytes(append(b, footerMagic[:]...), body)
	b = binary.LittleEndian.AppendUint32(b, uint32(len(b)-start))
	oneSum := uint64(0)
	if len(frames) == 1 {
		oneSum = Checksum(frames[0])
	}
	return binary.LittleEndian.AppendUint32(b, footerSum(b[start:], headSum, len(frames), oneSum))
}

// entry returns an entry of an index for a frame, behind so many other bytes.
func entry(skip uint64, games, input uint64, frame []byte) []byte {
	b := uvarints(skip, uint64(len(frame)), games, input)
	b = binary.LittleEndian.AppendUint32(b, uint32(Checksum(frame)))
	return append(b, 0) // no meta
}

// TestClaimsOfIndexes: an index whose checksum is right is refused for what it
// says, and by the check that is there for it.
func TestClaimsOfIndexes(t *testing.T) {
	frame := func(f Frame) []byte {
		b, err := AppendFrame(nil, &f)
		require.NoError(t, err)
		return b
	}
	one := frame(Frame{Games: 2, Input: 3, Streams: []Stream{{1, []byte("abc")}}})
	two := frame(Frame{Games: 4, Input: 5, Streams: []Stream{{1, []byte("de")}}})
	both := uint64(len(one) + len(two))
	index := func(n uint64, parts ...[]byte) []byte {
		return slices.Concat(uvarints(n), slices.Concat(parts...), []byte{0}) // no summary
	}
	back := -uint64(len(one))
	const malformed, unfit = "index is malformed or cut", "index does not fit the frames before it"
	const elsewhere = "frames of the index do not end where the footer begins"
	for _, c := range []struct {
		name    string
		body    []byte
		frames  [][]byte
		byIndex string // what the Reader says, nothing if it takes the archive
		inOrder string // what the Scanner says, the same if empty
	}{
		{"sound, one frame", index(1, []byte{0, 0}), [][]byte{one}, "", ""},
		{"sound, two frames", index(2, entry(0, 2, 3, one), entry(0, 4, 5, two)), [][]byte{one, two}, "", ""},
		{"one frame, all of the room is skipped", index(1, uvarints(uint64(len(one)), 0)), [][]byte{one}, elsewhere, unfit},
		{"one frame, more is skipped", index(1, uvarints(uint64(len(one)+1), 0)), [][]byte{one}, malformed, ""},
		{"one frame, much more is skipped", index(1, uvarints(1<<63, 0)), [][]byte{one}, malformed, ""},
		{"one frame, a byte of it is skipped", index(1, uvarints(1, 0)), [][]byte{one}, "no frame begins here", unfit},
		{"two frames, the first skips more than there is", index(2, entry(both+1, 2, 3, one), entry(0, 4, 5, two)), [][]byte{one, two}, malformed, ""},
		{"two frames, the second lies where the first does", index(2, entry(0, 2, 3, one), entry(back, 2, 3, one)), [][]byte{one, two}, malformed, ""},
		{"two frames, the second is longer than the room", index(2, entry(0, 2, 3, one), entry(0, 4, 5, append(two, 0))), [][]byte{one, two}, malformed, ""},
		{"two frames, the second has another game", index(2, entry(0, 2, 3, one), entry(0, 5, 5, two)), [][]byte{one, two}, "", unfit},
		{"two frames, as many games as may be", index(2, entry(0, 2, 3, one), entry(0, maxCount, 5, two)), [][]byte{one, two}, "", unfit},
		{"two frames, one game more", index(2, entry(0, 2, 3, one), entry(0, maxCount+1, 5, two)), [][]byte{one, two}, malformed, ""},
		{"two frames, as many bytes as may be", index(2, entry(0, 2, 3, one), entry(0, 4, maxCount, two)), [][]byte{one, two}, "", unfit},
		{"two frames, one byte more", index(2, entry(0, 2, 3, one), entry(0, 4, maxCount+1, two)), [][]byte{one, two}, malformed, ""},
		{"two frames, a byte is left between them and the footer", index(2, entry(0, 2, 3, one), entry(0, 4, 5, two[1:])), [][]byte{one, two}, elsewhere, ""},
		{"a frame shorter than any", index(2, entry(0, 2, 3, one), entry(0, 4, 5, make([]byte, minFrame-1))), [][]byte{one, make([]byte, minFrame-1)}, malformed, "neither a frame nor a footer begins here"},
		{"more frames than there are entries", append(uvarints(7), make([]byte, 7*minEntry-1)...), [][]byte{one, two}, "claims more frames than it has entries", ""},
		{"entries that are all zero", append(uvarints(7), make([]byte, 7*minEntry)...), [][]byte{one, two}, malformed, ""},
		{"a frame less than there are", index(1, []byte{0, 0}), [][]byte{one, two}, "frame's length is not what the index leaves for it", "index names 1 frames, and 2 came before it"},
		{"a byte behind the summary", append(index(1, []byte{0, 0}), 0), [][]byte{one}, malformed, ""},
		{"no summary", uvarints(1, 0, 0), [][]byte{one}, malformed, ""},
	} {
		b := claimed(t, c.body, c.frames...)
		if c.inOrder == "" {
			c.inOrder = c.byIndex
		}
		_, err := NewReader(bytes.NewReader(b), int64(len(b)), nil)
		checkSaid(t, c.name+", Reader", err, c.byIndex)
		_, err = scanAll(bytes.NewReader(b), nil)
		checkSaid(t, c.name+", Scanner", err, c.inOrder)
	}
}

// checkSaid holds what an error says of damage; nothing stands for no error.
func checkSaid(t *testing.T, what string, err error, said string) {
	t.Helper()
	if said == "" {
		require.NoError(t, err, what)
		return
	}
	require.ErrorIs(t, err, ErrCorrupt, what)
	require.ErrorContains(t, err, said, what)
}

// TestClaimsOfFrames: a frame whose checksum is right is refused for what its
// header says.
func TestClaimsOfFrames(t *testing.T) {
	frame := func(games, input uint64, streams ...uint64) []byte {
		b := append(bytes.Clone(frameMagic[:]), uvarints(games, input, uint64(len(streams)/2))...)
		b = append(b, uvarints(streams...)...)
		return binary.LittleEndian.AppendUint64(b, xxhash.Sum64(b))
	}
	kinds := func(n int) (streams []uint64) {
		for i := range n {
			streams = append(streams, uint64(i), 0)
		}
		return streams
	}
	huge := &Options{MaxFrame: maxCount, MaxInput: maxCount}
	for _, c := range []struct {
		name string
		b    []byte
		o    *Options
		said string
	}{
		{"no streams", frame(1, 1), nil, ""},
		{"two kinds", frame(1, 1, 2, 0, 3, 0), nil, ""},
		{"two streams of one kind", frame(1, 1, 2, 0, 2, 0), nil, "kinds of streams do not increase"},
		{"two streams of the first kind", frame(1, 1, 0, 0, 0, 0), nil, "kinds of streams do not increase"},
		{"the lower kind later", frame(1, 1, 3, 0, 2, 0), nil, "kinds of streams do not increase"},
		{"the last kind", frame(1, 1, maxKind, 0), nil, ""},
		{"a kind behind the last", frame(1, 1, maxKind+1, 0), nil, "kinds of streams do not increase"},
		{"as many streams as may be", frame(1, 1, kinds(maxStreams)...), nil, ""},
		{"a stream more", frame(1, 1, kinds(maxStreams+1)...), nil, "claims more streams than the format allows"},
		{"as many games as may be", frame(maxCount, 1), nil, ""},
		{"a game more", frame(maxCount+1, 1), nil, "claims more games than the format allows"},
		{"as much input as may be", frame(1, maxCount), huge, ""},
		{"a byte of input more", frame(1, maxCount+1), huge, "claims more input than the format allows"},
		{"a stream longer than may be", frame(1, 1, 2, maxCount+1), huge, "stream is longer than the format allows"},
		{"a stream as long as may be", frame(1, 1, 2, maxCount-100), huge, "ends inside the frame"},
		{"a checksum alone", frame(1, 1)[:4], nil, "header is malformed or cut"},
		{"less than a marker", frame(1, 1)[:3], nil, "ends inside the frame's header"},
		{"another marker", append([]byte{0}, frame(1, 1)...), nil, "no frame begins here"},
		{"a byte missing", frame(1, 1)[:14], nil, "ends inside the frame"},
		{"another checksum", append(frame(1, 1)[:14], 0xEE), nil, "checksum of the frame is wrong"},
	} {
		f, rest, err := DecodeFrame(c.b, c.o)
		checkSaid(t, c.name, err, c.said)
		if err != nil {
			continue
		}
		require.Empty(t, rest, c.name)
		again, err := AppendFrame(nil, &f)
		require.NoError(t, err, c.name)
		require.Equal(t, c.b, again, c.name)
	}
}

// TestSalvageOfMarkers: markers without anything behind them cost, too, so that
// a file of nothing else is not searched to its end.
func TestSalvageOfMarkers(t *testing.T) {
	b := bytes.Repeat(frameMagic[:], 2<<20)
	_, err := salvageAll(b)
	require.ErrorIs(t, err, ErrLimit)
	// As many as a file of this size may have.
	found, err := salvageAll(append(make([]byte, 8<<20), bytes.Repeat(frameMagic[:], 1<<18)...))
	require.NoError(t, err)
	require.Empty(t, found)
}
