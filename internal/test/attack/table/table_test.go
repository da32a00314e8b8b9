package table

import (
	"go/ast"
	"go/constant"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/internal/frame/game/streams"
)

// spared are functions that match the rule below although they read no external input.
var spared = map[string]string{
	"chesszip.OpenFile":        "opens a file by name; the rest is Open",
	"chesszip.Archive.Close":   "closes that file",
	"server.Listen":            "opens a port of this machine; its address is the user's",
	"chesszip.Summary.Merge":   "adds counts that are read already",
	"chesszip.Train":           "learns from what Decompress and Compress read; its own input is a model that Parse reads",
	"codec.NewPalette":         "takes a name from the program's own text; the palette's decoder is that of codec.Palette",
	"pgn.ParsedGame.RemoveTag": "looks a name up in a game that is read already",
	"pgn.Tree.Tag":             "looks a name up in a game that is read already",
	"pgn.Tree.RemoveTag":       "looks a name up in a game that is read already",
	"pgn.ParsedGame.Tag":       "looks a name up in a game that is read already",
}

// decodesName matches names of functions that decode or parse.
var decodesName = regexp.MustCompile(`^(Parse|Decode|Decompress|Read|Open|Unmarshal|Scan|Recover|Verify|Unescape|Sniff|Replay|Probe|Seek|Skip|Begin|Append$|Merge|Train|NewReader|NewScanner|New\w+Reader|IsArchive)`)

// inputs are the types of parameters for external input.
var inputs = map[string]bool{"[]byte": true, "string": true, "io.Reader": true, "io.ReaderAt": true, "*bitio.Reader": true, "any": true}

// readers are types whose methods read from an input given before.
var readers = map[string]bool{
	"chesszip.Archive": true, "pgn.Reader": true, "pgn.Scanner": true,
	"basen.Mixed": true, "endgame.Cube": true, "endgame.Base": true,
}

// decodes is the rule: a function decodes or parses if its name says so; or if it has an
// input and returns an error, a bool or a sequence; or if it is a method of a reader
// that returns an error or a sequence. Functions that only write, named Append, Write,
// Marshal and so on, and methods of errors do not.
func decodes(name, receiver string, f *ast.FuncType) bool {
	if regexp.MustCompile(`^(Write|Marshal|Value$|Error$|Unwrap$|String$|AppendBinary|AppendText|BitLen$)`).MatchString(name) {
		return false
	}
	if strings.HasPrefix(name, "Append") && name != "Append" {
		return false
	}
	if name == "Append" && receiver != "" {
		return false // of a level or scheme: writes
	}
	if decodesName.MatchString(name) {
		return receiver != "records.Writer"
	}
	answers := f.Results != nil && slices.ContainsFunc(f.Results.List, func(r *ast.Field) bool {
		s := spell(r.Type)
		return s == "error" || s == "bool" || strings.HasPrefix(s, "iter.Seq2")
	})
	if !answers {
		return false
	}
	if readers[receiver] && spell(f.Results.List[len(f.Results.List)-1].Type) != "bool" {
		return true
	}
	return slices.ContainsFunc(f.Params.List, func(p *ast.Field) bool {
		return inputs[spell(p.Type)] && (len(p.Names) == 0 || p.Names[0].Name != "dst")
	})
}

// spell formats a type.
func spell(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.Ident:
		return e.Name
	case *ast.StarExpr:
		return "*" + spell(e.X)
	case *ast.ArrayType:
		if e.Len == nil {
			return "[]" + spell(e.Elt)
		}
	case *ast.SelectorExpr:
		return spell(e.X) + "." + e.Sel.Name
	case *ast.IndexListExpr:
		return spell(e.X)
	case *ast.IndexExpr:
		return spell(e.X)
	}
	return "?"
}

// sources returns the parsed files of a package, without tests.
func sources(t *testing.T, dir string) (files []*ast.File) {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(dir, "*.go"))
	require.NoError(t, err)
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		require.NoError(t, err)
		files = append(files, f)
	}
	return files
}

// publicPackages returns the folders of the public packages, from the root.
func publicPackages(t *testing.T) (dirs []string) {
	t.Helper()
	root := filepath.Join("..", "..", "..", "..")
	hidden := []string{"internal", "cmd", "benchmarks", "contrib", "testdata", "fuzz"}
	err := filepath.WalkDir(root, func(p string, d fs.DirEntry, err error) error {
		if err != nil || !d.IsDir() {
			return err
		}
		if p != root && (strings.HasPrefix(d.Name(), ".") || slices.Contains(hidden, d.Name())) {
			return fs.SkipDir
		}
		dir, err := filepath.Rel(root, p)
		dirs = append(dirs, filepath.ToSlash(dir))
		return err
	})
	require.NoError(t, err)
	return dirs
}

// decoding returns the names of all public functions that decode or parse.
func decoding(t *testing.T) (names []string) {
	t.Helper()
	for _, dir := range publicPackages(t) {
		pkg := dir
		if dir == "." {
			pkg = "chesszip"
		}
		for _, f := range sources(t, filepath.Join("..", "..", "..", "..", filepath.FromSlash(dir))) {
			for _, d := range f.Decls {
				fn, ok := d.(*ast.FuncDecl)
				if !ok || !fn.Name.IsExported() || f.Name.Name == "main" {
					continue
				}
				receiver, name := "", pkg+"."+fn.Name.Name
				if fn.Recv != nil {
					typ := strings.TrimPrefix(spell(fn.Recv.List[0].Type), "*")
					if !ast.IsExported(typ) {
						continue
					}
					receiver = pkg + "." + typ
					name = receiver + "." + fn.Name.Name
				}
				if decodes(fn.Name.Name, receiver, fn.Type) {
					names = append(names, name)
				}
			}
		}
	}
	require.Greater(t, len(names), 80)
	return names
}

// TestEveryDecoderIsAttacked checks that each public function that decodes or parses is
// in the table, or in the list of exceptions with its reason.
func TestEveryDecoderIsAttacked(t *testing.T) {
	attacked := map[string]bool{}
	for _, op := range Operations() {
		for _, name := range op.Names {
			attacked[name] = true
		}
	}
	all := decoding(t)
	for _, name := range all {
		if !attacked[name] && spared[name] == "" {
			t.Errorf("%s decodes or parses: add an operation to the table of internal/test/attack/table, or say why not", name)
		}
	}
	for name := range spared {
		if attacked[name] || !slices.Contains(all, name) {
			t.Errorf("%s is attacked, or need not be: take it off the exceptions", name)
		}
	}
	// Further names in the table must also exist.
	exported := map[string]bool{}
	for _, dir := range publicPackages(t) {
		for _, f := range sources(t, filepath.Join("..", "..", "..", "..", filepath.FromSlash(dir))) {
			for _, d := range f.Decls {
				if fn, ok := d.(*ast.FuncDecl); ok {
					exported[fn.Name.Name] = true
				}
			}
		}
	}
	for name := range attacked {
		if fn := name[strings.LastIndexByte(name, '.')+1:]; !exported[fn] {
			t.Errorf("%s is in the table and not in the sources", name)
		}
	}
}

// constants returns the values of the integer constants of a package whose names match;
// if a type is given, only those declared with it.
func constants(t *testing.T, dir, names, of string) map[string]uint64 {
	t.Helper()
	match, found := regexp.MustCompile(names), map[string]uint64{}
	for _, f := range sources(t, dir) {
		for _, d := range f.Decls {
			g, ok := d.(*ast.GenDecl)
			if !ok || g.Tok != token.CONST {
				continue
			}
			if first := g.Specs[0].(*ast.ValueSpec); of != "" && (first.Type == nil || spell(first.Type) != of) {
				continue
			}
			for i, s := range g.Specs {
				v := s.(*ast.ValueSpec)
				for j, n := range v.Names {
					if !match.MatchString(n.Name) {
						continue
					}
					value := uint64(i) // of a list that begins with iota
					if len(v.Values) > j {
						if lit, ok := v.Values[j].(*ast.BasicLit); ok {
							value, _ = constant.Uint64Val(constant.MakeFromLiteral(lit.Value, lit.Kind, 0))
						}
					}
					found[n.Name] = value
				}
			}
		}
	}
	return found
}

// TestKindsAndMethods checks that each kind of stream and each method of a column is in
// the table with its number, and in SPEC.md.
func TestKindsAndMethods(t *testing.T) {
	kinds := map[string]uint16{}
	for _, room := range []string{"frame/game/streams", "index", "frame/positions", "frame/records"} {
		for name, v := range constants(t, filepath.Join("..", "..", "..", room), `^[kK]ind[A-Z]`, "") {
			kinds[path.Base(room)+"."+name] = uint16(v)
		}
	}
	kinds["streams.KindBranches"] = streams.KindBranches // not a literal
	require.Equal(t, kinds, StreamKinds, "the kinds of streams: add what is new to StreamKinds and AllKinds")
	for name, kind := range StreamKinds {
		require.Contains(t, AllKinds(), kind, name)
	}
	texts := map[string]byte{}
	for name, v := range constants(t, filepath.Join("..", "..", "..", "column", "text"), `.`, "method") {
		texts[name] = byte(v)
	}
	require.Equal(t, texts, TextMethods)
	tags := map[string]byte{}
	for name, v := range constants(t, filepath.Join("..", "..", "..", "column", "tags"), `^method[A-Z]`, "") {
		tags[name] = byte(v)
	}
	require.Equal(t, tags, TagMethods, "the methods of columns: add what is new to TagMethods and AllMethods")
	for _, methods := range []map[string]byte{TextMethods, TagMethods} {
		for name, m := range methods {
			require.Contains(t, AllMethods(), m, name)
		}
	}
	require.Equal(t, "16", strconv.Itoa(FirstTag))
}
