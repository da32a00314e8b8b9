package pgn

import (
	"bytes"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/movegen"
	"github.com/chesszip/chesszip/notation"
)

// choice holds the languages in which the main line of a game can be played to its
// end.
type choice struct {
	set notation.LanguageSet // that play the same moves
	// ambiguous: other languages play other moves.
	ambiguous bool
	// doubtful: all letters are also English, and too few to tell another language
	// from a mistake.
	doubtful bool
}

// onlyEnglish is the set that holds only English.
const onlyEnglish notation.LanguageSet = 1 << notation.English

// language returns the first language of the set, English where none is certain.
func (c *choice) language() notation.Language {
	if c.doubtful || c.ambiguous {
		return notation.English
	}
	for l := range notation.Languages {
		if c.set.Has(l) {
			return l
		}
	}
	return notation.English
}

// fewLetters is the number of letters of pieces below which letters that are also
// English do not show another language.
const fewLetters = 3

// spelledIn returns the languages in which a word may be, judged by all letters of
// pieces in it, and the number of these letters. The word may hold several moves.
func spelledIn(word []byte) (set notation.LanguageSet, letters int) {
	word, _ = withDashes(nil, word)
	set = notation.SpelledIn(word)
	if set != notation.AllLanguages {
		letters++
	}
	for i := 2; i < len(word); i++ { // after a square
		c := word[i]
		if (c < 'A' || c > 'Z') && c != 0xD0 && c != symbolByte {
			continue
		}
		if c == 'O' && (word[i-1] == '-' || bytes.HasPrefix(word[i+1:], []byte("-"))) {
			continue // castling
		}
		if isSign(word[i:]) && word[i-1] != '=' {
			break
		}
		if in := notation.SpelledIn(word[i:]); in != notation.AllLanguages {
			set &= in
			letters++
		}
	}
	return set, letters
}

// mayHoldMoves reports whether a word has a square or castling before its end.
func mayHoldMoves(word []byte) bool {
	word = bytes.TrimRight(word, "+#")
	for i := range len(word) - 2 {
		if squareOrCastling(word[i:]) {
			return true
		}
	}
	return false
}

// reading is a main line as far as some languages have played it in the same way.
type reading struct {
	set   notation.LanguageSet
	pos   board.Position
	ended bool // by a result
}

// languages returns the languages in which all words of a main line from start are
// moves. English is preferred. It first looks at letters alone, until only English
// has them all, and then plays the line in all languages that are left at once. So it
// takes one pass, with at most one try of each word for each language.
func (r *wordReader) languages(words mainWords, start *board.Position) choice {
	set, lettered := notation.AllLanguages, 0
	probe := words
	for t, ok := probe.next(); ok; t, ok = probe.next() {
		r.tries++
		in, letters := spelledIn(t.Text)
		if set &= in; set&^onlyEnglish == 0 {
			return choice{set: onlyEnglish}
		}
		lettered += letters
	}
	c := choice{doubtful: set.Has(notation.English) && lettered < fewLetters}
	r.readings = append(r.readings[:0], reading{set: set, pos: *start})
	r.begin(notation.English)
	for t, ok := words.next(); ok && len(r.readings) > 0; t, ok = words.next() {
		r.number(words.number, &r.readings[0].pos)
		r.step(t.Text, words.in)
	}
	for i := range r.readings {
		switch now := &r.readings[i]; {
		case now.set.Has(notation.English):
			return choice{set: now.set}
		case c.set != 0:
			c.ambiguous = true
		default:
			c.set = now.set
		}
	}
	return c
}

// step plays a word in all languages that are left, and separates those that play
// different moves.
func (r *wordReader) step(word []byte, behind Scanner) {
	n, alike := len(r.readings), isNeutral(word)
	for i := range n {
		now := r.readings[i]
		first := len(r.readings)
		if now.ended {
			r.readings = append(r.readings, now)
			continue
		}
		for l := range notation.Languages {
			if !now.set.Has(l) {
				continue
			}
			next := reading{set: onlyEnglish << l, pos: now.pos}
			if alike {
				next.set = now.set
			}
			if r.language = l; r.play(&next, word, behind) {
				r.join(first, next)
			}
			if alike {
				break
			}
		}
	}
	r.readings = append(r.readings[:0], r.readings[n:]...)
}

// join merges a reading with an equal one among those from number first on, or adds
// it.
func (r *wordReader) join(first int, next reading) {
	for k := first; k < len(r.readings); k++ {
		if r.readings[k].pos == next.pos {
			r.readings[k].set |= next.set
			return
		}
	}
	r.readings = append(r.readings, next)
}

// isNeutral reports whether a word is certainly the same in all languages: castling,
// or a target with nothing after it and no letter of a piece before it.
func isNeutral(word []byte) bool {
	word, _ = withDashes(nil, bytes.TrimRight(word, "+#"))
	switch string(word) {
	case "O-O", "O-O-O", "--":
		return true
	}
	for _, c := range word {
		if c >= 0x80 || c >= 'A' && c <= 'Z' {
			return false
		}
	}
	return len(word) > 1 && word[len(word)-1]-'0' <= 9 && !mayHoldMoves(word)
}

// play plays a word, whole or in parts.
func (r *wordReader) play(now *reading, word []byte, behind Scanner) bool {
	if _, ok := r.move(&now.pos, word); ok {
		return true
	}
	if !r.split(&now.pos, word, behind) {
		return false
	}
	for _, part := range r.parts {
		switch part.kind {
		case Move:
			movegen.Make(&now.pos, part.move)
		case Result:
			now.ended = true
		}
	}
	return true
}
