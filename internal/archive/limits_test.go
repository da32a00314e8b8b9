package archive

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"runtime"
	"testing"

	"github.com/cespare/xxhash/v2"
	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/internal/base/binfmt"
)

func TestOverhead(t *testing.T) {
	overhead := func(size int, frame ...int) int {
		c := &content{}
		for _, n := range frame {
			c.Frames = append(c.Frames, Frame{Games: 100, Input: int64(n), Streams: []Stream{{0, make([]byte, n)}}})
			c.Metas = append(c.Metas, nil)
		}
		return len(c.encode(t)) - size
	}
	for _, n := range []int{1, 127, 128, 1000, 16383, 16384, 100000, 2 << 20, 4 << 20} {
		if got, most := overhead(n, n), 59+n/1000; got > most {
			t.Errorf("an archive of %d bytes has %d more, want at most %d", n, got, most)
		}
	}
	if got := overhead(0); got > 36 {
		t.Errorf("an empty archive takes %d bytes, want at most 36", got)
	}
	const n = 1 << 20
	one, three := overhead(n, n), overhead(3*n, n, n, n)
	if got := (three - one) / 2; got > 40 {
		t.Errorf("a frame takes %d bytes beside its data, want at most 40", got)
	}
}

func TestRefusals(t *testing.T) {
	b := (&content{Header: Header{Mandatory: 6}}).encode(t)
	if _, err := readAll(b, &Options{Features: 6}); err != nil {
		t.Errorf("known features refused: %v", err)
	}
	for _, known := range []uint64{0, 2, 4, 1} {
		o := &Options{Features: known}
		if _, err := readAll(b, o); !errors.Is(err, ErrFeature) {
			t.Errorf("Reader with features %b of 110: error = %v, want ErrFeature", known, err)
		}
		if _, err := scanAll(bytes.NewReader(b), o); !errors.Is(err, ErrFeature) {
			t.Errorf("Scanner with features %b of 110: error = %v, want ErrFeature", known, err)
		}
	}
	b[4] = Version + 1
	if _, err := readAll(b, nil); !errors.Is(err, ErrVersion) {
		t.Errorf("Reader of version %d: error = %v, want ErrVersion", b[4], err)
	}
	if _, err := scanAll(bytes.NewReader(b), nil); !errors.Is(err, ErrVersion) {
		t.Errorf("Scanner of version %d: error = %v, want ErrVersion", b[4], err)
	}
}

func TestLimits(t *testing.T) {
	f := Frame{Input: 1000, Streams: []Stream{{0, make([]byte, 500)}}}
	b := (&content{Frames: []Frame{f, f}, Metas: make([][]byte, 2)}).encode(t)
	for _, o := range []*Options{{MaxFrame: 510}, {MaxInput: 999}, {MaxIndex: 20}} {
		if _, err := readAll(b, o); !errors.Is(err, ErrLimit) {
			t.Errorf("Reader with %+v: error = %v, want ErrLimit", *o, err)
		}
		if _, err := scanAll(bytes.NewReader(b), o); !errors.Is(err, ErrLimit) {
			t.Errorf("Scanner with %+v: error = %v, want ErrLimit", *o, err)
		}
		w, err := NewWriter(io.Discard, nil, o)
		require.NoError(t, err)
		if err := w.WriteFrame(&f, nil); !errors.Is(err, ErrLimit) {
			t.Errorf("Writer with %+v: error = %v, want ErrLimit", *o, err)
		}
	}
	if _, err := AppendFrame(nil, &Frame{Streams: []Stream{{Kind: 2}, {Kind: 2}}}); err == nil {
		t.Errorf("AppendFrame took two streams of one kind")
	}
	if _, err := AppendFrame(nil, &Frame{Streams: make([]Stream, 257)}); !errors.Is(err, ErrLimit) {
		t.Errorf("AppendFrame of 257 streams: error = %v, want ErrLimit", err)
	}
	if _, err := AppendHeader(nil, &Header{Params: make([]byte, maxParams+1)}); !errors.Is(err, ErrLimit) {
		t.Errorf("AppendHeader of too long parameters: error = %v, want ErrLimit", err)
	}
}

// TestHostileLengths feeds lengths that lie and watches the memory.
func TestHostileLengths(t *testing.T) {
	head, err := AppendHeader(nil, &Header{})
	require.NoError(t, err)
	frame := func(games, input, length uint64) []byte {
		b := append([]byte(nil), frameMagic[:]...)
		for _, v := range []uint64{games, input, 1, 0, length} {
			b = binfmt.AppendUvarint(b, v)
		}
		return append(b, "short"...)
	}
	foot := func(length uint64, body ...byte) []byte {
		b := binfmt.AppendUvarint(append([]byte(nil), footerMagic[:]...), length)
		b = append(b, body...)
		b = binary.LittleEndian.AppendUint32(b, uint32(len(b)))
		return append(b, 0, 0, 0, 0)
	}
	big := binfmt.AppendUvarint(nil, 1<<40)
	for name, tail := range map[string][]byte{
		"stream of 15 MB":     frame(1, 1, 15<<20),
		"stream of 1 TB":      frame(1, 1, 1<<40),
		"stream of 2^64":      frame(1, 1, 1<<64-1),
		"input of 1 TB":       frame(1, 1<<40, 5),
		"games of 2^63":       frame(1<<63, 1, 5),
		"footer of 8 MB":      foot(8 << 20),
		"footer of 2^63":      foot(1 << 63),
		"index of 2^40":       foot(uint64(len(big)+1), append(big, 0)...),
		"meta of 2^40":        foot(uint64(len(big)+2), append([]byte{1, 0}, big...)...),
		"one frame, no room":  foot(4, 1, 0, 0, 0),
		"two frames, no room": foot(4, 2, 0, 0, 0),
	} {
		b := append(bytes.Clone(head), tail...)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err1 := readAll(b, nil)
		_, err2 := scanAll(bytes.NewReader(b), nil)
		_, err3 := salvageAll(b)
		runtime.ReadMemStats(&after)
		if err1 == nil || err2 == nil || err3 != nil {
			t.Errorf("%s: errors %v, %v and %v, want two and none", name, err1, err2, err3)
		}
		if spent := after.TotalAlloc - before.TotalAlloc; spent > 4<<20 {
			t.Errorf("%s: %d bytes allocated, want at most 4 MB", name, spent)
		}
	}
}

// TestSalvageLinear makes a file that is all markers of long frames.
func TestSalvageLinear(t *testing.T) {
	var b []byte
	for len(b) < 8<<20 {
		b = append(b, frameMagic[:]...)
		b = append(b, 0, 0, 1, 0, 0x80, 0x80, 0x80, 2) // 4 MiB each
	}
	if _, err := salvageAll(b); !errors.Is(err, ErrLimit) {
		t.Errorf("Salvage of false markers: error = %v, want ErrLimit", err)
	}
}

func TestAppend(t *testing.T) {
	for n, c := range samples() {
		b := c.encode(t)
		size := int64(len(b))
		r, err := NewReader(bytes.NewReader(b), size, nil)
		require.NoError(t, err)
		var more bytes.Buffer
		w := NewAppender(&more, r, nil)
		want := *c
		for i := range 2 {
			f := Frame{Games: 3, Streams: []Stream{{1, []byte{byte(i)}}}}
			want.Frames = append(want.Frames[:len(want.Frames):len(want.Frames)], f)
			require.NoError(t, w.WriteFrame(&f, []byte("m")))
		}
		require.NoError(t, w.Close())
		whole := append(bytes.Clone(b), more.Bytes()...)
		got, err := readAll(whole, nil)
		require.NoError(t, err)
		sameContent(t, "Reader", got, &want)
		got, err = scanAll(bytes.NewReader(whole), nil)
		require.NoError(t, err)
		sameContent(t, "Scanner", got, &want)
		// Power cuts while appending leave what was there before.
		for cut := size; cut < int64(len(whole)); cut++ {
			end, err := lastFooter(whole[:cut])
			require.NoError(t, err)
			if end != size {
				t.Errorf("sample %d: lastFooter of %d bytes = %d, want %d", n, cut, end, size)
			}
		}
		end, err := lastFooter(append(whole, "junk"...))
		require.NoError(t, err)
		if end != int64(len(whole)) {
			t.Errorf("sample %d: lastFooter before junk = %d, want %d", n, end, len(whole))
		}
	}
	if _, err := lastFooter(nil); !errors.Is(err, ErrCorrupt) {
		t.Errorf("lastFooter of nothing: error = %v, want ErrCorrupt", err)
	}
}

// lastFooter returns where the last valid footer of b ends: the size to open a
// file with when appending to it was interrupted.
func lastFooter(b []byte) (end int64, err error) {
	size := int64(len(b))
	m, err := newFinder(bytes.NewReader(b), size, nil).last(size)
	switch {
	case err != nil:
		return 0, err
	case m == nil:
		return 0, headCorrupt(size, "there is no footer", nil)
	}
	return m.end, nil
}

type broken struct{ left int }

var errBroken = errors.New("disk full")

func (w *broken) Write(p []byte) (int, error) {
	n := min(len(p), w.left)
	if w.left -= n; n < len(p) {
		return n, errBroken
	}
	return n, nil
}

func TestWriterError(t *testing.T) {
	b := samples()[5].encode(t)
	for n := range b {
		w, err := NewWriter(&broken{n}, &samples()[5].Header, nil)
		if err == nil {
			for i, f := range samples()[5].Frames {
				if err = w.WriteFrame(&f, samples()[5].Metas[i]); err != nil {
					break
				}
			}
			if err2 := w.Close(); err == nil {
				err = err2
			} else if err2 != err {
				t.Errorf("Close after %v: error = %v, want the same", err, err2)
			}
		}
		if !errors.Is(err, errBroken) {
			t.Errorf("writer that breaks at byte %d: error = %v, want %v", n, err, errBroken)
		}
	}
	w, err := NewWriter(io.Discard, nil, nil)
	require.NoError(t, err)
	require.NoError(t, w.Close())
	require.NoError(t, w.Close())
	if err := w.WriteFrame(&Frame{}, nil); err == nil {
		t.Errorf("WriteFrame after Close gives no error")
	}
}

// FuzzRead: no bytes make a panic, and the two ways of reading agree. The Scanner
// takes whatever the Reader takes. The Reader takes whatever the Scanner takes,
// unless an old footer differs.
func FuzzRead(f *testing.F) {
	for _, c := range samples() {
		f.Add(c.encode(f))
		f.Add(append(c.encode(f), samples()[1].encode(f)...))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		byNumber, err1 := readAll(src, nil)
		inOrder, err2 := scanAll(bytes.NewReader(src), nil)
		if err2 == nil && err1 != nil {
			t.Errorf("Scanner took what Reader refuses: %v", err1)
		}
		if err1 == nil && err2 == nil {
			sameContent(t, "Scanner", inOrder, byNumber)
		}
		// They agree for concatenated archives too.
		frames, damage := scanMembers(src)
		if members, gaps, err := membersOf(src); len(damage) == 0 {
			require.NoError(t, err)
			require.Empty(t, gaps)
			n := 0
			for _, m := range members {
				n += m.Len()
			}
			require.Equal(t, len(frames), n)
		}
		found, err := salvageAll(src)
		require.NoError(t, err)
		if err2 == nil && len(found) < len(inOrder.Frames) {
			t.Errorf("Salvage found %d frames, Scanner %d", len(found), len(inOrder.Frames))
		}
		if _, err := lastFooter(src); err1 == nil && err != nil {
			t.Errorf("lastFooter: %v, but the Reader takes it", err)
		}
	})
}

// FuzzDecodeFrame: what decodes encodes to the same bytes, with its seal if it has one.
func FuzzDecodeFrame(f *testing.F) {
	b, err := AppendFrame(nil, &samples()[5].Frames[1])
	require.NoError(f, err)
	f.Add(b)
	b, err = appendFrame(nil, &Frame{Streams: []Stream{{sealKind, make([]byte, sealSize)}}})
	require.NoError(f, err)
	f.Add(b)
	f.Fuzz(func(t *testing.T, src []byte) {
		// Set the checksum right, so that the fuzzer sees what follows it.
		opt := (*Options)(nil).withDefaults()
		if h, err := parseFrameHead(src, &opt); err == nil && h.length == int64(len(src)) {
			src = fixSum(src)
		}
		fr, rest, err := DecodeFrame(src, nil)
		if err != nil {
			return
		}
		want := src[:len(src)-len(rest)]
		h, err := parseFrameHead(want, &opt)
		require.NoError(t, err)
		if h.sealed() {
			seal := want[h.length-sumLen-h.lengths[len(h.lengths)-1]:][:h.lengths[len(h.lengths)-1]]
			fr.Streams = append(fr.Streams, Stream{sealKind, seal})
		}
		got, err := appendFrame(nil, &fr)
		require.NoError(t, err)
		if !bytes.Equal(got, want) {
			t.Errorf("%x comes back as %x", want, got)
		}
	})
}

// fixSum returns a frame with its checksums set right: those of blocks, of the fronts of
// streams of blocks, and of the frame.
func fixSum(frame []byte) []byte {
	b := bytes.Clone(frame)
	body := b[:len(b)-sumLen]
	d := xxhash.New()
	huge := (&Options{MaxFrame: maxCount, MaxInput: maxCount}).withDefaults()
	h, err := parseFrameHead(b, &huge)
	if err != nil || h.length != int64(len(b)) {
		h = frameHead{size: len(body)} // a checksum of all of it
	}
	_, _ = d.Write(body[:h.size])
	rest := body[h.size:]
	for i, n := range h.lengths {
		s := rest[:n]
		if hasBlocks(h.kinds[i]) {
			s = fixBlocks(h.kinds[i], h.games, s)
		}
		_, _ = d.Write(s)
		rest = rest[n:]
	}
	_, _ = d.Write(b[len(body)+4:])
	binary.LittleEndian.PutUint32(b[len(body):], uint32(d.Sum64()))
	return b
}

// fixBlocks sets the checksums of a stream of blocks right, and returns its front.
func fixBlocks(kind uint16, games int64, s []byte) []byte {
	b, size, err := parseFront(s)
	if err != nil || size != len(s) {
		return s
	}
	from := b.front
	for i, end := range b.ends {
		binary.LittleEndian.PutUint32(b.sums[4*i:], uint32(xxhash.Sum64(s[from:b.front+end])))
		from = b.front + end
	}
	binary.LittleEndian.PutUint32(s[b.front-4:], frontSum(kind, games, s[:b.front-4]))
	return s[:b.front]
}
