package positions

import (
	"github.com/chesszip/chesszip/internal/model/level"
	"github.com/chesszip/chesszip/internal/model/lists"
	"github.com/chesszip/chesszip/movelist/learned"
)

// With gives the learned models, or none.
func With(models bool) lists.Source {
	if !models {
		return nil
	}
	return (*level.Level)(learned.V1).Lists
}
