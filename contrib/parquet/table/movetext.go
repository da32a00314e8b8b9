package table

import (
	"bytes"

	"github.com/chesszip/chesszip/pgn"
)

// movetexts makes movetext of games' texts, and reuses its memory.
type movetexts struct {
	in, back pgn.Scanner
	out      []byte
}

// of returns a game's text without its first tags tag pairs, as one line if possible:
// white space becomes one blank, and a blank follows each move number. Comments,
// variations and glyphs do not change.
func (m *movetexts) of(text []byte, tags int) string {
	m.in.Reset(text)
	m.out = m.out[:0]
	space, last := false, pgn.Kind(0)
	seen := 0
	for {
		t, ok := m.in.Next()
		switch {
		case !ok:
			if m.same(text, tags) {
				return string(m.out)
			}
			return m.verbatim(text, tags)
		case t.Kind == pgn.Space || t.Kind == pgn.BOM:
			space = true
			continue
		case t.Kind == pgn.TagPair && seen < tags:
			seen++
			space = true
			continue
		}
		switch {
		case len(m.out) == 0:
		case last == pgn.LineComment || last == pgn.EscapeLine || t.Kind == pgn.EscapeLine:
			m.out = append(m.out, '\n')
		case space || last == pgn.MoveNumber && t.Kind == pgn.Move:
			m.out = append(m.out, ' ')
		}
		m.out = append(m.out, t.Text...)
		space, last = false, t.Kind
	}
}

// same reports whether out has the tokens of the text, without white space and tags.
func (m *movetexts) same(text []byte, tags int) bool {
	m.in.Reset(text)
	m.back.Reset(m.out)
	for {
		t, ok := next(&m.in, &tags)
		none := 0
		u, more := next(&m.back, &none)
		if ok != more || t.Kind != u.Kind || !bytes.Equal(t.Text, u.Text) {
			return false
		}
		if !ok {
			return true
		}
	}
}

// next returns the next token except white space and the first tags.
func next(in *pgn.Scanner, tags *int) (pgn.Token, bool) {
	for {
		t, ok := in.Next()
		switch {
		case !ok:
			return t, false
		case t.Kind == pgn.Space || t.Kind == pgn.BOM:
		case t.Kind == pgn.TagPair && *tags > 0:
			*tags--
		default:
			return t, true
		}
	}
}

// verbatim returns the text without its tags.
func (m *movetexts) verbatim(text []byte, tags int) string {
	m.in.Reset(text)
	m.out = m.out[:0]
	for {
		t, ok := m.in.Next()
		switch {
		case !ok:
			return string(bytes.TrimSpace(m.out))
		case t.Kind == pgn.TagPair && tags > 0:
			tags--
		default:
			m.out = append(m.out, t.Text...)
		}
	}
}

// begin returns where a game begins after words that do not belong to it; 0 if there are
// none. Comments before a game belong to it.
func begin(text []byte) int {
	at, ok := pgn.Begin(text)
	if !ok || at == 0 {
		return 0
	}
	for in := pgn.NewScanner(text[:at]); ; {
		t, more := in.Next()
		if !more {
			return 0
		}
		switch t.Kind {
		case pgn.Space, pgn.BOM, pgn.Comment, pgn.LineComment, pgn.EscapeLine:
		default:
			return at
		}
	}
}

// appendEnd appends the blank line after a game. A game with an unclosed comment has it
// already.
func appendEnd(dst []byte) []byte {
	const end = "\n\n"
	for n := range len(end) + 1 {
		if bytes.HasSuffix(dst, []byte(end[n:])) {
			return append(dst, end[len(end)-n:]...)
		}
	}
	return dst
}
