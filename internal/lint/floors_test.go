// Package lint holds the house rules that a compiler does not check.
package lint

import (
	"go/build"
	"io/fs"
	"path"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

const module = "github.com/chesszip/chesszip"

// floors says on which floor each room lies. A room imports only rooms on
// lower floors. A build that fails here is mended by moving code.
var floors = map[string]int{
	"bitboard":                          0,
	"internal/binfmt":                   0,
	"internal/usage":                    0,
	"internal/corrupt":                  0,
	"internal/ctxio":                    0,
	"internal/extsort":                  1,
	"internal/playername":               0,
	"internal/ordered":                  1,
	"internal/rangecoder":               0,
	"internal/spill":                    0,
	"internal/tagvalue":                 0,
	"internal/turns":                    1,
	"internal/plainjson":                0,
	"internal/webguard":                 0,
	"vectors":                           0,
	"archive":                           1,
	"board":                             1,
	"internal/budget":                   1,
	"internal/contextmix":               1,
	"internal/groups":                   1,
	"basen":                             2,
	"huffman":                           2,
	"internal/openingtree":              2,
	"internal/zstdframe":                2,
	"movegen":                           2,
	"piecelist":                         2,
	"internal/recall":                   2,
	"internal/resume":                   2,
	"internal/choices":                  3,
	"diagram":                           3,
	"internal/model/container":          3,
	"internal/model/network":            3,
	"internal/model/softmax":            3,
	"internal/replay":                   3,
	"internal/text":                     3,
	"notation":                          3,
	"endgame":                           4,
	"gamestate":                         4,
	"internal/blob":                     5,
	"internal/model":                    5,
	"internal/model/moves":              4,
	"movelist":                          6,
	"pgn":                               6,
	"codec":                             7,
	"internal/movetree":                 7,
	"internal/sampled":                  7,
	"internal/coding":                   7,
	"internal/pattern":                  7,
	"levels":                            7,
	"internal/openingtable":             7,
	"internal/comments":                 8,
	"internal/signature":                4,
	"internal/boards":                   8,
	"internal/frameindex":               8,
	"records":                           8,
	"polyglot":                          8,
	"scid":                              8,
	"internal/salvage":                  9,
	"internal/positionlist/positions":   9,
	"internal/positionlist/lines":       10,
	"internal/positionlist":             11,
	"internal/recordlist":               11,
	"internal/gameframe/openings":       10,
	"internal/gameframe/tags":           11,
	"internal/gameframe/layout":         10,
	"internal/gameframe/tags/valueform": 9,
	"internal/gameframe/tags/rating":    10,
	"internal/gameframe/tags/series":    10,
	"internal/gameframe/moves":          11,
	"internal/gameframe/tagsection":     12,
	"internal/gameframe/commentgroups":  12,
	"internal/gameframe/gametext":       11,
	"internal/gameframe/gamelog":        12,
	"internal/gameframe/dependent":      13,
	"internal/gameframe/streams":        13,
	"internal/gameframe/kept":           13,
	"internal/gameframe/firstmoves":     14,
	"internal/gameframe/whole":          14,
	"internal/gameframe":                15,
	"internal/chunk":                    16,
	"internal/frameview":                16,
	"internal/train":                    16,
	"internal/duplicates":               17,
	"internal/openinggames":             17,
	"internal/listitems":                17,
	"internal/gamespool":                17,
	"internal/sortkey":                  17,
	"internal/framewalk":                17,
	"internal/streamed":                 17,
	"internal/verifying":                18,
	"internal/search":                   18,
	"internal/outline":                  18,
	"internal/framing":                  18,
	"internal/unframing":                17,
	"internal/copying":                  19,
	"":                                  20,
	"page":                              20,
	"remote":                            20,
	"internal/gamelist":                 21,
	"internal/answers":                  22,
	"server":                            23,
	"benchmarks":                        24,
	"cmd":                               24,
	"fuzz":                              24,
	"internal/lint":                     24,
	"internal/tools":                    24,
}

// testOnly are rooms that only tests, tools and benchmarks may import.
var testOnly = map[string]bool{"internal/attack": true, "internal/recall/altered": true, "internal/badserver": true, "internal/attack/hostile": true, "internal/attack/ordinary": true, "internal/attack/table": true, "internal/corpus": true, "internal/golden": true, "internal/vectors": true, "internal/corpus/made": true, "internal/corpus/found": true}

// floorOf returns the floor of a package: that of the innermost room which it
// lies in. Between a room and the rooms inside it, such as movelist and
// movelist/learned, imports may run one way or the other.
func floorOf(pkg string) (int, bool) {
	for p := pkg; ; p = path.Dir(p) {
		if f, ok := floors[p]; ok {
			return f, true
		}
		if p == "." || p == "" {
			return 0, false
		}
	}
}

func rel(importPath string) (string, bool) {
	if importPath == module {
		return "", true
	}
	return strings.CutPrefix(importPath, module+"/")
}

// packages returns every package directory of the module, relative to its
// root, with what it imports outside its tests.
func packages(t *testing.T) map[string][]string {
	t.Helper()
	root := filepath.Join("..", "..")
	pkgs := map[string][]string{}
	err := filepath.WalkDir(root, func(p string, d fs.DirEntry, err error) error {
		if err != nil || !d.IsDir() {
			return err
		}
		name := d.Name()
		if name == "testdata" || strings.HasPrefix(name, ".") && p != root && name != ".." {
			return fs.SkipDir
		}
		if p != root {
			if m, _ := filepath.Glob(filepath.Join(p, "go.mod")); m != nil {
				return fs.SkipDir // a module of its own
			}
		}
		pkg, err := build.ImportDir(p, 0)
		if _, none := err.(*build.NoGoError); none {
			return nil
		}
		if err != nil {
			return err
		}
		dir, err := filepath.Rel(root, p)
		if err != nil {
			return err
		}
		dir = filepath.ToSlash(dir)
		if dir == "." {
			dir = ""
		}
		pkgs[dir] = pkg.Imports
		return nil
	})
	require.NoError(t, err)
	require.NotEmpty(t, pkgs)
	return pkgs
}

func TestFloors(t *testing.T) {
	for pkg, imports := range packages(t) {
		if testOnly[pkg] {
			continue
		}
		floor, ok := floorOf(pkg)
		if !ok {
			t.Errorf("%s lies on no floor: add it to the picture", pkg)
			continue
		}
		for _, imp := range imports {
			dep, ours := rel(imp)
			if !ours {
				continue
			}
			if testOnly[dep] {
				if floor < 17 {
					t.Errorf("%s imports %s, which is for tests and tools", pkg, dep)
				}
				continue
			}
			below, ok := floorOf(dep)
			inside := dep != "" && pkg != "" && (strings.HasPrefix(pkg, dep+"/") || strings.HasPrefix(dep, pkg+"/"))
			if !ok || below >= floor && !inside {
				t.Errorf("%s (floor %d) imports %s (floor %d)", pkg, floor, dep, below)
			}
		}
	}
}

// TestWalls holds what single rooms must not know, whatever their floor.
func TestWalls(t *testing.T) {
	// Packages that must not reach, even through others, the given standard
	// library package.
	never := map[string][]string{
		"bitboard":            {"io", "os", "strings", "fmt"},
		"board":               {"io", "os"},
		"movegen":             {"io", "os"},
		"internal/rangecoder": {"os"},
		"archive":             {"os"},
		"":                    {"os", "flag", "net/http"},
	}
	for pkg, imports := range packages(t) {
		for _, imp := range imports {
			for _, bad := range never[pkg] {
				if imp == bad {
					t.Errorf("%q imports %q", pkg, imp)
				}
			}
			if dep, ours := rel(imp); ours && pkg == "cmd/chesszip" && strings.HasPrefix(dep, "internal/") {
				t.Errorf("cmd/chesszip imports %s: it goes through public rooms", dep)
			}
			if dep, ours := rel(imp); ours && (dep == "page" || dep == "server") && pkg != "cmd/chesszip" && pkg != "benchmarks/serve" && pkg != "server" {
				t.Errorf("%s imports %s, which brings a web server along: only the command serves", pkg, dep)
			}
			if dep, ours := rel(imp); ours && dep == "remote" && pkg != "cmd/chesszip" && pkg != "internal/attack/table" && !strings.HasPrefix(pkg, "benchmarks/") {
				t.Errorf("%s imports remote, which brings the network along", pkg)
			}
			if dep, ours := rel(imp); ours && dep == "fuzz" {
				t.Errorf("%s imports fuzz, which nothing imports", pkg)
			}
		}
	}
}
