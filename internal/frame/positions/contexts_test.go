package positionlist

import (
	"fmt"
	"slices"
	"testing"

	"github.com/chesszip/chesszip/internal/column/positions"
	"github.com/chesszip/chesszip/internal/frame/positions/lines"
	"github.com/chesszip/chesszip/internal/test/golden"
)

// TestContexts holds the tables as the documents have them.
func TestContexts(t *testing.T) {
	var all []fmt.Stringer
	for _, table := range slices.Concat(lines.Tables(), positions.Tables()) {
		all = append(all, table)
	}
	golden.Contexts(t, "../../..", "positionlist", "lists.md", all...)
}
