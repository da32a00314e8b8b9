package positions

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/base/corrupt"
	"github.com/chesszip/chesszip/internal/entropy/contextmix"
	"github.com/chesszip/chesszip/internal/entropy/rangecoder"
	"github.com/chesszip/chesszip/internal/model/level"
	"github.com/chesszip/chesszip/internal/model/lists"
	"github.com/chesszip/chesszip/movegen"
	"github.com/chesszip/chesszip/movelist/learned"
)

func parse(t testing.TB, fen string) board.Position {
	t.Helper()
	p, err := board.ParseFEN(fen)
	require.NoError(t, err)
	return p
}

// after returns the position after moves, by their squares, castling to that of the rook, from p.
func after(t testing.TB, p board.Position, moves string) board.Position {
	t.Helper()
	for word := range strings.FieldsSeq(moves) {
		found := false
		for _, m := range movegen.AppendLegal(nil, &p) {
			if m.From().String()+m.To().String() == word {
				movegen.Make(&p, m)
				found = true
				break
			}
		}
		require.True(t, found, "%s is illegal in %s", word, p)
	}
	return p
}

const (
	middle  = "r1bqk2r/pp2bppp/2n1pn2/2pp4/3P1B2/2P1PN2/PP1NBPPP/R2QK2R w KQkq - 3 8"
	other   = "2r3k1/5pp1/p3p2p/1p1qP3/3P4/P4Q1P/1P4P1/4R1K1 b - - 0 30"
	ending  = "8/8/4k3/8/2p5/4K3/5P2/8 w - - 0 60"
	enemies = "8/p7/1p6/8/8/1P6/P7/8 w - - 0 1" // no kings
)

// TestRelations checks which relation is chosen for the last position of short
// lists, and that readers get all of them.
func TestRelations(t *testing.T) {
	start, mid := board.Start(), parse(t, middle)
	fens := func(texts ...string) (all []board.Position) {
		for _, text := range texts {
			all = append(all, parse(t, text))
		}
		return all
	}
	// many is n positions, none of which is like another.
	many := func(n int) (all []board.Position) {
		for i := range n {
			p := parse(t, ending)
			p.Put(board.Square(40+i%8), board.WhiteQueen)
			p.Put(board.Square(8*(i/8%4)), board.BlackRook)
			p.Put(board.Square(8*(i/32%4)+1), board.BlackRook)
			all = append(all, p)
		}
		return all
	}
	elsewhere := mid
	elsewhere.Castling = elsewhere.Castling.With(board.White, board.KingSide, -1)
	double := startOf(518)
	for f, kind := range arranged.get()[0] {
		double.Put(board.SquareAt(f, 7), board.PieceOf(board.Black, kind))
	}
	for _, c := range []struct {
		name    string
		list    []board.Position
		want    relation
		started bool
		origin  Origin
	}{
		{"the first position", fens(middle), asBoard, false, Origin{-1, 0}},
		{"repeat", fens(middle, other, middle), asRepeat, false, Origin{0, 0}},
		{"no repeat: other rights", append(fens(middle, other), elsewhere), asBoard, false, Origin{-1, 0}},
		{"repeat far back", append(append(fens(middle), many(100)...), mid), asRepeat, false, Origin{0, 0}},
		{"move from the last", []board.Position{mid, after(t, mid, "e1h1")}, asMove, false, Origin{0, 1}},
		{"move from an ancestor", []board.Position{mid, after(t, mid, "e1h1"), after(t, mid, "e1h1 e8h8"), after(t, mid, "d4c5")}, asMove, false, Origin{0, 1}},
		{"move from a distance", append(append([]board.Position{mid}, many(63)...), after(t, mid, "e1h1")), asMove, false, Origin{0, 1}},
		{"no move from farther", append(append([]board.Position{mid}, many(64)...), after(t, mid, "e1h1")), asBoard, false, Origin{-1, 0}},
		{"moves", []board.Position{mid, after(t, mid, "e1h1 e8h8")}, asMoves, false, Origin{0, 2}},
		{"moves from the one before the last", []board.Position{mid, many(1)[0], after(t, mid, "e1h1 e8h8")}, asMoves, false, Origin{0, 2}},
		{"no moves from farther", append(append([]board.Position{mid}, many(2)...), after(t, mid, "e1h1 e8h8")), asBoard, false, Origin{-1, 0}},
		{"no moves: three", []board.Position{mid, after(t, mid, "e1h1 e8h8 d4c5")}, asBoard, false, Origin{-1, 0}},
		{"start", fens(middle, start.String()), asBoard, true, Origin{-1, 0}},
		{"start of Chess960", append(fens(middle), startOf(0)), asBoard, true, Origin{-1, 0}},
		{"start and four moves", append(fens(middle), after(t, start, "e2e4 e7e5 g1f3 b8c6")), asBoard, true, Origin{-1, 0}},
		{"no start: five moves", append(fens(middle), after(t, start, "e2e4 e7e5 g1f3 b8c6 f1b5")), asBoard, false, Origin{-1, 0}},
		{"no start: two arrangements", append(fens(middle), double), asBoard, false, Origin{-1, 0}},
		{"board", fens(middle, other), asBoard, false, Origin{-1, 0}},
		{"board without kings", fens(middle, enemies), asBoard, false, Origin{-1, 0}},
	} {
		t.Run(c.name, func(t *testing.T) {
			with, err := (*level.Level)(learned.V1).Lists()
			require.NoError(t, err)
			for _, models := range []*lists.Models{nil, with} {
				w := contextmix.Coder{Enc: rangecoder.NewEncoder(nil)}
				k := New(&Models{Coder: &w}, models)
				var origin Origin
				for _, p := range c.list {
					var err error
					origin, err = k.Position(&p, true)
					require.NoError(t, err)
				}
				require.Equal(t, c.want, relation(k.last.relations&3))
				require.Equal(t, c.started, k.last.started)
				require.Equal(t, c.origin, origin)
				r := contextmix.Coder{Dec: rangecoder.NewDecoder(w.Enc.Finish())}
				k = New(&Models{Coder: &r}, models)
				for i, want := range c.list {
					var got board.Position
					_, err := k.Position(&got, true)
					require.NoError(t, err)
					require.Equal(t, want, got, "position %d", i)
				}
				require.NoError(t, r.Dec.Err())
			}
		})
	}
}

// TestPlayed codes positions as what a played move leads to.
func TestPlayed(t *testing.T) {
	first := parse(t, middle)
	second := after(t, first, "e1h1")
	w := contextmix.Coder{Enc: rangecoder.NewEncoder(nil)}
	k := New(&Models{Coder: &w}, nil)
	_, err := k.Position(&first, true)
	require.NoError(t, err)
	require.False(t, k.Played())
	m := board.NullMove
	for _, legal := range movegen.AppendLegal(nil, &first) {
		if p := first; m == board.NullMove {
			if movegen.Make(&p, legal); p == second {
				m = legal
			}
		}
	}
	_, ok := k.Play(m)
	require.True(t, ok && k.Played() && k.Predicts(&second) && !k.Predicts(&first))
	k.PlayNone()
	require.False(t, k.Played())
	_, ok = k.Play(m)
	require.True(t, ok)
	require.Equal(t, Origin{0, 1}, k.Predicted(&second))
	k.Forget()
	require.Zero(t, k.Len())
	require.False(t, k.Played())
}

// TestDamaged checks the errors of strings that no writer makes.
func TestDamaged(t *testing.T) {
	stalemate := parse(t, "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1")
	for _, c := range []struct {
		name, want string
		write      func(c *Coder)
	}{
		{"move before all", "the first position refers to an earlier one", func(c *Coder) { c.relation(asMove) }},
		{"distance", "a position refers to the one 5 before the last of 1", func(c *Coder) {
			_, _ = c.Position(&stalemate, true)
			c.relation(asRepeat)
			_, _, err := c.reference(&way{relation: asRepeat, distance: 5})
			require.ErrorIs(t, err, corrupt.Err)
		}},
		{"ancestor", "a position follows an ancestor 70 generations back, the most are 63", func(c *Coder) {
			_, _ = c.Position(&stalemate, true)
			c.relation(asMove)
			_, _, err := c.reference(&way{relation: asMove, ancestor: 70})
			require.ErrorIs(t, err, corrupt.Err)
		}},
		{"no such ancestor", "a position follows an ancestor that the last one has not", func(c *Coder) {
			_, _ = c.Position(&stalemate, true)
			c.relation(asMove)
			_, _, err := c.reference(&way{relation: asMove, ancestor: 2})
			require.ErrorIs(t, err, corrupt.Err)
		}},
		{"no move", "a position follows one that no move is left in", func(c *Coder) {
			_, _ = c.Position(&stalemate, true)
			c.relation(asMoves)
			_, _, err := c.reference(&way{relation: asMoves})
			require.NoError(t, err)
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := contextmix.Coder{Enc: rangecoder.NewEncoder(nil)}
			c.write(New(&Models{Coder: &w}, nil))
			r := contextmix.Coder{Dec: rangecoder.NewDecoder(w.Enc.Finish())}
			k := New(&Models{Coder: &r}, nil)
			var p board.Position
			_, err := k.Position(&p, true)
			if err == nil {
				_, err = k.Position(&p, true)
			}
			require.ErrorIs(t, err, corrupt.Err)
			require.ErrorContains(t, err, c.want)
		})
	}
}
