//go:build !js

package view

import (
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/frame/game"
	gamekept "github.com/chesszip/chesszip/internal/frame/game/cache"
	"github.com/chesszip/chesszip/internal/index"
)

// told is what the index knows of moves and tags, as decoders ask for it.
type told struct {
	v      *View
	values *index.TagValues // nil before it was asked for
}

// Line returns the first moves of the main line of an item, nil if the index does not
// know them, or is damaged: the frame itself has them.
func (t *told) Line(item, plies int) []board.Move {
	games, err := t.v.ReplayMoves()
	if err != nil || games == nil {
		return nil
	}
	return games.Line(item, plies)
}

// Knows reports whether the index knows the main line of an item.
func (t *told) Knows(item int) bool {
	games, err := t.v.ReplayMoves()
	return err == nil && games != nil && games.Knows(item)
}

// Values returns the values of a tag, nil if the index does not say them.
func (t *told) Values(tag string) [][]byte {
	if t.values == nil {
		if _, err := t.v.indexStream(0); err != nil {
			return nil
		}
		t.values = index.NewTagValues(t.v.ctx, t.v.index, t.v.Items(), t.v.input())
	}
	return t.values.Values(tag)
}

// tell makes d ask the index, unless that is not to be asked. Alone, it
// takes nothing from other decoders either, which may have asked.
func (v *View) tell(d *game.Decoder) {
	switch {
	case v.alone:
		d.Share(gamekept.Frame{})
		d.Tell(nil)
	case v.file.sparing || v.segment.Index < 0 || v.Huge():
		d.Tell(nil)
	default:
		d.Tell(&told{v: v})
	}
}
