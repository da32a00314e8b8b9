package fuzz

import (
	"os"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/internal/test/attack"
)

// TestVerified checks that altered archives that pass Verify answer like their own text:
// 200 of them, and 20,000 with CHESSZIP_LONG.
func TestVerified(t *testing.T) {
	seeds, err := attack.Seeds()
	require.NoError(t, err)
	n := uint64(200)
	if os.Getenv("CHESSZIP_LONG") != "" {
		n = 20_000
	}
	seeds = slices.DeleteFunc(seeds, func(s attack.Seed) bool { return s.Slow })
	whole := 0
	for number := range n {
		c, err := attack.Alter(seeds, attack.Program(number, 96))
		require.NoError(t, err)
		verified, wrong := attack.Promise(c.Bytes, number)
		if wrong != "" {
			t.Errorf("%d %s:\n%s", number, &c, wrong)
		}
		if verified {
			whole++
		}
	}
	require.Greater(t, whole, int(n/20), "few archives are verified")
}
