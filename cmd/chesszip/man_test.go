package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/internal/test/golden"
)

// TestManPages checks that docs/man has the current page of each command, and no other,
// and that mandoc, if it is installed, finds no fault. With -update it writes them.
func TestManPages(t *testing.T) {
	dir := filepath.Join("..", "..", "docs", "man")
	old, err := filepath.Glob(filepath.Join(dir, "*.1"))
	require.NoError(t, err)
	lint, _ := exec.LookPath("mandoc")
	pages := map[string]bool{}
	eachVerb(func(cmd *cobra.Command) {
		if !cmd.IsAvailableCommand() && cmd.HasParent() || strings.Count(cmd.CommandPath(), " ") > 1 {
			return
		}
		page, file := manPage(cmd), filepath.Join(dir, manName(cmd)+".1")
		pages[file] = true
		if golden.Updating() {
			require.NoError(t, os.WriteFile(file, []byte(page), 0o666))
		}
		now, err := os.ReadFile(file)
		require.NoError(t, err, "run this test with -update")
		require.Equal(t, string(now), page, "%s: run this test with -update if the change is meant", file)
		if lint != "" {
			said, err := exec.Command(lint, "-T", "lint", "-W", "warning", file).CombinedOutput()
			if text := strings.TrimSpace(string(said)); text != "" {
				t.Errorf("%s: %v: %s", file, err, text)
			}
		}
		require.Contains(t, page, ".Nd "+cmd.Short)
	})
	file := filepath.Join(dir, "chesszip-"+filesTopic+".1")
	pages[file] = true
	if golden.Updating() {
		require.NoError(t, os.WriteFile(file, []byte(filesPage()), 0o666))
	}
	now, err := os.ReadFile(file)
	require.NoError(t, err, "run this test with -update")
	require.Equal(t, string(now), filesPage(), file)
	for _, file := range old {
		if !pages[file] && golden.Updating() {
			require.NoError(t, os.Remove(file))
		} else if !pages[file] {
			t.Errorf("%s is the page of no command", file)
		}
	}
}
