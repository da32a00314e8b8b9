package openings

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestNamesOf checks which codes have a name: all of some ranges, and no others.
func TestNamesOf(t *testing.T) {
	for name, want := range map[string][2]int{ // the first code and the last
		"Sicilian Defense": {120, 199}, "Najdorf": {190, 199}, "French Defense": {200, 219}, "Ruy Lopez": {260, 299},
		"Spanish Opening": {260, 299}, "Dutch Defense": {80, 99}, "Caro-Kann Defense": {110, 119}, "Queen's Indian": {412, 419},
	} {
		for code := range numCodes {
			has := slices.ContainsFunc(NamesOf(code), func(n string) bool { return strings.Contains(n, name) })
			if code == 47 && name == "Queen's Indian" { // A47
				require.True(t, has)
				continue
			}
			require.Equal(t, code >= want[0] && code <= want[1], has, "%s of code %d", name, code)
		}
	}
	for code := range numCodes {
		require.NotEmpty(t, NamesOf(code), code)
	}
	require.Nil(t, NamesOf(-1))
	require.Nil(t, NamesOf(numCodes))
}
