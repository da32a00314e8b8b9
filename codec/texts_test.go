package codec_test

import (
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
	_, table, _ := strings.Cut(text("../docs/positions.md"), "\n| scheme | refused | ")
	table, _, _ = strings.Cut(table, "\n| learned | ")
	require.Equal(t, codec.Names(), first(table, `(?m)^\| (\S+) \|`), "schemes in the table of docs/positions.md")
}
