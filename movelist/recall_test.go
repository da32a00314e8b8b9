package movelist

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/recall"
	"github.com/chesszip/chesszip/movegen"
)

// askedFast is one choice with all that it depends on.
type askedFast struct {
	past  Past
	p     board.Position
	legal []board.Move
	index int
}

// randomChoices are the choices of a game of random moves.
func randomChoices(plies int) (all []askedFast) {
	rng := rand.New(rand.NewPCG(5, 6))
	p := board.Start()
	var past Past
	for range plies {
		legal := movegen.AppendLegal(nil, &p)
		if len(legal) < 2 {
			break
		}
		a := askedFast{past, p, legal, rng.IntN(len(legal))}
		all = append(all, a)
		past = past.Next(&p, legal[a.index])
		movegen.Make(&p, legal[a.index])
	}
	return all
}

// TestFastRecall holds that a choice is taken from memory where its inputs and its
// code word are those of the writer, and is ranked where one of them is not: what is
// remembered is altered, so that the two can be told apart.
func TestFastRecall(t *testing.T) {
	all := randomChoices(60)
	var w FastWriter
	w.Remember()
	for i := range all {
		w.Write(all[i].past, &all[i].p, all[i].legal, all[i].index)
	}
	require.Equal(t, len(all), w.Remembered())
	data := w.AppendTo(nil)
	alter := func(change func(c *recall.Choice)) *FastWriter {
		v := &FastWriter{memory: new(recall.Memory)}
		for cursor := w.memory.From(0); cursor.Any(); {
			c, _ := cursor.Next(0)
			change(&c)
			v.memory.Add(c)
		}
		return v
	}
	// read reads up to a choice, where it asks another question, and what comes
	// there.
	read := func(v *FastWriter, to int, fault func(a *askedFast)) (int, error) {
		r := NewFastReader(data)
		if v != nil {
			r.Recall(v, 0)
		}
		for i := range all {
			a := all[i]
			if i == to {
				a.legal = append([]board.Move(nil), a.legal...)
				fault(&a)
				return r.Read(a.past, &a.p, a.legal)
			}
			_, err := r.Read(a.past, &a.p, a.legal)
			require.NoError(t, err)
		}
		t.Fatal("no such choice")
		return 0, nil
	}
	another := alter(func(c *recall.Choice) { c.Index ^= 1 })
	wrong := alter(func(c *recall.Choice) { c.Width, c.Index = c.Width+1, c.Index^1 })
	for _, to := range []int{0, 9, 30} {
		index := all[to].index
		require.Greater(t, len(all[to].legal), index^1)
		same := func(*askedFast) {}
		got, err := read(another, to, same)
		require.NoError(t, err)
		require.Equal(t, index^1, got, "the memory is not used")
		got, err = read(wrong, to, same)
		require.NoError(t, err)
		require.Equal(t, index, got, "a place that was not coded")
		got, err = read(new(FastWriter), to, same)
		require.NoError(t, err)
		require.Equal(t, index, got, "nothing remembered")
		for name, fault := range map[string]func(a *askedFast){
			"board":       func(a *askedFast) { a.p.Put(board.A7, board.WhiteKnight) },
			"castling":    func(a *askedFast) { a.p.Castling ^= 8 },
			"move number": func(a *askedFast) { a.p.FullmoveNumber++ },
			"legal moves": func(a *askedFast) { a.legal[0], a.legal[1] = a.legal[1], a.legal[0] },
			"fewer moves": func(a *askedFast) { a.legal = a.legal[:len(a.legal)-1] },
			"last move":   func(a *askedFast) { a.past = a.past.Next(&a.p, a.legal[0]) },
		} {
			plain, plainErr := read(nil, to, fault)
			got, err := read(another, to, fault)
			require.Equal(t, plain, got, "%s at choice %d", name, to)
			require.Equal(t, plainErr, err, "%s at choice %d", name, to)
		}
	}
}
