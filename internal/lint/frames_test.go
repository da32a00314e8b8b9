package lint

import (
	"go/parser"
	"go/token"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// readers are the packages that may import them: internal/train learns the models
// of moves from the tags that these are coded by, and internal/chunk sorts the lines
// of position lists: neither reads frames.
var readers = map[string]bool{"": true, "internal/frameview": true, "internal/train": true, "internal/chunk": true}

// decoders are the packages that decode frames.
var decoders = []string{"internal/gameframe", "internal/positionlist", "internal/recordlist"}

// TestOneReader holds that outside compression internal/frameview alone reads
// frames: of the root, one small file makes them, and gives them back whole.
func TestOneReader(t *testing.T) {
	const maxLines = 120
	reads := func(imp string) bool {
		dep, ours := rel(imp)
		for _, d := range decoders {
			if ours && (dep == d || strings.HasPrefix(dep, d+"/")) {
				return true
			}
		}
		return false
	}
	for pkg, imports := range packages(t) {
		if readers[pkg] || testOnly[pkg] || strings.HasPrefix(pkg, "benchmarks") || strings.HasPrefix(pkg, "internal/tools") ||
			reads(module+"/"+pkg) {
			continue
		}
		for _, imp := range imports {
			if reads(imp) {
				t.Errorf("%s imports %s: internal/frameview reads frames", pkg, imp)
			}
		}
	}
	files, err := filepath.Glob(filepath.Join("..", "..", "*.go"))
	require.NoError(t, err)
	var makers []string
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		set := token.NewFileSet()
		f, err := parser.ParseFile(set, name, nil, parser.ImportsOnly)
		require.NoError(t, err)
		for _, imp := range f.Imports {
			path, err := strconv.Unquote(imp.Path.Value)
			require.NoError(t, err)
			if !reads(path) {
				continue
			}
			makers = append(makers, filepath.Base(name))
			whole, err := parser.ParseFile(set, name, nil, 0)
			require.NoError(t, err)
			if lines := set.Position(whole.End()).Line; lines > maxLines {
				t.Errorf("%s has %d lines, want at most %d: move what does not make frames", name, lines, maxLines)
			}
		}
	}
	require.LessOrEqual(t, len(makers), 1, "files of the root that import packages which decode frames: %v", makers)
}
