package lint

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// nameInText matches a possible exported name: the name of a package or a type, and the
// name.
var nameInText = regexp.MustCompile(`\b(\w+)\.([A-Z]\w*)`)

// TestLibraryPage checks that the names in the code of docs/library.md exist.
func TestLibraryPage(t *testing.T) {
	all, err := load()
	require.NoError(t, err)
	packages := map[string]bool{}   // by their names
	there := map[string]bool{}      // package.Name and Type.Name
	types := map[string]bool{}      // by their names
	for _, s := range all.sources { // of all public packages, whose names differ
		if isPublic(s) {
			packages[s.types.Name()] = true
		}
	}
	for _, s := range api(all.sources) {
		path := strings.Split(s.name[strings.LastIndexByte(s.name, '/')+1:], ".")
		there[strings.Join(path[len(path)-2:], ".")] = true
		types[path[1]] = true
	}
	page, err := os.ReadFile("../../../docs/library.md")
	require.NoError(t, err)
	found := 0
	for line := range strings.Lines(string(page)) {
		for i, code := range strings.Split(line, "`") {
			if i%2 == 0 {
				continue
			}
			for _, m := range nameInText.FindAllStringSubmatch(code, -1) {
				if !packages[m[1]] && !types[m[1]] {
					continue // of another library
				}
				found++
				if !there[m[0]] {
					t.Errorf("docs/library.md: there is no %s", m[0])
				}
			}
		}
	}
	require.Greater(t, found, 100)
}
