// Package golden compares what tests make with files that hold what is wanted.
// With the flag -update, tests write these files instead.
package golden

import (
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "write golden files instead of comparing with them")

// Updating reports whether tests write golden files.
func Updating() bool { return *update }

// Equal fails the test unless the file holds what the test got.
func Equal(t *testing.T, file string, got string) {
	t.Helper()
	if *update {
		require.NoError(t, os.MkdirAll(filepath.Dir(file), 0o755))
		require.NoError(t, os.WriteFile(file, []byte(got), 0o644))
		return
	}
	want, err := os.ReadFile(file)
	require.NoError(t, err)
	require.Equal(t, string(want), got, "%s; run this test with -update if the change is meant", file)
}
