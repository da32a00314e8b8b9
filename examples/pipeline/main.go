// Command pipeline is a step between two programs: it reads PGN of any length, and writes
// the decisive games, with a comment after the move that put the winner a rook ahead.
//
//	zstdcat games.pgn.zst | go run ./pipeline > decisive.pgn
package main

import (
	"bufio"
	"fmt"
	"log"
	"os"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/pgn"
)

// values are what pieces are worth, by their kinds.
var values = [...]int{board.Pawn: 1, board.Knight: 3, board.Bishop: 3, board.Rook: 5, board.Queen: 9, board.King: 0}

// balance is what White has more than Black.
func balance(p board.Position) (sum int) {
	for kind := board.Pawn; kind <= board.King; kind++ {
		of := p.Board.Kind(kind)
		sum += values[kind] * ((of & p.Board.Color(board.White)).Count() - (of & p.Board.Color(board.Black)).Count())
	}
	return sum
}

func main() {
	out := bufio.NewWriter(os.Stdout)
	var text []byte
	for g, err := range pgn.NewReader(bufio.NewReader(os.Stdin), nil).Games() {
		if err != nil {
			log.Fatal("pipeline: ", err)
		}
		sign := map[string]int{"1-0": 1, "0-1": -1}[g.Result]
		tree, err := g.Tree()
		if err != nil || sign == 0 {
			continue // a move that cannot be played, or no winner
		}
		for n := tree.Root().Next(); n != nil; n = n.Next() {
			if ahead := balance(n.Position()); sign*ahead >= 5 {
				n.Comments = append(n.Comments, fmt.Sprintf("ahead: %+d", ahead))
				n.NAGs = append(n.NAGs, map[int]uint8{1: 18, -1: 19}[sign]) // +- and -+
				break
			}
		}
		text = pgn.AppendGame(text[:0], tree.Game())
		if _, err := out.Write(text); err != nil {
			log.Fatal("pipeline: ", err)
		}
	}
	if err := out.Flush(); err != nil {
		log.Fatal("pipeline: ", err)
	}
}
