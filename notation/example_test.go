package notation_test

import (
	"errors"
	"fmt"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/notation"
)

func Example() {
	p := board.Start()
	m, err := notation.ParseSAN("Nf3", &p)
	fmt.Println(m, notation.SAN(&p, m), notation.UCI(&p, m), err)
	m, err = notation.ParseUCI("e2e4", &p)
	fmt.Println(notation.SAN(&p, m), string(notation.AppendUCI(nil, &p, m, false)), err)

	_, err = notation.ParseSAN("Ke2", &p)
	var wrong *notation.MoveError
	fmt.Println(errors.Is(err, notation.ErrIllegal), errors.As(err, &wrong), wrong.Text, wrong.Kind == notation.ErrNoPiece)
	_, err = notation.ParseUCI("e2", &p)
	fmt.Println(errors.Is(err, notation.ErrSyntax), errors.Is(err, notation.ErrAmbiguous))
	// Output:
	// g1-f3 Nf3 g1f3 <nil>
	// e4 e2e4 <nil>
	// true true Ke2 true
	// true false
}

// The same move as several authors write it.
func ExampleDialect() {
	p, _ := board.ParseFEN("3rk3/4P3/8/8/8/8/8/R3K2R w KQ - 0 1")
	promotion := board.NewMove(board.E7, board.D8, board.Queen)
	castling := board.NewMove(board.E1, board.H1, board.NoKind)
	for _, d := range []notation.Dialect{
		notation.Standard, notation.LongAlgebraic, notation.Coordinates,
		notation.PromotionBare | notation.CastleZeros, notation.PromotionParens | notation.CastleLower | notation.NoCaptureSign,
		notation.PromotionSlash | notation.ColonCapture | notation.DoublePlusForMate | notation.CastleTakesRook,
	} {
		fmt.Printf("%s %s\n", d.AppendSAN(nil, &p, promotion), d.AppendSAN(nil, &p, castling))
	}
	// Output:
	// exd8=Q+ O-O
	// e7xd8=Q+ O-O
	// e7d8q e1g1
	// exd8Q+ 0-0
	// ed8(Q)+ o-o
	// e:d8/Q+ Kh1
}

// A text is a move and a Form, how it deviates from the dialect; both give the
// text back.
func ExampleDialect_ParseSAN() {
	p := board.Start()
	for _, text := range []string{"Nf3", "Ng1-f3", "N-f3+"} {
		m, form, err := notation.Standard.ParseSAN([]byte(text), &p)
		back := notation.Standard.AppendForm(nil, &p, m, form)
		author := notation.Standard.Adapt(&p, m, form)
		fmt.Printf("%s %#x %s %s %v\n", m, uint16(form), back, author.AppendSAN(nil, &p, m), err)
	}
	// Output:
	// g1-f3 0x0 Nf3 Nf3 <nil>
	// g1-f3 0x33 Ng1-f3 Ng1-f3 <nil>
	// g1-f3 0x34 N-f3+ N-f3 <nil>
}

// Moves with the letters of other languages: a game's language is that in which all
// of its moves can be played, which package pgn finds out.
func ExampleLanguage() {
	german := notation.English
	for l := range notation.Languages {
		if string(l.AppendMove(nil, []byte("Nf3"))) == "Sf3" && string(l.AppendMove(nil, []byte("Bb5"))) == "Lb5" {
			german = l
		}
	}
	move, ok := german.AppendEnglish(nil, []byte("Sf3"))
	fmt.Printf("%v: %s %v\n", german, move, ok)
	fmt.Println(notation.SpelledIn([]byte("Sf3")).Has(german), notation.SpelledIn([]byte("Sf3")).Has(notation.English), notation.SpelledIn([]byte("e4")) == notation.AllLanguages)
	// Output:
	// German, Danish, Norwegian, Swedish: Nf3 true
	// true false true
}
