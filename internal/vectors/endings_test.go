package vectors_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/cespare/xxhash/v2"
	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/endgame"
	"github.com/chesszip/chesszip/internal/golden"
	"github.com/chesszip/chesszip/internal/vectors"
)

const endingsHeading = `Solved endings, docs/spec/endings.md.
base      the file of a base, its length and the lower half of its XXH64 without the last 4 bytes
position  a position | moves of White's to mate, with White to move, 0 for a draw`

// TestEndings holds vectors/layers/endings.txt.
func TestEndings(t *testing.T) {
	var base endgame.Base
	var list []*vectors.Vector
	r := numbers(5)
	for _, name := range endgame.Endings() {
		file := filepath.Join("endgame", "data", name+".czm")
		data, err := os.ReadFile(filepath.Join("..", "..", file))
		require.NoError(t, err)
		sum := uint32(xxhash.Sum64(data[:len(data)-4]))
		require.Equal(t, uv32(sum), data[len(data)-4:])
		v := vectors.New("%s", name)
		v.Add("base", "%s %d %08x", filepath.ToSlash(file), len(data), sum)
		for n := 0; n < 24; {
			p := board.Position{FullmoveNumber: 1}
			men := []board.Piece{board.WhiteKing, board.BlackKing}
			for _, letter := range name[1 : len(name)-1] {
				piece, ok := board.PieceOfLetter(byte(letter))
				require.True(t, ok)
				men = append(men, piece)
			}
			for _, piece := range men {
				p.Put(board.Square(r(64)), piece)
			}
			o, err := base.Probe(&p)
			if err != nil || p.Occupied().Count() != len(men) {
				continue // not a legal position
			}
			require.NotEqual(t, endgame.Lost, o.Result)
			v.Add("position", "%s | %d", fmt.Sprint(p), o.Moves())
			n++
		}
		list = append(list, v)
	}
	golden.Equal(t, "../../vectors/layers/endings.txt", vectors.File(endingsHeading, list))
}
