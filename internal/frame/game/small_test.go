package game

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/internal/base/budget"
	"github.com/chesszip/chesszip/internal/base/corrupt"
	"github.com/chesszip/chesszip/internal/frame/game/streams"
)

// TestTogether: a frame of one game keeps its columns in one stream, and no change
// of that gives another text.
func TestTogether(t *testing.T) {
	src := []byte("[Event \"Casual\"]\n[White \"Ann\"]\n[Black \"Bob\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 Nc6 1-0\n\n")
	var e Encoder
	f, _ := e.Encode(src, []int{len(src)})
	data, ok := f.Stream(streams.KindTogether)
	require.True(t, ok)
	apart, err := streams.Apart(&f, budget.New(len(src)))
	require.NoError(t, err)
	require.Greater(t, len(apart.Streams), len(f.Streams))
	var d Decoder
	got, err := d.Decode(nil, &f)
	require.NoError(t, err)
	require.Equal(t, string(src), string(got))
	for i := range data {
		data[i] ^= 0x10
		got, err := d.Decode(nil, &f)
		if err != nil {
			require.ErrorIs(t, err, corrupt.Err, "byte %d", i)
		} else {
			require.Equal(t, string(src), string(got), "byte %d: the last bits of a string may say nothing", i)
		}
		data[i] ^= 0x10
	}
}
