package gameframe

import (
	"testing"

	"github.com/chesszip/chesszip/internal/gameframe/tagsection"
	"github.com/chesszip/chesszip/internal/golden"
)

// TestContexts holds the tables of contexts that the specification refers to.
func TestContexts(t *testing.T) {
	golden.Contexts(t, "../..", "gameframe", "games.md", tagsection.Contexts())
}
