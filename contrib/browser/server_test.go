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

// serve runs chesszip for the page of solved endings until the test ends, and returns
// its address.
func serve(t *testing.T) string {
	t.Helper()
	address := serving(t, "mate", "--quiet", "--serve", "--port", "0")
	u, err := url.Parse(address)
	require.NoError(t, err)
	if u.Hostname() != "127.0.0.1" || u.Path != "/mate/" {
		t.Errorf("mate --serve prints %q", address)
	}
	return address
}

// serveGames is serve for the page of games.
func serveGames(t *testing.T, files ...string) string {
	t.Helper()
	return serving(t, append([]string{"serve", "--quiet", "--listen", "127.0.0.1:0"}, files...)...)
}

// chesszip returns the path of the command: the one that CHESSZIP names, or one that it
// builds.
func chesszip(t *testing.T) string {
	t.Helper()
	if exe := os.Getenv("CHESSZIP"); exe != "" {
		return exe
	}
	exe := filepath.Join(t.TempDir(), "chesszip")
	build := exec.Command("go", "build", "-o", exe, "./cmd/chesszip")
	build.Dir = filepath.Join("..", "..")
	out, err := build.CombinedOutput()
	require.NoError(t, err, string(out))
	return exe
}

// serving runs a command that serves until the test ends, and returns the address it
// prints.
func serving(t *testing.T, args ...string) string {
	t.Helper()
	server := exec.Command(chesszip(t), args...)
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
	return strings.TrimSpace(line)
}
