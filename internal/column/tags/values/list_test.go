package values

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chesszip/chesszip/internal/test/golden"
)

const identifiersForm = `# Forms of identifiers that are known beforehand (tags.md). Generated; a test holds it equal to the table that the code runs on.
# Form: a line with # in front is a comment; every other line is the number of the form, its alphabet in ascending order, and what identifiers begin with if the form says so, each behind a space; - if the column says what they begin with.
`

// TestIdentifiersList checks the list of forms of identifiers.
func TestIdentifiersList(t *testing.T) {
	var b strings.Builder
	b.WriteString(identifiersForm)
	for form := 1; form <= UsualForms; form++ {
		before, letters := Usual(form)
		if before == "" {
			before = "-"
		}
		fmt.Fprintf(&b, "%d %s %s\n", form, letters.Letters, before)
	}
	golden.Equal(t, "../../../../docs/spec/lists/identifiers.txt", b.String())
}
