package streams

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/internal/archive"
	"github.com/chesszip/chesszip/internal/base/budget"
	"github.com/chesszip/chesszip/internal/base/corrupt"
	"github.com/chesszip/chesszip/internal/column/text"
)

// TestTexts checks that words are kept for one more question about their frame, and that
// all values are counted.
func TestTexts(t *testing.T) {
	words := [][]byte{[]byte("Nz9"), []byte("?"), []byte("O-X")}
	frame := func(data []byte) *archive.Frame {
		return &archive.Frame{Input: 100, Streams: []archive.Stream{{Kind: KindWords, Data: data}}}
	}
	f := frame(text.Append(nil, words, text.Quick, nil))
	var r Texts
	r.Open(f)
	require.Equal(t, MaxValues(100), r.Left())
	got, err := r.Values(f, KindWords, budget.New(100))
	require.NoError(t, err)
	require.Equal(t, words, got)
	require.Equal(t, MaxValues(100)-len(words), r.Left())
	got, err = r.Values(f, KindNewTags, budget.New(100))
	require.NoError(t, err)
	require.Nil(t, got)

	other := [][]byte{[]byte("kept")}
	r.Keep(other)
	r.Open(f)
	got, err = r.Values(f, KindWords, budget.New(100))
	require.NoError(t, err)
	require.Equal(t, other, got, "what was kept")
	got, err = r.Values(f, KindWords, budget.New(100))
	require.NoError(t, err)
	require.Equal(t, words, got, "once")
	r.Keep(other)
	g := frame(f.Streams[0].Data)
	r.Open(g)
	got, err = r.Values(g, KindWords, budget.New(100))
	require.NoError(t, err)
	require.Equal(t, words, got, "nothing of another frame")

	r.Take(r.Left() - 2)
	_, err = r.Values(f, KindWords, budget.New(100))
	require.ErrorIs(t, err, corrupt.Err)
	require.ErrorContains(t, err, "more values")
	_, err = r.Values(frame([]byte{99}), KindWords, budget.New(100))
	require.ErrorIs(t, err, corrupt.Err)
}

// TestMostNames checks that names of tags are predicted only as far as a reader of
// one tag may wait for them.
func TestMostNames(t *testing.T) {
	require.Equal(t, 4<<10, MostNames(100))
	require.Equal(t, 64<<10, MostNames(4<<20))
	names := func(length int) [][]byte { return [][]byte{[]byte(strings.Repeat("WhiteTeam\n", length/10))} }
	for length, ok := range map[int]bool{4090: true, 4100: false} {
		f := &archive.Frame{Input: 8 << 10, Streams: []archive.Stream{
			{Kind: KindNewTags, Data: text.Append(nil, names(length), text.Thorough, nil)},
			{Kind: KindWords, Data: text.Append(nil, names(length), text.Thorough, nil)},
		}}
		for _, s := range f.Streams {
			require.Equal(t, "predicted", text.MethodName(int(s.Data[0])))
		}
		var r Texts
		r.Open(f)
		_, err := r.Values(f, KindNewTags, budget.New(8<<10))
		require.Equal(t, ok, err == nil, err)
		_, err = r.Values(f, KindWords, budget.New(8<<10))
		require.NoError(t, err)
	}
}
