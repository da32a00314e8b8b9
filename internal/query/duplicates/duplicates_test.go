package duplicates

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func on() bool { return true }

const moves = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 Nb8 10. d4 Nbd7 *"

func read(text string) *Game { return NewReader(on).Read([]byte(text)) }

func TestRecordsComeBack(t *testing.T) {
	for _, text := range []string{
		"", moves, "[White \"a\"]\n[Site \"" + strings.Repeat("x", 3000) + "\"]\n\n1. e4 Qh9 {so}",
		"[FEN \"8/8/8/4k3/8/8/4K3/4R3 w - - 0 1\"]\n\n1. Rd1 *", "[Variant \"Atomic\"]\n\n1. e4 *",
	} {
		g := read(text)
		g.Source, g.Number, g.Index = -1, 1<<40, 7
		b := g.Append(nil)
		back, err := Decode(b)
		require.NoError(t, err)
		require.Equal(t, g.Append(nil), back.Append(nil), text)
		require.Equal(t, g.key, back.compared().key())
		for n := range len(b) - len(g.moves) {
			_, err := Decode(b[:n])
			require.Error(t, err, "%d bytes of %q", n, text)
		}
	}
}

// find returns the indexes of the dropped games.
func find(t *testing.T, games []*Game) (dropped []uint64) {
	t.Helper()
	f := NewFinder(t.TempDir(), 1<<20, true)
	defer f.Close()
	for i, g := range games {
		g.Index = uint64(i)
		require.NoError(t, f.Add(g))
	}
	for p, err := range f.Pairs(t.Context()) {
		require.NoError(t, err)
		dropped = append(dropped, p.Index)
	}
	return dropped
}

// TestRowIsBounded checks that of a row of different games only so many are held for
// comparison, and that further games are still compared with them.
func TestRowIsBounded(t *testing.T) {
	var games []*Game
	for i := range maxKept + 10 {
		games = append(games, read(fmt.Sprintf("[Round \"%d\"]\n\n%s", i+1, moves)))
	}
	games = append(games, read("[Round \"1\"]\n\n"+moves), read(fmt.Sprintf("[Round \"%d\"]\n\n%s", maxKept+5, moves)))
	require.Equal(t, []uint64{uint64(len(games) - 2)}, find(t, games))
	var r row
	for _, g := range games {
		_, _, err := r.add(g.Append(nil))
		require.NoError(t, err)
	}
	require.Len(t, r.kept, maxKept)
}

// TestKeysAreEqualForGamesThatAreOne checks that no candidate is missed: a key has
// nothing that may differ between duplicates.
func TestKeysAreEqualForGamesThatAreOne(t *testing.T) {
	tags := func(white, date, result, round string) string {
		return fmt.Sprintf("[White %q]\n[Date %q]\n[Result %q]\n[Round %q]\n\n", white, date, result, round)
	}
	a := read(tags("Carlsen, Magnus", "2013.01.02", "1-0", "2") + moves)
	for _, text := range []string{
		tags("GM M. Carlsen", "2013.??.??", "*", "?") + moves,
		tags("Carlsen,M", "", "1-0", "2.3") + strings.Replace(moves, "*", "11. c4 *", 1),
	} {
		b := read(text)
		require.Equal(t, a.key, b.key, text)
		require.Equal(t, []uint64{1}, find(t, []*Game{a, b}), text)
	}
}
