package openings

import (
	"slices"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/model/openings"
)

// Column is the decoded content of a column for the first games of a frame, for later
// reads. It is immutable.
type Column struct {
	plies int
	moves []board.Move
	ends  []int32  // of the moves of each game
	last  []uint16 // of each game, the index of its Last in lasts
	lasts []openings.Last
}

// newColumn returns a copy of the moves of games, the ends of each game's moves, and
// their Lasts.
func newColumn(plies int, moves []board.Move, ends []int, lasts []openings.Last) *Column {
	c := &Column{plies: plies, moves: slices.Clone(moves), ends: make([]int32, len(ends)), last: make([]uint16, len(ends))}
	places := map[openings.Last]uint16{}
	for game, last := range lasts {
		place, ok := places[last]
		if !ok {
			place = uint16(len(c.lasts))
			places[last] = place
			c.lasts = append(c.lasts, last)
		}
		c.ends[game], c.last[game] = int32(ends[game]), place
	}
	return c
}

// Games returns the number of games in c.
func (c *Column) Games() int { return len(c.ends) }

// Size returns its approximate memory in bytes.
func (c *Column) Size() int {
	return moveBytes*cap(c.moves) + gameBytes*cap(c.ends) + lastBytes*cap(c.lasts)
}

// Sizes of the parts of a Column, in bytes.
const (
	moveBytes = 2
	gameBytes = 4 + 2
	lastBytes = 4 * openings.Systems
)

// lastOf returns the Last of each game.
func (c *Column) lastOf() []openings.Last {
	all := make([]openings.Last, len(c.last))
	for game, place := range c.last {
		all[game] = c.lasts[place]
	}
	return all
}

// of returns the moves of a game.
func (c *Column) of(game int) []board.Move {
	from := int32(0)
	if game > 0 {
		from = c.ends[game-1]
	}
	return c.moves[from:c.ends[game]]
}
