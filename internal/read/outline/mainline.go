package outline

import (
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/gamestate"
	"github.com/chesszip/chesszip/internal/read/view"
	"github.com/chesszip/chesszip/pgn"
)

// MainLine returns the main line of an item of a view: its start, and the moves up to
// its end or to the first that is not legal, in which case ok is false. It is the
// MainLine that pgn.ParseGame gives for the text. If the frame stores the moves, no text
// is made.
func MainLine(v *view.View, item int) (game gamestate.Game, ok bool, err error) {
	start, moves, known, err := v.Line(item)
	if err != nil {
		return game, false, err
	}
	if known {
		return gamestate.Game{Start: start, Moves: moves}, true, nil
	}
	text, err := v.Text(item)
	if err != nil {
		return game, false, err
	}
	game, ok = mainLine(text)
	return game, ok, nil
}

// mainLine returns the MainLine of pgn.ParseGame for a text, in bounded memory; for a
// blank text, the start position.
func mainLine(text []byte) (game gamestate.Game, ok bool) {
	var line pgn.Line
	known := false
	game.Start = board.Start()
	ok = line.Each(text, func(p *board.Position, m board.Move) bool {
		if known {
			game.Moves = append(game.Moves, m)
		} else {
			game.Start, known = *p, true
		}
		return true
	})
	if known {
		return game, ok
	}
	// If the rules are not known, no move is, but the start may be.
	line.Anyway = true
	started := false
	ok = line.Each(text, func(p *board.Position, _ board.Move) bool {
		if !started {
			game.Start, started = *p, true
			return true
		}
		return false
	})
	return game, ok
}
