package movetree

import (
	"strconv"
	"strings"

	"github.com/chesszip/chesszip/pgn"
)

// variation makes the text of a variation from its elements, and adds missing move
// numbers.
type variation struct {
	text   strings.Builder
	number []int // half-moves before the next move, for the surrounding line and each open one
	plain  bool  // the last word is a move of White
	opened bool  // the last word is a bracket
}

// depth returns how many variations are open.
func (v *variation) depth() int { return max(0, len(v.number)-1) }

// take returns the text, and starts another.
func (v *variation) take() string {
	text := v.text.String()
	*v = variation{}
	return text
}

// word adds a word.
func (v *variation) word(text string) {
	if v.text.Len() > 0 && !v.opened && text != ")" {
		v.text.WriteByte(' ')
	}
	v.opened = text == "("
	v.text.WriteString(text)
}

// add adds an element.
func (v *variation) add(e *pgn.Element) {
	top := len(v.number) - 1
	switch e.Kind {
	case pgn.Open:
		if v.depth() > 0 {
			v.word("(")
		}
		v.number = append(v.number, v.number[top]-1) // replaces the previous move
		v.plain = false
	case pgn.Close:
		v.number = v.number[:top]
		if v.depth() > 0 {
			v.word(")")
		}
		v.plain = false
	case pgn.Move:
		n := max(0, v.number[top])
		switch {
		case n%2 == 0:
			v.word(strconv.Itoa(n/2+1) + ".")
		case !v.plain:
			v.word(strconv.Itoa(n/2+1) + "...")
		}
		v.word(pgn.UTF8(e.Text))
		v.number[top]++
		v.plain = true
	case pgn.Comment, pgn.OpenComment, pgn.LineComment:
		v.word("{" + strings.ReplaceAll(pgn.UTF8(e.Comment()), "}", ")") + "}")
		v.plain = false
	default:
		v.word(pgn.UTF8(e.Text))
	}
}

// TextOf returns the numbers of bytes of tags and of comments in a game's text.
func TextOf(text []byte) (tags, comments int) {
	s := pgn.NewScanner(text)
	for t, ok := s.Next(); ok; t, ok = s.Next() {
		switch t.Kind {
		case pgn.TagPair:
			tags += len(t.Text)
		case pgn.Comment, pgn.OpenComment, pgn.LineComment:
			comments += len(t.Text)
		}
	}
	return tags, comments
}
