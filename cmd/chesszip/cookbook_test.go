package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/internal/test/corpus"
)

// recipe is a block of docs/cookbook.md: a command, and its output.
var recipe = regexp.MustCompile("(?s)\n```\n\\$ ([^\n]+)\n(.*?)```\n")

// TestCookbook runs the thirty commands of docs/cookbook.md, in their order, on the
// shipped games. Those that read from another program's pipe need that program.
func TestCookbook(t *testing.T) {
	page, err := os.ReadFile("../../docs/cookbook.md")
	require.NoError(t, err)
	recipes := recipe.FindAllStringSubmatch(string(page), -1)
	require.Len(t, recipes, 30)
	var script, files strings.Builder
	for i, r := range recipes {
		if program, _, _ := strings.Cut(r[1], " "); program != "chesszip" {
			fmt.Fprintf(&script, "[!exec:%s] skip 'no %s'\n", program, program)
		}
		fmt.Fprintf(&files, "-- %d.sh --\n%s\n-- %d.txt --\n%s", i, r[1], i, r[2])
		fmt.Fprintf(&script, "exec sh %d.sh\ncmp stdout %d.txt\n! stderr .\n", i, i)
	}
	path := filepath.Join(t.TempDir(), "cookbook.txtar")
	require.NoError(t, os.WriteFile(path, []byte(script.String()+files.String()), 0o600))
	games, err := corpus.Read(corpus.Sample)
	require.NoError(t, err)
	testscript.Run(t, testscript.Params{
		Files: []string{path},
		Setup: func(env *testscript.Env) error {
			env.Setenv("LANG", "C.UTF-8")
			return os.WriteFile(env.Getenv("WORK")+"/games.pgn", games, 0o600)
		},
	})
}
