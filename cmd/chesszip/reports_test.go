package main

import (
	"bytes"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestReports checks the output of commands on small malformed files of other programs,
// as listed in testdata/reports/cases.tsv: for the files, for their archives, and for
// archives with every index. Each file comes back byte for byte.
func TestReports(t *testing.T) {
	folder := filepath.Join("..", "..", "testdata", "reports")
	names, err := filepath.Glob(filepath.Join(folder, "*.pgn"))
	require.NoError(t, err)
	require.NotEmpty(t, names)
	forms := map[string][]string{} // by file: its name, and those of its archives
	for _, name := range names {
		src, err := os.ReadFile(name)
		require.NoError(t, err)
		file := filepath.Base(name)
		forms[file] = []string{name}
		for _, flags := range [][]string{{"-1", "--index", "players,positions,numbers,openings"}, {"-6"}} {
			packed := filepath.Join(t.TempDir(), file+".czip")
			sayOf(t, append(flags, "-o", packed, name)...)
			require.Equal(t, string(src), sayOf(t, "-d", "-c", packed), file)
			forms[file] = append(forms[file], packed)
		}
	}
	table, err := os.ReadFile(filepath.Join(folder, "cases.tsv"))
	require.NoError(t, err)
	asked := map[string]bool{}
	for i, row := range strings.Split(strings.TrimSuffix(string(table), "\n"), "\n")[1:] {
		c := strings.Split(row, "\t")
		require.Len(t, c, 4, "row %d", i+2)
		file, command, look, want := c[0], c[1], c[2], c[3]
		require.NotEmpty(t, forms[file], "row %d", i+2)
		asked[file] = true
		t.Run(file+": "+command, func(t *testing.T) {
			for _, form := range forms[file] {
				got := lookAt(t, look, sayOf(t, append(words(command), form)...))
				if got != want {
					t.Errorf("%s of %s: %s is\n%s\nwant\n%s", command, filepath.Base(form), look, got, want)
				}
			}
		})
	}
	for file := range forms {
		require.True(t, asked[file], "nothing is asked of %s", file)
	}
}

// sayOf runs a command and returns its output. It may find nothing.
func sayOf(t *testing.T, args ...string) string {
	t.Helper()
	var out, errw bytes.Buffer
	err := run(t.Context(), append(args, "-q"), strings.NewReader(""), &out, &errw)
	require.Contains(t, []int{statusDone, statusNone}, exitStatus(err), "%v: %s", args, &errw)
	return out.String()
}

// words splits a command at blanks; text between apostrophes is one word.
func words(command string) (all []string) {
	for i, part := range strings.Split(command, "'") {
		if i%2 == 1 {
			all = append(all, part)
		} else {
			all = append(all, strings.Fields(part)...)
		}
	}
	return all
}

// lookAt returns the part of an output that a case names: the whole "text", the "last"
// line, the "movetext" of PGN as one line, "tag NAME", its values as written, or "json
// PATHS", for each line a list of the values at some paths; #PATH is the length.
func lookAt(t *testing.T, look, output string) string {
	t.Helper()
	what, names, _ := strings.Cut(look, " ")
	lines := strings.Split(strings.TrimRight(output, "\n"), "\n")
	var found []string
	switch what {
	case "text":
		return strings.TrimRight(output, "\n")
	case "last":
		return lines[len(lines)-1]
	case "movetext":
		for _, line := range lines {
			if line != "" && line[0] != '[' {
				found = append(found, line)
			}
		}
	case "tag":
		for _, line := range lines {
			if value, ok := strings.CutPrefix(line, "["+names+" "); ok {
				found = append(found, strings.TrimSuffix(value, "]"))
			}
		}
	case "json":
		for d := json.NewDecoder(strings.NewReader(output)); ; {
			var game any
			err := d.Decode(&game)
			if err == io.EOF {
				break
			}
			require.NoError(t, err)
			var values []any
			for _, path := range strings.Fields(names) {
				values = append(values, valueAt(game, path))
			}
			text, err := json.Marshal(values)
			require.NoError(t, err)
			found = append(found, string(text))
		}
	default:
		t.Fatalf("what is %q?", look)
	}
	return strings.Join(found, " ")
}

// valueAt returns the value of JSON at a path such as tags.White; for #moves the length
// of moves.
func valueAt(value any, path string) any {
	path, length := strings.CutPrefix(path, "#")
	for name := range strings.SplitSeq(path, ".") {
		object, _ := value.(map[string]any)
		value = object[name]
	}
	if !length {
		return value
	}
	list, _ := value.([]any)
	return len(list)
}
