package layout

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chesszip/chesszip/internal/test/golden"
	"github.com/chesszip/chesszip/internal/test/vectors"
)

const textsForm = `# Texts that the dictionaries of a frame begin with (games.md). Generated; a test holds it equal to the tables that the code runs on.
# Form: a line with # in front is a comment; every other line is the dictionary, the number of a text, and the text in quotation marks to the end of the line, each behind a space. In the text \x and two hexadecimal digits are a byte.
`

// TestTextsList checks the list of texts that dictionaries begin with.
func TestTextsList(t *testing.T) {
	var b strings.Builder
	b.WriteString(textsForm)
	for _, d := range []struct {
		name  string
		texts []string
	}{{"gaps", usualGaps}, {"suffixes", usualSuffixes}} {
		for i, text := range d.texts {
			fmt.Fprintf(&b, "%s %d \"%s\"\n", d.name, i, vectors.Quote([]byte(text)))
		}
	}
	golden.Equal(t, "../../../../docs/spec/lists/texts-games.txt", b.String())
}
