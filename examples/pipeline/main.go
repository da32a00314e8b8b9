// Command pipeline is a step between two programs: it reads PGN of any length
// from standard input and writes the decisive games of at least 20 moves to
// standard output, each annotated with where it was decided, as far as the
// pieces tell.
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
func balance(p *board.Position) (sum int) {
	for kind := board.Pawn; kind <= board.King; kind++ {
		of := p.Board.Kind(kind)
		sum += values[kind] * ((of & p.Board.Color(board.White)).Count() - (of & p.Board.Color(board.Black)).Count())
	}
	return sum
}

// annotate writes a comment behind the move from which on the winner was never
// less than a rook ahead.
func annotate(tree *pgn.Tree, sign int) {
	var decided *pgn.Node
	for n := tree.Root().Next(); n != nil; n = n.Next() {
		p := n.Position()
		if sign*balance(&p) < 5 {
			decided = nil
		} else if decided == nil {
			decided = n
		}
	}
	if decided != nil {
		p := decided.Position()
		decided.Comments = append(decided.Comments, fmt.Sprintf("decided: %+d", balance(&p)))
		decided.NAGs = append(decided.NAGs, map[int]uint8{1: 18, -1: 19}[sign]) // +- and -+
	}
}

func main() {
	out := bufio.NewWriter(os.Stdout)
	read, written := 0, 0
	var text []byte
	for g, err := range pgn.NewReader(bufio.NewReader(os.Stdin), nil).Games() {
		if err != nil {
			log.Fatal("pipeline: ", err)
		}
		read++
		sign := map[string]int{"1-0": 1, "0-1": -1}[g.Result]
		if game, ok := g.MainLine(); !ok || sign == 0 || len(game.Moves) < 40 {
			continue
		}
		tree, err := g.Tree()
		if err != nil {
			log.Print("pipeline: ", err) // a variation that cannot be played
			continue
		}
		annotate(tree, sign)
		text = pgn.AppendGame(text[:0], tree.Game())
		if _, err := out.Write(text); err != nil {
			log.Fatal("pipeline: ", err)
		}
		written++
	}
	if err := out.Flush(); err != nil {
		log.Fatal("pipeline: ", err)
	}
	fmt.Fprintln(os.Stderr, written, "of", read, "games")
}
