package lint

import (
	"go/types"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// bitWriters are the packages of schemes, with which callers write positions into their
// own bit streams: only they expose types of bitio.
var bitWriters = map[string]bool{
	"basen": true, "codec": true, "codec/boardmodel": true, "gamestate": true, "huffman": true, "piecelist": true,
}

// TestPublicTypes checks that the API can be read in the public packages: no exported
// name is of an internal type, or has one in its signature or its fields, under any
// alias; nor types of other modules except bitio.
func TestPublicTypes(t *testing.T) {
	seen := 0
	all, err := load()
	require.NoError(t, err)
	for _, s := range all.sources {
		if strings.HasPrefix(s.name, "internal/") || s.types.Name() == "main" {
			continue
		}
		seen++
		scope := s.types.Scope()
		for _, name := range scope.Names() {
			o := scope.Lookup(name)
			if !o.Exported() {
				continue
			}
			for _, bad := range foreignTypes(o) {
				if !bitWriters[s.name] || !strings.HasPrefix(bad, "github.com/icza/bitio.") {
					t.Errorf("%s.%s shows %s", s.name, name, bad)
				}
			}
		}
	}
	require.Greater(t, seen, 15)
}

// foreignTypes returns the types that callers of an exported object see and cannot look
// up among the public packages of the module.
func foreignTypes(o types.Object) []string {
	w := typeWalk{seen: map[types.Type]bool{}}
	name, ok := o.(*types.TypeName)
	if !ok {
		w.visit(o.Type())
		return w.found
	}
	if alias, ok := o.Type().(*types.Alias); ok {
		w.visit(alias.Rhs())
		return w.found
	}
	w.visit(name.Type().Underlying())
	methods := types.NewMethodSet(types.NewPointer(name.Type()))
	for i := range methods.Len() {
		if m := methods.At(i).Obj(); m.Exported() {
			w.visit(m.Type())
		}
	}
	return w.found
}

// typeWalk visits the types in a type.
type typeWalk struct {
	seen  map[types.Type]bool
	found []string
}

func (w *typeWalk) visit(t types.Type) {
	if t == nil || w.seen[t] {
		return
	}
	w.seen[t] = true
	switch t := t.(type) {
	case *types.Alias:
		w.name(t.Obj())
		w.visit(types.Unalias(t))
	case *types.Named:
		w.name(t.Obj())
		for i := range t.TypeArgs().Len() {
			w.visit(t.TypeArgs().At(i))
		}
	case *types.Map:
		w.visit(t.Key())
		w.visit(t.Elem())
	case interface{ Elem() types.Type }: // pointers, slices, arrays, channels
		w.visit(t.Elem())
	case *types.Tuple:
		for v := range t.Variables() {
			w.visit(v.Type())
		}
	case *types.Signature:
		w.visit(t.Params())
		w.visit(t.Results())
	case *types.Interface:
		for m := range t.Methods() {
			w.visit(m.Type())
		}
	case *types.Struct:
		for f := range t.Fields() {
			if f.Exported() {
				w.visit(f.Type())
			} else if inner, ok := f.Type().Underlying().(*types.Struct); ok && f.Embedded() {
				w.visit(inner)
			}
		}
	}
}

// name records a type that is neither public, nor of the standard library.
func (w *typeWalk) name(o *types.TypeName) {
	if o.Pkg() == nil {
		return
	}
	path := o.Pkg().Path()
	inside, ours := rel(path)
	if ours && strings.HasPrefix(inside, "internal/") || !ours && strings.Contains(path, ".") {
		w.found = append(w.found, path+"."+o.Name())
	}
}
