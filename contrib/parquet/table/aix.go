package table

import (
	"math"
	"strings"
	"time"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/movegen"
	"github.com/chesszip/chesszip/pgn"
	"github.com/parquet-go/parquet-go"
)

// Evaluations in Aix are centipawns for White; the 512 highest numbers are mates in 1,
// 2, ... moves, the 512 lowest those of Black (docs/functions.md of Aix).
const aixMates = 512

// aixScore returns a score in the form of Aix; ok is false for a mate in 0 moves or
// beyond its limit.
func aixScore(s pgn.Score) (v int16, ok bool) {
	mate, isMate := s.Mate()
	switch {
	case !isMate:
		return int16(s), true
	case mate >= 1 && mate <= aixMates:
		return int16(math.MaxInt16 - (mate - 1)), true
	case mate <= -1 && mate >= -aixMates:
		return int16(math.MinInt16 + (-mate - 1)), true
	}
	return 0, false
}

// mateOf is the score of a mate in n moves in package pgn.
func mateOf(n int) pgn.Score { return pgn.Score(32000 - n) }

// scoreOf is the inverse of aixScore.
func scoreOf(v int16) pgn.Score {
	switch {
	case v > math.MaxInt16-aixMates:
		return mateOf(math.MaxInt16 - int(v) + 1)
	case v < math.MinInt16+aixMates:
		return -mateOf(int(v) - math.MinInt16 + 1)
	}
	return pgn.Score(v)
}

// putTournament adds the identifier of a tournament at the end of the Event tag.
func putTournament(g *game, to *cells) {
	event, _ := g.Tag("Event")
	_, id, ok := strings.Cut(event, "lichess.org/tournament/")
	if !ok {
		to.null(1)
		return
	}
	to.text(id)
}

// Bits of Aix' moves at its level Low: two bytes a move, the piece's old square and its
// new one or, for castling, that of the rook; a byte 0 at the end.
const (
	aixCapture   = 0x80 // in the first byte
	aixPromotion = 0x40 // in the first byte; the second has the piece
	aixPieceBit  = 6
	aixLow       = 0
)

// putMovedata adds the moves at Aix' level Low. It needs the usual start position and no
// null moves: other games have none.
func putMovedata(g *game, to *cells) {
	p := g.Start
	if p != board.Start() {
		to.null(1)
		return
	}
	kinds := [...]board.Kind{board.Queen, board.Rook, board.Bishop, board.Knight}
	data := make([]byte, 0, 2*len(g.plies)+1)
	for i := range g.plies {
		m := g.plies[i].Move
		if m == board.NullMove {
			to.null(1)
			return
		}
		from, dest := byte(m.From()), byte(m.To())
		if !movegen.IsCastling(&p, m) && movegen.IsCapture(&p, m) {
			from |= aixCapture
		}
		for at, kind := range kinds {
			if m.Promotion() == kind {
				from |= aixPromotion
				dest |= byte(at) << aixPieceBit
			}
		}
		data = append(data, from, dest)
		movegen.Make(&p, m)
	}
	to.value(parquet.ByteArrayValue(append(data, aixLow)))
}

func putPlyCount(g *game, to *cells) {
	if len(g.plies) > math.MaxUint16 {
		to.null(1)
		return
	}
	to.value(parquet.Int32Value(int32(len(g.plies))))
}

// putClocks returns a function that adds the clocks of a colour in seconds. As in Aix, a
// move without a clock has that of the move before, 0 at first; clocks after the last
// move are left out.
func putClocks(c board.Color) func(*game, *cells) {
	return func(g *game, to *cells) {
		var seconds []int32
		has, last := 0, int32(0)
		for i := range g.plies {
			if (g.Start.Turn == c) != (i%2 == 0) {
				continue
			}
			if p := &g.plies[i]; p.HasClock {
				last = int32(min(p.Clock/time.Second, math.MaxUint16))
				has = len(seconds) + 1
			}
			seconds = append(seconds, last)
		}
		if has == 0 {
			to.null(1)
			return
		}
		to.list(has, func(i int) parquet.Value { return parquet.Int32Value(seconds[i]) })
	}
}
