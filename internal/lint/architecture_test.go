package lint

import (
	"os"
	"path"
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"
)

var roomRow = regexp.MustCompile("(?m)^\\| `(\\S+)` \\|")

// TestArchitecture holds that docs/architecture.md has every room of the floors,
// from the top down, and no other.
func TestArchitecture(t *testing.T) {
	text, err := os.ReadFile("../../docs/architecture.md")
	require.NoError(t, err)
	onPage := map[string]bool{}
	last := 1 << 10
	for _, m := range roomRow.FindAllStringSubmatch(string(text), -1) {
		room := m[1]
		if room == "." {
			room = ""
		}
		floor, ok := floorOf(room)
		if !ok {
			t.Errorf("docs/architecture.md has %q, which lies on no floor", m[1])
		}
		if _, whole := floors[room]; !whole {
			continue // a room inside another
		}
		if onPage[room] {
			t.Errorf("docs/architecture.md has %q twice", m[1])
		}
		parent, _ := floorOf(path.Dir(room))
		if _, inside := floors[path.Dir(room)]; inside && parent > 0 {
			onPage[room] = true // the rooms inside another have a list of their own
			continue
		}
		if floor > last {
			t.Errorf("docs/architecture.md has %q, of floor %d, below a room of floor %d", m[1], floor, last)
		}
		onPage[room], last = true, floor
	}
	for room := range floors {
		if !onPage[room] {
			t.Errorf("docs/architecture.md lacks %q", room)
		}
	}
}
