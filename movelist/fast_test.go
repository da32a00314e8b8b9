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
	require.Greater(t, len(legal), fast.Symbols+1)
	var ranker fast.Ranker
	context := ranker.Prepare(fast.Past{}, &p, legal)
	seen := map[int]bool{}
	for index := range legal {
		place := ranker.Order(index)
		seen[place] = true
		_, n := fast.Code(context, place)
		var w fastWriter
		w.write(fast.Past{}, &p, legal, index)
		r := fastReader{bits: bitReader{src: w.bits.appendTo(nil)}}
		require.Len(t, r.bits.src, (int(n)+7)/8, "place %d", place)
		got, err := r.read(fast.Past{}, &p, legal)
		require.NoError(t, err, "place %d", place)
		require.Equal(t, index, got, "place %d", place)
		require.EqualValues(t, n, r.bits.pos, "place %d", place)
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
		w.put(fast.Code(context, place))
		r := fastReader{bits: bitReader{src: w.appendTo(nil)}}
		return r.read(fast.Past{}, &many, legal)
	}
	index, err := read(len(legal) - 1)
	require.NoError(t, err)
	require.Equal(t, ranker.Index(len(legal)-1), index)
	for _, place := range []int{len(legal), len(legal) + 1, fast.Symbols - 2 + 1<<12} {
		_, err := read(place)
		require.ErrorIs(t, err, ErrCorrupt)
		require.ErrorContains(t, err, "among")
	}
	// The bits after the word are cut off.
	var w bitWriter
	w.put(fast.Word(context, fast.Symbols-1))
	b := w.appendTo(nil)
	cut := fastReader{bits: bitReader{src: b}}
	_, err = cut.read(fast.Past{}, &many, legal)
	require.ErrorContains(t, err, "input cut off")

	r := new(fastReader)
	_, err = r.read(fast.Past{}, &many, nil)
	require.ErrorIs(t, err, ErrCorrupt)
	index, err = r.read(fast.Past{}, &many, legal[:1])
	require.NoError(t, err)
	require.Zero(t, index)
	require.Zero(t, r.bits.pos)
}
