// Package lint checks the project's rules that a compiler does not check.
package lint

import (
	"go/build"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

const module = "github.com/chesszip/chesszip"

// arrows are the imports that each part of the module may have: the districts of
// internal/, and the public packages with the packages inside them. "." is the root. A
// failure is fixed by moving code; a new arrow is a decision about the architecture.
var arrows = map[string]string{
	// Chess.
	"bitboard":  "",
	"board":     "bitboard",
	"movegen":   "bitboard board",
	"notation":  "bitboard board movegen",
	"gamestate": "bitboard board movegen notation",
	"diagram":   "board",

	// The districts, in the order of the format.
	"internal/base":    "",
	"internal/archive": "internal/base archive",
	"internal/entropy": "internal/base board",
	"internal/model":   "internal/base internal/entropy " + chess,
	"internal/column":  "internal/archive internal/base internal/entropy internal/model " + chess,
	"internal/frame":   "internal/base internal/entropy internal/model internal/column " + chess + " " + formats,
	"internal/index":   "internal/archive internal/base internal/entropy internal/column " + chess,
	"internal/read":    "internal/base internal/model internal/column internal/frame internal/index " + chess + " " + formats,
	"internal/train":   "internal/base internal/model internal/frame " + chess + " " + formats,
	"internal/write":   "internal/base internal/column internal/frame internal/index internal/read " + chess + " " + formats,
	"internal/query":   "internal/base internal/column internal/model internal/index internal/read " + chess + " " + formats,
	"internal/serve":   "internal/base internal/model . endgame " + chess + " " + formats,

	// Codes of positions and games, and file formats.
	"basen":     "bitboard board",
	"huffman":   "bitboard board",
	"piecelist": "bitboard board",
	"codec":     "basen huffman piecelist movelist internal/column internal/entropy internal/model " + chess,
	"movelist":  "basen internal/base internal/column internal/entropy internal/model " + chess,
	"levels":    "codec movelist",
	"endgame":   "internal/base internal/entropy bitboard board movegen",
	"archive":   "internal/base",
	"pgn":       "internal/base " + chess,
	"scid":      "pgn " + chess,
	"polyglot":  "codec internal/base " + chess,
	"records":   "codec internal/base " + chess,
	".":         "internal/base internal/column internal/frame internal/index internal/model internal/query internal/read internal/train internal/write " + chess + " " + formats,

	// Programs, and packages that need a network.
	"page":           "internal/model internal/serve diagram endgame " + chess,
	"server":         "internal/base internal/serve . endgame page pgn",
	"remote":         "",
	"cmd":            ". archive codec diagram endgame levels movelist page pgn polyglot records remote scid server " + chess,
	"fuzz":           "",
	"vectors":        "",
	"internal/test":  anything,
	"internal/tools": anything,
	"benchmarks":     anything,
}

const (
	chess    = "bitboard board movegen notation gamestate"
	formats  = "internal/archive movelist pgn records"
	anything = "anything"
)

// neverStd are the packages of the standard library that a public package must not import.
var neverStd = map[string][]string{
	"bitboard":         {"io", "os", "strings", "fmt"},
	"board":            {"io", "os"},
	"movegen":          {"io", "os"},
	"internal/archive": {"os"},
	".":                {"flag", "net/http"},
}

// testRooms are test packages inside a district of the product.
var testRooms = []string{"internal/entropy/recall/altered"}

// part returns the key of arrows for a package.
func part(pkg string) string {
	first, rest, _ := strings.Cut(pkg, "/")
	switch first {
	case "":
		return "."
	case "internal":
		district, _, _ := strings.Cut(rest, "/")
		return "internal/" + district
	}
	return first
}

func TestArrows(t *testing.T) {
	used := map[string]map[string]bool{}
	for pkg, imports := range packages(t) {
		from := part(pkg)
		may, known := arrows[from]
		if !known {
			t.Errorf("%s is of no part of the house: add it to the arrows", pkg)
			continue
		}
		for _, imp := range imports {
			if slices.Contains(neverStd[from], imp) {
				t.Errorf("%s imports %s", pkg, imp)
			}
			dep, ours := rel(imp)
			to := part(dep)
			if !ours || to == from || may == anything {
				continue
			}
			if used[from] == nil {
				used[from] = map[string]bool{}
			}
			used[from][to] = true
			if !slices.Contains(strings.Fields(may), to) || slices.Contains(testRooms, dep) {
				t.Errorf("%s imports %s: there is no arrow from %s to %s", pkg, dep, from, to)
			}
		}
	}
	for from := range used {
		if at := circle(used, from, nil); at != nil {
			t.Errorf("a circle: %s", strings.Join(at, " > "))
		}
	}
}

// circle returns a cycle of arrows that the last of the parts closes, nil if there is
// none.
func circle(arrows map[string]map[string]bool, from string, way []string) []string {
	if slices.Contains(way, from) {
		return append(way, from)
	}
	way = append(way, from)
	for _, to := range slices.Sorted(maps.Keys(arrows[from])) {
		if at := circle(arrows, to, way); at != nil {
			return at
		}
	}
	return nil
}

// rel returns the path of a package of the module, relative to its root.
func rel(importPath string) (string, bool) {
	if importPath == module {
		return "", true
	}
	return strings.CutPrefix(importPath, module+"/")
}

// packages returns every package directory of the module, relative to its root, with its
// imports outside tests.
func packages(t *testing.T) map[string][]string {
	t.Helper()
	root := filepath.Join("..", "..", "..")
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
				return fs.SkipDir // another module
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
