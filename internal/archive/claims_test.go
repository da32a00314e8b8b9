package archive

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"slices"
	"testing"

	"github.com/cespare/xxhash/v2"
	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/internal/base/binfmt"
)

// uvarints returns numbers as bytes.
func uvarints(numbers ...uint64) (b []byte) {
	for _, v := range numbers {
		b = binfmt.AppendUvarint(b, v)
	}
	return b
}

// claimed returns an archive of frames whose index is body and an empty note, with
// checksums that are right.
func claimed(t *testing.T, body []byte, frames ...[]byte) []byte {
	t.Helper()
	b, err := AppendHeader(nil, &Header{})
	require.NoError(t, err)
	_, headSum, _, err := decodeHeader(b, 0)
	require.NoError(t, err)
	b = slices.Concat(append([][]byte{b}, frames...)...)
	start := len(b)
	if Version > 0 { // the body begins with the reach
		body = slices.Concat(uvarints(uint64(start)), body, uvarints(0))
	}
	b = binfmt.AppendBytes(append(b, footerMagic[:]...), body)
	b = binary.LittleEndian.AppendUint32(b, uint32(len(b)-start))
	oneSum := uint64(0)
	if len(frames) == 1 {
		oneSum = Checksum(frames[0])
	}
	return binary.LittleEndian.AppendUint32(b, footerSum(b[start:], headSum, len(frames), oneSum))
}

// entry returns an entry of an index for a frame, after so many other bytes.
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
	empty := frame(Frame{})
	require.Len(t, empty, minFrame)
	both := uint64(len(one) + len(two))
	index := func(n uint64, parts ...[]byte) []byte {
		return slices.Concat(uvarints(n), slices.Concat(parts...))
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
		{"sound, an empty frame", index(1, []byte{0, 0}), [][]byte{empty}, "", ""},
		{"sound, two empty frames", index(2, entry(0, 0, 0, empty), entry(0, 0, 0, empty)), [][]byte{empty, empty}, "", ""},
		{"two frames, a byte before the second, and no byte less in it", index(2, entry(0, 2, 3, one), entry(1, 4, 5, two)), [][]byte{one, two}, malformed, ""},
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
		{"more frames than there are entries", append(uvarints(7), make([]byte, 7*minEntry-2)...), [][]byte{one, two}, "claims more frames than it has entries", ""},
		{"entries that are all zero", append(uvarints(7), make([]byte, 7*minEntry)...), [][]byte{one, two}, malformed, ""},
		{"a frame less than there are", index(1, []byte{0, 0}), [][]byte{one, two}, "corrupt input", "index names 1 frames, and 2 came before it"},
		{"a byte behind the entries", append(index(1, []byte{0, 0}), 0), [][]byte{one}, malformed, ""},
		{"no meta", uvarints(1, 0), [][]byte{one}, malformed, ""},
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

// checkSaid checks what an error says of damage; said is empty for no error.
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
		return fixSum(append(b, make([]byte, sumLen)...))
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

// TestSalvageOfMarkers: a marker without anything after it costs work too, so a file
// of nothing else is not searched to its end.
func TestSalvageOfMarkers(t *testing.T) {
	b := bytes.Repeat(frameMagic[:], 2<<20)
	_, err := salvageAll(b)
	require.ErrorIs(t, err, ErrLimit)
	// As many as a file of this size may have.
	found, err := salvageAll(append(make([]byte, 8<<20), bytes.Repeat(frameMagic[:], 1<<18)...))
	require.NoError(t, err)
	require.Empty(t, found)
}

// TestLimitsExactly: what is as large as may be is taken, and one more is not.
func TestLimitsExactly(t *testing.T) {
	f := Frame{Games: 1, Input: 1000, Streams: []Stream{{0, make([]byte, 500)}}}
	encoded, err := AppendFrame(nil, &f)
	require.NoError(t, err)
	b := (&content{Frames: []Frame{f}, Metas: make([][]byte, 1)}).encode(t)
	for _, c := range []struct {
		o     Options
		taken bool
	}{
		{Options{MaxFrame: int64(len(encoded))}, true},
		{Options{MaxFrame: int64(len(encoded)) - 1}, false},
		{Options{MaxInput: 1000}, true},
		{Options{MaxInput: 999}, false},
	} {
		_, err1 := readAll(b, &c.o)
		_, err2 := scanAll(bytes.NewReader(b), &c.o)
		_, _, err3 := DecodeFrame(encoded, &c.o)
		w, err := NewWriter(io.Discard, nil, &c.o)
		require.NoError(t, err)
		err4 := w.WriteFrame(&f, nil)
		for i, err := range []error{err1, err2, err3, err4} {
			if c.taken {
				require.NoError(t, err, "%+v, way %d", c.o, i)
			} else {
				require.ErrorIs(t, err, ErrLimit, "%+v, way %d", c.o, i)
			}
		}
	}
	for _, c := range []struct {
		f     Frame
		taken bool
	}{
		{Frame{Games: maxCount}, true}, {Frame{Games: maxCount + 1}, false}, {Frame{Games: -1}, false},
		{Frame{Input: maxCount}, true}, {Frame{Input: maxCount + 1}, false}, {Frame{Input: -1}, false},
	} {
		_, err := AppendFrame(nil, &c.f)
		require.Equal(t, !c.taken, errors.Is(err, ErrLimit), "%+v", c.f)
	}
	streams := make([]Stream, maxStreams+1)
	for i := range streams {
		streams[i].Kind = uint16(i)
	}
	_, err = AppendFrame(nil, &Frame{Streams: streams[:maxStreams]})
	require.NoError(t, err)
	_, err = AppendFrame(nil, &Frame{Streams: streams})
	require.ErrorIs(t, err, ErrLimit)

	h := Header{Params: make([]byte, maxParams)}
	head, err := AppendHeader(nil, &h)
	require.NoError(t, err)
	got, rest, err := DecodeHeader(append(head, "rest"...), nil)
	require.NoError(t, err)
	require.Equal(t, h, got)
	require.Equal(t, "rest", string(rest))
	long := append(bytes.Clone(head[:7]), binfmt.AppendBytes(nil, make([]byte, maxParams+1))...)
	long = binary.LittleEndian.AppendUint32(long, uint32(xxhash.Sum64(long)))
	_, _, err = DecodeHeader(long, nil)
	checkSaid(t, "parameters of a byte more", err, "parameters are too long")
	for n := range head[:40] {
		_, _, err := DecodeHeader(head[:n], nil)
		checkSaid(t, "a header that is cut", err, "ends inside the header")
	}
}

// short is a writer that takes a byte less than it is given, and says nothing.
type short struct{}

func (short) Write(p []byte) (int, error) { return len(p) - 1, nil }

// TestWriterRefuses: a frame with other bytes after it, and a writer that forgets
// some.
func TestWriterRefuses(t *testing.T) {
	encoded, err := AppendFrame(nil, &Frame{Games: 1})
	require.NoError(t, err)
	w, err := NewWriter(io.Discard, nil, nil)
	require.NoError(t, err)
	require.ErrorContains(t, w.WriteEncoded(append(encoded, 0), nil), "it is 16 bytes long and says 15")
	require.NoError(t, w.WriteEncoded(encoded, nil))
	_, err = NewWriter(short{}, nil, nil)
	require.ErrorIs(t, err, io.ErrShortWrite)
}

// TestFarFooter: a footer cannot begin in the header.
func TestFarFooter(t *testing.T) {
	b := (&content{}).encode(t)
	headEnd := len(b) - minFoot
	if Version > 0 {
		headEnd-- // the reach
	}
	far := bytes.Clone(b)
	distance := far[len(far)-8:]
	binary.LittleEndian.PutUint32(distance, uint32(len(b)-8-headEnd+1))
	_, err := NewReader(bytes.NewReader(far), int64(len(far)), nil)
	checkSaid(t, "a footer that would begin in the header", err, "archive does not end with a footer")
}
