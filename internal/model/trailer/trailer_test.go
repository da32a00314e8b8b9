package trailer_test

import (
	"bufio"
	"bytes"
	"io"
	"math/big"
	"testing"

	"github.com/icza/bitio"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/model/trailer"
	"github.com/chesszip/chesszip/internal/test/corpus"
	"github.com/chesszip/chesszip/movegen"
)

func parse(t testing.TB, fen string) board.Position {
	t.Helper()
	p, err := board.ParseFEN(fen)
	require.NoError(t, err)
	return p
}

const allOut = trailer.WithoutCastling | trailer.WithoutEnPassant | trailer.WithoutCounters

func TestTrailerBits(t *testing.T) {
	const marked = trailer.WithoutCastling | trailer.WithoutEnPassant
	for _, c := range []struct {
		fen    string
		fields trailer.Trailer
		want   int
	}{
		// Turn, clock, number, Chess960?, castling, en passant.
		{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 0, 1 + 1 + 1 + 4},
		{"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", 0, 1 + 1 + 1 + 4 + 1},
		{"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", 0, 1 + 1 + 1 + 4 + 1},
		{"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 1 1", 0, 1 + 3 + 1 + 4},
		{"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 1 1", 0, 1 + 8 + 16 + 16 + 16 + 6},
		{"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 1 1", marked, 1 + 3 + 1},
		{"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 1 1", trailer.WithoutCounters, 1 + 1 + 4 + 1},
		{"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq d3 1 1", trailer.WithoutCounters, 1 + 1 + 16 + 6},
		{"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq d3 1 1", allOut, 1 + 1},
		// Any of four pawns, or none: three bits. 28 pieces gone, 5 moved: near 45.
		{"4k3/8/8/8/PPPP4/8/8/4K3 b - b3 0 45", 0, 1 + 1 + 4 + 3},
		{"4k3/8/8/8/PPPP4/8/8/4K3 b - b3 0 1", 0, 1 + 1 + 4 + 3},
		// A rook and the king where Chess960 might castle, and do not.
		{"r4rk1/8/8/8/8/8/8/R4RK1 w - - 0 43", 0, 1 + 1 + 4 + 1},
		{"1k2r3/8/8/8/8/8/8/1R1K2R1 w GBe - 0 43", 0, 1 + 1 + 4 + 1 + 1 + 1 + 1},
		{"8/8/8/8/8/8/8/8 b KQkq e3 65535 65535", 0, 63},
		{"8/8/8/8/8/8/8/8 w - - 254 49", 0, 1 + 15 + 4},
		{"8/8/8/8/8/8/8/8 w - - 255 49", 0, 63},
		{"8/8/8/8/8/8/8/8 w - - 255 49", marked, 1 + 8 + 16 + 16},
	} {
		p := parse(t, c.fen)
		if got := c.fields.BitLen(&p); got != c.want {
			t.Errorf("Trailer(%d).BitLen(%s) = %d, want %d", c.fields, c.fen, got, c.want)
		}
		checkTrip(t, c.fields, &p, 3)
	}
}

// tb is what the checks need of a testing.TB and a *rapid.T.
type tb interface {
	require.TestingT
	Helper()
	Fatalf(format string, args ...any)
}

// checkTrip writes p's trailer after a prefix and reads it again.
func checkTrip(t tb, fields trailer.Trailer, p *board.Position, prefix uint8) {
	t.Helper()
	var buf bytes.Buffer
	w := bitio.NewWriter(&buf)
	w.TryWriteBits(1, prefix)
	require.NoError(t, fields.Write(w, p))
	n := int(prefix) + fields.BitLen(p)
	pad := uint8(-n & 7)
	w.TryWriteBits(0x55>>(8-pad), pad)
	require.NoError(t, w.Close())
	if buf.Len() != (n+7)/8 {
		t.Fatalf("%v: %d bytes, want %d", p, buf.Len(), (n+7)/8)
	}
	q := left(p, fields)
	src := buf.Bytes()
	r := bitio.NewReader(bytes.NewReader(src))
	r.TryReadBits(prefix)
	require.NoError(t, fields.Read(r, &q))
	if q != *p {
		t.Fatalf("%v comes back as %v", p, q)
	}
	if pad > 0 {
		if got := r.TryReadBits(pad); got != 0x55>>(8-pad) {
			t.Fatalf("%v: padding %x", p, got)
		}
	}
	r = bitio.NewReader(bytes.NewReader(src[:len(src)-1]))
	r.TryReadBits(prefix)
	if r.TryError == nil {
		q = left(p, fields)
		require.ErrorIs(t, fields.Read(r, &q), io.ErrUnexpectedEOF)
	}
}

// left returns the position that a reader of the trailer begins with: the
// board, what the trailer leaves out, and rubbish.
func left(p *board.Position, fields trailer.Trailer) board.Position {
	q := board.Position{Board: p.Board, Turn: 7, Castling: 0x1234, EnPassant: 9, HalfmoveClock: 77, FullmoveNumber: 88}
	if fields&trailer.WithoutCastling != 0 {
		q.Castling = p.Castling
	}
	if fields&trailer.WithoutEnPassant != 0 {
		q.EnPassant = p.EnPassant
	}
	if fields&trailer.WithoutCounters != 0 {
		q.HalfmoveClock, q.FullmoveNumber = p.HalfmoveClock, p.FullmoveNumber
	}
	return q
}

// drawPosition draws a position of a game, of either kind, and bends it.
func drawPosition(t *rapid.T) board.Position {
	p := board.Start()
	if rapid.Bool().Draw(t, "960") {
		p, _ = board.ParseFEN(rapid.SampledFrom([]string{
			"nrbkqbrn/pppppppp/8/8/8/8/PPPPPPPP/NRBKQBRN w GBgb - 0 1",
			"rkr5/pppppppp/8/8/8/8/PPPPPPPP/RKRRNBBQ w CAca - 0 1",
			"r3k2r/p6p/8/8/8/8/P6P/R1R1KR1R w KQkq - 3 1",
		}).Draw(t, "start"))
	}
	for range rapid.IntRange(0, 40).Draw(t, "plies") {
		legal := movegen.AppendLegal(nil, &p)
		if len(legal) == 0 {
			break
		}
		movegen.Make(&p, rapid.SampledFrom(legal).Draw(t, "move"))
	}
	for range rapid.IntRange(0, 2).Draw(t, "bends") {
		switch rapid.IntRange(0, 6).Draw(t, "bend") {
		case 0:
			p.HalfmoveClock = rapid.Uint16().Draw(t, "clock")
		case 1:
			p.FullmoveNumber = rapid.Uint16().Draw(t, "number")
		case 2:
			p.Castling = board.Rights(rapid.Uint16().Draw(t, "rights"))
		case 3:
			p.EnPassant = board.Square(rapid.IntRange(0, 63).Draw(t, "en passant"))
		case 4:
			p.Put(board.Square(rapid.IntRange(0, 63).Draw(t, "square")), board.Piece(rapid.IntRange(0, 12).Draw(t, "piece")))
		case 5:
			p.Turn = p.Turn.Other()
		case 6:
			p.HalfmoveClock, p.FullmoveNumber = 0, 1
		}
	}
	return p
}

func propTrailer(t *rapid.T) {
	p := drawPosition(t)
	fields := trailer.Trailer(rapid.IntRange(0, int(allOut)).Draw(t, "trailer"))
	checkTrip(t, fields, &p, uint8(rapid.IntRange(1, 8).Draw(t, "prefix")))
}

func TestTrailerRoundTrip(t *testing.T) { rapid.Check(t, propTrailer) }

func FuzzTrailerRoundTrip(f *testing.F) { f.Fuzz(rapid.MakeFuzz(propTrailer)) }

// FuzzTrailerRead checks that what is read is written with the same bits, on
// any board.
func FuzzTrailerRead(f *testing.F) {
	f.Add("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1", uint8(0), []byte{0x40, 0xff})
	f.Add("4k3/8/8/8/PPPP4/8/8/4K3 w - - 0 1", uint8(0), []byte{0xc0, 0x0f, 0xff})
	f.Add("1k2r3/8/8/8/8/8/8/1R1K2R1 w - - 0 1", uint8(0), []byte{0x7f, 0xff, 0xff})
	f.Add("8/8/8/8/8/8/8/8 w - - 0 1", uint8(3), []byte{0, 0, 0, 0, 0, 0, 0, 0})
	f.Fuzz(func(t *testing.T, fen string, kind uint8, src []byte) {
		p, err := board.ParseFEN(fen)
		if err != nil {
			return
		}
		checkBits(t, trailer.Trailer(kind)&allOut, p, src)
	})
}

// checkBits reads a trailer from src; if that works, it must be written again
// with the same bits.
func checkBits(t tb, fields trailer.Trailer, p board.Position, src []byte) (ok bool) {
	t.Helper()
	r := bitio.NewReader(bytes.NewReader(src))
	if fields.Read(r, &p) != nil {
		return false
	}
	var buf bytes.Buffer
	w := bitio.NewWriter(&buf)
	require.NoError(t, fields.Write(w, &p))
	require.NoError(t, w.Close())
	n := fields.BitLen(&p)
	if n > 8*len(src) {
		t.Fatalf("%v: %d bits read from %d bytes", p, n, len(src))
	}
	for i := range n {
		if (buf.Bytes()[i/8]^src[i/8])>>(7-i&7)&1 != 0 {
			t.Fatalf("%v: read from %x, written as %x", p, src, buf.Bytes())
		}
	}
	return true
}

// TestTrailerCanonical reads random bits on boards with much that is possible.
func TestTrailerCanonical(t *testing.T) {
	read := 0
	rapid.Check(t, func(t *rapid.T) {
		p := drawPosition(t)
		src := rapid.SliceOfN(rapid.Byte(), 12, 12).Draw(t, "src")
		if rapid.Bool().Draw(t, "escape") {
			src[0] &= 0x80
			src[1] &= 0x7f
		}
		if checkBits(t, trailer.Trailer(rapid.IntRange(0, int(allOut)).Draw(t, "trailer")), p, src) {
			read++
		}
	})
	if read == 0 {
		t.Error("no bits were a trailer")
	}
}

func TestTrailerRefuses(t *testing.T) {
	for _, c := range []struct {
		name, fen string
		bits      string
	}{
		{"escape without need", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1",
			"0 00000000 0000000000000000 0000000000000001 0001100000011000 000000"},
		{"standard rights as Chess960", "r3k1r1/8/8/8/8/8/8/R3K2R w - - 0 1", "0 1 1000 1 1 1 0 0 0"},
		{"choice of five pawns of four", "4k3/8/8/8/PPPP4/8/8/4K3 w - - 0 1", "1 1 1000 101"},
		{"move number 65536", "8/8/8/8/8/8/8/8 w - - 0 1", "0 1 0000000000000 10000000000001000"},
		{"endless number", "8/8/8/8/8/8/8/8 w - - 0 1", "0 1 0000000000000000000000000000000000000000"},
	} {
		p := parse(t, c.fen)
		require.ErrorIs(t, trailer.Trailer(0).Read(bitio.NewReader(bytes.NewReader(pack(c.bits))), &p), trailer.ErrTrailer, c.name)
	}
	p := board.Start()
	p.EnPassant = 64
	require.Error(t, trailer.Trailer(0).Write(bitio.NewWriter(io.Discard), &p))
}

// pack returns text of zeros and ones as bytes, followed by ones.
func pack(text string) []byte {
	var buf bytes.Buffer
	w := bitio.NewWriter(&buf)
	for _, b := range []byte(text) {
		if b != ' ' {
			w.TryWriteBool(b == '1')
		}
	}
	w.TryWriteBits(0xffffffff, 32)
	w.Close()
	return buf.Bytes()
}

func TestOwnKindsBits(t *testing.T) {
	bits := func(kinds int64) int {
		n := new(big.Int).Exp(big.NewInt(kinds), big.NewInt(64), nil)
		return n.Sub(n, big.NewInt(1)).BitLen()
	}
	if got := bits(19) - bits(13); got != trailer.OwnKindsBits {
		t.Errorf("OwnKindsBits = %d, want %d", trailer.OwnKindsBits, got)
	}
	if got := bits(16) - bits(13); got != trailer.SharedKindsBits {
		t.Errorf("SharedKindsBits = %d, want %d", trailer.SharedKindsBits, got)
	}
}

// eachPosition calls f with every position of a file of the corpus.
func eachPosition(t testing.TB, name string, f func(p *board.Position)) {
	t.Helper()
	scan := bufio.NewScanner(bytes.NewReader(corpus.Need(t, name)))
	for scan.Scan() {
		e, err := board.ParseEPD(scan.Text())
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		f(&e.Position)
	}
	require.NoError(t, scan.Err())
}

func TestTrailerCorpus(t *testing.T) {
	for _, c := range []struct {
		file  string
		limit float64 // bits a position
	}{
		{"positions/games-train.fen", 9.8},
		{"positions/games-test.fen", 10.3},
		{"positions/frc-test.epd", 14.7},
		{"positions/chess960-start.epd", 12},
		{"positions/endgames-test.epd", 9.5},
	} {
		var sum trailer.TrailerParts
		n := 0
		eachPosition(t, c.file, func(p *board.Position) {
			s := trailer.Trailer(0).Parts(p)
			sum.Turn, sum.Clock, sum.Number = sum.Turn+s.Turn, sum.Clock+s.Clock, sum.Number+s.Number
			sum.Form, sum.Castling, sum.EnPassant = sum.Form+s.Form, sum.Castling+s.Castling, sum.EnPassant+s.EnPassant
			if n++; n%16 == 0 {
				checkTrip(t, 0, p, 1)
			}
		})
		per := func(bits int) float64 { return float64(bits) / float64(n) }
		t.Logf("%s: %.2f bits: clock %.2f, number %.2f, Chess960? %.2f, castling %.2f, en passant %.2f", c.file,
			per(sum.Sum()), per(sum.Clock), per(sum.Number), per(sum.Form), per(sum.Castling), per(sum.EnPassant))
		if got := per(sum.Sum()); got > c.limit {
			t.Errorf("%s: %.2f bits a position, want at most %g", c.file, got, c.limit)
		}
	}
}

func BenchmarkTrailer(b *testing.B) {
	p := parse(b, "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 12")
	var buf bytes.Buffer
	require.NoError(b, trailer.Trailer(0).Write(bitio.NewWriter(&buf), &p))
	b.Run("bitlen", func(b *testing.B) {
		b.ReportAllocs()
		bits := 0
		for b.Loop() {
			bits = trailer.Trailer(0).BitLen(&p)
		}
		b.ReportMetric(float64(bits), "bits/pos")
	})
	b.Run("write", func(b *testing.B) {
		b.ReportAllocs()
		w := bitio.NewWriter(io.Discard)
		for b.Loop() {
			if err := trailer.Trailer(0).Write(w, &p); err != nil {
				b.Fatal(err)
			}
		}
	})
}
