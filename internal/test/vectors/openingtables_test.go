package vectors_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/internal/test/golden"
	"github.com/chesszip/chesszip/internal/test/vectors"
)

const openingTablesHeading = `Tables of openings of whole archives, docs/spec/indexes.md, 9.
archive  its bytes, hexadecimal; several may follow each other
gives    the tables of all, in order, line by line as in openings-1.table, without blanks in front`

// TestOpeningTables checks vectors/layers/openingtables.txt, which repeats for
// openings-1.czip, alone and twice, what a test of the whole module checks.
func TestOpeningTables(t *testing.T) {
	archive, err := os.ReadFile("../../../vectors/openings-1.czip")
	require.NoError(t, err)
	table, err := os.ReadFile("../../../vectors/openings-1.table")
	require.NoError(t, err)
	var list []*vectors.Vector
	for n, name := range []string{"one archive", "two archives"} {
		v := vectors.New("%s", name)
		v.Add("archive", "%x", slices.Repeat(archive, n+1))
		for range n + 1 {
			for line := range strings.Lines(string(table)) {
				v.Add("gives", "%s", strings.TrimSpace(line))
			}
		}
		list = append(list, v)
	}
	golden.Equal(t, "../../../vectors/layers/openingtables.txt", vectors.File(openingTablesHeading, list))
}
