package tags

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/internal/column/text"
	"github.com/chesszip/chesszip/internal/test/golden"
)

// TestTables checks the contexts of all models, which the second decoder reads
// from there.
func TestTables(t *testing.T) {
	var all []fmt.Stringer
	for _, table := range Tables() {
		all = append(all, table)
	}
	golden.Contexts(t, "../../..", "tags", "tags.md", all...)
}

const methodsForm = `# Methods of columns, by the byte that a column begins with. Generated; a test holds it equal to the tables that the code runs on. A reader refuses every other byte as damaged.
# Form: a line with # in front is a comment; every other line is the number, a space, the columns that may have the method (all or tags), a space, the document that says what follows, a space, and the method's name to the end of the line.
`

// TestMethodsList checks the list of methods of columns that the specification has.
func TestMethodsList(t *testing.T) {
	var b strings.Builder
	b.WriteString(methodsForm)
	for m := range text.NumMethods {
		fmt.Fprintf(&b, "%d all coding.md %s\n", m, text.MethodName(m))
	}
	for number := text.NumMethods; number < 256; number++ {
		if m := methodOf(byte(number)); m != nil {
			fmt.Fprintf(&b, "%d tags tags.md %s\n", number, m.name)
		}
	}
	golden.Equal(t, "../../../docs/spec/lists/methods.txt", b.String())
}

// TestMethods checks that numbers are unique, and that the specification has each
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
		require.GreaterOrEqual(t, m.number, numTextMethods, "%s has a number of package column", m.name)
		require.Contains(t, string(spec), fmt.Sprintf("**%d, %s**", m.number, m.name))
	}
}
