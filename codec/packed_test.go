package codec

import (
	"bytes"
	"encoding/hex"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/test/corpus"
)

// packedVectors are what Lichess's own library, scalachess, promises in its
// test "binary format is stable", as far as it is about chess.
var packedVectors = []struct{ fen, hex string }{
	{"8/8/8/8/8/8/8/8 w - - 0 1", "0000000000000000"},
	{"8/8/8/8/8/8/8/8 b - - 0 1", "00000000000000000001"},
	{"8/8/8/8/8/8/8/8 b - - 100 432", "000000000000000064df06"},
	{"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", "ffff00001000efff2d844ad200000000111111113e955fe3"},
	{"5k2/6p1/8/1Pp5/6P1/8/8/3K4 w - c6 0 1", "20400006400000080ac0b1"},
	{"4k3/8/8/8/3pP3/8/6N1/7K b - e3 0 1", "10000000180040802ac10f"},
	{"r2r3k/p7/3p4/8/8/P6P/8/R3K2R b KQq - 0 4", "8901080000810091ad0d10e1f70007"},
}

// packedHeaders have variant 2 and 3, which are read but not written.
var packedHeaders = []struct{ fen, hex string }{
	{"4rrk1/pbbp2p1/1ppnp3/3n1pqp/3N1PQP/1PPNP3/PBBP2P1/4RRK1 w Ff - 0 3", "704f1ee8e81e4f70d60a44000002020813191113511571be000402"},
	{"8/8/8/1k6/3Pp3/8/8/4KQ2 b - d3 3 1", "00000002180000308a1c0f030103"},
}

func TestPackedVectors(t *testing.T) {
	for _, c := range packedVectors {
		p := parse(t, c.fen)
		b, err := AppendPacked([]byte("x"), &p)
		require.NoError(t, err)
		if got := hex.EncodeToString(b[1:]); got != c.hex || b[0] != 'x' {
			t.Errorf("AppendPacked(%s) = %s, want %s", c.fen, got, c.hex)
		}
	}
	for _, c := range append(packedVectors, packedHeaders...) {
		src, err := hex.DecodeString(c.hex)
		require.NoError(t, err)
		for _, zeros := range []int{0, 3} {
			p, err := DecodePacked(append(src, make([]byte, zeros)...))
			require.NoError(t, err)
			if want := parse(t, c.fen); p != want {
				t.Errorf("DecodePacked(%s) = %s, want %s", c.hex, p.AppendFEN(nil), c.fen)
			}
		}
	}
}

func TestPackedRefuses(t *testing.T) {
	for _, c := range []struct {
		name, hex string
		want      error
	}{
		{"nothing", "", ErrCorrupt},
		{"half a bitboard", "00000000", ErrCorrupt},
		{"no pieces", "0000000000000003", ErrCorrupt},
		{"bits after the last piece", "0000000000000001fa", ErrCorrupt},
		{"a jumped pawn on rank 2", "00000000000001000c", ErrCorrupt},
		{"two jumped pawns", "0000000003000000cc", ErrCorrupt},
		{"a rook that may castle on rank 2", "0000000000000110da", ErrCorrupt},
		{"two such rooks on one side", "0000000000000301dada", ErrCorrupt},
		{"such a rook where the king belongs", "10000000000000000e", ErrCorrupt},
		{"a clock over 65535", "0000000000000000ffff7f", ErrCorrupt},
		{"half a clock", "000000000000000080", ErrCorrupt},
		{"a clock of 11 bytes", "0000000000000000ffffffffffffffffffffff", ErrCorrupt},
		{"crazyhouse", "0000000000000000000001", ErrVariant},
		{"more behind", "000000000000000000000001", ErrCorrupt},
		{"more behind a variant", "000000000000000000000201", ErrCorrupt},
	} {
		src, err := hex.DecodeString(c.hex)
		require.NoError(t, err)
		_, err = DecodePacked(src)
		require.ErrorIs(t, err, c.want, c.name)
	}
	for _, c := range []struct {
		name   string
		change func(p *board.Position)
	}{
		{"move number 0", func(p *board.Position) { p.FullmoveNumber = 0 }},
		{"no such side", func(p *board.Position) { p.Turn = 2 }},
		{"right without rook", func(p *board.Position) { p.Put(board.A1, board.Empty) }},
		{"right without king", func(p *board.Position) { p.Put(board.A1, board.WhiteKing) }},
		{"right to no file", func(p *board.Position) { p.Castling |= 15 << 8 }},
		{"en passant without pawn", func(p *board.Position) { p.EnPassant = board.SquareAt(4, 5) }},
		{"en passant on rank 4", func(p *board.Position) { p.EnPassant = board.SquareAt(4, 3) }},
	} {
		p := board.Start()
		c.change(&p)
		b, err := AppendPacked(nil, &p)
		require.ErrorIs(t, err, ErrNoPacked, c.name)
		if b != nil {
			t.Errorf("%s: bytes beside the error", c.name)
		}
	}
}

// TestPackedPlaces checks the limits of what follows the pieces, and where a
// packed position is said to be wrong.
func TestPackedPlaces(t *testing.T) {
	const none = "0000000000000000"
	for _, c := range []struct {
		name, hex string
		bit       int // of the error, -1 for none
	}{
		{"the largest clock", none + "ffff03", -1},
		{"one more", none + "808004", 64},
		{"the largest ply", none + "00fdff07", -1},
		{"one more ply", none + "00feff07", 72},
		{"one more ply, behind two bytes of clock", none + "ff01feff07", 80},
		{"a variant of more than a byte", none + "00018002", 80},
		{"something behind the variant", none + "00010201", 88},
		{"half a bitboard", "00000000", 32},
		{"no pieces", "0000000000000003", 64},
		{"one piece of three", "0000000000000007" + "11", 72},
		{"two pieces of three", "0000000000000007" + "11" + "01", -1},
		{"bits behind the third", "0000000000000007" + "11" + "11", 64 + 12},
		{"a pawn that jumped to rank 1", "0000000000000003" + "c1", 68},
	} {
		src, err := hex.DecodeString(c.hex)
		require.NoError(t, err)
		_, err = DecodePacked(src)
		if c.bit < 0 {
			require.NoError(t, err, c.name)
			continue
		}
		var e *CorruptError
		require.ErrorAs(t, err, &e, c.name)
		require.Equal(t, c.bit, e.Bit, c.name)
	}
}

func checkPacked(t tb, p *board.Position) {
	t.Helper()
	b, err := AppendPacked(nil, p)
	if err != nil {
		require.ErrorIs(t, err, ErrNoPacked)
		return
	}
	got, err := DecodePacked(b)
	require.NoError(t, err, "%s: %x", p.AppendFEN(nil), b)
	if got != *p {
		t.Fatalf("DecodePacked(%x) = %s, want %s", b, got.AppendFEN(nil), p.AppendFEN(nil))
	}
	q := *p
	q.HalfmoveClock, q.FullmoveNumber = 0, 1
	b, err = AppendPacked(nil, &q)
	require.NoError(t, err)
	n := p.Occupied().Count()
	if limit := 8 + (n+1)/2; p.Pieces(board.BlackKing) != 0 && len(b) != limit {
		t.Fatalf("%d bytes for %d pieces, want %d: %s", len(b), n, limit, q.AppendFEN(nil))
	}
}

func propPacked(t *rapid.T) {
	p := drawPosition(t)
	checkPacked(t, &p)
}

func TestPacked(t *testing.T)     { rapid.Check(t, propPacked) }
func FuzzPackedDraw(f *testing.F) { f.Fuzz(rapid.MakeFuzz(propPacked)) }

// FuzzPacked reads any bytes: a position decoded from them has a packed form, which
// gives it back.
func FuzzPacked(f *testing.F) {
	for _, c := range append(packedVectors, packedHeaders...) {
		b, err := hex.DecodeString(c.hex)
		require.NoError(f, err)
		f.Add(b)
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		p, err := DecodePacked(src)
		if err != nil {
			return
		}
		b, err := AppendPacked(nil, &p)
		require.NoError(t, err)
		q, err := DecodePacked(b)
		require.NoError(t, err)
		if q != p {
			t.Fatalf("%x reads as %s, and then as %s", src, p.AppendFEN(nil), q.AppendFEN(nil))
		}
	})
}

func TestPackedCorpus(t *testing.T) {
	for _, name := range []string{"positions/games-test.fen", "positions/dfrc-test.epd", "positions/chess960-start.epd"} {
		for line := range bytes.Lines(corpus.Need(t, name)) {
			e, err := board.ParseEPD(string(bytes.TrimSpace(line)))
			require.NoError(t, err)
			if _, err := AppendPacked(nil, &e.Position); err != nil {
				t.Errorf("%s: %v", line, err)
			}
			checkPacked(t, &e.Position)
		}
	}
}

func BenchmarkAppendPacked(b *testing.B) {
	p, err := board.ParseFEN("r1bqk2r/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R b KQkq - 4 7")
	require.NoError(b, err)
	b.ReportAllocs()
	var dst []byte
	for b.Loop() {
		dst, err = AppendPacked(dst[:0], &p)
		if err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(8*float64(len(dst)), "bits/pos")
}

func BenchmarkDecodePacked(b *testing.B) {
	p := board.Start()
	src, err := AppendPacked(nil, &p)
	require.NoError(b, err)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := DecodePacked(src); err != nil {
			b.Fatal(err)
		}
	}
}
