package piecelist

import (
	"bytes"
	"errors"
	"io"
	"testing"

	"github.com/icza/bitio"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/test/corpus"
)

var layouts = []Layout{Combinations, Base48, Picks, SkippingPicks}

func parse(t testing.TB, fen string) board.Board {
	t.Helper()
	p, err := board.ParseFEN(fen)
	require.NoError(t, err)
	return p.Board
}

// drawBoard draws any board that the scheme holds.
func drawBoard(t *rapid.T) board.Board {
	var b board.Board
	free := rapid.Permutation(func() (s []board.Square) {
		for i := board.A1; i <= board.H8; i++ {
			s = append(s, i)
		}
		return s
	}()).Draw(t, "squares")
	put := func(p board.Piece, ok func(board.Square) bool) {
		for i, s := range free {
			if ok(s) {
				b.Put(s, p)
				free = append(free[:i:i], free[i+1:]...)
				return
			}
		}
	}
	anywhere := func(board.Square) bool { return true }
	for c := board.White; c <= board.Black; c++ {
		put(board.PieceOf(c, board.King), anywhere)
		for range rapid.IntRange(0, maxPawns).Draw(t, "pawns") {
			put(board.PieceOf(c, board.Pawn), func(s board.Square) bool { return pawnRows.Has(s) })
		}
		for range rapid.IntRange(0, maxPieces).Draw(t, "pieces") {
			put(board.PieceOf(c, board.Kind(rapid.IntRange(int(board.Knight), int(board.Queen)).Draw(t, "kind"))), anywhere)
		}
	}
	return b
}

func propBoard(t *rapid.T) {
	b := drawBoard(t)
	prefix := uint8(rapid.IntRange(0, 7).Draw(t, "prefix"))
	for _, l := range layouts {
		var buf bytes.Buffer
		w := bitio.NewWriter(&buf)
		w.TryWriteBits(1, prefix)
		require.NoError(t, l.Write(w, &b))
		w.TryWriteBits(0x5a5, 12)
		require.NoError(t, w.Close())
		n, err := l.BitLen(&b)
		require.NoError(t, err)
		if got, want := buf.Len(), (int(prefix)+n+12+7)/8; got != want {
			t.Fatalf("%v: BitLen = %d but %d bytes, want %d", l, n, got, want)
		}
		r := bitio.NewReader(&buf)
		r.TryReadBits(prefix)
		got, err := l.Read(r)
		require.NoError(t, err)
		if got != b {
			t.Fatalf("%v: read %v, want %v", l, got, b)
		}
		if mark := r.TryReadBits(12); mark != 0x5a5 {
			t.Fatalf("%v: after the board stands %x, want 5a5", l, mark)
		}
	}
}

func TestBoard(t *testing.T)     { rapid.Check(t, propBoard) }
func FuzzBoardDraw(f *testing.F) { f.Fuzz(rapid.MakeFuzz(propBoard)) }

// FuzzBoard reads any bits with every layout; what is a board must be written
// as the same bits again.
func FuzzBoard(f *testing.F) {
	start := board.Start()
	for _, l := range layouts {
		var buf bytes.Buffer
		w := bitio.NewWriter(&buf)
		require.NoError(f, l.Write(w, &start.Board))
		require.NoError(f, w.Close())
		f.Add(buf.Bytes())
	}
	f.Add([]byte{0, 0, 0x1f, 0x80})
	f.Fuzz(func(t *testing.T, src []byte) {
		for _, l := range layouts {
			b, err := l.Read(bitio.NewReader(bytes.NewReader(src)))
			if err != nil {
				if !errors.Is(err, board.ErrCorrupt) && !errors.Is(err, io.ErrUnexpectedEOF) {
					t.Errorf("%v: %v", l, err)
				}
				continue
			}
			n, err := l.BitLen(&b)
			require.NoError(t, err)
			var buf bytes.Buffer
			w := bitio.NewWriter(&buf)
			require.NoError(t, l.Write(w, &b))
			require.NoError(t, w.Close())
			want := bytes.Clone(src[:(n+7)/8])
			if free := 8*len(want) - n; free > 0 {
				want[len(want)-1] = want[len(want)-1] >> free << free
			}
			if !bytes.Equal(buf.Bytes(), want) {
				t.Errorf("%v: wrote %x, want %x", l, buf.Bytes(), want)
			}
		}
	})
}

// TestStart checks the classic sums of the start position.
func TestStart(t *testing.T) {
	start := board.Start()
	for _, c := range []struct {
		layout                 Layout
		whitePawns, blackPawns int
	}{{Combinations, 29, 27}, {Base48, 45, 45}, {Picks, 44, 44}, {SkippingPicks, 44, 42}} {
		sides, err := c.layout.Sides(&start.Board)
		require.NoError(t, err)
		want := Side{King: 6, HasPawns: 1, PawnCount: 3, Pawns: c.whitePawns, PieceCount: 4, Pieces: 56}
		if sides[board.White] != want {
			t.Errorf("%v: white = %+v, want %+v", c.layout, sides[board.White], want)
		}
		want.Pawns = c.blackPawns
		if sides[board.Black] != want {
			t.Errorf("%v: black = %+v, want %+v", c.layout, sides[board.Black], want)
		}
		if c.layout == Base48 && sides[board.White].Bits() != 115 {
			t.Errorf("base 48: white = %d bits, want 115", sides[board.White].Bits())
		}
	}
}

// TestMostBits checks the most bits of a side that pawns can have become:
// sixteen pieces, one of them a pawn.
func TestMostBits(t *testing.T) {
	most := 0
	for pawns := range maxPawns + 1 {
		b := parse(t, "K6k/8/8/8/8/8/8/8 w - - 0 1")
		for i := range 15 {
			b.Put(board.SquareAt(i&7, 1+i>>3), board.PieceOf(board.White, board.Queen))
			if i < pawns {
				b.Put(board.SquareAt(i&7, 1+i>>3), board.WhitePawn)
			}
		}
		sides, err := Base48.Sides(&b)
		require.NoError(t, err)
		most = max(most, sides[board.White].Bits())
	}
	if most != 132 {
		t.Errorf("a side takes up to %d bits, want 132", most)
	}
}

// TestPromoted checks the boards at the edge of what pawns can become, and one
// step further where it still is a list.
func TestPromoted(t *testing.T) {
	for _, fen := range []string{
		"QQQQQQQQ/Q7/8/8/8/8/8/K6k w - - 0 1",
		"RRRRRRRR/RR6/8/8/8/8/8/K6k w - - 0 1",
		"nnnnnnnn/nn6/8/8/8/8/8/K6k w - - 0 1",
		"bbbbbbbb/bb6/8/8/8/8/8/K6k w - - 0 1",
		"qqqqqqqq/qrrbbnn1/8/8/8/8/8/K6k w - - 0 1",
		"8/8/8/8/8/8/8/K6k w - - 0 1",
	} {
		b := parse(t, fen)
		for _, l := range layouts {
			var buf bytes.Buffer
			w := bitio.NewWriter(&buf)
			require.NoError(t, l.Write(w, &b))
			require.NoError(t, w.Close())
			got, err := l.Read(bitio.NewReader(&buf))
			require.NoError(t, err)
			if got != b {
				t.Errorf("%v: %s comes back as %v", l, fen, got)
			}
		}
	}
}

func TestRefuses(t *testing.T) {
	for _, c := range []struct{ name, fen string }{
		{"empty", "8/8/8/8/8/8/8/8 w - - 0 1"},
		{"no black king", "8/8/8/8/8/8/8/K7 w - - 0 1"},
		{"two white kings", "8/8/8/8/8/8/8/KK5k w - - 0 1"},
		{"three black kings", "kkk5/8/8/8/8/8/8/K7 w - - 0 1"},
		{"pawn on rank 1", "k7/8/8/8/8/8/8/KP6 w - - 0 1"},
		{"black pawn on rank 8", "kp6/8/8/8/8/8/8/K7 w - - 0 1"},
		{"nine pawns", "k7/8/8/8/8/P7/PPPPPPPP/K7 w - - 0 1"},
		{"sixteen knights", "k7/8/8/8/8/NNNNNNNN/NNNNNNNN/K7 w - - 0 1"},
	} {
		b := parse(t, c.fen)
		for _, l := range layouts {
			_, err := l.BitLen(&b)
			require.ErrorIs(t, err, board.ErrUnfit, c.name)
			var buf bytes.Buffer
			w := bitio.NewWriter(&buf)
			require.ErrorIs(t, l.Write(w, &b), board.ErrUnfit, c.name)
			require.NoError(t, w.Close())
			if buf.Len() != 0 {
				t.Errorf("%s: refused, but wrote %x", c.name, buf.Bytes())
			}
		}
	}
}

func TestCorrupt(t *testing.T) {
	type field struct {
		v uint64
		n uint8
	}
	for _, c := range []struct {
		name   string
		layout Layout
		fields []field
	}{
		{"kings on one square", 0, []field{{9, 6}, {0, 1}, {0, 4}, {9, 6}, {0, 1}, {0, 4}}},
		{"pieces out of order", 0, []field{{0, 6}, {0, 1}, {2, 4}, {9, 8}, {8, 8}, {7, 6}, {0, 1}, {0, 4}}},
		{"piece twice", 0, []field{{0, 6}, {0, 1}, {2, 4}, {9, 8}, {9, 8}, {7, 6}, {0, 1}, {0, 4}}},
		{"piece on king", 0, []field{{0, 6}, {0, 1}, {1, 4}, {0, 8}, {7, 6}, {0, 1}, {0, 4}}},
		{"pawn on king", 0, []field{{8, 6}, {1, 1}, {0, 3}, {0, 6}, {0, 4}, {7, 6}, {0, 1}, {0, 4}}},
		{"pawn number", 0, []field{{0, 6}, {1, 1}, {0, 3}, {48, 6}, {0, 4}, {7, 6}, {0, 1}, {0, 4}}},
		{"pawns out of order", Base48, []field{{0, 6}, {1, 1}, {1, 3}, {5*48 + 4, 12}, {0, 4}, {7, 6}, {0, 1}, {0, 4}}},
		{"pawn twice", Base48, []field{{0, 6}, {1, 1}, {1, 3}, {5*48 + 5, 12}, {0, 4}, {7, 6}, {0, 1}, {0, 4}}},
		{"picks out of order", Picks, []field{{0, 6}, {1, 1}, {1, 3}, {5*47 + 4, 12}, {0, 4}, {7, 6}, {0, 1}, {0, 4}}},
	} {
		var buf bytes.Buffer
		w := bitio.NewWriter(&buf)
		for _, f := range c.fields {
			w.TryWriteBits(f.v, f.n)
		}
		require.NoError(t, w.Close())
		b, err := c.layout.Read(bitio.NewReader(&buf))
		if !errors.Is(err, board.ErrCorrupt) {
			t.Errorf("%s: Read = %v, %v, want board.ErrCorrupt", c.name, b, err)
		}
	}
}

func TestCut(t *testing.T) {
	start := board.Start()
	for _, l := range layouts {
		var buf bytes.Buffer
		w := bitio.NewWriter(&buf)
		require.NoError(t, l.Write(w, &start.Board))
		require.NoError(t, w.Close())
		for n := range buf.Len() {
			_, err := l.Read(bitio.NewReader(bytes.NewReader(buf.Bytes()[:n])))
			require.ErrorIs(t, err, io.ErrUnexpectedEOF)
		}
	}
}

func BenchmarkBoard(b *testing.B) {
	var boards []board.Board
	for line := range bytes.Lines(corpus.Need(b, "positions/games-test.fen")) {
		boards = append(boards, parse(b, string(bytes.TrimSpace(line))))
	}
	for _, l := range layouts {
		var bufs [][]byte
		bits := 0
		for i := range boards {
			var buf bytes.Buffer
			w := bitio.NewWriter(&buf)
			if err := errors.Join(l.Write(w, &boards[i]), w.Close()); err != nil {
				b.Fatal(err)
			}
			bufs = append(bufs, buf.Bytes())
			n, _ := l.BitLen(&boards[i])
			bits += n
		}
		mean := float64(bits) / float64(len(boards))
		b.Run("write/games-test/"+l.String(), func(b *testing.B) {
			b.ReportAllocs()
			var buf bytes.Buffer
			w := bitio.NewWriter(&buf)
			i := 0
			for b.Loop() {
				buf.Reset()
				if err := l.Write(w, &boards[i%len(boards)]); err != nil {
					b.Fatal(err)
				}
				w.TryAlign()
				i++
			}
			b.ReportMetric(mean, "bits/pos")
		})
		b.Run("read/games-test/"+l.String(), func(b *testing.B) {
			b.ReportAllocs()
			br := bytes.NewReader(nil)
			r := bitio.NewReader(br)
			i := 0
			for b.Loop() {
				br.Reset(bufs[i%len(bufs)])
				if _, err := l.Read(r); err != nil {
					b.Fatal(err)
				}
				r.Align()
				i++
			}
			b.ReportMetric(mean, "bits/pos")
		})
	}
}
