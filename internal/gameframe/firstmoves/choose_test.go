package firstmoves

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/budget"
	"github.com/chesszip/chesszip/internal/corpus"
	"github.com/chesszip/chesszip/internal/gameframe/gametext"
	"github.com/chesszip/chesszip/internal/gameframe/openings"
	"github.com/chesszip/chesszip/internal/model/rank"
	"github.com/chesszip/chesszip/movegen"
	"github.com/chesszip/chesszip/notation"
)

// appendGame appends a game of 40 half-moves, of which the first ones are drawn by one
// source and the others by another, as likely as the fast level takes them to be.
func appendGame(dst []byte, first, others *rand.Rand, same int) []byte {
	dst = append(dst, "[Result \"*\"]\n\n"...)
	p := board.Start()
	var h rank.Past
	var r rank.Ranker
	for ply := range 40 {
		legal := movegen.AppendLegal(nil, &p)
		if len(legal) < 2 {
			break
		}
		rng := others
		if ply < same {
			rng = first
		}
		order := 0
		for order < len(legal)-1 && rng.IntN(2) == 0 {
			order++
		}
		r.Prepare(h, &p, legal)
		m := legal[r.Index(order)]
		dst = fmt.Appendf(dst, "%s ", notation.SAN(&p, m))
		h = h.Next(&p, m)
		movegen.Make(&p, m)
	}
	return append(dst, "*\n\n"...)
}

// TestChoose holds how many half-moves the column has: as long as games are alike, and
// no more than memory is left for.
func TestChoose(t *testing.T) {
	// chosen are the half-moves for games that begin with one of four lines.
	chosen := func(games, same int) int {
		var src []byte
		others := rand.New(rand.NewPCG(1, 2))
		for range games {
			src = appendGame(src, rand.New(rand.NewPCG(3, others.Uint64N(4))), others, same)
		}
		var s sampler
		var w openings.Writer
		plies, _ := s.choose(&w, src, gametext.Ends(src, games), nil, budget.New(len(src)))
		return plies
	}
	require.Equal(t, mostFast, chosen(300, 30), "30 half-moves alike")
	require.Equal(t, 20, chosen(300, 20), "20")
	require.Equal(t, 16, chosen(4000, 30), "4,000 games")

	// Of real games later half-moves save less than they are worth.
	src := corpus.Need(t, corpus.Sample)
	ends := gametext.Ends(src, 600)
	var s sampler
	var w openings.Writer
	plies, _ := s.choose(&w, src[:ends[len(ends)-1]], ends, nil, budget.New(len(src)))
	require.LessOrEqual(t, plies, laterFast)
	require.GreaterOrEqual(t, plies, fewPlies)
}
