package lint

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// What a reader can hold in mind, for packages in internal/.
const (
	maxPackage  = 2200 // lines, tests and subpackages apart
	maxFile     = 450  // lines, of tests too
	maxFunction = 80   // lines
	maxFields   = 15   // of a struct
)

// What the root may hold, which is the face of the library, without tests.
const (
	maxFaceFiles = 16
	maxFaceLines = 2000 // neither blank nor comment
)

// longFunctions are functions that may be longer than maxFunction, and why: each
// is one big table.
var longFunctions = map[string]string{}

// limited returns the packages that the limits count for.
func limited(t *testing.T) []*source {
	t.Helper()
	var in []*source
	for _, s := range sources(t) {
		if s.name != "" {
			in = append(in, s)
		}
	}
	return in
}

func TestPackageAndFileLengths(t *testing.T) {
	for _, s := range limited(t) {
		files, err := filepath.Glob(filepath.Join(s.dir, "*.go"))
		require.NoError(t, err)
		total := 0
		for _, file := range files {
			text, err := os.ReadFile(file)
			require.NoError(t, err)
			n := bytes.Count(text, []byte("\n"))
			if !strings.HasSuffix(file, "_test.go") {
				total += n
			}
			if n > maxFile {
				t.Errorf("%s/%s has %d lines, the limit is %d", s.name, filepath.Base(file), n, maxFile)
			}
		}
		if total > maxPackage {
			t.Errorf("%s has %d lines without tests, the limit is %d", s.name, total, maxPackage)
		}
	}
}

// TestFaceIsSmall holds that the root stays a face: what users do not call belongs into a
// room below.
func TestFaceIsSmall(t *testing.T) {
	all, err := filepath.Glob(filepath.Join("..", "..", "*.go"))
	require.NoError(t, err)
	files, lines := 0, 0
	for _, file := range all {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		files++
		for line := range strings.Lines(string(text)) {
			if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "//") {
				lines++
			}
		}
	}
	require.NotZero(t, files)
	require.LessOrEqual(t, files, maxFaceFiles, "files of the root")
	require.LessOrEqual(t, lines, maxFaceLines, "lines of the root that are neither blank nor comment")
}

func TestFunctionLengths(t *testing.T) {
	long := map[string]bool{}
	for _, s := range limited(t) {
		check := func(name string, n ast.Node) {
			lines := fset.Position(n.End()).Line - fset.Position(n.Pos()).Line + 1
			if lines <= maxFunction {
				return
			}
			long[name] = true
			if longFunctions[name] == "" {
				t.Errorf("%s: %s has %d lines, the limit is %d", s.place(n.Pos()), name, lines, maxFunction)
			}
		}
		for _, f := range s.files {
			for _, decl := range f.Decls {
				if fn, ok := decl.(*ast.FuncDecl); ok {
					check(s.name+"."+fn.Name.Name, fn)
					continue
				}
				ast.Inspect(decl, func(n ast.Node) bool {
					fn, ok := n.(*ast.FuncLit)
					if ok {
						check(s.name+".func", fn)
					}
					return !ok
				})
			}
		}
	}
	for name := range longFunctions {
		if !long[name] {
			t.Errorf("%s is not too long any more, or not there: take it off the list", name)
		}
	}
}

func TestStructFields(t *testing.T) {
	for _, s := range limited(t) {
		for _, f := range s.files {
			ast.Inspect(f, func(n ast.Node) bool {
				if n, ok := n.(*ast.StructType); ok {
					fields := s.info.Types[n].Type.(*types.Struct).NumFields()
					if fields > maxFields {
						t.Errorf("%s: a struct has %d fields, the limit is %d", s.place(n.Pos()), fields, maxFields)
					}
				}
				return true
			})
		}
	}
}

// openValues are structs that are plain values, made to be filled: all fields are
// exported, and each may be set without the others.
var openValues = map[string]bool{
	"archive.Frame":                    true,
	"archive.Header":                   true,
	"archive.Stream":                   true,
	"board.Position":                   true,
	"internal/model/container.Part":    true,
	"internal/model/moves.Known":       true,
	"movelist/learned.Known":           true,
	"internal/openingtable.Directory":  true,
	"internal/openingtree.Game":        true,
	"internal/openingtree.Mean":        true,
	"internal/openingtree.Move":        true,
	"internal/openingtree.Node":        true,
	"internal/openingtree.Sample":      true,
	"internal/openingtree.Tally":       true,
	"internal/positionlist/lines.Kind": true,
	"records.Record":                   true,
	"internal/tagvalue.Tag":            true,
}

// TestForeignFields holds that a package leaves the fields of other packages'
// types alone: it calls their methods, or fills a value in a variable of its own.
func TestForeignFields(t *testing.T) {
	for _, s := range limited(t) {
		report := func(e ast.Expr) {
			if field := s.foreign(e); field != nil {
				t.Errorf("%s: writes field %s of a type of %s", s.place(e.Pos()), field.Name(), field.Pkg().Name())
			}
		}
		for _, f := range s.files {
			ast.Inspect(f, func(n ast.Node) bool {
				switch n := n.(type) {
				case *ast.AssignStmt:
					if n.Tok != token.DEFINE {
						for _, left := range n.Lhs {
							report(left)
						}
					}
				case *ast.IncDecStmt:
					report(n.X)
				case *ast.RangeStmt:
					if n.Tok == token.ASSIGN {
						report(n.Key)
						report(n.Value)
					}
				case *ast.UnaryExpr:
					// Structs are passed by their address to be read, too.
					if n.Op == token.AND && !isStruct(s.info.Types[n.X].Type) {
						report(n.X)
					}
				}
				return true
			})
		}
	}
}

// foreign returns the field of another package of the module that writing to an
// expression changes, nil for none. What lies behind a pointer in a foreign
// struct is a thing of its own.
func (s *source) foreign(e ast.Expr) *types.Var {
	for {
		switch x := e.(type) {
		case *ast.ParenExpr:
			e = x.X
		case *ast.IndexExpr:
			e = x.X
		case *ast.SelectorExpr:
			selected := s.info.Selections[x]
			if selected == nil || selected.Kind() != types.FieldVal {
				return nil
			}
			field := selected.Obj().(*types.Var)
			_, ours := rel(field.Pkg().Path())
			if ours && field.Pkg() != s.types && !openValues[holder(selected)] && !s.ownValue(x.X) {
				return field
			}
			if _, pointer := s.info.Types[x.X].Type.Underlying().(*types.Pointer); pointer {
				return nil
			}
			e = x.X
		default:
			return nil
		}
	}
}

// holder returns the name of the struct that the selected field is one of, such
// as "board.Position".
func holder(selected *types.Selection) string {
	t := selected.Recv()
	path := selected.Index()
	for _, i := range path[:len(path)-1] {
		t = dereferenced(t).Underlying().(*types.Struct).Field(i).Type()
	}
	named, ok := types.Unalias(dereferenced(t)).(*types.Named)
	if !ok {
		return ""
	}
	pkg, _ := rel(named.Obj().Pkg().Path())
	return pkg + "." + named.Obj().Name()
}

func dereferenced(t types.Type) types.Type {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		return p.Elem()
	}
	return t
}

func isStruct(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Struct, *types.Array:
		return true
	}
	return false
}

// ownValue reports whether an expression is a local variable, or a field of one,
// that holds a struct itself and not a pointer.
func (s *source) ownValue(e ast.Expr) bool {
	for {
		if _, pointer := s.info.Types[e].Type.Underlying().(*types.Pointer); pointer {
			return false
		}
		switch x := e.(type) {
		case *ast.SelectorExpr:
			if s.info.Selections[x] == nil {
				return false // a variable of a package
			}
			e = x.X
		case *ast.Ident:
			v, ok := s.info.Uses[x].(*types.Var)
			return ok && v.Parent() != v.Pkg().Scope()
		default:
			return false
		}
	}
}

// TestNoClock holds that no test looks at the time: a busy machine is not a bug.
func TestNoClock(t *testing.T) {
	root := filepath.Join("..", "..")
	err := filepath.WalkDir(root, func(p string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && p != root && strings.HasPrefix(d.Name(), ".") {
			return fs.SkipDir
		}
		if !strings.HasSuffix(p, "_test.go") {
			return nil
		}
		f, err := parser.ParseFile(token.NewFileSet(), p, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		name, err := filepath.Rel(root, p)
		if err != nil {
			return err
		}
		name = filepath.ToSlash(name)
		ast.Inspect(f, func(n ast.Node) bool {
			selector, ok := n.(*ast.SelectorExpr)
			if !ok {
				return true
			}
			if x, ok := selector.X.(*ast.Ident); ok && x.Name == "time" && (selector.Sel.Name == "Now" || selector.Sel.Name == "Since") {
				t.Errorf("%s looks at the time: count work instead", name)
			}
			return true
		})
		return nil
	})
	require.NoError(t, err)
}
