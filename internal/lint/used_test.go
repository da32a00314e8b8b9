package lint

import (
	"go/ast"
	"go/parser"
	"go/types"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// maxNames is how many names users may have to tell apart: package-level names
// and methods, without fields, the 64 squares counted as one, and without those
// that stand in the list of names no program uses.
const maxNames = 804

// programs are the folders whose programs show the library.
var programs = []string{"cmd", "contrib", "examples"}

// TestAPIUsed holds that every exported name is used by a program or an Example,
// is a method that an interface asks for, or stands with its reason in
// testdata/unused.txt.
func TestAPIUsed(t *testing.T) {
	all, err := load()
	require.NoError(t, err)
	names := api(all.sources)
	reasons := readReasons(t)
	used := usedObjects(t, all)
	counted, listed, asked, fields, missing := -63, 0, 0, 0, []string{}
	for _, s := range names {
		_, inList := reasons[s.name]
		isUsed, isAsked := used[s.obj] || isSquare(s.obj), askedFor(all, s.obj)
		delete(reasons, s.name)
		v, isVar := s.obj.(*types.Var)
		isField := isVar && v.IsField()
		switch {
		case isUsed && inList:
			t.Errorf("%s stands in unused.txt and is used", s.name)
		case !isUsed && !isAsked && !inList:
			missing = append(missing, s.name)
		}
		switch {
		case isField:
			fields++
		case isAsked:
			asked++
		case inList:
			listed++
		default:
			counted++
		}
	}
	for name := range reasons {
		t.Errorf("%s stands in unused.txt and is no exported name", name)
	}
	for _, name := range missing {
		t.Errorf("no program and no Example uses %s", name)
	}
	t.Logf("%d names, the squares counted as one; beside them %d methods that interfaces ask for, %d fields, %d names in unused.txt", counted, asked, fields, listed)
	if counted > maxNames {
		t.Errorf("%d names, more than %d", counted, maxNames)
	}
}

// isSquare reports whether an object is one of the 64 squares.
func isSquare(obj types.Object) bool {
	c, ok := obj.(*types.Const)
	return ok && typeText(c.Type()) == "board.Square"
}

// readReasons reads testdata/unused.txt: a reason and, indented below it, the
// names that stand for that reason.
func readReasons(t *testing.T) map[string]string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", "unused.txt"))
	require.NoError(t, err)
	reasons := map[string]string{}
	reason := ""
	for line := range strings.Lines(string(text)) {
		if !strings.HasPrefix(line, "\t") {
			reason = strings.TrimSpace(line)
			continue
		}
		for name := range strings.FieldsSeq(line) {
			require.NotEmpty(t, reason, name)
			require.NotContains(t, reasons, name)
			reasons[name] = reason
		}
	}
	return reasons
}

// usedObjects returns what programs and Examples use by name, and the types of
// the values that they handle.
func usedObjects(t *testing.T, all *program) map[types.Object]bool {
	t.Helper()
	used := map[types.Object]bool{}
	for _, s := range all.sources {
		if slices.Contains(programs, firstFolder(s.name)) {
			collect(used, s.info, nil)
		}
	}
	for dir, files := range userFiles(t) {
		missing := map[string]bool{}
		for _, f := range files {
			for _, i := range f.Imports {
				p, err := strconv.Unquote(i.Path.Value)
				require.NoError(t, err)
				// Of a package for one platform there are no objects: of C, and of
				// syscall/js, which is there for WebAssembly alone.
				if first, _, _ := strings.Cut(p, "/"); all.done[p] == nil && !strings.Contains(first, ".") && p != "C" && p != "syscall/js" {
					missing[p] = true
				}
			}
		}
		if len(missing) > 0 {
			require.NoError(t, all.add(slices.Sorted(maps.Keys(missing))...))
		}
		info := newInfo()
		// What third parties declare is not known; what is ours is.
		config := types.Config{Importer: importer(func(p string) *types.Package { return all.done[p] }), Error: func(error) {}}
		_, _ = config.Check(dir, fset, files, info)
		for _, f := range files {
			collect(used, info, f)
		}
	}
	return used
}

// userFiles returns the files of programs in modules of their own, and those
// with Examples, by folder.
func userFiles(t *testing.T) map[string][]*ast.File {
	t.Helper()
	root := filepath.Join("..", "..")
	files := map[string][]*ast.File{}
	err := filepath.WalkDir(root, func(p string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && (d.Name() == "testdata" || strings.HasPrefix(d.Name(), ".") && d.Name() != "..") {
			return fs.SkipDir
		}
		name, err := filepath.Rel(root, p)
		if err != nil || d.IsDir() || !strings.HasSuffix(p, ".go") {
			return err
		}
		name = filepath.ToSlash(name)
		first := firstFolder(name)
		test := strings.HasSuffix(p, "_test.go")
		if first == "internal" || first == "cmd" || test && slices.Contains(programs, first) || !test && !slices.Contains(programs, first) {
			return nil
		}
		f, err := parser.ParseFile(fset, p, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		// Examples of a package's own tests see what users do not.
		if !test || hasExample(f) && strings.HasSuffix(f.Name.Name, "_test") {
			files[filepath.Dir(p)] = append(files[filepath.Dir(p)], f)
		}
		return nil
	})
	require.NoError(t, err)
	return files
}

func firstFolder(name string) string {
	first, _, _ := strings.Cut(name, "/")
	return first
}

// hasExample reports whether a file holds an Example.
func hasExample(f *ast.File) bool {
	return slices.ContainsFunc(f.Decls, func(d ast.Decl) bool {
		fn, ok := d.(*ast.FuncDecl)
		return ok && strings.HasPrefix(fn.Name.Name, "Example")
	})
}

// collect adds what a file uses, or all files of the info if it is nil.
func collect(used map[types.Object]bool, info *types.Info, f *ast.File) {
	within := func(n ast.Node) bool {
		return f == nil || f.Pos() <= n.Pos() && n.Pos() < f.End()
	}
	for id, obj := range info.Uses {
		if within(id) {
			used[origin(obj)] = true
		}
	}
	for e, selection := range info.Selections {
		if within(e) {
			collectPath(used, selection)
		}
	}
	for e, tv := range info.Types {
		if within(e) && tv.Type != nil {
			collectType(used, tv.Type)
		}
	}
}

// collectPath adds the embedded fields that a selection goes through.
func collectPath(used map[types.Object]bool, selection *types.Selection) {
	t := selection.Recv()
	path := selection.Index()
	for _, i := range path[:len(path)-1] {
		if p, ok := t.Underlying().(*types.Pointer); ok {
			t = p.Elem()
		}
		s, ok := t.Underlying().(*types.Struct)
		if !ok {
			return
		}
		used[s.Field(i).Origin()] = true
		t = s.Field(i).Type()
	}
}

// collectType adds the named types that a value consists of.
func collectType(used map[types.Object]bool, t types.Type) {
	switch t := t.(type) {
	case *types.Alias:
		used[t.Obj()] = true
		collectType(used, types.Unalias(t))
	case *types.Named:
		used[t.Obj()] = true
	case *types.Pointer:
		collectType(used, t.Elem())
	case *types.Slice:
		collectType(used, t.Elem())
	case *types.Array:
		collectType(used, t.Elem())
	}
}

func origin(obj types.Object) types.Object {
	switch obj := obj.(type) {
	case *types.Var:
		return obj.Origin()
	case *types.Func:
		return obj.Origin()
	}
	return obj
}

// askedFor reports whether an object is a method that an interface of the
// standard library or of ours asks for.
func askedFor(all *program, obj types.Object) bool {
	m, ok := obj.(*types.Func)
	if !ok || m.Signature().Recv() == nil {
		return false
	}
	recv := m.Signature().Recv().Type()
	if types.IsInterface(recv) {
		return false
	}
	if _, pointer := recv.(*types.Pointer); !pointer {
		recv = types.NewPointer(recv)
	}
	for i := range interfaces(all) {
		for want := range i.Methods() {
			if want.Name() == m.Name() && types.Implements(recv, i) {
				return true
			}
		}
	}
	// errors.Is and errors.As look for it.
	return m.Name() == "Unwrap"
}

// interfaces are those whose methods are called by others than the program that
// names the type.
func interfaces(all *program) func(func(*types.Interface) bool) {
	of := map[string][]string{
		"io":                  {"Reader", "Writer", "Closer", "WriterTo", "ReaderFrom"},
		"fmt":                 {"Stringer"},
		"encoding":            {"TextMarshaler", "TextUnmarshaler", "TextAppender", "BinaryMarshaler", "BinaryUnmarshaler", "BinaryAppender"},
		"encoding/json":       {"Marshaler", "Unmarshaler"},
		"database/sql":        {"Scanner"},
		"database/sql/driver": {"Valuer"},
		module + "/codec":     {"Scheme", "BoardScheme"},
		module + "/movelist":  {"Level"},
	}
	return func(yield func(*types.Interface) bool) {
		if !yield(types.Universe.Lookup("error").Type().Underlying().(*types.Interface)) {
			return
		}
		for p, names := range of {
			pkg := all.done[p]
			if pkg == nil {
				continue
			}
			for _, name := range names {
				if !yield(pkg.Scope().Lookup(name).Type().Underlying().(*types.Interface)) {
					return
				}
			}
		}
	}
}
