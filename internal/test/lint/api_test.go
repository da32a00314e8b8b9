package lint

import (
	"fmt"
	"go/types"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/internal/test/golden"
)

// symbol is an exported name of a public package: a package-level one, a field,
// or a method.
type symbol struct {
	name string // package.Name or package.Type.Name
	line string // with its signature
	obj  types.Object
}

// isPublic reports whether others may import the package.
func isPublic(s *source) bool {
	return s.types.Name() != "main" && !slices.Contains(strings.Split(s.name, "/"), "internal") && s.types.Scope().Len() > 0
}

// api returns every exported name of the public packages, sorted.
func api(sources []*source) []symbol {
	var all []symbol
	for _, s := range sources {
		if !isPublic(s) {
			continue
		}
		for _, name := range s.types.Scope().Names() {
			if obj := s.types.Scope().Lookup(name); obj.Exported() {
				all = appendSymbols(all, label(s.types), obj)
			}
		}
	}
	slices.SortStableFunc(all, func(a, b symbol) int { return strings.Compare(a.line, b.line) })
	return all
}

// label is the name of a package in the listing: its path in the module; for the root,
// its name.
func label(p *types.Package) string {
	name, ours := rel(p.Path())
	switch {
	case !ours:
		return p.Path()
	case name == "":
		return path.Base(module)
	}
	return name
}

// appendSymbols appends an exported object of a package, and the fields and
// methods of a type.
func appendSymbols(dst []symbol, pkg string, obj types.Object) []symbol {
	name := pkg + "." + obj.Name()
	add := func(name, what string, obj types.Object) {
		dst = append(dst, symbol{name, name + " " + what, obj})
	}
	switch obj := obj.(type) {
	case *types.Const:
		add(name, fmt.Sprintf("const %s = %s", typeText(obj.Type()), obj.Val().ExactString()), obj)
	case *types.Var:
		add(name, "var "+typeText(obj.Type()), obj)
	case *types.Func:
		add(name, typeText(obj.Type()), obj)
	case *types.TypeName:
		if obj.IsAlias() {
			add(name, "= "+typeText(types.Unalias(obj.Type())), obj)
			break // its fields and methods are listed with that type
		}
		add(name, "type "+kindText(obj.Type().Underlying()), obj)
		named, ok := types.Unalias(obj.Type()).(*types.Named)
		if !ok {
			break
		}
		switch under := named.Underlying().(type) {
		case *types.Struct:
			for f := range under.Fields() {
				if f.Exported() {
					add(name+"."+f.Name(), "field "+typeText(f.Type()), f)
				}
			}
		case *types.Interface:
			for m := range under.ExplicitMethods() {
				if m.Exported() {
					add(name+"."+m.Name(), "method "+typeText(m.Type()), m)
				}
			}
		}
		for m := range named.Methods() {
			if !m.Exported() {
				continue
			}
			what := "method "
			if _, pointer := m.Signature().Recv().Type().(*types.Pointer); pointer {
				what = "method of * "
			}
			add(name+"."+m.Name(), what+typeText(m.Type()), m)
		}
	}
	return dst
}

// kindText describes a type, without the fields and methods that have their own lines.
func kindText(t types.Type) string {
	switch t := t.(type) {
	case *types.Struct:
		return "struct"
	case *types.Interface:
		return "interface"
	default:
		return typeText(t)
	}
}

func typeText(t types.Type) string { return types.TypeString(t, label) }

// TestAPI checks the listing of the public API.
func TestAPI(t *testing.T) {
	all, err := load()
	require.NoError(t, err)
	var text strings.Builder
	text.WriteString("Every exported name of the public packages, with its signature.\n\n")
	for _, s := range api(all.sources) {
		text.WriteString(s.line + "\n")
	}
	golden.Equal(t, "../../../docs/api.txt", text.String())
}
