package game

import (
	"sort"

	"github.com/chesszip/chesszip/archive"
	"github.com/chesszip/chesszip/internal/base/budget"
	"github.com/chesszip/chesszip/internal/frame/game/moves"
)

// cursor is how far the games of a frame have been read, one after the other. What
// is asked next of the same frame goes on from there if it lies behind, and begins
// anew with the columns of tags that are there if it lies before.
type cursor struct {
	of     *archive.Frame // nil for none
	upto   int            // games whose values of tags are read
	needed []bool         // columns that moves depend on
	texts  gameTexts
	groups []int         // as comments.Reader.Starts has them, once comments are read
	opened budget.Budget // what was left once all this was there

	next      int  // the game whose plan comes next
	moves     bool // the moves before it in its group were read
	comments  bool // so were the comments
	tags      bool // all columns of tags are decoded
	commented bool // texts has those of comments
	positions bool // comments need the moves before them in their group
}

// group returns where the group of comments of a game and the next one begin.
func (c *cursor) group(game int) (from, to int) {
	i := sort.SearchInts(c.groups, game+1)
	if i == 0 {
		return game, game + 1 // there are no comments
	}
	if i == len(c.groups) {
		return c.groups[i-1], int(c.of.Games)
	}
	return c.groups[i-1], c.groups[i]
}

// reaches reports whether a game, and its comments, can be read from the cursor on.
func (c *cursor) reaches(game int, comments bool) bool {
	if game < c.next || !c.moves && game/moves.GroupGames*moves.GroupGames < c.next {
		return false
	}
	if !comments {
		return true
	}
	from, _ := c.group(game)
	return from >= c.next || c.comments && (c.moves || !c.positions)
}

// stretch is what is wanted of the games that are read next.
type stretch struct {
	wanted   []int // games, by increasing number
	comments bool
	begun    bool
	// The last games of the groups that the next game is in whose moves and whose
	// comments are wanted, -1 for none.
	lastMoves, lastComments int
}

// lastBefore returns the last wanted game before another, -1 for none.
func (s *stretch) lastBefore(game int) int {
	if i := sort.SearchInts(s.wanted, game); i > 0 {
		return s.wanted[i-1]
	}
	return -1
}
