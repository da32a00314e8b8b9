package positions

import (
	"fmt"
	"slices"
	"testing"

	"github.com/chesszip/chesszip/internal/column/positions"

	"github.com/chesszip/chesszip/internal/test/golden"
)

// TestContexts checks the tables as the documents have them.
func TestContexts(t *testing.T) {
	var all []fmt.Stringer
	for _, table := range slices.Concat(Tables(), positions.Tables()) {
		all = append(all, table)
	}
	golden.Contexts(t, "../../..", "positionlist", "lists.md", all...)
}
