package lint

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

var inCode = regexp.MustCompile("`([a-z][a-z0-9_./]*)`")

// TestArchitecture checks that docs/architecture.md has a row for each district with all
// of its packages, and that every folder and file that it names exists.
func TestArchitecture(t *testing.T) {
	root := filepath.Join("..", "..", "..")
	page, err := os.ReadFile(filepath.Join(root, "docs", "architecture.md"))
	require.NoError(t, err)
	text := string(page)
	for _, m := range inCode.FindAllStringSubmatch(text, -1) {
		if strings.Contains(m[1], "/") {
			_, err := os.Stat(filepath.Join(root, filepath.FromSlash(m[1])))
			require.NoError(t, err, "docs/architecture.md names %s", m[1])
		}
	}
	packagesOf := map[string]string{} // of a district, its rows
	district := ""
	for line := range strings.Lines(text) {
		cells := strings.Split(line, "|")
		if len(cells) < 4 {
			continue
		}
		if m := inCode.FindStringSubmatch(cells[1]); m != nil {
			district = m[1]
		}
		packagesOf[district] += cells[2]
	}
	for pkg := range packages(t) {
		rest, inside := strings.CutPrefix(pkg, "internal/")
		if !inside {
			continue
		}
		district, name, _ := strings.Cut(rest, "/")
		name, _, _ = strings.Cut(name, "/")
		rows, known := packagesOf["internal/"+district]
		require.True(t, known, "docs/architecture.md has no row for internal/%s", district)
		if name != "" && district != "tools" {
			require.Contains(t, rows, "`"+name+"`", "docs/architecture.md: the packages of internal/%s", district)
		}
	}
}
