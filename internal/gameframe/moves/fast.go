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
}

func (g *fastGroups) reset() {
	*g = fastGroups{w: g.w, out: g.out[:0]}
	g.w.Reset()
}

// begin begins a game.
func (g *fastGroups) begin() {
	if g.games == GroupGames {
		g.end()
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
		r.games = 0
	}
	r.games++
	return nil
}

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
		return corrupt.New("groups of moves are left over")
	}
	return nil
}
