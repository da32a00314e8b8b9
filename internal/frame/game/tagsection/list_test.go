package tagsection

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chesszip/chesszip/internal/test/golden"
	"github.com/chesszip/chesszip/internal/test/vectors"
)

const literalsForm = `# Literals that the dictionary of tag literals of a frame begins with (games.md). Generated; a test holds it equal to the table that the code runs on.
# Form: a line with # in front is a comment; every other line is the number of a literal, and the literal to the end of the line behind a space. In the literal \x and two hexadecimal digits are a byte.
`

// TestLiteralsList checks the list of literals that the dictionary begins with.
func TestLiteralsList(t *testing.T) {
	var b strings.Builder
	b.WriteString(literalsForm)
	for i, text := range usualLiterals() {
		fmt.Fprintf(&b, "%d %s\n", i, vectors.Quote([]byte(text)))
	}
	golden.Equal(t, "../../../../docs/spec/lists/literals.txt", b.String())
}
