package codec

import (
	"bytes"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/gamestate"
	"github.com/chesszip/chesszip/movegen"
	"github.com/chesszip/chesszip/movelist"
)

// drawGame draws a game of legal moves, and passed turns where that leaves no
// king in check.
func drawGame(t *rapid.T) gamestate.Game {
	g := gamestate.Game{Start: board.Start()}
	p := g.Start
	var moves []board.Move
	for range rapid.IntRange(0, 120).Draw(t, "plies") {
		moves = movegen.AppendLegal(moves[:0], &p)
		if len(moves) == 0 {
			break
		}
		m := moves[rapid.IntRange(0, len(moves)-1).Draw(t, "move")]
		g.Moves = append(g.Moves, m)
		movegen.Make(&p, m)
	}
	return g
}

func propState(t *rapid.T) {
	g := drawGame(t)
	b, err := AppendGame([]byte("prefix"), &g, movelist.LegalIndex)
	require.NoError(t, err)
	b, ok := bytes.CutPrefix(b, []byte("prefix"))
	if !ok {
		t.Fatalf("prefix lost: %x", b)
	}
	got, rest, err := DecodeGame(append(b, "rest"...))
	require.NoError(t, err)
	if got.Start != g.Start || !slices.Equal(got.Moves, g.Moves) || string(rest) != "rest" {
		t.Fatalf("%v comes back as %v, rest %q", g, got, rest)
	}
}

func TestState(t *testing.T)     { rapid.Check(t, propState) }
func FuzzStateDraw(f *testing.F) { f.Fuzz(rapid.MakeFuzz(propState)) }

// FuzzDecodeState reads any bytes; what is a state must be written as the same
// bytes again.
func FuzzDecodeState(f *testing.F) {
	g := gamestate.Game{Start: board.Start()}
	for _, m := range [][2]string{{"e2", "e4"}, {"e7", "e5"}, {"g1", "f3"}} {
		from, err := board.ParseSquare(m[0])
		require.NoError(f, err)
		to, err := board.ParseSquare(m[1])
		require.NoError(f, err)
		b, err := AppendGame(nil, &g, movelist.LegalIndex)
		require.NoError(f, err)
		f.Add(b)
		g.Moves = append(g.Moves, board.NewMove(from, to, board.NoKind))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		g, rest, err := DecodeGame(src)
		if err != nil {
			return
		}
		got, err := AppendGame(nil, &g, movelist.LegalIndex)
		require.NoError(t, err)
		if want := src[:len(src)-len(rest)]; !bytes.Equal(got, want) {
			t.Errorf("%v: wrote %x, want %x", g, got, want)
		}
	})
}

func TestStateRefusesIllegal(t *testing.T) {
	g := gamestate.Game{Start: board.Start(), Moves: []board.Move{board.NewMove(board.E1, board.E8, board.NoKind)}}
	b, err := AppendGame([]byte("x"), &g, movelist.LegalIndex)
	require.Error(t, err)
	if string(b) != "x" {
		t.Errorf("AppendGame of an illegal move leaves %q", b)
	}
}
