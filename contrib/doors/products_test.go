// Package doors tests chesszip's interfaces for several languages together: every
// program of docs/doors.md prints the output shown there, and the same questions about
// the same games have the same answers in every interface.
package doors

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// products is a folder that contrib/doors/run makes:
//
//	bin/           chesszip, czip2parquet, czipbeam, and query, which asks DuckDB
//	python/        the package of the wheel
//	node_modules/  DuckDB, and chesszip for JavaScript
type products string

// built returns the products, or skips the test.
func built(t *testing.T) products {
	folder := os.Getenv("DOORS")
	if folder == "" {
		t.Skip("DOORS names no folder with the products of the doors: contrib/doors/run makes them")
	}
	return products(folder)
}

// needs are the products that a language needs, one of each line.
var needs = map[string]string{
	"py":  "python/chesszip",
	"js":  "node_modules/@chesszip/reader",
	"sql": "node_modules/@duckdb",
}

// command returns a command that runs a program of a language in a folder. It skips the
// test if a needed product is missing.
func (p products) command(t *testing.T, folder, language, program string, arguments ...string) *exec.Cmd {
	need := needs[language]
	if strings.Contains(program, "\nquery ") { // a shell script that calls DuckDB
		need = needs["sql"]
	}
	if need != "" {
		if _, err := os.Stat(filepath.Join(string(p), need)); err != nil {
			t.Skip("SKIPPED:", need, "could not be had, see what contrib/doors/run says above")
		}
	}
	var name string
	switch language {
	case "sh":
		name, arguments = "bash", append([]string{"-euo", "pipefail", "-c", program, "bash"}, arguments...)
	case "py":
		name, arguments = "/usr/bin/python3", append([]string{"-c", program}, arguments...)
	case "js":
		name, arguments = "node", append([]string{p.write(t, "program*.mjs", program)}, arguments...)
	case "sql":
		name, arguments = filepath.Join(string(p), "bin", "query"), []string{program}
	case "go":
		name = p.goProgram(t, program)
	default:
		t.Fatalf("a program in %s", language)
	}
	cmd := exec.CommandContext(t.Context(), name, arguments...)
	cmd.Dir = folder
	path := filepath.Join(string(p), "bin") + string(os.PathListSeparator) + os.Getenv("PATH")
	cmd.Env = append(os.Environ(), "PATH="+path, "PYTHONPATH="+filepath.Join(string(p), "python"), "GOWORK=off")
	return cmd
}

// write writes a program next to node_modules, where node searches for modules, until
// the end of the test.
func (p products) write(t *testing.T, pattern, program string) string {
	f, err := os.CreateTemp(string(p), pattern)
	require.NoError(t, err)
	t.Cleanup(func() { _ = os.Remove(f.Name()) })
	_, err = f.WriteString(program)
	require.NoError(t, err)
	require.NoError(t, f.Close())
	return f.Name()
}

// goProgram builds a program from the body of a function main, and returns its path. It
// imports the packages that the body uses.
func (p products) goProgram(t *testing.T, body string) string {
	var text strings.Builder
	text.WriteString("package main\n\nimport (\n")
	for name, path := range map[string]string{

		"bytes": "bytes", "context": "context", "fmt": "fmt", "io": "io", "log": "log", "os": "os",
		"board": "github.com/chesszip/chesszip/board", "chesszip": "github.com/chesszip/chesszip",
		"codec": "github.com/chesszip/chesszip/codec", "levels": "github.com/chesszip/chesszip/levels",
		"remote": "github.com/chesszip/chesszip/remote",
	} {
		if strings.Contains(body, name+".") {
			text.WriteString("\t\"" + path + "\"\n")
		}
	}
	text.WriteString(")\n\nfunc main() {\n" + body + "}\n")
	folder := t.TempDir()
	source := filepath.Join(folder, "main.go")
	require.NoError(t, os.WriteFile(source, []byte(text.String()), 0o600))
	program := filepath.Join(folder, "program")
	build := exec.CommandContext(t.Context(), "go", "build", "-o", program, source)
	build.Dir = "../.." // whose module has the packages
	out, err := build.CombinedOutput()
	require.NoError(t, err, string(out))
	return program
}
