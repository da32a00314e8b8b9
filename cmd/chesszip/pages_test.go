package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/internal/test/corpus"
	"github.com/chesszip/chesszip/internal/test/golden"
)

// document is a page whose commands are run in dir, on the games that are shipped.
type document struct {
	file, text, dir string
}

func openDocument(t *testing.T, name string) *document {
	p := &document{file: filepath.Join("..", "..", name), dir: t.TempDir()}
	text, err := os.ReadFile(p.file)
	require.NoError(t, err)
	p.text = string(text)
	require.NoError(t, os.WriteFile(filepath.Join(p.dir, "games.pgn"), corpus.Need(t, corpus.Sample), 0o666))
	return p
}

// try runs a command and compares what it prints with the page, which has shown just
// after before. With -update the page is given what it prints.
func (p *document) try(t *testing.T, before, shown, program string, args ...string) {
	t.Helper()
	cmd := exec.Command(program, args...)
	cmd.Dir, cmd.Env = p.dir, append(os.Environ(), "LANG=C.UTF-8")
	printed, err := cmd.CombinedOutput()
	require.NoError(t, err, "%q\n%s", args, printed)
	require.Contains(t, p.text, before+shown)
	if golden.Updating() {
		p.text = strings.Replace(p.text, before+shown, before+string(printed), 1)
		require.NoError(t, os.WriteFile(p.file, []byte(p.text), 0o666))
	} else {
		require.Equal(t, shown, string(printed), "%s after %q; run this test with -update if the change is meant", p.file, before)
	}
}

// prompts are the blocks of a page with commands after prompts, and what they print.
var prompts = regexp.MustCompile("(?s)\n```\n(\\$ .*?)```\n")

// tryPrompts runs all commands after prompts, in their order, which must be so many.
// Those that read from a pipe of another program need it.
func (p *document) tryPrompts(t *testing.T, want int) {
	count := 0
	for _, block := range prompts.FindAllStringSubmatch(p.text, -1) {
		for _, prompt := range regexp.MustCompile(`(?m)^\$ .*\n(?:[^$].*\n|\n)*`).FindAllString(block[1], -1) {
			command, shown, _ := strings.Cut(prompt, "\n")
			command = strings.TrimPrefix(command, "$ ")
			program, _, _ := strings.Cut(command, " ")
			if _, err := exec.LookPath(program); err != nil {
				t.Skip(err)
			}
			p.try(t, "\n$ "+command+"\n", shown, "sh", "-c", command)
			count++
		}
	}
	require.Equal(t, want, count, "commands in %s", p.file)
}

// TestCookbook runs the commands of docs/cookbook.md.
func TestCookbook(t *testing.T) {
	openDocument(t, filepath.Join("docs", "cookbook.md")).tryPrompts(t, 40)
}

// TestReadme runs the first command of README.md, its tour, and its program.
func TestReadme(t *testing.T) {
	p := openDocument(t, "README.md")
	part := func(pattern string) []string {
		found := regexp.MustCompile("(?s)" + pattern).FindStringSubmatch(p.text)
		require.NotNil(t, found, "README.md has no %s", pattern)
		return found
	}
	games := filepath.Join(p.dir, "games.pgn")
	require.NoError(t, os.Remove(games)) // the tour makes it
	require.NoError(t, os.CopyFS(filepath.Join(p.dir, "testdata"), os.DirFS(filepath.Join("..", "..", "testdata"))))

	first := part("\ngo run ./cmd/chesszip ([^\n]+)(\n.*?\n```\n)(sample.czip: .*?)```")
	p.try(t, first[1]+first[2], first[3], "chesszip", strings.Fields(first[1])...)
	require.Contains(t, first[3], "every byte verified")

	p.tryPrompts(t, 8)
	back, err := os.ReadFile(games)
	require.NoError(t, err)
	require.True(t, string(back) == string(corpus.Need(t, corpus.Sample)), "games.pgn is not the sample")

	if testing.Short() {
		t.Skip("builds a program")
	}
	program := part("\n```go\n(.*?)```\n\n```\n(.*?)```")
	source, binary := filepath.Join(p.dir, "main.go"), filepath.Join(p.dir, "program.exe")
	require.NoError(t, os.WriteFile(source, []byte(program[1]), 0o666))
	built, err := exec.Command("go", "build", "-o", binary, source).CombinedOutput()
	require.NoError(t, err, "%s", built)
	p.try(t, program[1]+"```\n\n```\n", program[2], binary)
}
