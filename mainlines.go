package chesszip

import (
	"context"
	"iter"

	"github.com/chesszip/chesszip/gamestate"
	"github.com/chesszip/chesszip/internal/frameview"
	"github.com/chesszip/chesszip/internal/framewalk"
	"github.com/chesszip/chesszip/pgn"
)

// MainLine is a game without its text.
type MainLine struct {
	Number int64 // from 0
	// Known is false for a game whose start position or variant is not known, and then
	// the Game is empty.
	Known bool
	// Game is where the game starts, and its moves outside variations, up to its end or
	// to what is no legal move.
	gamestate.Game
	Result string // of the Result tag: "1-0", "0-1", "1/2-1/2", "*", or "" for anything else
}

// AnnotatedLine is a game without its text, with its tags, and with what comments and
// glyphs say of its moves.
type AnnotatedLine struct {
	MainLine
	// Tags are the tags in the order of the text, with escapes resolved.
	Tags []pgn.Tag
	// Plies are Moves with their glyphs, clocks and scores, as ParsedGame.Plies gives
	// them, as far as the moves go; nil where there are none.
	Plies []pgn.Ply
}

// AnnotatedLines returns the games from number from up to, not including, to, as
// MainLines does, with their tags, glyphs, clocks and scores. Each frame is decoded once,
// and no texts are written but of games with words that may be moves; where the index has
// moves, of many games only those with remarks are decoded. The errors are those of Range.
func (a *Archive) AnnotatedLines(ctx context.Context, from, to int64) iter.Seq2[AnnotatedLine, error] {
	return framewalk.EachGame(ctx, a.walked(), from, to, framewalk.ReadsAll, func(v *frameview.View, low, high int, number int64) ([]AnnotatedLine, error) {
		found, err := v.AnnotatedLines(low, high)
		lines := make([]AnnotatedLine, len(found))
		for i, l := range found {
			lines[i] = AnnotatedLine{newMainLine(number+int64(i), l.MainLine), l.Tags, l.Plies}
		}
		return lines, err
	})
}

// MainLines returns the main lines of the games from number from up to, not including,
// to, in their order, and what is damaged at its place. It makes no texts: moves and
// results are those of the index where it has them (IndexPositions, IndexNumbers), and
// those of the frames elsewhere; of a game of more than 16 MiB, those of its first
// 16 MiB. The errors are those of Range.
func (a *Archive) MainLines(ctx context.Context, from, to int64) iter.Seq2[MainLine, error] {
	return framewalk.EachGame(ctx, a.walked(), from, to, framewalk.ReadsAll, func(v *frameview.View, low, high int, number int64) ([]MainLine, error) {
		found, err := v.MainLines(low, high)
		lines := make([]MainLine, len(found))
		for i, l := range found {
			lines[i] = newMainLine(number+int64(i), l)
		}
		return lines, err
	})
}

func newMainLine(number int64, l frameview.MainLine) MainLine {
	return MainLine{number, l.Known, gamestate.Game{Start: l.Start, Moves: l.Moves}, l.Result.String()}
}
