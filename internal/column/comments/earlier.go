package comments

import (
	"math/bits"

	"github.com/chesszip/chesszip/board"
)

// earlierMoves holds the last moves of lines of this game in each position. Of
// positions with the same hash index, the last one is kept.
type earlierMoves struct {
	game  uint32
	table []movesHere
}

// movesHere are the last moves in a position, in lines of each side.
type movesHere struct {
	check uint32 // of the position
	game  uint32
	moves [2]board.Move
}

const earlierSize = 13

func (e *earlierMoves) init() { e.table = make([]movesHere, 1<<earlierSize) }

func (e *earlierMoves) begin() { e.game++ }

// at returns the moves in a position.
func (e *earlierMoves) at(p *board.Position) *[2]board.Move {
	b := p.Planes()
	h := (uint64(b[0])^bits.RotateLeft64(uint64(b[1]), 21))*0x9e3779b97f4a7c15 ^
		(uint64(b[2])^bits.RotateLeft64(uint64(b[3]), 43))*0xc2b2ae3d27d4eb4f + uint64(p.Turn)
	h ^= h >> 29
	h *= 0xd6e8feb86659fd93
	m := &e.table[h>>(64-earlierSize)]
	if m.check != uint32(h) || m.game != e.game {
		*m = movesHere{check: uint32(h), game: e.game}
	}
	return &m.moves
}

// learnPlayed records the last move of the game for both sides, or in its place the
// move of a variation.
func (e *earlierMoves) learnPlayed(at *At) {
	if p := at.Before; p != nil {
		moves := e.at(p)
		*moves = [2]board.Move{at.Move, at.Move}
		if at.Other != noMove {
			moves[at.Side] = at.Other
		}
	}
}
