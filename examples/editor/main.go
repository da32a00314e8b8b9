// Command editor edits a game as the author of an opening book would: it adds moves and
// variations with comments, makes the better line the main one, and deletes what is wrong.
package main

import (
	"fmt"
	"log"
	"os"
	"strings"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/pgn"
)

func main() {
	tree := pgn.NewTree(board.Start())
	tree.SetTag("Event", "Repertoire")
	tree.SetTag("White", `Najdorf \ "B90"`)
	tree.Root().Comments = []string{"Comments need no braces, and may hold { one }."}
	main := extend(tree.Root(), "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6")
	main.NAGs = []uint8{14} // White is slightly better
	extend(main, "Be2 e5 Nb3 Be7").Comments = []string{"solid"}
	english := extend(main, "Be3 e5 Nb3 Be6 f3")
	english.Before = []string{"the English Attack"}
	blunder := extend(main, "Qd3")
	write(tree)

	fmt.Println("promoted:", english.Promote())
	blunder.Delete()
	extend(english.Parent(), "Nd5").NAGs = []uint8{6} // ?!
	write(tree)

	back, err := pgn.ParseGame(string(pgn.AppendGame(nil, tree.Game()))).Tree()
	if err != nil {
		log.Fatal("editor: ", err) // the first move that cannot be played
	}
	last := back.Root()
	for last.Next() != nil {
		last = last.Next()
	}
	text, _ := last.Line().AppendText(nil) // as UCI has it
	fmt.Printf("read again: %s\n", text)
}

// extend adds a line of moves after a node and returns the last.
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

func write(tree *pgn.Tree) {
	_, _ = os.Stdout.Write(pgn.AppendGame(nil, tree.Game()))
}
