package tags

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/internal/golden"
)

// TestTables holds the contexts of all models, which the second decoder reads
// from there.
func TestTables(t *testing.T) {
	var b strings.Builder
	for _, table := range Tables() {
		b.WriteString(table.String())
	}
	golden.Equal(t, "../../../docs/contexts/tags.txt", b.String())
}

// TestMethods holds that numbers are unique, and that the specification has each
// method under its number and name.
func TestMethods(t *testing.T) {
	spec, err := os.ReadFile("../../../docs/spec/tags.md")
	require.NoError(t, err)
	seen := map[byte]bool{}
	for _, m := range methods {
		require.False(t, seen[m.number], "two methods have the number %d", m.number)
		seen[m.number] = true
		if m.number == methodTexts {
			continue
		}
		require.GreaterOrEqual(t, m.number, byte(numTextMethods), "%s has a number of package column", m.name)
		require.Contains(t, string(spec), fmt.Sprintf("**%d, %s**", m.number, m.name))
	}
}
