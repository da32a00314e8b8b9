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
	"github.com/chesszip/chesszip/internal/test/golden"
	"github.com/chesszip/chesszip/internal/test/vectors"
)

const endingsHeading = `Solved endings, docs/spec/endings.md.
base      the file of a base, its length and the lower half of its XXH64 without the last 4 bytes
position  a position | moves of White's to mate, with White to move, 0 for a draw; in the last four of a base
          colours are exchanged
reply     a position, the bare king to move | moves to mate, 0 if he is mated, - for a draw`

// TestEndings checks vectors/layers/endings.txt.
func TestEndings(t *testing.T) {
	var base endgame.Base
	var list []*vectors.Vector
	r := numbers(5)
	for _, name := range endgame.Endings() {
		file := filepath.Join("endgame", "data", name+".czm")
		data, err := os.ReadFile(filepath.Join("..", "..", "..", file))
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
		if len(data) < 10000 {
			exchanged(t, v, name, &base, numbers(uint32(40+len(list))))
		}
		list = append(list, v)
	}
	golden.Equal(t, "../../../vectors/layers/endings.txt", vectors.File(endingsHeading, list))
}

// exchanged adds positions with colours exchanged, and those with the bare king to move.
func exchanged(t *testing.T, v *vectors.Vector, name string, base *endgame.Base, r func(uint32) uint32) {
	t.Helper()
	mated := 0
	for n, tries := 0, 0; n < 24 || mated < 2 && tries < 5000; tries++ {
		p := board.Position{FullmoveNumber: 1}
		strong := board.White
		if n < 8 || n%2 == 0 {
			strong = board.Black
		}
		put := func(sq board.Square, letter byte, c board.Color) {
			if c == board.Black {
				letter |= 0x20
			}
			piece, ok := board.PieceOfLetter(letter)
			require.True(t, ok)
			p.Put(sq, piece)
		}
		letters := name[:len(name)-1]
		for i := range len(letters) {
			put(board.Square(r(64)), letters[i], strong)
		}
		king := board.Square(r(8))
		if n%4 > 1 {
			king = board.Square(r(64))
		}
		put(king, 'K', strong.Other())
		if p.Turn = strong; n >= 4 {
			p.Turn = strong.Other()
		}
		o, err := base.Probe(&p)
		if err != nil || p.Occupied().Count() != len(letters)+1 {
			continue // not a legal position
		}
		switch {
		case n < 4:
			v.Add("position", "%s | %d", fmt.Sprint(p), o.Moves())
		case o.Result == endgame.Drawn && n < 24:
			v.Add("reply", "%s | -", fmt.Sprint(p))
		case o.Result == endgame.Lost && (n < 20 || o.Plies == 0):
			v.Add("reply", "%s | %d", fmt.Sprint(p), o.Plies/2)
			if o.Plies == 0 {
				mated++
			}
		}
		n++
	}
}
