package recordlist

import (
	"testing"

	"github.com/chesszip/chesszip/internal/golden"
)

// TestContexts holds the tables as the documents have them.
func TestContexts(t *testing.T) {
	golden.Equal(t, "../../docs/contexts/recordlist.txt", fieldContexts.String()+byteContexts.String())
}
