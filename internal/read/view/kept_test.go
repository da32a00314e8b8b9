package view

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/internal/archive"
	"github.com/chesszip/chesszip/internal/base/tagvalue"
	"github.com/chesszip/chesszip/internal/frame/game"
	"github.com/chesszip/chesszip/internal/frame/game/streams"
	"github.com/chesszip/chesszip/internal/index"
)

// TestShared checks that a File with a cache reads the column of openings and the tags
// of a frame once for its single games, by whatever method.
func TestShared(t *testing.T) {
	var text strings.Builder
	var ends []int
	for i := range 90 {
		fmt.Fprintf(&text, "[White \"a%d\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 1-0\n\n", i)
		ends = append(ends, text.Len())
	}
	var e game.Encoder
	f, c := e.Encode([]byte(text.String()), ends)
	require.True(t, c.Columns)
	encoded, err := archive.AppendFrame(nil, &f)
	require.NoError(t, err)
	var packed bytes.Buffer
	a, err := archive.NewWriter(&packed, &archive.Header{}, nil)
	require.NoError(t, err)
	w := index.NewWriter(a, 0)
	require.NoError(t, w.Write(encoded, nil, nil))
	require.NoError(t, w.Close())
	r, err := archive.NewReader(bytes.NewReader(packed.Bytes()), int64(packed.Len()), nil)
	require.NoError(t, err)
	file := NewFile(r, nil)
	file.KeepBytes(3 << 20)

	game := func(n int64, cut bool) error {
		v, item, ok := file.ViewOf(t.Context(), n)
		require.True(t, ok)
		defer v.Done()
		frame, err := v.frame()
		require.NoError(t, err)
		for i, s := range frame.Streams {
			if cut && (s.Kind == streams.KindOpenings || s.Kind == streams.KindTags) {
				frame.Streams[i].Data = s.Data[:1]
			}
		}
		var text string
		err = v.TagsOf(item, func(tags []tagvalue.Tag, _ tagvalue.Facts) { text = string(tags[0].Value) })
		if err == nil {
			require.Equal(t, fmt.Sprintf("a%d", n), text)
			_, line, _, err := v.Line(item)
			require.NoError(t, err)
			require.Len(t, line, 6)
		}
		return err
	}
	require.Error(t, game(88, true), "the columns are not read")
	require.NoError(t, game(88, false))
	require.NoError(t, game(88, true))
	require.NoError(t, game(7, true))
}
