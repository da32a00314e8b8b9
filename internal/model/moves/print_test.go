package moves

import (
	"reflect"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/internal/entropy/recall"
)

// TestPrint checks that fingerprints depend on all that is known of a game and of the
// moves before. Who adds a field adds it there.
func TestPrint(t *testing.T) {
	require.Equal(t, 6, reflect.TypeFor[Known]().NumField())
	require.Equal(t, 4, reflect.TypeFor[Past]().NumField())
	seen := map[recall.Print]bool{}
	see := func(p recall.Print) {
		require.False(t, seen[p])
		seen[p] = true
	}
	see((&Known{}).Print(0))
	for _, k := range []Known{{Result: 1}, {Plies: 1}, {WhiteElo: 1}, {BlackElo: 1}, {Seconds: 1}, {Ending: 1}} {
		see(k.Print(0))
	}
	clear(seen)
	see((&Past{}).Print(0))
	for i := range 4 {
		var h Past
		h.last[i] = 1
		see(h.Print(0))
	}
	for i := range seenPlies {
		var h Past
		h.seen[i] = 1
		see(h.Print(0))
	}
	for _, h := range []Past{{count: 1}, {ply: 1}} {
		see(h.Print(0))
	}
}
