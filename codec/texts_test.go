package codec_test

import (
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/codec"
	"github.com/chesszip/chesszip/codec/boardmodel"
)

// TestTexts checks that the specification describes every scheme and the four of every
// palette, and that the table of docs/positions.md begins with all schemes.
func TestTexts(t *testing.T) {
	text := func(name string) string {
		b, err := os.ReadFile(name)
		require.NoError(t, err)
		return string(b)
	}
	first := func(text, pattern string) (names []string) {
		for _, m := range regexp.MustCompile(pattern).FindAllStringSubmatch(text, -1) {
			names = append(names, m[1])
		}
		return names
	}
	spec := text("../docs/spec/positions.md")
	require.ElementsMatch(t, codec.Names(), first(spec, `(?m)^\*\*[^*]+\*\* \(`+"`([^`]+)`"+`\)`), "schemes that docs/spec/positions.md, 2, describes")
	for _, s := range append(codec.Palettes(), boardmodel.Palette()) {
		row := "\n| " + s.Name()
		for _, scheme := range s.Schemes() {
			row += " | " + scheme.Name()
		}
		require.Contains(t, spec, row+" |\n", "docs/spec/positions.md, 6")
	}
	positions := text("../docs/positions.md")
	_, table, _ := strings.Cut(positions, "\n| scheme | refused | ")
	table, _, _ = strings.Cut(table, "\n| learned | ")
	for _, m := range codec.Methods() {
		require.Contains(t, positions, fmt.Sprintf("\n| %02x | %02x | %s | `%s` |\n", m.Plain, m.Checked, m.Holds, m.Call))
	}
	const final = "Stored forms are final: what this version stores in a column, as a key, as a packed position or in the cube of endings, every later version reads, and stores as the same bytes, whatever becomes of archives."
	for _, name := range []string{"../README.md", "../COMPATIBILITY.md", "../docs/library.md", "../docs/positions.md", "codec.go"} {
		words := strings.Join(strings.Fields(strings.ReplaceAll(text(name), "\n//", "\n")), " ")
		require.Contains(t, words, final, name)
	}
	require.Equal(t, codec.Names(), first(table, `(?m)^\| (\S+) \|`), "schemes in the table of docs/positions.md")
}
