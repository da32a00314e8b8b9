package game

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/column/text"
	"github.com/chesszip/chesszip/movegen"
)

// TestPositions checks that games from positions of their own take few bytes,
// and that each can be read alone.
func TestPositions(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	var games []string
	pos := board.Start()
	for len(games) < 600 {
		legal := movegen.AppendLegal(nil, &pos)
		if len(legal) == 0 || len(games)%60 == 59 {
			pos = board.Start()
			legal = movegen.AppendLegal(nil, &pos)
		}
		movegen.Make(&pos, legal[r.IntN(len(legal))])
		games = append(games, fmt.Sprintf("[FEN \"%s\"]\n[SetUp \"1\"]\n\n*\n\n", pos.AppendFEN(nil)))
	}
	games[300] = strings.Replace(games[300], "/", "/x", 1)
	src := strings.Join(games, "")
	_, ends := cut([]byte(src))
	for _, effort := range []text.Effort{text.Quick, text.Thorough} {
		e := Encoder{Effort: effort}
		f, _ := e.Encode([]byte(src), ends[0])
		n := 0
		for _, s := range f.Streams {
			n += len(s.Data)
		}
		if n > 600*8 {
			t.Errorf("600 positions of games take %d bytes with effort %d", n, effort)
		}
		var d Decoder
		got, err := d.Decode(nil, &f)
		require.NoError(t, err)
		require.Equal(t, src, string(got))
		for _, i := range []int{0, 300, 511, 512, 599} {
			one, err := d.Game(nil, &f, i)
			require.NoError(t, err)
			if string(one) != games[i] {
				t.Errorf("game %d is %q, want %q", i, one, games[i])
			}
		}
	}
}
