package huffman

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chesszip/chesszip/internal/test/golden"
	"github.com/chesszip/chesszip/internal/test/vectors"
)

const wordsHeading = `The codes of docs/spec/positions.md, 2.
counts  how often each symbol was seen, from symbol 0 on
word    a symbol | its code word, in binary; symbols without a word are left out`

// codeVector returns the vector of a code.
func codeVector(name string, c *Code, counts []uint64) *vectors.Vector {
	v := vectors.New("%s", name)
	v.Add("counts", "%s", strings.Trim(fmt.Sprint(counts), "[]"))
	for s := range c.Symbols() {
		if word, n := c.Encode(s); n > 0 {
			v.Add("word", "%d | %0*b", s, n, word)
		}
	}
	return v
}

// TestVectors checks vectors/layers/words.txt.
func TestVectors(t *testing.T) {
	tables := diffTables()
	var list []*vectors.Vector
	for i, c := range tables.run {
		list = append(list, codeVector(fmt.Sprintf("runs of row %d", i+1), c, runCounts[i][:]))
	}
	for i, c := range tables.diff {
		list = append(list, codeVector(fmt.Sprintf("differences of piece %d", i), c, diffCounts[i][:]))
	}
	golden.Equal(t, "../vectors/layers/words.txt", vectors.File(wordsHeading, list))
}
