package movetree

import (
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/gamestate"
	"github.com/chesszip/chesszip/internal/model/fast"
	"github.com/chesszip/chesszip/movegen"
	"github.com/chesszip/chesszip/notation"
)

// MoveBits is the size of a half-move in bits.
type MoveBits struct {
	Ply   int     `json:"ply"` // from 1
	UCI   string  `json:"uci"`
	SAN   string  `json:"san"`
	Legal int     `json:"legal"` // number of legal moves
	Bits  float64 `json:"bits"`
}

// Bits returns the sizes of the moves of a game: costs from a learned level, or nil for
// the fast level.
func Bits(g *gamestate.Game, costs []float64) []MoveBits {
	all := []MoveBits{}
	at := g.Start
	var ranker fast.Ranker
	var past fast.Past
	for i, m := range g.Moves {
		b := MoveBits{Ply: i + 1, UCI: "0000", SAN: "--"}
		if m != board.NullMove {
			legal := movegen.AppendLegal(nil, &at)
			b.UCI, b.SAN, b.Legal = notation.UCI(&at, m), notation.SAN(&at, m), len(legal)
			if costs != nil {
				b.Bits = costs[i]
			} else if index := movegen.Index(&at, m, legal); index >= 0 && len(legal) > 1 {
				context := ranker.Prepare(past, &at, legal)
				_, n := fast.Code(context, ranker.Order(index))
				b.Bits = float64(n)
			}
		}
		all = append(all, b)
		past = past.Next(&at, m)
		movegen.Make(&at, m)
	}
	return all
}
