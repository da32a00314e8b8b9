// Command editor edits a game as an opening book's author would: it adds moves
// and a variation, says what it thinks of them, makes the better line the main
// one, and deletes what was wrong.
//
//	go run ./editor
package main

import (
	"fmt"
	"log"
	"os"
	"strings"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/gamestate"
	"github.com/chesszip/chesszip/pgn"
)

// extend adds a line of moves behind a node and returns the last.
func extend(n *pgn.Node, moves string) *pgn.Node {
	for text := range strings.FieldsSeq(moves) {
		next, err := n.AddSAN(text)
		if err != nil {
			log.Fatal("editor: ", err) // says which move is not legal, and where
		}
		n = next
	}
	return n
}

func main() {
	tree := pgn.NewTree(board.Start())
	tree.Tags = []pgn.Tag{{Name: "Event", Value: "Repertoire"}, {Name: "White", Value: `Najdorf \ "B90"`}}
	tree.Root().Comments = []string{"Comments need no braces, and may hold { one }."}
	main := extend(tree.Root(), "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6")
	main.NAGs = []uint8{14}

	classical := extend(main, "Be2 e5 Nb3 Be7")
	classical.Comments = []string{"solid"}
	english := extend(main, "Be3 e5 Nb3 Be6 f3")
	english.Before = []string{"the English Attack"}
	blunder := extend(main, "Qd3")
	write(tree)

	fmt.Println("promoted:", english.Promote())
	blunder.Delete()
	extend(english.Parent(), "Nd5").NAGs = []uint8{6} // ?!
	write(tree)

	// What was written is read as the same tree.
	back, err := pgn.ParseGame(string(pgn.AppendGame(nil, tree.Game()))).Tree()
	if err != nil {
		log.Fatal("editor: ", err)
	}
	back.Result = gamestate.Undecided
	n, last := 0, back.Root()
	for ; last.Next() != nil; last = last.Next() {
		n++
	}
	p := last.Position()
	fmt.Println("main line of", n, "half-moves, the last", last.Move(), "to", &p)
	for _, child := range last.Parent().Children() {
		fmt.Println("choice", child.Move(), len(child.Line().Moves), child.NAGs)
	}
}

// write prints the game as PGN.
func write(tree *pgn.Tree) {
	if _, err := os.Stdout.Write(pgn.AppendGame(nil, tree.Game())); err != nil {
		log.Fatal("editor: ", err)
	}
}
