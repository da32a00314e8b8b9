package notation_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/notation"
)

// TestLanguages names texts of moves and what they are in English.
func TestLanguages(t *testing.T) {
	named := map[string]notation.Language{}
	for l := range notation.Languages {
		named[l.String()] = l
	}
	require.Len(t, named, int(notation.Languages))
	for _, c := range []struct {
		language, text, want string // want is empty where the text is no move of the language
	}{
		{"English", "Nf3", "Nf3"},
		{"English", "Sf3", "Sf3"}, // whatever it is
		{"German, Danish, Norwegian, Swedish", "Sgf3+", "Ngf3+"},
		{"German, Danish, Norwegian, Swedish", "Tad1", "Rad1"},
		{"German, Danish, Norwegian, Swedish", "e8=D+", "e8=Q+"},
		{"German, Danish, Norwegian, Swedish", "exd8T#", "exd8R#"},
		{"German, Danish, Norwegian, Swedish", "e8(S)", "e8(N)"},
		{"German, Danish, Norwegian, Swedish", "e8=d", "e8=Q"},
		{"German, Danish, Norwegian, Swedish", "e1/L", "e1/B"},
		{"German, Danish, Norwegian, Swedish", "O-O-O", "O-O-O"},
		{"German, Danish, Norwegian, Swedish", "e2-e4", "e2-e4"},
		{"German, Danish, Norwegian, Swedish", "Nf3", ""},
		{"German, Danish, Norwegian, Swedish", "e8=Q", ""},
		{"Estonian", "Of1-c4", "Bf1-c4"},
		{"Estonian", "O-O", "O-O"},
		{"Finnish", "Rf3", "Nf3"},
		{"French", "Rf1", "Kf1"},
		{"Dutch", "Pf3", "Nf3"},
		{"Russian", "Крe2", "Ke2"},
		{"Russian", "Кe2", "Ne2"},
		{"Russian", "d8Ф", "d8Q"},
		{"figurines", "♘f3", "Nf3"},
		{"figurines", "♛\uFE0Exd4+", "Qxd4+"},
		{"figurines", "♟e5", "e5"},
		{"figurines", "a8=♖", "a8=R"},
		{"figurines", "Nf3", ""},
	} {
		l, ok := named[c.language]
		require.True(t, ok, c.language)
		got, ok := l.AppendEnglish([]byte("x"), []byte(c.text))
		if ok != (c.want != "") || ok && string(got) != "x"+c.want {
			t.Errorf("%s: AppendEnglish(%q) = %q, %v, want %q", l, c.text, got, ok, c.want)
		}
		if ok && !notation.SpelledIn([]byte(c.text)).Has(l) && c.text[0] != 'S' {
			t.Errorf("SpelledIn(%q) lacks %s", c.text, l)
		}
	}
	if _, ok := notation.Languages.AppendEnglish(nil, []byte("e4")); ok || notation.Languages.String() != "Language(?)" {
		t.Error("there is one language more than there are")
	}
}

// TestLanguageLetters checks that each language writes what it reads, and that no two
// have the same letters.
func TestLanguageLetters(t *testing.T) {
	seen := map[string]notation.Language{}
	for l := range notation.Languages {
		all := ""
		for _, san := range []string{"Ka1", "Qxd8+", "Rae1", "B1c3#", "Nb1d2", "e4", "exd8=Q#", "a1=N", "b8=R", "c1=B+", "O-O", "O-O-O+", "--"} {
			text := l.AppendMove(nil, []byte(san))
			all += string(text) + " "
			got, ok := l.AppendEnglish(nil, text)
			if !ok || string(got) != san {
				t.Errorf("%s: %q reads %q, %v, want %q", l, text, got, ok, san)
			}
			if !notation.SpelledIn(text).Has(l) {
				t.Errorf("SpelledIn(%q) lacks %s", text, l)
			}
		}
		if other, ok := seen[all]; ok {
			t.Errorf("%s and %s have the same letters", l, other)
		}
		seen[all] = l
	}
}

// TestSpelledIn: letters say in which languages a move may be.
func TestSpelledIn(t *testing.T) {
	for text, want := range map[string]int{
		"e4": int(notation.Languages), "O-O": int(notation.Languages), "0-0": int(notation.Languages), "Z0": int(notation.Languages), "--": int(notation.Languages),
		"": 0, "Xf3": 0, "Éf3": 0, "Qd4": 1, "Кf3": 1, "♞f6": 1, "Of4": 1, "Nf3": 2, "Jf3": 1, "Pf3": 2, "Sf3": 3,
	} {
		n := 0
		for l := range notation.Languages {
			if notation.SpelledIn([]byte(text)).Has(l) {
				n++
			}
		}
		if n != want {
			t.Errorf("SpelledIn(%q) has %d languages, want %d", text, n, want)
		}
	}
}
