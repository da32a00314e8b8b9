package table

import (
	"math"

	"github.com/chesszip/chesszip/pgn"
)

// Evaluations in the column evals are centipawns for White; the 512 highest numbers are
// mates in 1, 2, ... moves, the 512 lowest those of Black.
const mostMates = 512

// evalOf returns a score in the form of the column; ok is false for a mate in 0 moves or
// beyond its limit.
func evalOf(s pgn.Score) (v int16, ok bool) {
	mate, isMate := s.Mate()
	switch {
	case !isMate:
		return int16(s), true
	case mate >= 1 && mate <= mostMates:
		return int16(math.MaxInt16 - (mate - 1)), true
	case mate <= -1 && mate >= -mostMates:
		return int16(math.MinInt16 + (-mate - 1)), true
	}
	return 0, false
}

// mateOf is the score of a mate in n moves in package pgn.
func mateOf(n int) pgn.Score { return pgn.Score(32000 - n) }

// scoreOf is the inverse of evalOf.
func scoreOf(v int16) pgn.Score {
	switch {
	case v > math.MaxInt16-mostMates:
		return mateOf(math.MaxInt16 - int(v) + 1)
	case v < math.MinInt16+mostMates:
		return -mateOf(int(v) - math.MinInt16 + 1)
	}
	return pgn.Score(v)
}
