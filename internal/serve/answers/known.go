package answers

import (
	"strings"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/gamestate"
	"github.com/chesszip/chesszip/internal/base/tagvalue"
	"github.com/chesszip/chesszip/movelist/learned"
	"github.com/chesszip/chesszip/pgn"
)

// This file reads the tags that a level uses for a game's moves.

// Known returns the data of a game that a level knows before its moves.
func Known(g *pgn.ParsedGame) *learned.Known {
	h := chesszip.Game{Tags: g.Tags}
	k := &learned.Known{}
	k.WhiteElo, _ = tagvalue.ParseRating([]byte(h.Tag("WhiteElo")))
	k.BlackElo, _ = tagvalue.ParseRating([]byte(h.Tag("BlackElo")))
	switch h.Tag("Result") {
	case "1-0":
		k.Result = gamestate.WhiteWins
	case "0-1":
		k.Result = gamestate.BlackWins
	case "1/2-1/2":
		k.Result = gamestate.Draw
	}
	if base, increment, ok := tagvalue.ParseTimeControl([]byte(h.Tag("TimeControl"))); ok {
		k.Seconds = base + 40*increment
	}
	if strings.EqualFold(h.Tag("Termination"), "normal") {
		k.Ending = learned.Normal
	}
	return k
}
