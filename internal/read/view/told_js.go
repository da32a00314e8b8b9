package view

import (
	"github.com/chesszip/chesszip/internal/frame/game"
	gamekept "github.com/chesszip/chesszip/internal/frame/game/cache"
)

// tell makes d ignore the index: a browser reads remote files, for which fetching the
// index takes longer than decoding.
func (v *View) tell(d *game.Decoder) {
	if v.alone {
		d.Share(gamekept.Frame{})
	}
	d.Tell(nil)
}
