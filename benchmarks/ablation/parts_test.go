package main

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestParts checks that each part can be switched off: its words are in its file once.
func TestParts(t *testing.T) {
	for _, p := range parts {
		src, err := os.ReadFile("../../" + p.file)
		require.NoError(t, err, p.name)
		require.Equal(t, 1, strings.Count(string(src), p.old), p.name)
		require.NotEqual(t, p.old, p.new, p.name)
	}
}
