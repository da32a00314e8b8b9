package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestVectors compares vectors/layers/blobs.txt with the output of this command, which
// fails unless every reader treats its blob as stated; half of the vectors must be
// refusals.
func TestVectors(t *testing.T) {
	got, err := vectors()
	require.NoError(t, err)
	want, err := os.ReadFile(filepath.Join("..", "..", "..", "vectors", "layers", "blobs.txt"))
	require.NoError(t, err)
	require.Equal(t, string(want), got, "if blobs have changed, run vectors/make")
	gives, refused := strings.Count(got, "\ngives: "), strings.Count(got, "\nrefused: ")
	if gives < 20 || refused < gives {
		t.Errorf("%d blobs are taken and %d refused, want 20 and as many", gives, refused)
	}
}
