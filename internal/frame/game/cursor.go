package game

import (
	"sort"

	"github.com/chesszip/chesszip/internal/archive"
	"github.com/chesszip/chesszip/internal/base/budget"
	"github.com/chesszip/chesszip/internal/frame/game/moves"
)

// cursor is the place up to which the games of a frame have been read in order. The
// next request for the same frame continues from there if it is for a later game; for
// an earlier game it starts again, with the decoded columns of tags.
type cursor struct {
	of     *archive.Frame // or nil
	upto   int            // number of games whose values of tags are read
	needed []bool         // the columns that moves depend on
	texts  gameTexts
	groups []int         // from comments.Reader.Starts, once comments are read
	opened budget.Budget // the budget left after all this

	next      int  // the game whose plan is read next
	moves     bool // the moves before it in its group were read
	comments  bool // also the comments
	tags      bool // all columns of tags are decoded
	commented bool // texts includes those of comments
	positions bool // comments need the moves before them in their group
}

// group returns the starts of the group of comments of a game and of the next group.
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

// stretch is the request for the next games.
type stretch struct {
	wanted   []int // numbers of games, ascending
	comments bool
	begun    bool
	// The last games in the next game's groups whose moves and whose comments are
	// wanted, or -1.
	lastMoves, lastComments int
}

// lastBefore returns the last wanted game before another, or -1.
func (s *stretch) lastBefore(game int) int {
	if i := sort.SearchInts(s.wanted, game); i > 0 {
		return s.wanted[i-1]
	}
	return -1
}
