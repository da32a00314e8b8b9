package dictionary

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/chesszip/chesszip/internal/test/golden"
	"github.com/chesszip/chesszip/internal/test/vectors"
)

const valuesForm = `# Values that the dictionaries of tags begin with (tags.md). Generated; a test holds it equal to the table that the code runs on. The tags ECO, Opening, Variation and ECOUrl begin with the values of openings.bin instead, and all others with none.
# Form: a line with # in front is a comment; every other line is the tag, the number of a value, and the value to the end of the line, each behind a space. In the value \x and two hexadecimal digits are a byte.
`

// TestValuesList checks the list of values that dictionaries begin with.
func TestValuesList(t *testing.T) {
	var b strings.Builder
	b.WriteString(valuesForm)
	for _, tag := range slices.Sorted(maps.Keys(initial)) {
		for i, v := range Initial(tag) {
			fmt.Fprintf(&b, "%s %d %s\n", tag, i, vectors.Quote(v))
		}
	}
	golden.Equal(t, "../../../../docs/spec/lists/values.txt", b.String())
}
