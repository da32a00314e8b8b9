package lint

import (
	"go/types"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// bitWriters are the packages of schemes, with which callers write positions into their
// own bit streams: only they expose types of bitio.
var bitWriters = map[string]bool{
	"basen": true, "codec": true, "codec/boardmodel": true, "huffman": true, "piecelist": true,
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

// settings are structs that callers fill and the library only reads.
var settings = []string{
	"chesszip.Query", "chesszip.TrainingGames", "diagram.Arrow", "page.Feature", "page.File", "pgn.Line", "pgn.Node", "pgn.Strip", "pgn.TagEdit", "pgn.Token",
	"pgn.Tree", "server.File",
}

// TestJSONNames checks that each struct that is a result has a name in lower case for
// each of its fields in JSON, or its own form of JSON.
func TestJSONNames(t *testing.T) {
	all, err := load()
	require.NoError(t, err)
	seen := 0
	for _, s := range all.sources {
		if !isPublic(s) {
			continue
		}
		for _, name := range s.types.Scope().Names() {
			o, ok := s.types.Scope().Lookup(name).(*types.TypeName)
			if !ok || !o.Exported() || o.IsAlias() || strings.HasSuffix(name, "Options") || strings.HasSuffix(name, "Error") {
				continue
			}
			of, ok := o.Type().Underlying().(*types.Struct)
			if !ok || slices.Contains(settings, label(s.types)+"."+name) {
				continue
			}
			methods := types.NewMethodSet(o.Type())
			if methods.Lookup(s.types, "MarshalJSON") != nil || methods.Lookup(s.types, "MarshalText") != nil {
				continue
			}
			for i := range of.NumFields() {
				tag := reflect.StructTag(of.Tag(i)).Get("json")
				if f := of.Field(i); f.Exported() && !f.Embedded() {
					seen++
					if tag == "" || tag != strings.ToLower(tag) {
						t.Errorf("%s.%s.%s has no name for JSON in lower case", label(s.types), name, f.Name())
					}
				}
			}
		}
	}
	require.Greater(t, seen, 100)
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
