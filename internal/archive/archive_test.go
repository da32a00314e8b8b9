package archive

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// content is an archive before it is written.
type content struct {
	Header Header
	Frames []Frame
	Metas  [][]byte
}

func (c *content) encode(t require.TestingT) []byte {
	var buf bytes.Buffer
	w, err := NewWriter(&buf, &c.Header, nil)
	require.NoError(t, err)
	for i := range c.Frames {
		require.NoError(t, w.WriteFrame(&c.Frames[i], c.Metas[i]))
	}
	require.NoError(t, w.Close())
	if w.Size() != int64(buf.Len()) {
		panic("Size is wrong")
	}
	return buf.Bytes()
}

func drawBytes(t *rapid.T, name string, most int) []byte {
	return rapid.SliceOfN(rapid.Byte(), 0, most).Draw(t, name)
}

func drawFrame(t *rapid.T) Frame {
	f := Frame{
		Games: rapid.Int64Range(0, 5000).Draw(t, "games"),
		Input: rapid.Int64Range(0, 4<<20).Draw(t, "input"),
		Check: rapid.Uint32().Draw(t, "check"),
	}
	kind := -1
	for range rapid.IntRange(0, 4).Draw(t, "streams") {
		kind += rapid.IntRange(1, 300).Draw(t, "kind step")
		data := drawBytes(t, "data", 300)
		if hasBlocks(uint16(kind)) {
			data = AppendBlocks(nil, uint16(kind), f.Games, drawBytes(t, "head", 5), drawBlocks(t))
		}
		f.Streams = append(f.Streams, Stream{uint16(kind), data})
	}
	return f
}

func drawBlocks(t *rapid.T) (blocks [][]byte) {
	for range rapid.IntRange(0, 4).Draw(t, "blocks") {
		blocks = append(blocks, drawBytes(t, "block", 100))
	}
	return blocks
}

func drawContent(t *rapid.T) *content {
	c := &content{
		Header: Header{
			Optional: rapid.Uint64().Draw(t, "optional"),
			Params:   drawBytes(t, "params", 100),
		},
	}
	for range rapid.IntRange(0, 4).Draw(t, "frames") {
		c.Frames = append(c.Frames, drawFrame(t))
		c.Metas = append(c.Metas, drawBytes(t, "meta", 9))
	}
	return c
}

// equal says whether two frames hold the same; nil and empty are one.
func equal(a, b *Frame) bool {
	if a.Games != b.Games || a.Input != b.Input || a.Check != b.Check || len(a.Streams) != len(b.Streams) {
		return false
	}
	for i, s := range a.Streams {
		if s.Kind != b.Streams[i].Kind || !bytes.Equal(s.Data, b.Streams[i].Data) {
			return false
		}
	}
	return true
}

func equalHeader(a, b Header) bool {
	return a.Mandatory == b.Mandatory && a.Optional == b.Optional && bytes.Equal(a.Params, b.Params)
}

// readAll reads every frame by number.
func readAll(b []byte, o *Options) (*content, error) {
	r, err := NewReader(bytes.NewReader(b), int64(len(b)), o)
	if err != nil {
		return nil, err
	}
	c := &content{Header: r.Header()}
	for i := range r.Len() {
		f, err := r.Frame(context.Background(), i)
		if err != nil {
			return nil, err
		}
		c.Frames = append(c.Frames, f)
		c.Metas = append(c.Metas, r.Entry(i).Meta)
	}
	return c, nil
}

// scanAll reads every frame from a pipe. The metas are not seen.
func scanAll(r io.Reader, o *Options) (*content, error) {
	s, err := NewScanner(r, o)
	if err != nil {
		return nil, err
	}
	c := &content{Header: s.Header()}
	for f, err := range s.Frames() {
		if err != nil {
			return c, err
		}
		c.Frames = append(c.Frames, f)
	}
	if err := s.NextMember(); err != io.EOF {
		return c, errMore
	}
	return c, nil
}

// errMore says that more follows the first archive.
var errMore = errors.New("bytes behind the archive")

func salvageAll(b []byte) ([]Found, error) {
	var all []Found
	for f, err := range Salvage(bytes.NewReader(b), int64(len(b)), nil) {
		if err != nil {
			return all, err
		}
		all = append(all, f)
	}
	return all, nil
}

func sameFrames(t require.TestingT, how string, got, want []Frame) {
	if len(got) != len(want) {
		t.Errorf("%s: %d frames, want %d", how, len(got), len(want))
		return
	}
	for i := range got {
		if !equal(&got[i], &want[i]) {
			t.Errorf("%s: frame %d = %v, want %v", how, i, got[i], want[i])
		}
	}
}

func sameContent(t require.TestingT, how string, got, want *content) {
	sameFrames(t, how, got.Frames, want.Frames)
	if !equalHeader(got.Header, want.Header) {
		t.Errorf("%s: header %v, want %v", how, got.Header, want.Header)
	}
}

// dribble gives one byte a read, as a slow pipe may.
type dribble struct{ r io.Reader }

func (d dribble) Read(p []byte) (int, error) {
	if len(p) == 0 {
		return 0, nil
	}
	return d.r.Read(p[:1])
}

func propRoundTrip(t *rapid.T) {
	c := drawContent(t)
	b := c.encode(t)
	got, err := readAll(b, nil)
	require.NoError(t, err)
	sameContent(t, "Reader", got, c)
	for i := range c.Metas {
		if !bytes.Equal(got.Metas[i], c.Metas[i]) {
			t.Errorf("Entry(%d).Meta = %x, want %x", i, got.Metas[i], c.Metas[i])
		}
	}
	got, err = scanAll(dribble{bytes.NewReader(b)}, nil)
	require.NoError(t, err)
	sameContent(t, "Scanner", got, c)

	junk := append(drawBytes(t, "junk before", 20), b...)
	junk = append(junk, drawBytes(t, "junk behind", 20)...)
	found, err := salvageAll(junk)
	require.NoError(t, err)
	var frames []Frame
	for _, f := range found {
		frames = append(frames, f.Frame)
	}
	sameFrames(t, "Salvage", frames, c.Frames)
}

func TestRoundTrip(t *testing.T) { rapid.Check(t, propRoundTrip) }

func FuzzRoundTrip(f *testing.F) { f.Fuzz(rapid.MakeFuzz(propRoundTrip)) }

// propFrame: a frame decodes alone, after a prefix, with nothing left over.
func propFrame(t *rapid.T) {
	f := drawFrame(t)
	prefix := drawBytes(t, "prefix", 10)
	rest := drawBytes(t, "rest", 10)
	b, err := AppendFrame(bytes.Clone(prefix), &f)
	require.NoError(t, err)
	if !bytes.HasPrefix(b, prefix) {
		t.Errorf("AppendFrame changed the prefix %x", prefix)
	}
	got, left, err := DecodeFrame(append(b[len(prefix):], rest...), nil)
	require.NoError(t, err)
	if !equal(&got, &f) || !bytes.Equal(left, rest) {
		t.Errorf("DecodeFrame = %v, %x, want %v, %x", got, left, f, rest)
	}
}

func TestFrame(t *testing.T) { rapid.Check(t, propFrame) }

// samples are small archives of every shape.
func samples() []*content {
	one := Frame{Games: 1, Input: 5, Check: 7, Streams: []Stream{{0, []byte("1. e4")}}}
	two := Frame{Games: 2, Input: 300, Streams: []Stream{
		{1, []byte("tags")}, {7, nil}, {300, AppendBlocks(nil, 300, 2, []byte("h"), [][]byte{{0, 1, 2}, nil, {3}})}, {1024, []byte{0, 1, 2}},
	}}
	return []*content{
		{},
		{Header: Header{Optional: 5, Params: []byte("p")}},
		{Frames: []Frame{one}, Metas: [][]byte{nil}},
		{Frames: []Frame{one}, Metas: [][]byte{{1, 2}}},
		{Frames: []Frame{{}}, Metas: [][]byte{nil}},
		{Header: Header{Params: []byte("params")}, Frames: []Frame{one, two, one, one}, Metas: [][]byte{nil, {9}, {8, 8}, nil}},
	}
}

// reject checks that neither way of reading takes b. The frames that a Scanner
// gives before its error must be true ones.
func reject(t *testing.T, what string, b []byte, c *content) {
	t.Helper()
	check := func(how string, err error) {
		if err == nil {
			t.Errorf("%s: %s took %x", what, how, b)
			return
		}
		if !errors.Is(err, ErrCorrupt) && !errors.Is(err, ErrVersion) && !errors.Is(err, ErrLimit) {
			t.Errorf("%s: %s error = %v, of none of our kinds", what, how, err)
		}
	}
	_, err := readAll(b, nil)
	check("Reader", err)
	got, err := scanAll(bytes.NewReader(b), nil)
	check("Scanner", err)
	if got != nil {
		if len(got.Frames) > len(c.Frames) {
			t.Errorf("%s: Scanner gave %d frames, want at most %d", what, len(got.Frames), len(c.Frames))
		} else {
			sameFrames(t, what, got.Frames, c.Frames[:len(got.Frames)])
		}
	}
}

func TestEveryFlip(t *testing.T) {
	for n, c := range samples() {
		b := c.encode(t)
		for i := range b {
			for bit := range 8 {
				b[i] ^= 1 << bit
				reject(t, fmt.Sprintf("sample %d, byte %d, bit %d", n, i, bit), b, c)
				b[i] ^= 1 << bit
			}
		}
	}
}

func TestEveryCut(t *testing.T) {
	for n, c := range samples() {
		b := c.encode(t)
		for i := range b {
			reject(t, fmt.Sprintf("sample %d, cut at %d", n, i), b[:i], c)
			reject(t, fmt.Sprintf("sample %d, without the first %d", n, i+1), b[i+1:], c)
		}
		reject(t, fmt.Sprintf("sample %d, one byte more", n), append(bytes.Clone(b), 0), c)
	}
}

// TestEverySplice puts the front of one archive before the back of another:
// whatever is taken must be one of the two. Without CHESSZIP_LONG, it tries one
// splice in eleven.
func TestEverySplice(t *testing.T) {
	one := Frame{Games: 1, Input: 5, Streams: []Stream{{0, []byte("1. e4")}}}
	two := Frame{Games: 1, Input: 5, Streams: []Stream{{0, []byte("1. d4")}}}
	all := []*content{
		{Frames: []Frame{one}, Metas: [][]byte{nil}},
		{Frames: []Frame{two}, Metas: [][]byte{nil}},
		{Frames: []Frame{one, two, one}, Metas: make([][]byte, 3)},
		{Frames: []Frame{one, one, two}, Metas: make([][]byte, 3)},
		{Header: Header{Optional: 1}, Frames: []Frame{one, one, two}, Metas: make([][]byte, 3)},
	}
	step := 11
	if os.Getenv("CHESSZIP_LONG") != "" {
		step = 1
	}
	for i, x := range all {
		for j, y := range all {
			a, b := x.encode(t), y.encode(t)
			for m := range a {
				for n := m % step; n < len(b); n += step {
					s := append(bytes.Clone(a[:m]), b[n:]...)
					if bytes.Equal(s, a) || bytes.Equal(s, b) {
						continue
					}
					if _, err := readAll(s, nil); err == nil {
						t.Errorf("Reader took %d bytes of %d and %d on of %d", m, i, n, j)
					}
					if _, err := scanAll(bytes.NewReader(s), nil); err == nil {
						t.Errorf("Scanner took %d bytes of %d and %d on of %d", m, i, n, j)
					}
				}
			}
		}
	}
}

func TestDamageStaysAlone(t *testing.T) {
	c := samples()[5]
	b := c.encode(t)
	r, err := NewReader(bytes.NewReader(b), int64(len(b)), nil)
	require.NoError(t, err)
	e := r.Entry(1)
	b[e.Offset+20] ^= 4
	for i := range r.Len() {
		_, err := r.Frame(t.Context(), i)
		var ce *CorruptError
		if i != 1 {
			require.NoError(t, err)
		} else if !errors.As(err, &ce) || ce.Frame != 1 || ce.Offset != e.Offset {
			t.Errorf("Frame(1) of a damaged archive: error = %v, want frame 1 at byte %d", err, e.Offset)
		}
	}
	// The same without a header and without a footer.
	found, err := salvageAll(b[5 : r.tail.footAt+9])
	require.NoError(t, err)
	if len(found) != 3 {
		t.Errorf("Salvage found %d frames, want 3", len(found))
	}
	for i, f := range found {
		want := []int{0, 2, 3}[i]
		if f.Offset != r.Entry(want).Offset-5 || !equal(&f.Frame, &c.Frames[want]) {
			t.Errorf("Salvage: %d-th is at %d: %v, want frame %d", i, f.Offset, f.Frame, want)
		}
	}
}

func TestFind(t *testing.T) {
	c := &content{Frames: []Frame{{Games: 2}, {}, {Games: 3}}, Metas: make([][]byte, 3)}
	b := c.encode(t)
	r, err := NewReader(bytes.NewReader(b), int64(len(b)), nil)
	require.NoError(t, err)
	got := ""
	for g := int64(-1); g < 7; g++ {
		if f, i, ok := r.Find(g); ok {
			got += fmt.Sprintf("%d:%d.%d ", g, f, i)
		}
	}
	if want := "0:0.0 1:0.1 2:2.0 3:2.1 4:2.2 "; got != want {
		t.Errorf("Find gives %q, want %q", got, want)
	}
}
