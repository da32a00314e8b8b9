package game

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/archive"
	"github.com/chesszip/chesszip/internal/base/corrupt"
	"github.com/chesszip/chesszip/internal/column/open"
	"github.com/chesszip/chesszip/internal/frame/game/streams"
)

// TestWhole damages each block of each open column of a frame of three blocks of games:
// the games of the other blocks come back, except those after a block of half-moves or
// results, and those that have comments together with games of lost moves or players.
func TestWhole(t *testing.T) {
	for _, comments := range []bool{false, true} {
		t.Run(fmt.Sprintf("comments %t", comments), func(t *testing.T) { checkWhole(t, comments) })
	}
}

func checkWhole(t *testing.T, comments bool) {
	var src strings.Builder
	var ends []int
	for i := range 600 {
		fmt.Fprintf(&src, "[Event \"Cup %d\"]\n[White \"p%d\"]\n[Black \"q%d\"]\n[WhiteElo \"%d\"]\n[Result \"%s\"]\n\n", i%3, i%40, i, 1800+i, []string{"1-0", "*"}[i%2])
		src.WriteString([]string{"1. e4 e5 2. Nf3 (2. f4 exf4 {yes}) Nc6 1-0\n\n", "1. d4 {no} -- 2. c4 *\n\n", "1. c4 c5 2. Nc3 Nc6 3. g3 1/2-1/2\n\n"}[i%3])
		ends = append(ends, src.Len())
	}
	if !comments {
		uncommented := strings.NewReplacer(" {yes}", "", " {no}", "").Replace(src.String())
		src.Reset()
		src.WriteString(uncommented)
		_, all := cut([]byte(uncommented))
		ends = all[0]
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
	const counted, results = open.KindNumbers + uint16(open.Plies), open.KindNumbers + uint16(open.Result)
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
				case s.Kind == counted || s.Kind == results:
					require.GreaterOrEqual(t, block, k, "%s: game %d before the block is lost", what, game)
				case k < values: // of the values of a list
				case comments && (s.Kind == open.KindMoves || s.Kind == open.KindPlayers) && bytes.ContainsRune(text, '{'):
				default:
					require.Equal(t, k-values, block, "%s: game %d of another block is lost", what, game)
				}
			}
			require.Empty(t, got, what)
			require.EqualValues(t, n, saved, what)
			if s.Kind == counted || s.Kind == results {
				require.Equal(t, k*open.BlockGames, saved, what)
			} else if !comments && (s.Kind < open.KindPlayers || s.Kind == open.KindMoves) {
				require.GreaterOrEqual(t, saved, 300, what)
			}
		}
	}
	require.Greater(t, refused, 20)
	_, _, err = d.Whole(nil, &archive.Frame{Games: 1, Input: 1, Streams: []archive.Stream{{Kind: streams.KindStored, Data: []byte("x")}}})
	require.ErrorIs(t, err, corrupt.Err)
}
