package lint

import (
	"go/ast"
	"go/parser"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestFrontDoor holds that the comment of every public package shows its calls
// before any format, and that the package has an Example.
func TestFrontDoor(t *testing.T) {
	all, err := load()
	require.NoError(t, err)
	for _, s := range all.sources {
		if !isPublic(s) {
			continue
		}
		name := label(s.types)
		if first, _, _ := strings.Cut(s.comment(), "\n# "); !strings.Contains(firstBlock(first), s.types.Name()+".") {
			t.Errorf("%s: the package comment does not begin with the calls one wants", name)
		}
		tests, err := filepath.Glob(filepath.Join(s.dir, "*_test.go"))
		require.NoError(t, err)
		if !slices.ContainsFunc(tests, func(file string) bool {
			f, err := parser.ParseFile(fset, file, nil, parser.SkipObjectResolution)
			require.NoError(t, err)
			return hasExample(f) && f.Name.Name == s.types.Name()+"_test"
		}) {
			t.Errorf("%s has no Example", name)
		}
	}
}

// comment returns the text of the package comment.
func (s *source) comment() string {
	i := slices.IndexFunc(s.files, func(f *ast.File) bool { return f.Doc != nil })
	if i < 0 {
		return ""
	}
	return s.files[i].Doc.Text()
}

// firstBlock returns the first indented lines of a text.
func firstBlock(text string) string {
	var block strings.Builder
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, "\t") {
			block.WriteString(line)
		} else if block.Len() > 0 {
			break
		}
	}
	return block.String()
}
