package openings

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/internal/base/tagvalue"
)

// TestCodes checks which codes have a name: all of some ranges, and no others.
func TestCodes(t *testing.T) {
	for name, want := range map[string][2]int{ // the first code and the last
		"Sicilian Defense": {120, 199}, "Najdorf": {190, 199}, "French Defense": {200, 219}, "Ruy Lopez": {260, 299},
		"Spanish Opening": {260, 299}, "Dutch Defense": {80, 99}, "Caro-Kann Defense": {110, 119}, "Queen's Indian Defense": {412, 419},
	} {
		for code := range tagvalue.ECOCodes {
			names := append(OtherNames(code), CodeOf(code).Name)
			has := slices.ContainsFunc(names, func(n string) bool { return strings.HasPrefix(n, name) || strings.Contains(n, ": "+name) })
			require.Equal(t, code >= want[0] && code <= want[1], has, "%s of code %d: %q", name, code, names)
		}
	}
	require.Equal(t, "Irregular Opening", CodeOf(0).Name)
	require.Nil(t, CodeOf(-1))
	require.Nil(t, CodeOf(tagvalue.ECOCodes))
	first, last := CodesOf("Petrov's Defense")
	require.Equal(t, [2]int{242, 243}, [2]int{first, last})
	first, last = CodesOf("Nobody's Defense")
	require.Equal(t, [2]int{-1, -1}, [2]int{first, last})
}
