package records

import (
	"testing"

	"github.com/chesszip/chesszip/internal/test/golden"
)

// TestContexts checks the tables as the documents have them.
func TestContexts(t *testing.T) {
	golden.Contexts(t, "../../..", "recordlist", "records.md", fieldContexts, byteContexts)
}
