package browser

import (
	"bufio"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// serve lets chesszip serve its pages until the test ends, and returns the
// address of the page of solved endings. It builds the command, or takes the
// one that CHESSZIP names.
func serve(t *testing.T) string {
	t.Helper()
	exe := os.Getenv("CHESSZIP")
	if exe == "" {
		exe = filepath.Join(t.TempDir(), "chesszip")
		build := exec.Command("go", "build", "-o", exe, "./cmd/chesszip")
		build.Dir = filepath.Join("..", "..")
		out, err := build.CombinedOutput()
		require.NoError(t, err, string(out))
	}
	server := exec.Command(exe, "mate", "--quiet", "--serve", "--port", "0")
	server.Stderr = os.Stderr
	stdout, err := server.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, server.Start())
	t.Cleanup(func() {
		_ = server.Process.Kill()
		_ = server.Wait()
	})
	line, err := bufio.NewReader(stdout).ReadString('\n')
	require.NoError(t, err)
	address := strings.TrimSpace(line)
	u, err := url.Parse(address)
	require.NoError(t, err)
	if u.Hostname() != "127.0.0.1" || u.Path != "/mate/" {
		t.Errorf("mate --serve prints %q", address)
	}
	return address
}
