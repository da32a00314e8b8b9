package pgn

import (
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/movegen"
	"github.com/chesszip/chesszip/notation"
)

// Line walks through the main lines of games. It gives the moves of ParseGame and
// MainLine, only as far as the caller asks, in bounded memory. The zero Line is ready
// to use.
type Line struct {
	// Anyway also walks through games whose start position or variant is not known.
	// They start from the start position of standard chess if they have none, and
	// follow its rules, as far as their moves are plain SAN.
	Anyway bool

	words  wordReader
	result []byte // that ended the last walk as a part of a word
}

// Each calls yield with the start position of a game's text and NullMove, and then
// with each position of its main line and the move that led to it, until yield
// returns false or the next move is not known. The position belongs to the walk. Each
// does not call yield for blank text nor, unless Anyway is set, for an unknown start
// position or variant. It skips text before the game begins, see Begin. It reports
// whether it reached the end of the main line.
func (l *Line) Each(text []byte, yield func(p *board.Position, m board.Move) bool) (whole bool) {
	in := Scanner{src: text, brace: -1}
	if at, ok := Begin(text); ok {
		in.pos = at
	}
	var fen, variant []byte
	hasFEN, hasVariant := false, false
	for t, ok := in.NextTag(); ok; t, ok = in.NextTag() {
		switch name, value := t.Tag(); {
		case !hasFEN && string(name) == "FEN":
			fen, hasFEN = value, true
		case !hasVariant && string(name) == "Variant":
			variant, hasVariant = value, true
		}
	}
	if !in.tagged && in.blank() {
		return false
	}
	var p board.Position
	ofFEN, ofVariant := startOf(&p, string(Unescape(nil, fen)), hasFEN, string(Unescape(nil, variant)))
	known := ofFEN == nil && ofVariant == nil
	return (known || l.Anyway) && l.walk(&p, mainWords{in: in, plain: !known}, yield)
}

// Result returns the result that ends the main line of a game's text, as it is
// written, or nil. See also ParsedGame.Result.
func (l *Line) Result(text []byte) []byte {
	in := Scanner{src: text, brace: -1}
	if at, ok := Begin(text); ok {
		in.pos = at
	}
	for _, ok := in.NextTag(); ok; {
		_, ok = in.NextTag()
	}
	words := mainWords{in: in}
	glued := false // a word may be a move with a result after it
	t, ok := words.next()
	for ; ok; t, ok = words.next() {
		glued = glued || endsInResult(t.Text)
	}
	if glued {
		l.result = nil
		l.Each(text, func(*board.Position, board.Move) bool { return true })
		if l.result != nil {
			return l.result
		}
	}
	if t.Kind == Result {
		return t.Text
	}
	return nil
}

// endsInResult reports whether a word may be a move with a result after it.
func endsInResult(word []byte) bool {
	for i := max(1, len(word)-longestPart); i < len(word); i++ {
		if isResult(word[i:]) {
			return true
		}
	}
	return false
}

// walk is Each from the first token that is not a tag.
func (l *Line) walk(p *board.Position, words mainWords, yield func(p *board.Position, m board.Move) bool) (whole bool) {
	r := &l.words
	language := notation.English
	if !words.plain {
		if choice := r.languages(words, p); !choice.ambiguous {
			language = choice.language()
		}
	}
	r.begin(language)
	if !yield(p, board.NullMove) {
		return false
	}
	for t, ok := words.next(); ok; t, ok = words.next() {
		r.number(words.number, p)
		m, ok := r.move(p, t.Text)
		if ok {
			if !yield(p, m) {
				return false
			}
			continue
		}
		if words.plain || !r.split(p, t.Text, words.in) {
			return false
		}
		at := 0
		for _, part := range r.parts {
			switch part.kind {
			case Move:
				if movegen.Make(p, part.move); !yield(p, part.move) {
					return false
				}
			case Result:
				l.result = t.Text[at:part.end]
				return true
			}
			at = part.end
		}
	}
	return true
}
