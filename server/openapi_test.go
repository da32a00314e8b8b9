//go:build unix

package server

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/internal/serve/answers"
	"github.com/chesszip/chesszip/internal/test/golden"
)

// object is an object of JSON.
type object = map[string]any

// TestOpenAPI compares openapi.json with the routes, their parameters, and the types of
// their answers. With -update it writes the file.
func TestOpenAPI(t *testing.T) {
	d := describer{object{}}
	paths := object{}
	for _, r := range allRoutes(answers.New(siteFiles(threeGames(t)), answers.Options{}), nil) {
		method, of := "get", d.operation(&r)
		if r.Body > 0 {
			method = "post"
			of["requestBody"] = object{"required": true, "content": object{answers.TypePGN: object{"schema": object{"type": "string", "maxLength": r.Body}}}}
		}
		paths[r.Pattern] = object{method: of}
	}
	d.schemas["Problem"] = d.schema(reflect.TypeFor[answers.Problem]())
	info := object{
		"title": "chesszip serve", "version": "1",
		"description": "Games of archives and PGN files. docs/api-http.md of the source describes the answers; those of /masters, /lichess and /player are described at https://lichess.org/api, tag Opening Explorer.",
	}
	text := fmt.Sprintf("{\"openapi\": \"3.1.0\",\n\"info\": %s,\n\"paths\": %s,\n\"components\": {\"schemas\": %s}}\n", lineOf(t, info), linesOf(t, paths), linesOf(t, d.schemas))
	require.True(t, json.Valid([]byte(text)), text)
	if golden.Updating() {
		require.NoError(t, os.WriteFile("openapi.json", []byte(text), 0o666))
		return
	}
	require.Equal(t, text, string(openAPI), "go test ./server -run TestOpenAPI -update writes it")
	require.Equal(t, string(openAPI), body(t, get(Handler(threeGames(t), nil), "/openapi.json")))
}

func lineOf(t *testing.T, v any) string {
	t.Helper()
	text, err := json.Marshal(v)
	require.NoError(t, err)
	return string(text)
}

// linesOf returns an object with a line for each property.
func linesOf(t *testing.T, o object) string {
	t.Helper()
	var lines []string
	for _, name := range slices.Sorted(maps.Keys(o)) {
		lines = append(lines, fmt.Sprintf("%q: %s", name, lineOf(t, o[name])))
	}
	return "{\n" + strings.Join(lines, ",\n") + "\n}"
}

func siteFiles(files []File) (all []answers.File) {
	for _, f := range files {
		all = append(all, answers.File(f))
	}
	return all
}

// describer collects the schemas of named types.
type describer struct{ schemas object }

func (d describer) operation(r *answers.Route) object {
	parameters := []object{}
	if strings.Contains(r.Pattern, "{id}") {
		parameters = append(parameters, object{"name": "id", "in": "path", "required": true, "schema": object{"type": "string"}})
	}
	for _, p := range r.Parameters {
		of := object{"type": "string"}
		switch {
		case p.Flag:
			of = object{"type": "boolean", "default": false}
		case p.Range != nil:
			of = object{"type": "integer", "default": p.Range.Usual, "minimum": p.Range.Low}
			if !p.Range.Clamped {
				of["maximum"] = p.Range.High
			}
		case p.Values != nil:
			of["enum"] = p.Values
		}
		one := object{"name": p.Name, "in": "query", "description": p.About, "schema": of}
		if p.Needed {
			one["required"] = true
		}
		parameters = append(parameters, one)
	}
	kind, answer := answers.TypeJSON, object{"type": "string"}
	if r.Type != "" {
		kind = r.Type
	}
	if r.Fields != nil {
		properties := object{}
		for _, part := range r.Fields {
			d.addFields(properties, reflect.TypeOf(part))
		}
		answer = closed(properties)
	}
	problem := object{"description": "why not", "content": object{answers.TypeJSON: object{"schema": object{"$ref": "#/components/schemas/Problem"}}}}
	return object{
		"summary": r.About, "parameters": parameters,
		"responses": object{"200": object{"description": r.About, "content": object{kind: object{"schema": answer}}}, "default": problem},
	}
}

// closed returns the schema of an object with properties that are always there.
func closed(properties object) object {
	names := []string{}
	for name, of := range properties {
		if of.(object)["x-optional"] == nil {
			names = append(names, name)
		}
		delete(of.(object), "x-optional")
	}
	slices.Sort(names)
	return object{"type": "object", "required": names, "properties": properties}
}

func (d describer) addFields(properties object, of reflect.Type) {
	for i := range of.NumField() {
		f := of.Field(i)
		name, rest, _ := strings.Cut(f.Tag.Get("json"), ",")
		switch {
		case f.Anonymous && name == "":
			d.addFields(properties, f.Type)
		case name != "" && name != "-":
			s := d.schema(f.Type)
			if rest == "omitempty" {
				s["x-optional"] = true
			}
			properties[name] = s
		}
	}
}

// schema returns the schema of a type.
func (d describer) schema(of reflect.Type) object {
	switch of.Kind() {
	case reflect.Bool:
		return object{"type": "boolean"}
	case reflect.String:
		return object{"type": "string"}
	case reflect.Float64:
		return object{"type": "number"}
	case reflect.Int, reflect.Int64:
		return object{"type": "integer"}
	case reflect.Slice:
		return object{"type": "array", "items": d.schema(of.Elem())}
	case reflect.Pointer:
		return object{"anyOf": []any{d.schema(of.Elem()), object{"type": "null"}}}
	case reflect.Interface:
		return object{}
	case reflect.Struct:
		name := strings.ToUpper(of.Name()[:1]) + strings.TrimSuffix(of.Name()[1:], "JSON")
		if d.schemas[name] == nil {
			d.schemas[name] = object{} // a type may hold itself
			properties := object{}
			d.addFields(properties, of)
			d.schemas[name] = closed(properties)
		}
		return object{"$ref": "#/components/schemas/" + name}
	}
	panic("no schema of " + of.String())
}

// TestNumbers asks each route for a number below and above what a parameter may be, and
// for a word: all are refused by name, except that the explorer's routes cut numbers that
// are too high, as upstream does.
func TestNumbers(t *testing.T) {
	files := threeGames(t)
	e, _ := startedEngine(t, "none", 50*time.Millisecond)
	h := Handler(files, &Options{Engine: e})
	asked := 0
	for _, r := range allRoutes(answers.New(siteFiles(files), answers.Options{}), nil) {
		var edits []func(*http.Request)
		if r.Body > 0 {
			edits = append(edits, post("1. e4 *"))
		}
		path := strings.Replace(r.Pattern, "{id}", "1-1", 1) + "?pattern=mate&player=lind&name=lind&color=white&"
		for _, p := range r.Parameters {
			if p.Flag || p.Range != nil {
				requireRefused(t, h, path+p.Name+"=soon", p.Name, edits)
			}
			if p.Range == nil {
				continue
			}
			asked++
			requireRefused(t, h, path+p.Name+"="+strconv.FormatInt(p.Range.Low-1, 10), p.Name, edits)
			for _, high := range []string{strconv.FormatUint(uint64(p.Range.High)+1, 10), "99999999999999999999"} {
				switch answer := get(h, path+p.Name+"="+high, edits...); {
				case p.Range.Clamped:
					require.Equal(t, http.StatusOK, answer.StatusCode, path)
				case p.Range.High < 1<<62:
					requireRefused(t, h, path+p.Name+"="+high, p.Name, edits)
				}
			}
			if r.Body == 0 { // the text has one game
				require.Equal(t, http.StatusOK, get(h, path+p.Name+"="+strconv.FormatInt(p.Range.High, 10)).StatusCode, path)
			}
		}
	}
	require.Greater(t, asked, 10)
	require.Contains(t, body(t, get(h, "/api/games?limit=9999")), `limit: \"9999\" is not a number from 0 to 500`)
}

func requireRefused(t *testing.T, h http.Handler, target, why string, edits []func(*http.Request)) {
	t.Helper()
	r := get(h, target, edits...)
	require.Equal(t, http.StatusBadRequest, r.StatusCode, target)
	require.Contains(t, body(t, r), `{"error":"`+why+": ", target)
}

// TestParametersRead checks that each parameter that is declared is read by the code.
func TestParametersRead(t *testing.T) {
	read := map[string]bool{}
	for _, pattern := range []string{"*.go", "../internal/serve/answers/*.go"} {
		names, err := filepath.Glob(pattern)
		require.NoError(t, err)
		for _, name := range names {
			file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
			require.NoError(t, err)
			ast.Inspect(file, func(n ast.Node) bool {
				call, ok := n.(*ast.CallExpr)
				if !ok {
					return true
				}
				name := ""
				switch f := call.Fun.(type) {
				case *ast.SelectorExpr:
					name = f.Sel.Name
				case *ast.Ident:
					name = f.Name
				}
				if !slices.Contains([]string{"Value", "Number", "Flag", "values", "read"}, name) {
					return true
				}
				for _, arg := range call.Args {
					if text, ok := arg.(*ast.BasicLit); ok && text.Kind == token.STRING {
						word, err := strconv.Unquote(text.Value)
						require.NoError(t, err)
						read[word] = true
					}
				}
				return true
			})
		}
	}
	for _, r := range allRoutes(answers.New(siteFiles(threeGames(t)), answers.Options{}), nil) {
		for _, p := range r.Parameters {
			if !read[p.Name] {
				t.Errorf("%s: nothing reads %s", r.Pattern, p.Name)
			}
		}
	}
}
