//go:build !js

package view

import (
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/frame/game"
	gamekept "github.com/chesszip/chesszip/internal/frame/game/cache"
	"github.com/chesszip/chesszip/internal/index"
)

// told gives decoders the index's moves and tags.
type told struct {
	v      *View
	values *index.TagValues // nil before the first use
}

// Line returns the first moves of the main line of an item, nil if the index does not
// have them, or is damaged: the frame itself has them.
func (t *told) Line(item, plies int) []board.Move {
	games, err := t.v.ReplayMoves()
	if err != nil || games == nil {
		return nil
	}
	return games.Line(item, plies)
}

// Knows reports whether the index has the main line of an item.
func (t *told) Knows(item int) bool {
	games, err := t.v.ReplayMoves()
	return err == nil && games != nil && games.Knows(item)
}

// Values returns the values of a tag, nil if the index does not have them.
func (t *told) Values(tag string) [][]byte {
	if t.values == nil {
		if _, err := t.v.indexStream(0); err != nil {
			return nil
		}
		t.values = index.NewTagValues(t.v.ctx, t.v.index, t.v.Items(), t.v.input())
	}
	return t.values.Values(tag)
}

// tell makes d use the index, unless Alone was called. Then d takes nothing from other
// decoders either, which may have used it.
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
