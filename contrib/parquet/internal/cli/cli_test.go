package cli_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/contrib/parquet/internal/cli"

	"github.com/chesszip/chesszip/internal/test/corpus"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"czip2parquet": func() { cli.Main("czip2parquet", cli.ToParquet) },
		"parquet2czip": func() { cli.Main("parquet2czip", cli.FromParquet) },
	})
}

func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{Dir: "testdata"})
}

// sample returns the games of the repository.
func sample(t *testing.T) []byte {
	text, err := corpus.Read(corpus.Sample)
	require.NoError(t, err)
	return text
}

// TestInterrupt checks that a stopped run leaves no files.
func TestInterrupt(t *testing.T) {
	dir := t.TempDir()
	games := filepath.Join(dir, "games.pgn")
	require.NoError(t, os.WriteFile(games, bytes.Repeat(sample(t), 60), 0o600))
	path, err := exec.LookPath("czip2parquet")
	require.NoError(t, err)
	cmd := exec.Command(path, "games.pgn")
	cmd.Dir = dir
	var words bytes.Buffer
	cmd.Stderr = &words
	require.NoError(t, cmd.Start())
	for begun := false; !begun; time.Sleep(time.Millisecond) {
		entries, err := os.ReadDir(dir)
		require.NoError(t, err)
		for _, e := range entries {
			begun = begun || strings.HasSuffix(e.Name(), ".tmp")
		}
	}
	require.NoError(t, cmd.Process.Signal(os.Interrupt))
	require.Error(t, cmd.Wait())
	require.Contains(t, words.String(), "interrupted")
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	require.Len(t, entries, 1)
	require.Equal(t, "games.pgn", entries[0].Name())
}
