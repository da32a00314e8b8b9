package positionlist

import (
	"slices"
	"strings"
	"testing"

	"github.com/chesszip/chesszip/internal/golden"
	"github.com/chesszip/chesszip/internal/positionlist/lines"
	"github.com/chesszip/chesszip/internal/positionlist/positions"
)

// TestContexts holds the tables as the documents have them.
func TestContexts(t *testing.T) {
	var all strings.Builder
	for _, table := range slices.Concat(lines.Tables(), positions.Tables()) {
		all.WriteString(table.String())
	}
	golden.Equal(t, "../../docs/contexts/positionlist.txt", all.String())
}
