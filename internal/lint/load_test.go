package lint

import (
	"bytes"
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

// source is a package of the module with its types.
type source struct {
	name  string // relative to the module, "" for its root
	dir   string
	built []string // names of the files that are compiled here, without tests
	files []*ast.File
	types *types.Package
	info  *types.Info
}

// listed is what go list says of a package.
type listed struct {
	ImportPath, Dir string
	GoFiles         []string
	ImportMap       map[string]string
}

var fset = token.NewFileSet()

// load returns the packages of the module that lie in internal/ and its root,
// and those that they import, checked from their source: it needs no compiled
// packages and takes about a second.
var load = sync.OnceValues(func() ([]*source, error) {
	cmd := exec.Command("go", "list", "-deps", "-json=ImportPath,Dir,GoFiles,ImportMap", "./internal/...", ".", "./levels", "./page", "./diagram")
	cmd.Dir = filepath.Join("..", "..")
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	out, err := cmd.Output()
	if err != nil {
		return nil, err
	}
	done := map[string]*types.Package{"unsafe": types.Unsafe}
	var sources []*source
	for decoder := json.NewDecoder(bytes.NewReader(out)); decoder.More(); {
		var p listed
		if err := decoder.Decode(&p); err != nil {
			return nil, err
		}
		if p.ImportPath == "unsafe" {
			continue
		}
		name, ours := rel(p.ImportPath)
		s := &source{name: name, dir: p.Dir, built: p.GoFiles}
		if ours {
			s.info = &types.Info{
				Uses:       map[*ast.Ident]types.Object{},
				Selections: map[*ast.SelectorExpr]*types.Selection{},
				Types:      map[ast.Expr]types.TypeAndValue{},
			}
			sources = append(sources, s)
		}
		if s.types, err = s.check(p, ours, done); err != nil {
			return nil, err
		}
		done[p.ImportPath] = s.types
	}
	return sources, nil
})

// check parses and checks a package whose imports are done. Of foreign packages
// it needs declarations only, and passes over what cannot be checked without a
// C compiler.
func (s *source) check(p listed, ours bool, done map[string]*types.Package) (*types.Package, error) {
	mode := parser.SkipObjectResolution
	if ours {
		mode |= parser.ParseComments
	}
	for _, file := range p.GoFiles {
		f, err := parser.ParseFile(fset, filepath.Join(p.Dir, file), nil, mode)
		if err != nil {
			return nil, err
		}
		s.files = append(s.files, f)
	}
	config := types.Config{
		Importer: importer(func(path string) *types.Package {
			if to, ok := p.ImportMap[path]; ok {
				path = to
			}
			return done[path]
		}),
		IgnoreFuncBodies: !ours,
		FakeImportC:      true,
		Sizes:            types.SizesFor("gc", runtime.GOARCH),
	}
	if !ours {
		config.Error = func(error) {}
	}
	pkg, err := config.Check(p.ImportPath, fset, s.files, s.info)
	if ours && err != nil {
		return nil, err
	}
	return pkg, nil
}

type importer func(path string) *types.Package

func (i importer) Import(path string) (*types.Package, error) { return i(path), nil }

// sources returns the packages of the root and of internal/.
func sources(t *testing.T) []*source {
	t.Helper()
	all, err := load()
	require.NoError(t, err)
	var in []*source
	for _, s := range all {
		if s.name == "" || strings.HasPrefix(s.name, "internal/") {
			in = append(in, s)
		}
	}
	require.NotEmpty(t, in)
	return in
}

// fileOf returns the name of the file that a place lies in.
func fileOf(at token.Pos) string { return filepath.Base(fset.Position(at).Filename) }

// place is a place in a message: package, file and line.
func (s *source) place(at token.Pos) string {
	p := fset.Position(at)
	p.Filename = filepath.ToSlash(filepath.Join(s.name, filepath.Base(p.Filename)))
	p.Column = 0
	return p.String()
}
