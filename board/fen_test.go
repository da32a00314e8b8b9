package board_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/test/corpus"
)

const startFEN = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

func TestStartFEN(t *testing.T) {
	p, err := board.ParseFEN(startFEN)
	require.NoError(t, err)
	if p != board.Start() {
		t.Errorf("ParseFEN(%q) = %v, want the start position", startFEN, p)
	}
	if got := board.Start().String(); got != startFEN {
		t.Errorf("Start().String() = %q, want %q", got, startFEN)
	}
}

func TestFENForms(t *testing.T) {
	const kings = "4k3/8/8/8/8/8/8/4K3"
	tests := []struct{ name, in, fen, shredder string }{
		{"no counters", "8/8/8/8/8/8/8/8 b - -", "8/8/8/8/8/8/8/8 b - - 0 1", ""},
		{"one counter", "8/8/8/8/8/8/8/8 b - - 7", "8/8/8/8/8/8/8/8 b - - 7 1", ""},
		{"number 0", "8/8/8/8/8/8/8/8 w - - 0 0", "8/8/8/8/8/8/8/8 w - - 0 0", ""},
		{"large counters", "8/8/8/8/8/8/8/8 w - - 65535 65535", "8/8/8/8/8/8/8/8 w - - 65535 65535", ""},
		{"leading zeros", "8/8/8/8/8/8/8/8 w - - 007 0012", "8/8/8/8/8/8/8/8 w - - 7 12", ""},
		{"blanks", " \t8/8/8/8/8/8/8/8   w  - - \r\n", "8/8/8/8/8/8/8/8 w - - 0 1", ""},
		{"digits side by side", "44/8/8/8/8/8/1111112/8 w - - 0 1", "8/8/8/8/8/8/8/8 w - - 0 1", ""},
		{"square with no pawn", "8/8/8/8/8/8/8/8 w - d3 0 1", "8/8/8/8/8/8/8/8 w - d3 0 1", ""},
		{"rights in another order", "r3k2r/8/8/8/8/8/8/R3K2R w qkQK - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "HAha"},
		{"Shredder", "r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "HAha"},
		{"outermost rook", "rrk3rr/8/8/8/8/8/8/RRK3RR w KQkq - 0 1", "rrk3rr/8/8/8/8/8/8/RRK3RR w KQkq - 0 1", "HAha"},
		{"inner rook", "rrk3rr/8/8/8/8/8/8/RRK3RR w GBgb - 0 1", "rrk3rr/8/8/8/8/8/8/RRK3RR w GBgb - 0 1", "GBgb"},
		{"mixed", "rrk3rr/8/8/8/8/8/8/RRK3RR w KBgq - 0 1", "rrk3rr/8/8/8/8/8/8/RRK3RR w KBgq - 0 1", "HBga"},
		{"no rooks", kings + " w KQkq - 0 1", kings + " w KQkq - 0 1", "HAha"},
		{"no king at home", "8/4k3/8/8/8/8/4K3/R6R w KQ - 0 1", "8/4k3/8/8/8/8/4K3/R6R w KQ - 0 1", "HA"},
		{"no king, inner rooks", "8/8/8/8/8/8/8/1R4R1 w BG - 0 1", "8/8/8/8/8/8/8/1R4R1 w GB - 0 1", "GB"},
		{"king on the rook's file", "8/8/8/8/8/8/8/R6K w KQ - 0 1", "8/8/8/8/8/8/8/R6K w KQ - 0 1", "KA"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p, err := board.ParseFEN(tt.in)
			require.NoError(t, err)
			if got := p.String(); got != tt.fen {
				t.Errorf("ParseFEN(%q) prints %q, want %q", tt.in, got, tt.fen)
			}
			if got := strings.Fields(string(p.AppendShredderFEN(nil)))[2]; tt.shredder != "" && got != tt.shredder {
				t.Errorf("AppendShredderFEN rights = %q, want %q", got, tt.shredder)
			}
		})
	}
}

func TestFENErrors(t *testing.T) {
	const b = "8/8/8/8/8/8/8/8"
	tests := []struct {
		in, field string
		offset    int
	}{
		{"", "board", 0},
		{"  ", "board", 2},
		{"startpos", "board", 0},
		{"8/8/8/8/8/8/8 w - - 0 1", "board", 13},
		{"8/8/8/8/8/8/8/8/8 w - - 0 1", "board", 15},
		{"8/8/8/9/8/8/8/8 w - - 0 1", "board", 6},
		{"8/8/8/7/8/8/8/8 w - - 0 1", "board", 7},
		{"8/8/8/7pp/8/8/8/8 w - - 0 1", "board", 8},
		{"8/8/8/0/8/8/8/8 w - - 0 1", "board", 6},
		{"8/8/8/7X/8/8/8/8 w - - 0 1", "board", 7},
		{"8/8/8", "board", 5},
		{b, "side to move", 15},
		{b + " x - - 0 1", "side to move", 16},
		{b + " white - - 0 1", "side to move", 17},
		{b + " w", "castling", 17},
		{b + " w KX - 0 1", "castling", 19},
		{b + " w KK - 0 1", "castling", 19},
		{b + " w KH - 0 1", "castling", 19},
		{b + " w -- - 0 1", "castling", 19},
		{b + " w K- - 0 1", "castling", 19},
		{"8/8/8/8/8/8/8/R3K2R w E - 0 1", "castling", 22},
		{b + " w -", "en passant", 19},
		{b + " w - e4 0 1", "en passant", 20},
		{b + " w - e 0 1", "en passant", 20},
		{b + " w - e33 0 1", "en passant", 20},
		{b + " w - i3 0 1", "en passant", 20},
		{b + " w - - -1 1", "half-move clock", 22},
		{b + " w - - 65536 1", "half-move clock", 26},
		{b + " w - - 0 1.", "move number", 25},
		{b + " w - - 0 99999", "move number", 28},
		{b + " w - - 0 1 x", "end", 26},
	}
	for _, tt := range tests {
		_, err := board.ParseFEN(tt.in)
		require.ErrorIs(t, err, board.ErrFEN, "%q", tt.in)
		var fe *board.FENError
		require.ErrorAs(t, err, &fe)
		if fe.Field != tt.field || fe.Offset != tt.offset {
			t.Errorf("ParseFEN(%q): %v (field %q, byte %d), want field %q, byte %d", tt.in, err, fe.Field, fe.Offset, tt.field, tt.offset)
		}
	}
	_, err := board.ParseFEN(strings.Repeat("p", 1<<20))
	require.ErrorIs(t, err, board.ErrFEN)
	if len(err.Error()) > 300 {
		t.Errorf("error of a long text is %d bytes long", len(err.Error()))
	}
}

func TestPositionJSON(t *testing.T) {
	type doc struct{ P board.Position }
	b, err := json.Marshal(doc{board.Start()})
	require.NoError(t, err)
	if got, want := string(b), `{"P":"`+startFEN+`"}`; got != want {
		t.Errorf("json.Marshal(Start()) = %s, want %s", got, want)
	}
	var d doc
	require.NoError(t, json.Unmarshal(b, &d))
	if d.P != board.Start() {
		t.Errorf("json round trip = %v", d.P)
	}
	require.ErrorIs(t, d.P.UnmarshalText([]byte("x")), board.ErrFEN)
	if d.P != board.Start() {
		t.Errorf("a failed UnmarshalText left %v", d.P)
	}
}

// drawPosition draws any position ParseFEN can give: any board, any counters,
// rights with and without king and rook, any en passant square.
func drawPosition(t *rapid.T) board.Position {
	var p board.Position
	dense := rapid.IntRange(0, 40).Draw(t, "pieces")
	for range dense {
		s := board.Square(rapid.IntRange(0, 63).Draw(t, "square"))
		p.Put(s, board.Piece(rapid.IntRange(0, 12).Draw(t, "piece")))
	}
	for _, c := range []board.Color{board.White, board.Black} {
		home := int(c) * 7
		for range rapid.IntRange(0, 4).Draw(t, "at home") {
			k := rapid.SampledFrom([]board.Kind{board.King, board.Rook}).Draw(t, "kind")
			p.Put(board.SquareAt(rapid.IntRange(0, 7).Draw(t, "file"), home), board.PieceOf(c, k))
		}
	}
	p.Turn = board.Color(rapid.IntRange(0, 1).Draw(t, "turn"))
	if rapid.Bool().Draw(t, "jumped") {
		p.EnPassant = board.SquareAt(rapid.IntRange(0, 7).Draw(t, "file"), rapid.SampledFrom([]int{2, 5}).Draw(t, "rank"))
	}
	p.HalfmoveClock = rapid.Uint16().Draw(t, "clock")
	p.FullmoveNumber = rapid.Uint16().Draw(t, "number")
	// The rights come through the text, since not all 16 bits are reachable.
	letters := rapid.StringMatching(`-|[KQA-H][KQA-H]?[kqa-h]?[kqa-h]?`).Draw(t, "rights")
	f := strings.Fields(p.String())
	f[2] = letters
	q, err := board.ParseFEN(strings.Join(f, " "))
	if err != nil {
		return p
	}
	return q
}

func propFEN(t *rapid.T) {
	p := drawPosition(t)
	for _, text := range []string{p.String(), string(p.AppendShredderFEN([]byte("x")))[1:]} {
		q, err := board.ParseFEN(text)
		if err != nil {
			t.Fatalf("ParseFEN(%q): %v", text, err)
		}
		if q != p {
			t.Fatalf("ParseFEN(%q) = %q, want %q", text, q, p)
		}
	}
}

func TestFENRoundTrip(t *testing.T) { rapid.Check(t, propFEN) }

func FuzzParseFEN(f *testing.F) {
	f.Add(startFEN)
	f.Add("rrk3rr/8/8/8/8/8/8/RRK3RR w KBgq - 0 1")
	f.Add("8/4k3/8/8/8/8/4K3/R6R b KQ d3")
	f.Add("8/8/8/8/8/8/8/R6K w KQ - 65535 0")
	f.Fuzz(func(t *testing.T, s string) {
		p, err := board.ParseFEN(s)
		if err != nil {
			require.ErrorIs(t, err, board.ErrFEN)
			return
		}
		text := p.String()
		q, err := board.ParseFEN(text)
		require.NoError(t, err)
		if q != p {
			t.Errorf("ParseFEN(%q) = %q, want %q", text, q, p)
		}
		if again := q.String(); again != text {
			t.Errorf("%q prints as %q", text, again)
		}
		shredder := string(p.AppendShredderFEN(nil))
		q, err = board.ParseFEN(shredder)
		require.NoError(t, err)
		if q != p {
			t.Errorf("ParseFEN(%q) = %q, want %q", shredder, q, p)
		}
	})
}

func TestFENCorpus(t *testing.T) {
	n := 0
	for line := range strings.Lines(string(corpus.Need(t, "positions/games-test.fen"))) {
		line = strings.TrimRight(line, "\r\n")
		p, err := board.ParseFEN(line)
		require.NoError(t, err)
		if got := p.String(); got != line {
			t.Errorf("%q prints as %q", line, got)
		}
		n++
	}
	if n == 0 {
		t.Errorf("no positions")
	}
}

func TestFENAllocs(t *testing.T) {
	p := board.Start()
	buf := make([]byte, 0, 128)
	if n := testing.AllocsPerRun(100, func() { buf = p.AppendFEN(buf[:0]) }); n != 0 {
		t.Errorf("AppendFEN allocates %v times", n)
	}
	if n := testing.AllocsPerRun(100, func() { p, _ = board.ParseFEN(startFEN) }); n != 0 {
		t.Errorf("ParseFEN allocates %v times", n)
	}
}

const middleFEN = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 3 17"

func BenchmarkParseFEN(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		if _, err := board.ParseFEN(middleFEN); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkAppendFEN(b *testing.B) {
	p, err := board.ParseFEN(middleFEN)
	require.NoError(b, err)
	var buf []byte
	b.ReportAllocs()
	for b.Loop() {
		buf = p.AppendFEN(buf[:0])
	}
}
