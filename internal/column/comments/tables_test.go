package comments

import (
	"testing"

	"github.com/chesszip/chesszip/internal/test/golden"
)

// TestTables checks that the document which lists the contexts has those of the
// code.
func TestTables(t *testing.T) {
	golden.Contexts(t, "../../..", "comments", "comments.md", wordTable, numberTable)
}
