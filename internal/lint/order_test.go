package lint

import (
	"go/types"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// ordered are the rooms whose package comment draws the order of its files, each
// with all that lies inside it. Other packages may draw it too, and are held to
// it.
var ordered = []string{
	"",
	"internal/chunk",
	"internal/comments",
	"internal/contextmix",
	"internal/frameindex",
	"internal/frameview",
	"internal/framewalk",
	"internal/gameframe",
	"internal/positionlist",
	"internal/recordlist",
	"internal/search",
	"internal/text",
}

// orderLine begins the list of files in a package comment; the list ends with a
// full stop.
const orderLine = "Files, from top to bottom:"

func mustOrder(pkg string) bool {
	for _, o := range ordered {
		if pkg == o || o != "" && strings.HasPrefix(pkg, o+"/") {
			return true
		}
	}
	return false
}

// order returns the files that the package comment lists, and whether there is a
// list.
func (s *source) order() ([]string, bool) {
	for _, f := range s.files {
		if f.Doc == nil {
			continue
		}
		_, list, ok := strings.Cut(f.Doc.Text(), orderLine)
		if !ok {
			continue
		}
		list, _, _ = strings.Cut(list, "\n\n")
		list = strings.TrimSuffix(strings.TrimSpace(list), ".")
		return strings.FieldsFunc(list, func(r rune) bool { return r == ',' || r == ' ' || r == '\n' }), true
	}
	return nil, false
}

// TestFileOrder holds that the files of a package stand on one another as its
// comment says: none uses what a file above it declares, methods included.
func TestFileOrder(t *testing.T) {
	for _, s := range sources(t) {
		listed, ok := s.order()
		if !ok {
			if mustOrder(s.name) && len(s.built) > 1 {
				t.Errorf("%s: the package comment has no line %q", s.name, orderLine)
			}
			continue
		}
		there, err := filepath.Glob(filepath.Join(s.dir, "*.go"))
		require.NoError(t, err)
		var files []string
		for _, file := range there {
			if !strings.HasSuffix(file, "_test.go") {
				files = append(files, filepath.Base(file))
			}
		}
		place := map[string]int{}
		for i, file := range listed {
			place[file] = i
		}
		slices.Sort(files)
		sorted := slices.Sorted(slices.Values(listed))
		if !slices.Equal(files, sorted) {
			t.Errorf("%s: the files are %v, its comment lists %v", s.name, files, sorted)
			continue
		}
		for id, obj := range s.info.Uses {
			if obj.Pkg() != s.types || !obj.Pos().IsValid() {
				continue
			}
			if obj.Parent() != s.types.Scope() && !isMethod(obj) {
				continue
			}
			if from, to := fileOf(id.Pos()), fileOf(obj.Pos()); place[to] < place[from] {
				t.Errorf("%s: uses %s of %s, which lies above", s.place(id.Pos()), obj.Name(), to)
			}
		}
	}
}

func isMethod(obj types.Object) bool {
	f, ok := obj.(*types.Func)
	return ok && f.Signature().Recv() != nil
}
