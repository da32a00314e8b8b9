package codec

import (
	"bytes"
	"database/sql"
	"database/sql/driver"
	"encoding"
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/gamestate"
	"github.com/chesszip/chesszip/internal/test/corpus"
	"github.com/chesszip/chesszip/movegen"
	"github.com/chesszip/chesszip/movelist"
	"github.com/chesszip/chesszip/notation"
	"github.com/chesszip/chesszip/pgn"
)

var (
	_ driver.Valuer = StoredPosition{}
	_ driver.Valuer = Key{}
	_ driver.Valuer = StoredGame{}
	_ sql.Scanner   = (*StoredPosition)(nil)
	_ sql.Scanner   = (*Key)(nil)
	_ sql.Scanner   = (*StoredGame)(nil)

	_ encoding.BinaryMarshaler   = StoredGame{}
	_ encoding.BinaryAppender    = StoredGame{}
	_ encoding.BinaryUnmarshaler = (*StoredGame)(nil)
	_ encoding.TextMarshaler     = StoredGame{}
	_ encoding.TextAppender      = StoredGame{}
	_ encoding.TextUnmarshaler   = (*StoredGame)(nil)
)

// column takes a value through what database/sql does: to a driver's value,
// which must be one of the few kinds that drivers know, and back.
func column[T driver.Valuer, P interface {
	*T
	sql.Scanner
}](t tb, in T) (out T) {
	t.Helper()
	v, err := driver.DefaultParameterConverter.ConvertValue(in)
	require.NoError(t, err)
	b, ok := v.([]byte)
	if !ok {
		t.Fatalf("Value() is a %T, want bytes", v)
	}
	require.NoError(t, P(&out).Scan(b))
	// Drivers use their memory again.
	for i := range b {
		b[i] = 0xff
	}
	return out
}

func propColumns(t *rapid.T) {
	p := StoredPosition{Position: drawPosition(t)}
	if got := column[StoredPosition](t, p); got != p {
		t.Fatalf("position %s comes back as %s", p.AppendFEN(nil), got.AppendFEN(nil))
	}
	if k, err := KeyOf(&p.Position); err == nil {
		if got := column[Key](t, k); got != k {
			t.Fatalf("key %v comes back as %v", k, got)
		}
	}
	g := StoredGame{gamestate.Game{Start: p.Position}}
	if rapid.Bool().Draw(t, "standard") {
		g.Start = board.Start()
	}
	now := g.Start
	for range rapid.IntRange(0, 40).Draw(t, "plies") {
		legal := movegen.AppendLegal(nil, &now)
		if len(legal) == 0 {
			break
		}
		m := rapid.SampledFrom(legal).Draw(t, "move")
		g.Moves = append(g.Moves, m)
		movegen.Make(&now, m)
	}
	checkGame(t, g)
}

func checkGame(t tb, g StoredGame) {
	t.Helper()
	same := func(how string, got StoredGame) {
		t.Helper()
		if got.Start != g.Start || len(got.Moves) != len(g.Moves) {
			t.Fatalf("%s: %v comes back as %v", how, g, got)
		}
		for i, m := range g.Moves {
			if got.Moves[i] != m {
				t.Fatalf("%s: ply %d is %v, want %v", how, i, got.Moves[i], m)
			}
		}
	}
	same("column", column[StoredGame](t, g))
	if start, err := board.ParseFEN(string(g.Start.AppendFEN(nil))); err != nil || start != g.Start {
		return // no text can say rights of a rook on the wrong side
	}
	text, err := json.Marshal(g)
	require.NoError(t, err)
	var back StoredGame
	require.NoError(t, json.Unmarshal(text, &back), "%s", text)
	same("JSON", back)
}

func TestColumns(t *testing.T)  { rapid.Check(t, propColumns) }
func FuzzColumns(f *testing.F)  { f.Fuzz(rapid.MakeFuzz(propColumns)) }
func FuzzGame(f *testing.F)     { fuzzGame(f, StoredGame.MarshalBinary, (*StoredGame).UnmarshalBinary) }
func FuzzGameText(f *testing.F) { fuzzGame(f, StoredGame.MarshalText, (*StoredGame).UnmarshalText) }
func FuzzPositionScan(f *testing.F) {
	start := StoredPosition{Position: board.Start()}
	checked, err := start.MarshalBinary()
	require.NoError(f, err)
	f.Add(checked)
	plain, err := AppendPosition(nil, &start.Position)
	require.NoError(f, err)
	f.Add(plain)
	// A position has one plain and one checked form; all else is refused.
	f.Fuzz(func(t *testing.T, src []byte) {
		var p StoredPosition
		if p.Scan(src) != nil {
			return
		}
		got, err := AppendPosition(nil, &p.Position)
		if src[0] != plain[0] {
			got, err = p.MarshalBinary()
		}
		require.NoError(t, err)
		if !bytes.Equal(got, src) {
			t.Fatalf("%x reads as a position that is written as %x", src, got)
		}
	})
}

// fuzzGame reads anything; a game decoded from it is the same after it is written and
// read.
func fuzzGame(f *testing.F, marshal func(StoredGame) ([]byte, error), unmarshal func(*StoredGame, []byte) error) {
	var g StoredGame
	for _, text := range []string{
		"startpos", "startpos moves e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 e1g1 0000 0000",
		"fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 moves e1c1 e8g8",
		"fen 1r2k2r/8/8/8/8/8/8/1R2K2R w BHbh - 0 1 moves e1b1",
	} {
		require.NoError(f, g.UnmarshalText([]byte(text)))
		b, err := marshal(g)
		require.NoError(f, err)
		f.Add(b)
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		var g StoredGame
		if unmarshal(&g, src) == nil {
			checkGame(t, g)
		}
	})
}

func TestScan(t *testing.T) {
	start := board.Start()
	k, err := KeyOf(&start)
	require.NoError(t, err)

	var p StoredPosition
	require.NoError(t, p.Scan(string(start.AppendFEN(nil))))
	if p.Position != start {
		t.Errorf("Scan(FEN) = %s", p.AppendFEN(nil))
	}
	var l Key
	require.NoError(t, l.Scan(k.String()))
	if l != k {
		t.Errorf("Scan(%v) = %v", k, l)
	}
	var g StoredGame
	require.NoError(t, g.Scan("startpos moves  e2e4 e7e5 "))
	if g.Start != start || len(g.Moves) != 2 {
		t.Errorf("Scan(text) = %v", g)
	}
	for _, dst := range []sql.Scanner{&p, &l, &g} {
		if err := dst.Scan(nil); err == nil {
			t.Errorf("%T reads NULL", dst)
		}
		if err := dst.Scan(int64(1)); err == nil {
			t.Errorf("%T reads an integer", dst)
		}
		if err := dst.Scan([]byte{0xff, 0xff, 0xff}); err == nil {
			t.Errorf("%T reads bytes that nothing writes", dst)
		}
	}
	var n sql.Null[StoredPosition]
	require.NoError(t, n.Scan(nil))
	if n.Valid {
		t.Error("a sql.Null of NULL is valid")
	}
	if p.Position != start || l != k || len(g.Moves) != 2 {
		t.Error("a failed Scan changed its value")
	}
}

func TestGameRefuses(t *testing.T) {
	var g StoredGame
	var fenError *board.FENError
	require.ErrorAs(t, g.UnmarshalText([]byte("fen 8/8 w - - 0 1")), &fenError)
	require.ErrorIs(t, g.UnmarshalText([]byte("startpos moves e2e4 e2e4")), notation.ErrIllegal)
	require.ErrorIs(t, g.UnmarshalText([]byte("startpos moves e9")), notation.ErrSyntax)
	for _, text := range []string{"", "start", "moves e2e4", "fen", "startposmoves e2e4"} {
		if err := g.UnmarshalText([]byte(text)); err == nil {
			t.Errorf("%q is a game", text)
		}
	}
	g = StoredGame{gamestate.Game{Start: board.Start(), Moves: []board.Move{board.NewMove(0, 1, 0)}}}
	_, err := g.MarshalBinary()
	require.ErrorIs(t, err, movelist.ErrIllegal)
	_, err = g.MarshalText()
	require.ErrorIs(t, err, gamestate.ErrIllegalMove)
	g.Moves = nil
	b, err := g.MarshalBinary()
	require.NoError(t, err)
	require.ErrorIs(t, g.UnmarshalBinary(append(b, 0)), ErrCorrupt)
}

// TestGameCorpus stores real games and says what they take.
func TestGameCorpus(t *testing.T) {
	games, plies, size := 0, 0, 0
	for rec, err := range pgn.NewReader(bytes.NewReader(corpus.Need(t, corpus.Sample)), nil).Games() {
		require.NoError(t, err)
		main, ok := rec.MainLine()
		if !ok {
			continue
		}
		if games++; games > 300 {
			break
		}
		g := StoredGame{main}
		b, err := g.MarshalBinary()
		require.NoError(t, err)
		plies, size = plies+len(g.Moves), size+len(b)
		checkGame(t, g)
	}
	t.Logf("%d plies in %d bytes: %.2f bits a ply", plies, size, 8*float64(size)/float64(plies))
	if 5*plies < 8*size {
		t.Errorf("%d plies take %d bytes, want at most 5 bits each", plies, size)
	}
}

// TestZeroColumns: what nothing has been put into is not stored, and a board without men,
// or a game without moves, is.
func TestZeroColumns(t *testing.T) {
	for _, v := range []driver.Valuer{
		StoredPosition{}, Key{}, StoredGame{}, &StoredPosition{}, &Key{}, &StoredGame{},
		StoredGame{gamestate.Game{Moves: []board.Move{0}}}, sql.Null[Key]{Valid: true}.V,
	} {
		got, err := v.Value()
		require.ErrorContains(t, err, "nothing has been put into it", "%T", v)
		require.Nil(t, got)
	}
	empty, err := board.ParseFEN("8/8/8/8/8/8/8/8 w - - 0 1")
	require.NoError(t, err)
	require.Equal(t, StoredPosition{Position: empty}, column[StoredPosition](t, StoredPosition{Position: empty}))
	require.Equal(t, empty, column[StoredGame](t, StoredGame{gamestate.Game{Start: empty}}).Start)
	got, err := sql.Null[StoredPosition]{}.Value()
	require.NoError(t, err)
	require.Nil(t, got)
}
