package huffman

import (
	"bytes"
	"errors"
	"io"
	"slices"
	"testing"

	"github.com/icza/bitio"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/chesszip/chesszip/bitboard"
	"github.com/chesszip/chesszip/board"
)

type scheme interface {
	BitLen(b *board.Board) (int, error)
	Write(w *bitio.Writer, b *board.Board) error
	Read(r *bitio.Reader) (board.Board, error)
}

var schemes = []struct {
	name string
	s    scheme
}{{"classic", Classic}, {"counted", Counted}, {"diff", Diff{}}}

// drawBoard draws any board at all, or the start position with some squares
// changed.
func drawBoard(t *rapid.T) board.Board {
	b := board.Start().Board
	changes := rapid.IntRange(0, 20).Draw(t, "changes")
	if rapid.Bool().Draw(t, "any") {
		b, changes = board.Board{}, rapid.IntRange(0, 100).Draw(t, "pieces")
	}
	for range changes {
		b.Put(board.Square(rapid.IntRange(0, 63).Draw(t, "square")), board.Piece(rapid.IntRange(0, 12).Draw(t, "piece")))
	}
	return b
}

func propBoard(t *rapid.T) {
	b := drawBoard(t)
	prefix := uint8(rapid.IntRange(0, 7).Draw(t, "prefix"))
	for _, c := range schemes {
		var buf bytes.Buffer
		w := bitio.NewWriter(&buf)
		w.TryWriteBits(1, prefix)
		require.NoError(t, c.s.Write(w, &b))
		// A mark after the board: the reader must stop right before it.
		w.TryWriteBits(0x5a5, 12)
		n, err := c.s.BitLen(&b)
		require.NoError(t, err)
		require.NoError(t, w.Close())
		if got, want := buf.Len(), (int(prefix)+n+12+7)/8; got != want {
			t.Fatalf("%s: BitLen = %d but %d bytes, want %d", c.name, n, got, want)
		}
		r := bitio.NewReader(&buf)
		r.TryReadBits(prefix)
		got, err := c.s.Read(r)
		require.NoError(t, err)
		if got != b {
			t.Fatalf("%s: read %v, want %v", c.name, got, b)
		}
		if mark := r.TryReadBits(12); mark != 0x5a5 {
			t.Fatalf("%s: after the board stands %x, want 5a5", c.name, mark)
		}
	}
}

func TestBoard(t *testing.T)     { rapid.Check(t, propBoard) }
func FuzzBoardDraw(f *testing.F) { f.Fuzz(rapid.MakeFuzz(propBoard)) }

// FuzzBoard reads any bits with every scheme; what is a board must be written
// as the same bits again.
func FuzzBoard(f *testing.F) {
	for _, b := range []byte{0, 1, 0x55, 0x80, 0xcc, 0xff} {
		f.Add(bytes.Repeat([]byte{b}, 40))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		for _, c := range schemes {
			b, err := c.s.Read(bitio.NewReader(bytes.NewReader(src)))
			if err != nil {
				if !errors.Is(err, board.ErrCorrupt) && !errors.Is(err, io.ErrUnexpectedEOF) {
					t.Errorf("%s: %v", c.name, err)
				}
				continue
			}
			n, err := c.s.BitLen(&b)
			require.NoError(t, err)
			var buf bytes.Buffer
			w := bitio.NewWriter(&buf)
			require.NoError(t, c.s.Write(w, &b))
			require.NoError(t, w.Close())
			want := bytes.Clone(src[:(n+7)/8])
			if free := 8*len(want) - n; free > 0 {
				want[len(want)-1] = want[len(want)-1] >> free << free
			}
			if !bytes.Equal(buf.Bytes(), want) {
				t.Errorf("%s: wrote %x, want %x", c.name, buf.Bytes(), want)
			}
		}
	})
}

// TestClassic checks the facts known of the classic table.
func TestClassic(t *testing.T) {
	want := []uint8{1, 3, 5, 5, 5, 6, 6, 3, 5, 5, 5, 6, 6}
	lengths, err := Lengths(classicWeights[:], MaxLen)
	require.NoError(t, err)
	if !slices.Equal(lengths, want) {
		t.Errorf("lengths of the classic weights = %v, want %v", lengths, want)
	}
	start := board.Start()
	if got, _ := Classic.BitLen(&start.Board); got != 164 {
		t.Errorf("start position takes %d bits, want 164", got)
	}
}

func TestStart(t *testing.T) {
	start := board.Start()
	for _, c := range []struct {
		s    scheme
		want int
	}{{Classic, 164}, {Counted, 164}, {Diff{}, 5}} {
		if got, _ := c.s.BitLen(&start.Board); got != c.want {
			t.Errorf("%T: start position takes %d bits, want %d", c.s, got, c.want)
		}
	}
}

// TestTables checks that every table is complete (New sees to it), that every
// symbol it can be asked for has a word and no other has.
func TestTables(t *testing.T) {
	for p := range 13 {
		word, n := Classic.Code().Encode(p)
		if counted, m := Counted.Code().Encode(p); n == 0 || n != m || word != counted {
			t.Errorf("piece %d: words %0*b and %0*b, want one (docs/spec/positions.md, 2)", p, n, word, m, counted)
		}
	}
	d := diffTables()
	for rank, c := range d.run {
		for n := range 65 {
			if c.Len(n) == 0 {
				t.Errorf("rank %d: run of %d has no word", rank+1, n)
			}
		}
	}
	for p, c := range d.diff {
		words := 0
		for x := range 16 {
			if c.Len(x) > 0 {
				words++
			}
		}
		if words != 12 || c.Len(0) != 0 {
			t.Errorf("start piece %d: %d differences have words, want 12 and none for 0", p, words)
		}
	}
}

func TestTranspose(t *testing.T) {
	for s := range board.Square(64) {
		if got, want := transpose(bitboard.Of(s)), bitboard.Of(s&7<<3|s>>3); got != want {
			t.Errorf("transpose(square %d) = %x, want %x", s, got, want)
		}
	}
}

func TestDiffLeavesBoard(t *testing.T) {
	d := diffTables()
	var buf bytes.Buffer
	w := bitio.NewWriter(&buf)
	put := func(word uint64, n uint8) { w.TryWriteBits(word, n) }
	put(d.run[0].Encode(60))
	put(d.diff[d.home[up(60)]].Encode(1))
	put(d.run[5].Encode(3))
	require.NoError(t, w.Close())
	_, err := Diff{}.Read(bitio.NewReader(&buf))
	require.ErrorIs(t, err, board.ErrCorrupt)
}

func TestCut(t *testing.T) {
	b := board.Start().Board
	b.Put(board.E1, board.Empty)
	for _, c := range schemes {
		var buf bytes.Buffer
		w := bitio.NewWriter(&buf)
		require.NoError(t, c.s.Write(w, &b))
		require.NoError(t, w.Close())
		for n := range buf.Len() {
			_, err := c.s.Read(bitio.NewReader(bytes.NewReader(buf.Bytes()[:n])))
			require.ErrorIs(t, err, io.ErrUnexpectedEOF, c.name)
		}
	}
}

func BenchmarkBoard(b *testing.B) {
	ps := positions(b, "positions/games-test.fen")
	for _, c := range schemes {
		var bufs [][]byte
		bits := 0
		for i := range ps {
			var buf bytes.Buffer
			w := bitio.NewWriter(&buf)
			if err := errors.Join(c.s.Write(w, &ps[i].Board), w.Close()); err != nil {
				b.Fatal(err)
			}
			bufs = append(bufs, buf.Bytes())
			n, _ := c.s.BitLen(&ps[i].Board)
			bits += n
		}
		mean := float64(bits) / float64(len(ps))
		b.Run("write/games-test/"+c.name, func(b *testing.B) {
			b.ReportAllocs()
			var buf bytes.Buffer
			w := bitio.NewWriter(&buf)
			i := 0
			for b.Loop() {
				buf.Reset()
				if err := c.s.Write(w, &ps[i%len(ps)].Board); err != nil {
					b.Fatal(err)
				}
				w.TryAlign()
				i++
			}
			b.ReportMetric(mean, "bits/pos")
		})
		b.Run("read/games-test/"+c.name, func(b *testing.B) {
			b.ReportAllocs()
			br := bytes.NewReader(nil)
			r := bitio.NewReader(br)
			i := 0
			for b.Loop() {
				br.Reset(bufs[i%len(bufs)])
				if _, err := c.s.Read(r); err != nil {
					b.Fatal(err)
				}
				r.Align()
				i++
			}
			b.ReportMetric(mean, "bits/pos")
		})
	}
}
