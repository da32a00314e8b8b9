package positionlist

import (
	"fmt"
	"slices"
	"testing"

	"github.com/chesszip/chesszip/internal/golden"
	"github.com/chesszip/chesszip/internal/positionlist/lines"
	"github.com/chesszip/chesszip/internal/positionlist/positions"
)

// TestContexts holds the tables as the documents have them.
func TestContexts(t *testing.T) {
	var all []fmt.Stringer
	for _, table := range slices.Concat(lines.Tables(), positions.Tables()) {
		all = append(all, table)
	}
	golden.Contexts(t, "../..", "positionlist", "lists.md", all...)
}
