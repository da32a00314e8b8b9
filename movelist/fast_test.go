package movelist

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/model/fast"
	"github.com/chesszip/chesszip/movegen"
)

// TestFastEveryPlace writes each move of a position with more of them than a
// code has symbols: the first places have words, and from place 63 on the rest
// follows in bits of its own.
func TestFastEveryPlace(t *testing.T) {
	p, err := board.ParseFEN("QQQQQQQ1/Q6Q/Q6Q/Q6Q/Q3k2Q/Q6Q/K6Q/8 w - - 0 1")
	require.NoError(t, err)
	legal := movegen.AppendLegal(nil, &p)
	require.Greater(t, len(legal), later+2)
	var ranker fast.Ranker
	context := ranker.Prepare(fast.Past{}, &p, legal)
	seen := map[int]bool{}
	for index := range legal {
		place := ranker.Order(index)
		seen[place] = true
		_, n := fast.Word(context, min(place, later))
		want := int(n)
		if place >= later {
			want += laterBits
		}
		var w FastWriter
		w.Write(Past{}, &p, legal, index)
		require.Equal(t, want, w.Len(), "place %d", place)
		r := NewFastReader(w.AppendTo(nil))
		got, err := r.Read(Past{}, &p, legal)
		require.NoError(t, err, "place %d", place)
		require.Equal(t, index, got, "place %d", place)
		require.Equal(t, want, r.Offset(), "place %d", place)
	}
	require.Len(t, seen, len(legal))
}

// TestFastBeyond reads places that no move has.
func TestFastBeyond(t *testing.T) {
	many, err := board.ParseFEN("QQQQQQQ1/Q6Q/Q6Q/Q6Q/Q3k2Q/Q6Q/K6Q/8 w - - 0 1")
	require.NoError(t, err)
	legal := movegen.AppendLegal(nil, &many)
	var ranker fast.Ranker
	context := ranker.Prepare(fast.Past{}, &many, legal)
	read := func(place int) (index int, err error) {
		var w bitWriter
		w.put(fast.Word(context, later))
		w.put(uint64(place-later), laterBits)
		return NewFastReader(w.appendTo(nil)).Read(Past{}, &many, legal)
	}
	index, err := read(len(legal) - 1)
	require.NoError(t, err)
	require.Equal(t, ranker.Index(len(legal)-1), index)
	for _, place := range []int{len(legal), len(legal) + 1, later + 1<<laterBits - 1} {
		_, err := read(place)
		require.ErrorIs(t, err, ErrCorrupt)
		require.ErrorContains(t, err, "among")
	}
	// The bits after the word are cut off.
	var w bitWriter
	w.put(fast.Word(context, later))
	b := w.appendTo(nil)
	_, err = NewFastReader(b).Read(Past{}, &many, legal)
	require.ErrorContains(t, err, "input cut off")

	r := NewFastReader(make([]byte, 3))
	require.NoError(t, r.Seek(24))
	require.True(t, r.AtEnd())
	require.NoError(t, r.Seek(0))
	for _, bit := range []int{-1, 25} {
		require.ErrorIs(t, r.Seek(bit), ErrCorrupt)
	}
	_, err = r.Read(Past{}, &many, nil)
	require.ErrorIs(t, err, ErrCorrupt)
	index, err = r.Read(Past{}, &many, legal[:1])
	require.NoError(t, err)
	require.Zero(t, index)
	require.Zero(t, r.Offset())
}
