package lint

import (
	"crypto/sha256"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/internal/test/golden"
)

var (
	embedLine = regexp.MustCompile(`(?m)^\s*//go:embed (\S+)$`)
	dataRow   = regexp.MustCompile("(?m)^\\| `(\\S+)` \\| `([0-9a-f]{64})` \\|")
)

// embedded returns the data files that the library embeds, by their base names, with
// their checksums. It leaves out those of pages, the server and tools, which are not
// learned.
func embedded(t *testing.T) map[string]string {
	t.Helper()
	sums := map[string]string{}
	for pkg := range packages(t) {
		if top, _, _ := strings.Cut(pkg, "/"); top == "page" || top == "server" || top == "benchmarks" || strings.HasPrefix(pkg, "internal/tools") {
			continue
		}
		dir := filepath.Join("..", "..", "..", filepath.FromSlash(pkg))
		sources, err := filepath.Glob(filepath.Join(dir, "*.go"))
		require.NoError(t, err)
		for _, source := range sources {
			text, err := os.ReadFile(source)
			require.NoError(t, err)
			for _, m := range embedLine.FindAllStringSubmatch(string(text), -1) {
				b, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(m[1])))
				require.NoError(t, err)
				sums[path.Base(m[1])] = fmt.Sprintf("%x", sha256.Sum256(b))
			}
		}
	}
	return sums
}

// TestData checks that docs/data.md lists exactly the tables and models that the library
// embeds, with their checksums.
func TestData(t *testing.T) {
	const page = "../../../docs/data.md"
	text, err := os.ReadFile(page)
	require.NoError(t, err)
	sums := embedded(t)
	if golden.Updating() {
		text = dataRow.ReplaceAllFunc(text, func(row []byte) []byte {
			m := dataRow.FindSubmatch(row)
			return []byte(strings.Replace(string(row), string(m[2]), sums[path.Base(string(m[1]))], 1))
		})
		require.NoError(t, os.WriteFile(page, text, 0o644))
	}
	listed := map[string]string{}
	for _, m := range dataRow.FindAllStringSubmatch(string(text), -1) {
		listed[path.Base(m[1])] = m[2]
	}
	require.NotEmpty(t, sums)
	require.Equal(t, sums, listed, "docs/data.md against the files; run this test with -update if the files are meant")
}
