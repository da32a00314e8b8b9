package openings

import (
	"strings"
	"testing"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/model/openings/book"
	"github.com/chesszip/chesszip/movegen"
	"github.com/chesszip/chesszip/notation"
)

// TestNames checks that the last position of a game that has a name says what servers and
// databases call its opening, whatever the order of its moves.
func TestNames(t *testing.T) {
	for _, c := range []struct {
		moves, tag string
		system     System
		want       string
	}{
		{"e4 c5", "ECO", Lichess, "B20"},
		{"e4 e5 Nf3 Nc6 Bb5 Nd4 Nxd4 exd4", "ECO", Lichess, "C61"},
		{"Nf3 Nc6 e4 e5 Bb5", "Opening", Lichess, "Ruy Lopez"},
		{"d4 Nf6 c4 g6 Nc3 d5", "ECO", Masters, "D85"},
		{"c4 Nf6 Nc3 g6 d4 d5", "ECO", Masters, "D85"},
		{"d4 Nf6 c4 g6 Nc3 d5", "Variation", Lichess, ""},
	} {
		p, last := board.Start(), NoName
		for _, san := range strings.Fields(c.moves) {
			m, err := notation.ParseSAN(san, &p)
			if err != nil {
				t.Fatal(err)
			}
			movegen.Make(&p, m)
			last.Pass(book.Key(&p))
		}
		got := ""
		if n := Guesses(c.tag, c.system)[last[c.system]]; n >= 0 {
			got = string(Values(c.tag)[n])
		}
		if got != c.want {
			t.Errorf("%s is called %q by %s, want %q", c.moves, got, c.tag, c.want)
		}
	}
	if Guesses("White", Lichess) != nil {
		t.Error("names of players follow from openings")
	}
}

func TestParseDamaged(t *testing.T) {
	for _, b := range []string{"", "CZO", Magic, Magic + "\x05", Magic + "\x00\x00\x00\x00\x01abcd\x01\x00", Magic + "\x00\x00\x00\x00\x01abcd\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00", Magic + "\x00\x00\x00\x00\x00\x00\x00\x00x"} {
		if _, err := parse([]byte(b)); err == nil {
			t.Errorf("parse(%q) gave no error", b)
		}
	}
}
