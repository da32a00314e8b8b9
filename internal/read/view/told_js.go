package view

import (
	"github.com/chesszip/chesszip/internal/frame/game"
	gamekept "github.com/chesszip/chesszip/internal/frame/game/cache"
)

// tell makes d ask nothing: what a browser reads lies behind an address, and an index is
// more to fetch than what it knows is to decode.
func (v *View) tell(d *game.Decoder) {
	if v.alone {
		d.Share(gamekept.Frame{})
	}
	d.Tell(nil)
}
