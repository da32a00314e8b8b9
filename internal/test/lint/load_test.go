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
	"sync"
)

// source is a package of the module with its types.
type source struct {
	name  string // relative to the module, "" for its root
	dir   string
	built []string // names of the compiled files, without tests
	files []*ast.File
	types *types.Package
	info  *types.Info
}

// listed is a package in the output of go list.
type listed struct {
	ImportPath, Dir string
	GoFiles         []string
	ImportMap       map[string]string
}

var fset = token.NewFileSet()

// program is the module's packages, and their imports by path.
type program struct {
	sources []*source
	done    map[string]*types.Package
}

// load returns the packages of the module and their imports, type-checked from source:
// it needs no compiled packages and takes a few seconds.
var load = sync.OnceValues(func() (*program, error) {
	p := &program{done: map[string]*types.Package{"unsafe": types.Unsafe}}
	return p, p.add("./...")
})

// add type-checks the packages that match patterns of go list, and all their imports.
func (p *program) add(patterns ...string) error {
	cmd := exec.Command("go", append([]string{"list", "-deps", "-json=ImportPath,Dir,GoFiles,ImportMap"}, patterns...)...)
	cmd.Dir = filepath.Join("..", "..", "..")
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	out, err := cmd.Output()
	if err != nil {
		return err
	}
	for decoder := json.NewDecoder(bytes.NewReader(out)); decoder.More(); {
		var l listed
		if err := decoder.Decode(&l); err != nil {
			return err
		}
		if p.done[l.ImportPath] != nil {
			continue
		}
		name, ours := rel(l.ImportPath)
		s := &source{name: name, dir: l.Dir, built: l.GoFiles}
		if ours {
			s.info = newInfo()
			p.sources = append(p.sources, s)
		}
		if s.types, err = s.check(l, ours, p.done); err != nil {
			return err
		}
		p.done[l.ImportPath] = s.types
	}
	return nil
}

func newInfo() *types.Info {
	return &types.Info{
		Uses:       map[*ast.Ident]types.Object{},
		Selections: map[*ast.SelectorExpr]*types.Selection{},
		Types:      map[ast.Expr]types.TypeAndValue{},
	}
}

// check parses and type-checks a package whose imports are done. Of foreign packages it
// needs declarations only, and ignores errors that need a C compiler.
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
