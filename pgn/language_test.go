package pgn_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/movegen"
	"github.com/chesszip/chesszip/notation"
	"github.com/chesszip/chesszip/pgn"
)

// playedIn plays words in a language, one by one; false if one is no move in it.
func playedIn(l notation.Language, words []string) (moves []board.Move, ok bool) {
	p := board.Start()
	for _, w := range words {
		english, ok := l.AppendEnglish(nil, []byte(w))
		if !ok {
			return nil, false
		}
		m, err := notation.ParseSAN(string(english), &p)
		if err != nil {
			return nil, false
		}
		moves = append(moves, m)
		movegen.Make(&p, m)
	}
	return moves, true
}

// propLanguage: a random game, written in a language, is read as the same moves; but
// as English where it can be, and not at all where other languages play it otherwise.
func propLanguage(t *rapid.T) {
	l := notation.Language(rapid.IntRange(0, int(notation.Languages)-1).Draw(t, "language"))
	p := board.Start()
	var moves []board.Move
	var words []string
	for range rapid.IntRange(1, 30).Draw(t, "plies") {
		legal := movegen.AppendLegal(nil, &p)
		if len(legal) == 0 {
			break
		}
		m := rapid.SampledFrom(legal).Draw(t, "move")
		words = append(words, string(l.AppendMove(nil, []byte(notation.SAN(&p, m)))))
		moves = append(moves, m)
		movegen.Make(&p, m)
	}
	// glued writes moves of one number without a space between them.
	glued := rapid.Bool().Draw(t, "glued")
	text := "[Event \"x\"]\n\n"
	for i, w := range words {
		if i%2 == 0 {
			text += fmt.Sprintf(" %d.", i/2+1)
		} else if !glued {
			text += " "
		}
		text += w
	}
	g := pgn.ParseGame(text + " *\n")
	checkLine(t, new(pgn.Line), text)
	line, whole := g.MainLine()
	same := func(a []board.Move) bool { return fmt.Sprint(a) == fmt.Sprint(line.Moves) }

	english, inEnglish := playedIn(notation.English, words)
	others := map[string]bool{}
	pieces, foreign := 0, false
	for o := range notation.Languages {
		if played, ok := playedIn(o, words); ok {
			others[fmt.Sprint(played)] = true
		}
	}
	for _, w := range words {
		_, promoted, _ := strings.Cut(w, "=")
		for _, letter := range []string{w, promoted} {
			in := notation.SpelledIn([]byte(letter))
			if letter == "" || in == notation.AllLanguages {
				continue
			}
			pieces++
			foreign = foreign || !in.Has(notation.English)
		}
	}
	switch {
	case inEnglish:
		if !whole || !same(english) || g.Language != notation.English || g.Err() != nil {
			t.Fatalf("%s\nis English, and read in %s as %v, %v", text, g.Language, line.Moves, g.Err())
		}
	case !foreign && pieces < 3:
		if whole || g.Language != notation.English {
			t.Fatalf("%s\nis read in %s as %v", text, g.Language, line.Moves)
		}
	case len(others) == 1:
		if !whole || !same(moves) || g.Err() != nil {
			t.Fatalf("%s\nin %s, is read in %s as %v, %v", text, l, g.Language, line.Moves, g.Err())
		}
	default:
		if whole || !errors.Is(g.Err(), pgn.ErrLanguages) || !strings.Contains(g.Err().Error(), g.Problems[0].Text) {
			t.Fatalf("%s\nhas %d meanings, and is read in %s as %v, %v", text, len(others), g.Language, line.Moves, g.Err())
		}
	}
}

func TestLanguageRoundTrip(t *testing.T) { rapid.Check(t, propLanguage) }

// TestVariationsTell: variations choose among languages that play the same main
// line, and only among those.
func TestVariationsTell(t *testing.T) {
	for _, c := range []struct {
		text, language string
		lost           int
		err            error
	}{
		{"1. e4 e5 2. Cf3 (2. Fc4 Fc5) Cc6 *", "French", 0, nil},
		{"1. e4 e5 2. Cf3 (2. Ac4 Ac5) Cc6 *", "Spanish, Italian", 0, nil},
		{"1. e4 e5 2. Cf3 (2. Xc4) Cc6 *", "French", 1, notation.ErrSyntax},
		{"1. e4 e5 (1... d5 2. Qe2) 2. Cf3 *", "French", 1, notation.ErrSyntax},
		{"1. e4 e5 (1... d5 2. Le2) 2. Nf3 *", "English", 1, notation.ErrSyntax},
		{"1. e4 e5 (1... d5 2. Le2) 2. f4 *", "English", 1, pgn.ErrLanguages},
		{"1. e4 e5 (1... d5 2. Rd4) 2. f4 *", "English", 1, notation.ErrIllegal},
		{"1. e4 e5 (1... d5 2. Sf3 Sf6) 2. Sc3 (2. Lb5) *", "German, Danish, Norwegian, Swedish", 0, nil},
	} {
		g := pgn.ParseGame("[Event \"x\"]\n\n" + c.text)
		lost := 0
		for _, e := range g.Movetext {
			if e.Kind == pgn.Move && !e.Known {
				lost++
			}
		}
		if g.Language.String() != c.language || lost != c.lost || !errors.Is(g.Err(), c.err) {
			t.Errorf("%s: read in %s with %d lost moves, %v, want %s with %d, %v", c.text, g.Language, lost, g.Err(), c.language, c.lost, c.err)
		}
	}
}
