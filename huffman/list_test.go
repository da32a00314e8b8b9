package huffman

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chesszip/chesszip/internal/test/golden"
)

const wordsForm = `# Code words of XOR-diff (positions.md). Generated; a test holds it equal to the codes that the code runs on. Symbols without a word cannot be written.
# Form: a line with # in front is a comment; every other line is run or difference, the row from 1 on that a run begins on or the piece on the start position's square (0 to 12), the symbol, and its word in binary, each behind a space.
`

// TestWordsList checks the list of code words of XOR-diff.
func TestWordsList(t *testing.T) {
	var b strings.Builder
	b.WriteString(wordsForm)
	list := func(what string, number int, c *Code) {
		for s := range c.Symbols() {
			if word, n := c.Encode(s); n > 0 {
				fmt.Fprintf(&b, "%s %d %d %0*b\n", what, number, s, n, word)
			}
		}
	}
	tables := diffTables()
	for i, c := range tables.run {
		list("run", i+1, c)
	}
	for i, c := range tables.diff {
		list("difference", i, c)
	}
	golden.Equal(t, "../docs/spec/lists/words.txt", b.String())
}
