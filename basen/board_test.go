package basen

import (
	"bytes"
	"math/big"
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

// schemes are the board schemes with their slow twins: the integer that a
// board's bits spell.
var schemes = []struct {
	name  string
	s     scheme
	bits  int
	value func(b *board.Board) *big.Int
}{
	{"nibble", Nibble{}, 256, func(b *board.Board) *big.Int {
		return digits(b, func(board.Square, board.Piece) (digit, radix int64) { return -1, 16 })
	}},
	{"base13", Base13{}, 237, func(b *board.Board) *big.Int {
		return digits(b, func(board.Square, board.Piece) (digit, radix int64) { return -1, 13 })
	}},
	{"variable", Variable{}, 233, func(b *board.Board) *big.Int {
		return digits(b, func(s board.Square, p board.Piece) (digit, radix int64) {
			if s.Rank() != 0 && s.Rank() != 7 {
				return -1, 13
			}
			return map[board.Piece]int64{
				board.WhiteKnight: 1, board.WhiteBishop: 2, board.WhiteRook: 3, board.WhiteQueen: 4, board.WhiteKing: 5,
				board.BlackKnight: 6, board.BlackBishop: 7, board.BlackRook: 8, board.BlackQueen: 9, board.BlackKing: 10,
			}[p], 11
		})
	}},
}

// digits spells b as one integer, a1 the highest digit; -1 means the piece's
// own number.
func digits(b *board.Board, f func(board.Square, board.Piece) (digit, radix int64)) *big.Int {
	v := new(big.Int)
	for s := board.A1; s <= board.H8; s++ {
		d, r := f(s, b.At(s))
		if d < 0 {
			d = int64(b.At(s))
		}
		v.Mul(v, big.NewInt(r))
		v.Add(v, big.NewInt(d))
	}
	return v
}

// drawBoard draws any board at all, some of them crowded, some nearly empty.
func drawBoard(t *rapid.T, pawnsOnEnds bool) board.Board {
	var b board.Board
	density := rapid.IntRange(0, 64).Draw(t, "density")
	for s := board.A1; s <= board.H8; s++ {
		if rapid.IntRange(0, 63).Draw(t, "fill") >= density {
			continue
		}
		p := board.Piece(rapid.IntRange(1, 12).Draw(t, "piece"))
		if !pawnsOnEnds && p.Kind() == board.Pawn && (s.Rank() == 0 || s.Rank() == 7) {
			p++
		}
		b.Put(s, p)
	}
	return b
}

func propBoard(t *rapid.T) {
	b := drawBoard(t, false)
	prefix := uint8(rapid.IntRange(0, 7).Draw(t, "prefix"))
	for _, c := range schemes {
		var buf bytes.Buffer
		w := bitio.NewWriter(&buf)
		w.TryWriteBits(1, prefix)
		require.NoError(t, c.s.Write(w, &b))
		require.NoError(t, w.Close())
		n, err := c.s.BitLen(&b)
		require.NoError(t, err)
		if n != c.bits || buf.Len() != (int(prefix)+n+7)/8 {
			t.Fatalf("%s: BitLen = %d with %d bytes written after %d bits, want %d", c.name, n, buf.Len(), prefix, c.bits)
		}
		got := new(big.Int).SetBytes(buf.Bytes())
		got.Rsh(got, uint(8*buf.Len()-int(prefix)-n))
		want := c.value(&b)
		if prefix > 0 {
			want.SetBit(want, n, 1)
		}
		if got.Cmp(want) != 0 {
			t.Fatalf("%s: wrote %x, want %x", c.name, got, want)
		}
		r := bitio.NewReader(&buf)
		r.TryReadBits(prefix)
		back, err := c.s.Read(r)
		require.NoError(t, err)
		if back != b {
			t.Fatalf("%s: read %v, want %v", c.name, back, b)
		}
		if buf.Len() != 0 {
			t.Fatalf("%s: %d bytes left over", c.name, buf.Len())
		}
	}
}

func TestBoard(t *testing.T)     { rapid.Check(t, propBoard) }
func FuzzBoardDraw(f *testing.F) { f.Fuzz(rapid.MakeFuzz(propBoard)) }

// FuzzBoard reads any bits with every scheme; what is a board must be written
// as the same bits again.
func FuzzBoard(f *testing.F) {
	for _, b := range []byte{0, 1, 0x55, 0x80, 0xcc, 0xff} {
		f.Add(bytes.Repeat([]byte{b}, 32))
	}
	start := board.Start()
	for _, c := range schemes {
		var buf bytes.Buffer
		w := bitio.NewWriter(&buf)
		require.NoError(f, c.s.Write(w, &start.Board))
		require.NoError(f, w.Close())
		f.Add(buf.Bytes())
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		for _, c := range schemes {
			b, err := c.s.Read(bitio.NewReader(bytes.NewReader(src)))
			if err != nil {
				continue
			}
			checkSame(t, c.name, src, c.bits, func(w *bitio.Writer) error { return c.s.Write(w, &b) })
		}
		b, marks, err := Nibble{}.ReadMarked(bitio.NewReader(bytes.NewReader(src)))
		if err == nil {
			checkSame(t, "marked nibble", src, 256, func(w *bitio.Writer) error { return Nibble{}.WriteMarked(w, &b, marks) })
		}
	})
}

// checkSame writes and compares with the first n bits of src.
func checkSame(t *testing.T, name string, src []byte, n int, write func(*bitio.Writer) error) {
	t.Helper()
	var buf bytes.Buffer
	w := bitio.NewWriter(&buf)
	require.NoError(t, write(w))
	require.NoError(t, w.Close())
	want := bytes.Clone(src[:(n+7)/8])
	if free := 8*len(want) - n; free > 0 {
		want[len(want)-1] = want[len(want)-1] >> free << free
	}
	if !bytes.Equal(buf.Bytes(), want) {
		t.Errorf("%s: wrote %x, want %x", name, buf.Bytes(), want)
	}
}

func TestWidths(t *testing.T) {
	pow := func(b, e int64) *big.Int { return new(big.Int).Exp(big.NewInt(b), big.NewInt(e), nil) }
	one := big.NewInt(1)
	top := pow(13, 64)
	if got := top.Sub(top, one).BitLen(); got != base13Bits {
		t.Errorf("13^64 - 1 has %d bits, want %d", got, base13Bits)
	}
	top = new(big.Int).Mul(pow(11, 16), pow(13, 48))
	if got := top.Sub(top, one).BitLen(); got != variableBits {
		t.Errorf("11^16 * 13^48 - 1 has %d bits, want %d", got, variableBits)
	}
}

// TestTooLarge reads the first integer that is not a board, and the last that is.
func TestTooLarge(t *testing.T) {
	for _, c := range schemes[1:] {
		full := board.Board{}
		for s := board.A1; s <= board.H8; s++ {
			full.Put(s, board.BlackKing)
		}
		top := c.value(&full)
		read := func(v *big.Int) (board.Board, error) {
			var b [32]byte
			new(big.Int).Lsh(v, uint(256-c.bits)).FillBytes(b[:])
			return c.s.Read(bitio.NewReader(bytes.NewReader(b[:])))
		}
		got, err := read(top)
		require.NoError(t, err)
		if got != full {
			t.Errorf("%s: the largest integer reads as %v", c.name, got)
		}
		_, err = read(top.Add(top, big.NewInt(1)))
		require.ErrorIs(t, err, board.ErrCorrupt, c.name)
		_, err = c.s.Read(bitio.NewReader(bytes.NewReader(bytes.Repeat([]byte{0xff}, 32))))
		require.ErrorIs(t, err, board.ErrCorrupt, c.name)
	}
}

// TestFold tries the divisions by multiplication on all numbers of four
// digits, in all lanes.
func TestFold(t *testing.T) {
	for _, r := range []radix{radix11, radix13} {
		for v := range r.four {
			w := (v*r.four+v)<<32 | (r.four-1-v)*r.four + v
			n := r.unfold(w)
			for i, digit := range []uint64{v, v, r.four - 1 - v, v} {
				part := n >> (48 - 16*i) & 0xffff
				if got := ((part>>12*r.one+part>>8&15)*r.one+part>>4&15)*r.one + part&15; got != digit || part&15 >= r.one {
					t.Fatalf("radix %d: digits of %d are %04x", r.one, digit, part)
				}
			}
			if got := r.fold(n); got != w {
				t.Fatalf("radix %d: fold(unfold(%x)) = %x", r.one, w, got)
			}
		}
	}
}

func TestCut(t *testing.T) {
	b := board.Start().Board
	for _, c := range schemes {
		var buf bytes.Buffer
		w := bitio.NewWriter(&buf)
		require.NoError(t, c.s.Write(w, &b))
		require.NoError(t, w.Close())
		for n := range buf.Len() {
			_, err := c.s.Read(bitio.NewReader(bytes.NewReader(buf.Bytes()[:n])))
			require.ErrorContains(t, err, "unexpected EOF", c.name)
		}
	}
}

func TestVariableRefusesPawns(t *testing.T) {
	for _, s := range []board.Square{board.A1, board.H1, board.A8, board.H8} {
		for _, p := range []board.Piece{board.WhitePawn, board.BlackPawn} {
			var b board.Board
			b.Put(s, p)
			_, err := Variable{}.BitLen(&b)
			require.ErrorIs(t, err, board.ErrUnfit)
			require.ErrorIs(t, Variable{}.Write(bitio.NewWriter(&bytes.Buffer{}), &b), board.ErrUnfit)
		}
	}
}

func TestMarks(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := drawBoard(t, true)
		marks := bitboard.Set(rapid.Uint64().Draw(t, "marks"))
		if rapid.Bool().Draw(t, "possible") {
			marks &= Nibble{}.markable(&b)
		}
		possible := true
		for s := board.A1; s <= board.H8; s++ {
			if marks.Has(s) {
				switch p, rank := b.At(s), s.Rank(); {
				case (p == board.WhiteKing || p == board.WhiteRook) && rank == 0,
					(p == board.BlackKing || p == board.BlackRook) && rank == 7,
					p == board.WhitePawn && rank == 3, p == board.BlackPawn && rank == 4:
				default:
					possible = false
				}
			}
		}
		var buf bytes.Buffer
		w := bitio.NewWriter(&buf)
		err := Nibble{}.WriteMarked(w, &b, marks)
		if !possible {
			require.ErrorIs(t, err, board.ErrUnfit)
			return
		}
		require.NoError(t, err)
		got, gotMarks, err := Nibble{}.ReadMarked(bitio.NewReader(bytes.NewReader(buf.Bytes())))
		require.NoError(t, err)
		if got != b || gotMarks != marks {
			t.Fatalf("read %v, marks %x, want %v, %x", got, gotMarks, b, marks)
		}
		if _, err = (Nibble{}).Read(bitio.NewReader(&buf)); (err != nil) != (marks != 0) {
			t.Fatalf("Read of a board with marks %x: %v", marks, err)
		}
	})
}

func BenchmarkBoard(b *testing.B) {
	start := board.Start().Board
	for _, c := range schemes {
		var buf bytes.Buffer
		b.Run("write/start/"+c.name, func(b *testing.B) {
			b.ReportAllocs()
			w := bitio.NewWriter(&buf)
			for b.Loop() {
				buf.Reset()
				if err := c.s.Write(w, &start); err != nil {
					b.Fatal(err)
				}
				w.TryAlign()
			}
			b.ReportMetric(float64(c.bits), "bits/pos")
		})
		b.Run("read/start/"+c.name, func(b *testing.B) {
			b.ReportAllocs()
			br := bytes.NewReader(buf.Bytes())
			r := bitio.NewReader(br)
			for b.Loop() {
				br.Reset(buf.Bytes())
				if _, err := c.s.Read(r); err != nil {
					b.Fatal(err)
				}
				r.Align()
			}
			b.ReportMetric(float64(c.bits), "bits/pos")
		})
	}
}
