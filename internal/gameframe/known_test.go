package gameframe

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/archive"
	"github.com/chesszip/chesszip/internal/gameframe/streams"
	"github.com/chesszip/chesszip/internal/tagvalue"
)

// TestSharedFirstMoves holds that Decoders that share what columns of openings have said
// read texts, lines and tags without the column, that they read it where fewer games are
// known, and that other frames are none of it.
func TestSharedFirstMoves(t *testing.T) {
	text := recalledGames()
	inputs, ends := cut([]byte(text))
	var e Encoder
	f, c := e.Encode(inputs[0], ends[0])
	require.True(t, c.Columns)
	last := len(ends[0]) - 1
	game := func(d *Decoder, f *archive.Frame, n int) (text string, err error) {
		err = d.Some(f, []int{n}, func(_ int, b []byte) { text = string(b) })
		return text, err
	}
	// The same frame, but what its column says can no longer be read.
	without := f
	without.Streams = slices.Clone(f.Streams)
	at := slices.IndexFunc(f.Streams, func(s archive.Stream) bool { return s.Kind == streams.KindOpenings })
	without.Streams[at].Data = without.Streams[at].Data[:1]

	var kept FirstMoves
	kept.Keep(1 << 20)
	shared := func(number int) *Decoder {
		d := new(Decoder)
		d.Share(&kept, number)
		return d
	}
	_, err := game(shared(1), &without, 0)
	require.Error(t, err, "the column is not read")
	_, err = game(shared(1), &f, 0)
	require.NoError(t, err)
	_, err = game(shared(1), &without, 0)
	require.NoError(t, err)
	_, err = game(shared(1), &without, last)
	require.Error(t, err, "fewer games are kept")
	got, err := game(shared(1), &f, last)
	require.NoError(t, err)
	require.Equal(t, text[ends[0][last-1]:], got)
	_, err = game(shared(2), &without, last)
	require.Error(t, err, "another frame")

	d, all := shared(1), new(Decoder)
	for _, n := range []int{last, 3, last - 1, 1} {
		got, err := game(d, &without, n)
		require.NoError(t, err)
		require.Equal(t, text[ends[0][n-1]:ends[0][n]], got)
		_, want, _, err := all.Line(&f, n)
		require.NoError(t, err)
		_, line, _, err := d.Line(&without, n)
		require.NoError(t, err)
		require.Equal(t, want, line)
	}
	n := 0
	require.NoError(t, d.Tags(&without, []string{"ECO"}, true, func(game int, tags []tagvalue.Tag, plies int) bool {
		n++
		return true
	}))
	require.Equal(t, last+1, n)
	whole, err := d.Decode(nil, &without)
	require.NoError(t, err)
	require.Equal(t, text, string(whole))

	d.Forget()
	d.Share(nil, 0)
	_, err = game(d, &without, last)
	require.Error(t, err, "no longer shared")
}
