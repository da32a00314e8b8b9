package positions

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/movegen"
)

// TestShorter checks that to try harder never costs bytes, even where the
// positions are like none that the models know.
func TestShorter(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	var lists []string
	for range 4 {
		var lines []string
		p := board.Start()
		for range 200 {
			legal := movegen.AppendLegal(nil, &p)
			if len(legal) == 0 {
				break
			}
			movegen.Make(&p, legal[r.IntN(len(legal))])
			lines = append(lines, fmt.Sprintf("%s\n", p.AppendFEN(nil)))
		}
		r.Shuffle(len(lines), func(i, j int) { lines[i], lines[j] = lines[j], lines[i] })
		lists = append(lists, strings.Join(lines, ""))
	}
	for _, list := range lists {
		quick, ok := Append([]byte("x"), []byte(list), nil, nil)
		require.True(t, ok)
		thorough, ok := Append([]byte("x"), []byte(list), With(true), nil)
		require.True(t, ok)
		if len(thorough) > len(quick) {
			t.Errorf("%d bytes when tried harder, %d when not", len(thorough), len(quick))
		}
		got, err := Decode(thorough[1:], len(list), nil, nil, With(true))
		require.NoError(t, err)
		require.Equal(t, list, string(got))
	}
}
