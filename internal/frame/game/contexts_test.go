package game

import (
	"testing"

	"github.com/chesszip/chesszip/internal/frame/game/tagsection"
	"github.com/chesszip/chesszip/internal/test/golden"
)

// TestContexts checks the tables of contexts that the specification refers to.
func TestContexts(t *testing.T) {
	golden.Contexts(t, "../../..", "gameframe", "games.md", tagsection.Contexts())
}
