package game

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/internal/archive"
	"github.com/chesszip/chesszip/internal/base/corrupt"
	"github.com/chesszip/chesszip/internal/column/open"
	"github.com/chesszip/chesszip/internal/frame/game/streams"
)

// TestWhole damages each block of each open column of a frame of three blocks of games:
// the games of the other blocks come back, except those with a lost value of a list.
func TestWhole(t *testing.T) {
	var src strings.Builder
	var ends []int
	for i := range 600 {
		fmt.Fprintf(&src, "[Event \"Cup %d\"]\n[White \"p%d\"]\n[Black \"q%d\"]\n[WhiteElo \"%d\"]\n[Result \"%s\"]\n\n", i%3, i%40, i, 1800+i, []string{"1-0", "*"}[i%2])
		src.WriteString([]string{"1. e4 e5 2. Nf3 (2. f4 exf4 {yes}) Nc6 1-0\n\n", "1. d4 {no} -- 2. c4 *\n\n", "1. c4 c5 2. Nc3 Nc6 3. g3 1/2-1/2\n\n"}[i%3])
		ends = append(ends, src.Len())
	}
	e := Encoder{Open: open.Names | open.Moves | open.Numbers}
	text := []byte(src.String())
	f, c := e.Encode(text, ends)
	require.True(t, c.Columns)
	texts := make([][]byte, len(ends))
	for i, end := range ends {
		start := 0
		if i > 0 {
			start = ends[i-1]
		}
		texts[i] = text[start:end]
	}
	var d Decoder
	all, n, err := d.Whole([]byte("x"), &f)
	require.NoError(t, err)
	require.EqualValues(t, len(ends), n)
	require.Equal(t, "x"+string(text), string(all))
	refused := 0
	for i, s := range f.Streams {
		if !open.IsKind(s.Kind) {
			continue
		}
		whole, err := archive.ParseBlocks(s.Kind, f.Games, s.Data)
		require.NoError(t, err)
		at := len(s.Data)
		for k := whole.Len() - 1; k >= 0; k-- {
			block, err := whole.Block(k)
			require.NoError(t, err)
			at -= len(block)
			bad := f
			bad.Streams = slices.Clone(f.Streams)
			bad.Streams[i].Data = bytes.Clone(s.Data)
			bad.Streams[i].Data[at+len(block)/2] ^= 4
			what := fmt.Sprintf("%s, block %d", streams.Name(s.Kind), k)
			if _, err = d.Decode(nil, &bad); err != nil {
				require.ErrorIs(t, err, corrupt.ErrSum, what)
				refused++
			}
			got, n, err := d.Whole(nil, &bad)
			require.NoError(t, err, what)
			saved := 0
			for game, text := range texts { // the saved games are some of all, in order
				if bytes.HasPrefix(got, text) {
					got = got[len(text):]
					saved++
					continue
				}
				block, values := game/open.BlockGames, whole.Len()-(len(ends)+open.BlockGames-1)/open.BlockGames
				switch {
				case k < values: // of the values of a list
				default:
					require.Equal(t, k-values, block, "%s: game %d of another block is lost", what, game)
				}
			}
			require.Empty(t, got, what)
			require.EqualValues(t, n, saved, what)
		}
	}
	require.Greater(t, refused, 20)

	// Without the half-moves and the line of a game, nothing tells where the next begins.
	for i, s := range f.Streams {
		if s.Kind != open.KindMoves && s.Kind != open.KindNumbers+uint16(open.Plies) {
			continue
		}
		blocks, err := archive.ParseBlocks(s.Kind, f.Games, s.Data)
		require.NoError(t, err)
		last, err := blocks.Block(2)
		require.NoError(t, err)
		f.Streams[i].Data = bytes.Clone(s.Data)
		f.Streams[i].Data[len(s.Data)-len(last)-1] ^= 4 // the end of block 1
	}
	all, n, err = d.Whole(nil, &f)
	require.NoError(t, err)
	require.EqualValues(t, open.BlockGames, n)
	require.Equal(t, string(text[:ends[open.BlockGames-1]]), string(all))
	_, _, err = d.Whole(nil, &archive.Frame{Games: 1, Input: 1, Streams: []archive.Stream{{Kind: streams.KindStored, Data: []byte("x")}}})
	require.ErrorIs(t, err, corrupt.Err)
}
