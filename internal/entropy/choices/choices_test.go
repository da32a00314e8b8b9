package choices

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/internal/base/corrupt"
	"github.com/chesszip/chesszip/internal/entropy/rangecoder"
	"github.com/chesszip/chesszip/internal/entropy/recall"
	"github.com/chesszip/chesszip/internal/entropy/recall/altered"
)

// made is what is chosen in a game: one of four choices, and how likely each was.
type made struct {
	freq  []uint32
	index int
	print recall.Print
}

// games are choices of so many games, the n-th of which has n modulo 5.
func games(n int) (all [][]made) {
	for game := range n {
		var list []made
		for i := range game % 5 {
			first := uint32(1000 + 99*game + i)
			list = append(list, made{[]uint32{first, 2000, 30000, rangecoder.One - 32000 - first}, (game + i) % 4, recall.Print(100*game + i)})
		}
		all = append(all, list)
	}
	return all
}

func write(w *Writer, all [][]made) []byte {
	for _, game := range all {
		w.Begin()
		for _, c := range game {
			w.Write(c.freq, c.index, c.print)
		}
	}
	return w.AppendTo(nil)
}

// TestRoundTrip reads groups of games from any of them on.
func TestRoundTrip(t *testing.T) {
	for _, n := range []int{1, 3, GroupGames, GroupGames + 1, 5 * GroupGames} {
		all := games(n)
		var w Writer
		require.False(t, w.Any())
		data := write(&w, all)
		require.Equal(t, n > 1, w.Any())
		require.InDelta(t, 8*len(data), float64(w.Cost())/16, float64(8*(2+n)), "%d games", n)
		var r Reader
		r.Open(data, false)
		for from := range (n + GroupGames - 1) / GroupGames {
			for _, again := range []bool{false, true} {
				if from > 0 || again {
					require.NoError(t, r.Seek(from))
				}
				for _, game := range all[from*GroupGames:] {
					require.NoError(t, r.Begin())
					require.False(t, r.Recalls())
					for _, c := range game {
						require.Equal(t, c.index, r.Choice(c.freq))
						require.NoError(t, r.Err())
					}
				}
				require.NoError(t, r.Close())
			}
		}
	}
}

// TestRecall checks that what is remembered is read in place of what was coded, where
// fingerprint and code agree, outside the groups that were named, until Seek.
func TestRecall(t *testing.T) {
	all := games(4 * GroupGames)
	var w Writer
	w.Reset(true)
	data := write(&w, all)
	altered.Memory(&w.Memory, func(c *recall.Choice) { c.Index += 10 })
	var r Reader
	r.Open(data, false)
	r.Recall(&w, 1, 2)
	read := func(from int, recalled func(group, i int) bool) {
		for number, game := range all[from*GroupGames:] {
			require.NoError(t, r.Begin())
			for i, c := range game {
				index, print := -1, c.print
				if i == 2 {
					print++ // another question
				}
				if r.Recalls() {
					index = r.Recalled(print, 20)
				}
				want := recalled(from+number/GroupGames, i)
				require.Equal(t, want, index == c.index+10, "game %d, choice %d", number, i)
				if !want {
					require.Equal(t, -1, index)
					require.Equal(t, c.index, r.Choice(c.freq))
				}
			}
		}
		require.NoError(t, r.Close())
	}
	read(0, func(group, i int) bool { return group != 1 && i != 2 })
	require.NoError(t, r.Seek(2))
	read(2, func(int, int) bool { return false })
	w.Reset(true)
	require.Zero(t, w.Memory.Len())
	require.False(t, w.Any())
	require.Empty(t, w.AppendTo(nil))
}

// TestDamage says what is wrong with groups.
func TestDamage(t *testing.T) {
	all := games(2 * GroupGames)
	data := write(new(Writer), all)
	open := func(data []byte, empty bool) *Reader {
		r := new(Reader)
		r.Open(data, empty)
		return r
	}
	pass := func(r *Reader, games [][]made) error {
		for _, game := range games {
			if err := r.Begin(); err != nil {
				return err
			}
			for _, c := range game {
				r.Choice(c.freq)
				if err := r.Err(); err != nil {
					return err
				}
			}
		}
		return r.Close()
	}
	require.NoError(t, pass(open(data, false), all))
	for name, c := range map[string]struct {
		err error
		r   *Reader
		all [][]made
	}{
		"a group too few":                {errNoGroup, open(data, false), games(2*GroupGames + 1)},
		"a group too few that has empty": {errCut, open(data, true), append(games(2*GroupGames), manyChoices())},
		"a group that goes on":           {errCut, open(nil, true), [][]made{manyChoices()}},
		"a group too many":               {errLeft, open(data, false), all[:GroupGames]},
		"choices too few":                {errBehind, open(write(new(Writer), [][]made{manyChoices()}), false), make([][]made, 1)},
		"choices too few, and a group":   {errBehind, open(write(new(Writer), append([][]made{manyChoices()}, all...)), false), make([][]made, GroupGames+1)},
	} {
		require.ErrorIs(t, pass(c.r, c.all), c.err, name)
	}
	require.NoError(t, pass(open(nil, true), make([][]made, 3)), "groups without a choice")
	require.NoError(t, open(data, true).Seek(9), "behind groups that are missing")
	require.ErrorIs(t, open(data, false).Seek(9), errNoGroup)
	wrong := open([]byte{32, 2, 0}, true)
	for _, err := range []error{wrong.Begin(), wrong.Seek(1), wrong.Close()} {
		var e *corrupt.Error
		require.ErrorAs(t, err, &e, "sizes that are malformed")
	}
}

// manyChoices are more than a group without a byte may have.
func manyChoices() (list []made) {
	for range 400 {
		list = append(list, made{freq: []uint32{30000, rangecoder.One - 30000}})
	}
	return list
}
