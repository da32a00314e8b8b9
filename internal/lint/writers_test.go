package lint

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// fileWriters are the functions of package os that make, change or remove files, and
// the files of the command that may call them.
var fileWriters = map[string][]string{
	"Create":     {"folder.go"}, // in folders that it makes
	"CreateTemp": nil,
	"WriteFile":  nil,
	"Symlink":    nil,
	"Truncate":   nil,
	"OpenRoot":   nil,
	"OpenFile":   {"output.go", "temporary.go"},
	"Rename":     {"output.go", "folder.go"},
	"Link":       {"output.go"},
	"Chtimes":    {"output.go"},
	"Chmod":      {"folder.go"},
	"Chown":      nil,
	"Remove":     {"output.go", "temporary.go", "compress.go"}, // the last for --rm
	"RemoveAll":  {"folder.go"},                                // folders that it makes
	"MkdirTemp":  {"folder.go"},
	"Stdin":      {"main.go"},
	"Stdout":     {"main.go"},
	"Stderr":     {"main.go"},
}

// TestOneWriter holds that output.go decides for every output of the command, but for
// folders (folder.go): no other file opens one to write to it, and standard output is reached through stdout.go, which
// wants to know what a command reads.
func TestOneWriter(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("..", "..", "cmd", "chesszip", "*.go"))
	require.NoError(t, err)
	require.NotEmpty(t, files)
	set := token.NewFileSet()
	for _, file := range files {
		name := filepath.Base(file)
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(set, file, nil, parser.SkipObjectResolution)
		require.NoError(t, err)
		for _, imp := range f.Imports {
			if imp.Name != nil && (imp.Path.Value == `"os"` || imp.Path.Value == `"syscall"`) || imp.Path.Value == `"io/ioutil"` {
				t.Errorf("%s: files are opened by package os, under its name", set.Position(imp.Pos()))
			}
		}
		asked := map[ast.Expr]bool{} // what may be asked of standard output anywhere
		ast.Inspect(f, func(n ast.Node) bool {
			s, ok := n.(*ast.SelectorExpr)
			if !ok {
				return true
			}
			if s.Sel.Name == "terminal" || s.Sel.Name == "err" {
				asked[s.X] = true
			}
			x, _ := s.X.(*ast.Ident)
			switch {
			case x != nil && x.Name == "os":
				if may, writes := fileWriters[s.Sel.Name]; writes && !slices.Contains(may, name) {
					t.Errorf("%s: os.%s: output.go decides what is written", set.Position(n.Pos()), s.Sel.Name)
				}
			case x != nil && (x.Name == "syscall" || x.Name == "unix" || x.Name == "windows") && strings.HasPrefix(s.Sel.Name, "Open"):
				t.Errorf("%s: %s.%s: output.go opens files", set.Position(n.Pos()), x.Name, s.Sel.Name)
			case s.Sel.Name == "out" && !asked[s] && name != "stdout.go" && name != "root.go" && name != "help.go":
				t.Errorf("%s: standard output is reached by data, print and printJSON", set.Position(n.Pos()))
			}
			return true
		})
	}
}
