package openings

import (
	"strings"
	"testing"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/movegen"
	"github.com/chesszip/chesszip/notation"
)

// line writes moves as SAN.
func line(t *testing.T, moves []board.Move) (s string) {
	p := board.Start()
	for _, m := range moves {
		found := false
		for _, l := range movegen.AppendLegal(nil, &p) {
			found = found || l == m
		}
		if !found {
			t.Fatalf("%v is illegal after %q", m, s)
		}
		s += notation.SAN(&p, m) + " "
		movegen.Make(&p, m)
	}
	return s
}

// TestLines holds that every line is one of legal moves, and that of a few
// openings it is the textbook's.
func TestLines(t *testing.T) {
	lines := all().lines
	if len(lines) < 1000 {
		t.Errorf("%d lines, want more than 1,000", len(lines))
	}
	for _, l := range lines {
		line(t, l)
	}
	for _, c := range []struct{ opening, eco, want string }{
		{"Sicilian Defense", "B20", "e4 c5 "},
		{"Ruy Lopez", "C60", "e4 e5 Nf3 Nc6 Bb5 "},
		{"no such opening", "C42", "e4 e5 Nf3 Nf6 "},
		{"", "E60", "d4 Nf6 c4 g6 "},
		{"", "", ""},
		{"no such opening", "Z99", ""},
	} {
		got := line(t, Line([]byte(c.opening), nil, []byte(c.eco)))
		if !strings.HasPrefix(got, c.want) || c.want == "" && got != "" {
			t.Errorf("Line(%q, %q) = %q, want it to begin with %q", c.opening, c.eco, got, c.want)
		}
	}
}

func TestParseDamaged(t *testing.T) {
	for _, b := range []string{"", "CZO", Magic, Magic + "\x05", Magic + "\x00\x00\x00\x00\x01abcd\x01\x00", Magic + "\x00\x00\x00\x00\x01abcd\x00\x02ab", Magic + "\x00\x00\x00\x00\x00x"} {
		if _, err := parse([]byte(b)); err == nil {
			t.Errorf("parse(%q) gave no error", b)
		}
	}
}
