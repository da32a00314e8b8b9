package diagram_test

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/diagram"
)

func ExampleAppendText() {
	p := board.Start()
	fmt.Printf("%s", diagram.AppendText(nil, &p, nil))
	// Output:
	// 8  r n b q k b n r
	// 7  p p p p p p p p
	// 6  . . . . . . . .
	// 5  . . . . . . . .
	// 4  . . . . . . . .
	// 3  . . . . . . . .
	// 2  P P P P P P P P
	// 1  R N B Q K B N R  <- white to move
	//    a b c d e f g h
}

func ExampleAppendText_unicode() {
	p, _ := board.ParseFEN("r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3")
	fmt.Printf("%s", diagram.AppendText(nil, &p, &diagram.Options{Unicode: true, Black: true}))
	// Output:
	// 1  ♖ . . ♔ ♕ ♗ ♘ ♖
	// 2  ♙ ♙ ♙ . ♙ ♙ ♙ ♙
	// 3  . . ♘ . . . . .
	// 4  . . . ♙ . . . .
	// 5  . . . ♟ . . ♗ .
	// 6  . . . . . ♞ . .
	// 7  ♟ ♟ ♟ . ♟ ♟ ♟ ♟
	// 8  ♜ ♞ ♝ ♚ ♛ ♝ . ♜  <- black to move
	//    h g f e d c b a
}

// TestAppendText reads the board back from the drawing, after a prefix.
func TestAppendText(t *testing.T) {
	letters := map[rune]board.Piece{}
	for i, r := range []rune(".PNBRQKpnbrqk") {
		letters[r] = board.Piece(i)
	}
	for i, r := range []rune("♙♘♗♖♕♔♟♞♝♜♛♚") {
		letters[r] = board.Piece(i + 1)
	}
	rapid.Check(t, func(t *rapid.T) {
		p := board.Position{Turn: board.Color(rapid.IntRange(0, 1).Draw(t, "turn"))}
		for s := range board.Square(64) {
			p.Put(s, board.Piece(rapid.IntRange(0, 12).Draw(t, "piece")))
		}
		o := diagram.Options{Unicode: rapid.Bool().Draw(t, "unicode"), Black: rapid.Bool().Draw(t, "black")}
		text, ok := strings.CutPrefix(string(diagram.AppendText([]byte("x"), &p, &o)), "x")
		if !ok || !utf8.ValidString(text) {
			t.Fatalf("AppendText lost its prefix or wrote no UTF-8: %q", text)
		}
		lines := strings.Split(text, "\n")
		if len(lines) != 10 || lines[9] != "" {
			t.Fatalf("%d lines, want 9", len(lines)-1)
		}
		var q board.Board
		files := strings.Fields(lines[8])
		for _, line := range lines[:8] {
			for i, piece := range strings.Fields(line)[1:9] {
				s, err := board.ParseSquare(files[i] + line[:1])
				require.NoError(t, err)
				q.Put(s, letters[[]rune(piece)[0]])
			}
		}
		if q != p.Board || strings.Count(text, p.Turn.String()+" to move") != 1 {
			t.Fatalf("%v is drawn as\n%s", p, text)
		}
	})
}
