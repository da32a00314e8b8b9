package moves

import (
	"github.com/chesszip/chesszip/internal/binfmt"
	"github.com/chesszip/chesszip/internal/corrupt"
	"github.com/chesszip/chesszip/movelist"
	"github.com/chesszip/chesszip/movelist/learned"
)

// GroupGames is how many games have their moves coded together, so that one
// game can be read without those far before it.
const GroupGames = learned.GroupGames

// fastGroups writes the moves of games by the fast level.
type fastGroups struct {
	w     movelist.FastWriter
	out   []byte
	games int
	any   bool // whether there is a move

	remembers bool
	starts    []int // the first choice of each group among those remembered
}

func (g *fastGroups) reset(remember bool) {
	*g = fastGroups{w: g.w, out: g.out[:0], starts: g.starts[:0], remembers: remember}
	g.w.Reset()
	if remember {
		g.w.Remember()
	}
}

// begin begins a game.
func (g *fastGroups) begin() {
	if g.games == GroupGames {
		g.end()
	}
	if g.remembers && g.games == 0 {
		g.starts = append(g.starts, g.w.Remembered())
	}
	g.games++
}

func (g *fastGroups) end() {
	b := g.w.AppendTo(nil)
	g.any = g.any || len(b) > 0
	g.out = binfmt.AppendBytes(g.out, b)
	g.w.Reset()
	g.games = 0
}

// finish returns the groups, nil if they hold no moves.
func (g *fastGroups) finish() []byte {
	g.end()
	if !g.any {
		return nil
	}
	return g.out
}

// fastReader reads what fastGroups wrote.
type fastReader struct {
	group movelist.FastReader
	rest  []byte
	games int // of the group that have begun

	memory    *fastGroups // nil if nothing is to be recalled
	predicted int         // the group that is predicted in any case
	number    int         // of the next group
}

func (r *fastReader) reset(src []byte) {
	*r = fastReader{rest: src, games: GroupGames}
	r.group.Reset(nil)
}

// begin begins a game.
func (r *fastReader) begin() error {
	if r.games == GroupGames {
		if err := r.end(); err != nil {
			return err
		}
		var b []byte
		if len(r.rest) > 0 {
			var err error
			if b, r.rest, err = binfmt.Bytes(r.rest); err != nil {
				return corrupt.New("a group of moves is cut off")
			}
		}
		r.group.Reset(b)
		if m := r.memory; m != nil && r.number != r.predicted && r.number < len(m.starts) {
			r.group.Recall(&m.w, m.starts[r.number])
		}
		r.games = 0
		r.number++
	}
	r.games++
	return nil
}

var errLeftOver = corrupt.New("groups of moves are left over")

// end returns an error unless all moves of the group were read.
func (r *fastReader) end() error {
	if !r.group.AtEnd() {
		return corrupt.New("something is left over in a group of moves")
	}
	return nil
}

// close returns an error unless all groups were read.
func (r *fastReader) close() error {
	if err := r.end(); err != nil {
		return err
	}
	if len(r.rest) > 0 {
		return errLeftOver
	}
	return nil
}
