package moves

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/entropy/recall"
	"github.com/chesszip/chesszip/internal/entropy/recall/altered"
	"github.com/chesszip/chesszip/internal/model/moves"
	"github.com/chesszip/chesszip/movegen"
)

// asked is one choice with all that it depends on.
type asked struct {
	at    Place
	legal []board.Move
	index int
}

// randomChoices are the choices of a game of random moves.
func randomChoices(plies int) (all []asked) {
	rng := rand.New(rand.NewPCG(5, 6))
	at := Place{Position: board.Start()}
	for range plies {
		legal := movegen.AppendLegal(nil, &at.Position)
		if len(legal) < 2 {
			break
		}
		a := asked{at, legal, rng.IntN(len(legal))}
		all = append(all, a)
		at.fast = at.fast.Next(&at.Position, legal[a.index])
		movegen.Make(&at.Position, legal[a.index])
	}
	return all
}

// TestFastRecall checks that a choice is taken from memory where its inputs and its
// code are those of the writer, and is ranked where one of them is not: what is
// remembered is altered, so that the test can tell which was used.
func TestFastRecall(t *testing.T) {
	all := randomChoices(60)
	written := func() *fastWriter {
		w := new(fastWriter)
		w.choices.Reset(true)
		w.choices.Begin()
		for i := range all {
			w.write(&all[i].at, all[i].legal, all[i].index)
		}
		require.Equal(t, len(all), w.choices.Memory.Len())
		return w
	}
	data := written().finish()
	alter := func(change func(c *recall.Choice)) *fastWriter {
		w := written()
		altered.Memory(&w.choices.Memory, change)
		return w
	}
	// read reads up to a choice, where it asks another question, and what comes
	// there.
	read := func(v *fastWriter, to int, fault func(a *asked)) (int, error) {
		var r fastReader
		r.choices.Open(data, true)
		if v != nil {
			r.choices.Recall(&v.choices, 7, 8)
		}
		require.NoError(t, r.choices.Begin())
		for i := range all {
			a := all[i]
			if i == to {
				a.legal = append([]board.Move(nil), a.legal...)
				fault(&a)
				return r.read(&a.at, a.legal)
			}
			_, err := r.read(&a.at, a.legal)
			require.NoError(t, err)
		}
		t.Fatal("no such choice")
		return 0, nil
	}
	another := alter(func(c *recall.Choice) { c.Index ^= 1 })
	wrong := alter(func(c *recall.Choice) { c.Low, c.Index = c.Low+c.Width, c.Index^1 })
	for _, to := range []int{0, 9, 30} {
		index := all[to].index
		require.Greater(t, len(all[to].legal), index^1)
		same := func(*asked) {}
		got, err := read(another, to, same)
		require.NoError(t, err)
		require.Equal(t, index^1, got, "the memory is not used")
		got, err = read(wrong, to, same)
		require.NoError(t, err)
		require.Equal(t, index, got, "a place that was not coded")
		got, err = read(new(fastWriter), to, same)
		require.NoError(t, err)
		require.Equal(t, index, got, "nothing remembered")
		for name, fault := range map[string]func(a *asked){
			"board":       func(a *asked) { a.at.Position.Put(board.A7, board.WhiteKnight) },
			"castling":    func(a *asked) { a.at.Position.Castling ^= 8 },
			"move number": func(a *asked) { a.at.Position.FullmoveNumber++ },
			"legal moves": func(a *asked) { a.legal[0], a.legal[1] = a.legal[1], a.legal[0] },
			"fewer moves": func(a *asked) { a.legal = a.legal[:len(a.legal)-1] },
			"last move":   func(a *asked) { a.at.fast = a.at.fast.Next(&a.at.Position, a.legal[0]) },
		} {
			plain, plainErr := read(nil, to, fault)
			got, err := read(another, to, fault)
			require.Equal(t, plain, got, "%s at choice %d", name, to)
			require.Equal(t, plainErr, err, "%s at choice %d", name, to)
		}
	}
}

// TestRecallGroups checks that the groups from the one that was drawn on are
// predicted, as many as the check predicts, and those before and after them recalled.
func TestRecallGroups(t *testing.T) {
	const parts, predicted = checkedGroups + 3, 1
	a := randomChoices(1)[0]
	require.Greater(t, len(a.legal), a.index^1)
	var w Writer
	w.Reset(nil, true)
	var line Line
	line.Reset(&a.at.Position, false)
	for range parts * GroupGames {
		w.Begin(&moves.Known{})
		w.Write(&line, a.legal, a.index)
	}
	data := w.Finish()
	altered.Memory(&w.fast.choices.Memory, func(c *recall.Choice) { c.Index ^= 1 })
	var r Reader
	r.Open(data, nil)
	r.Recall(&w, parts*GroupGames, 0)
	r.predicted = predicted
	for game := range parts * GroupGames {
		require.NoError(t, r.Begin(&Game{}))
		m, err := r.Next(&line, &Game{}, true)
		require.NoError(t, err)
		group := game / GroupGames
		isPredicted := group >= predicted && group < predicted+checkedGroups
		require.Equal(t, isPredicted, m == a.legal[a.index], "group %d", group)
	}
	require.NoError(t, r.Close())
}
