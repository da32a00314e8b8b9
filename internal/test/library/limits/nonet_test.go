package limits

import (
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestNoNetwork checks that programs which use the library do not link network packages,
// unless they import package remote, page or server.
func TestNoNetwork(t *testing.T) {
	out, err := exec.Command("go", "list", "-C", "../../../..", "-deps", ".", "./levels", "./polyglot", "./scid", "./records", "./internal/serve/answers").Output()
	require.NoError(t, err)
	for _, pkg := range []string{"net", "net/http", "crypto/tls", "github.com/chesszip/chesszip/remote"} {
		require.False(t, slices.Contains(strings.Fields(string(out)), pkg), "the library imports %s", pkg)
	}
}
