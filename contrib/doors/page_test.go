package doors

import (
	"bytes"
	"flag"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// block is a program of the page with its output.
var block = regexp.MustCompile("(?s)```(go|sh|sql|py|js)\n(.*?)```\n+```text\n(.*?)```\n")

var update = flag.Bool("update", false, "write what the programs of the page print into it")

// TestPage runs every program of docs/doors.md in one folder, in their order, and
// compares the outputs.
func TestPage(t *testing.T) {
	p := built(t)
	page, err := os.ReadFile("../../docs/doors.md")
	require.NoError(t, err)
	blocks := block.FindAllStringSubmatch(string(page), -1)
	require.Len(t, blocks, strings.Count(string(page), "```text\n"), "a text without a program before it")
	require.Greater(t, len(blocks), 6)
	folder := t.TempDir()
	sample, err := filepath.Abs("../../testdata/lichess.pgn.zst")
	require.NoError(t, err)
	out, err := p.command(t, folder, "sh", "chesszip cat -o games.pgn "+sample).CombinedOutput()
	require.NoError(t, err, string(out))
	server := httptest.NewServer(http.FileServer(http.Dir(folder)))
	t.Cleanup(server.Close)
	for _, b := range blocks {
		whole := b[0]
		language, program, want := b[1], b[2], b[3]
		name, _, _ := strings.Cut(strings.TrimSpace(program), "\n")
		t.Run(language+": "+name, func(t *testing.T) {
			require.LessOrEqual(t, strings.Count(program, "\n"), 6, "five lines, and one to begin")
			cmd := p.command(t, folder, language, strings.ReplaceAll(program, "https://example.org", server.URL))
			got, err := cmd.CombinedOutput()
			require.NoError(t, err, string(got))
			told := strings.ReplaceAll(string(got), server.URL, "https://example.org")
			if *update {
				head := whole[:len(whole)-len(want)-len("```\n")]
				page = bytes.Replace(page, []byte(whole), []byte(head+told+"```\n"), 1)
				return
			}
			require.Equal(t, want, told)
		})
	}
	if *update {
		require.NoError(t, os.WriteFile("../../docs/doors.md", page, 0o644))
	}
}
