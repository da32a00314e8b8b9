package layout

import (
	"bytes"
	"slices"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/base/tagvalue"
	"github.com/chesszip/chesszip/notation"
)

// Op is the kind of a step of a movetext.
type Op uint8

// The kinds of steps.
const (
	OpMove        Op = iota // a legal move, stored in the stream of moves
	OpNull                  // a passed turn, spelled out
	OpWord                  // looks like a move but cannot be played; spelled out
	OpComment               // {...}
	OpLineComment           // ;... to the end of the line
	OpNAG                   // $0 to $255
	OpGlyph                 // ! and its like, or any other NAG, by dictionary
	OpOpen                  // (
	OpClose                 // )
	OpResult                // 1-0, 0-1, 1/2-1/2 or *
	OpText                  // anything else, spelled out
	OpEnd                   // the game's text ends here
	numOps
)

// class is the class of a step for the white space around it: steps of one class have
// the same.
type class uint8

const (
	classStart class = iota
	classNumber
	classMove
	classComment
	classLine
	classNAG
	classGlyph
	classOpen
	classClose
	classResult
	classText
	classEnd
	numClasses
)

var classOf = [numOps]class{
	OpMove: classMove, OpNull: classMove, OpWord: classMove,
	OpComment: classComment, OpLineComment: classLine,
	OpNAG: classNAG, OpGlyph: classGlyph, OpOpen: classOpen, OpClose: classClose,
	OpResult: classResult, OpText: classText, OpEnd: classEnd,
}

// Step is one element of a movetext: a move, a comment, a bracket, a result. The
// concatenated steps of a game, each with the text before it, are the game's text
// after the tags. The last step is OpEnd, which has no bytes.
type Step struct {
	Op   Op
	Form notation.Form // OpMove: difference of the text from the dialect's
	Arg  uint16        // OpMove: the move; OpNAG: its number; OpResult: a tagvalue.Result
	Text []byte        // the step's own bytes
}

// before is the text before a step: its offset in the game's text, and the lengths,
// in this order, of white space, of the move number before OpMove, OpNull or OpWord,
// or 0, and of white space between number and move.
type before struct{ at, gap, number, inner uint32 }

// MaxSteps is the most steps of a game that is split: more would take many times the
// memory of its text.
const MaxSteps = 1 << 17

// MaxDepth is the greatest depth of variations: code that follows a line stores
// positions of each.
const MaxDepth = 1 << 11

// MaxTags is the most tags of a game that is split. Readers of tags read at most so
// many of a text.
const MaxTags = 1 << 14

// Numbered reports whether a step of kind o can have a move number.
func (o Op) Numbered() bool { return o <= OpWord }

// Comment reports whether a step of kind o is a comment.
func (o Op) Comment() bool { return o == OpComment || o == OpLineComment }

// Glyph reports whether a step of kind o is a glyph.
func (o Op) Glyph() bool { return o == OpNAG || o == OpGlyph }

// SetMove makes the step a legal move of the given form.
func (s *Step) SetMove(m board.Move, form notation.Form) {
	s.Op, s.Arg, s.Form = OpMove, uint16(m), form
}

// Move returns the move of SetMove.
func (s *Step) Move() board.Move { return board.Move(s.Arg) }

// SetNull makes the step a passed turn.
func (s *Step) SetNull() { s.Op, s.Form = OpNull, 0 }

// Comment returns the text of a comment without its braces or semicolon.
func (s *Step) Comment() []byte {
	if s.Op == OpComment {
		return s.Text[1 : len(s.Text)-1]
	}
	return s.Text[1:]
}

// MainLine tracks which steps of a game belong to its main line: those outside
// brackets up to the first result, as in pgn.Line.
type MainLine struct {
	depth int
	ended bool
}

// Outside reports whether the next step is outside brackets.
func (l *MainLine) Outside() bool { return l.depth == 0 }

// On reports whether a move that is the next step belongs to the main line.
func (l *MainLine) On() bool { return l.depth == 0 && !l.ended }

// Ended reports whether a result has ended the main line.
func (l *MainLine) Ended() bool { return l.ended }

// Pass follows the line past a step. A closing bracket without an opening one is
// ignored.
func (l *MainLine) Pass(s *Step) {
	switch s.Op {
	case OpOpen:
		l.depth++
	case OpClose:
		l.depth = max(l.depth-1, 0)
	case OpResult, OpText:
		// A result of another form is spelled out.
		l.ended = l.ended || l.depth == 0 && (s.Op == OpResult || tagvalue.ParseAnyResult(s.Text) != tagvalue.OtherResult)
	}
}

// Remarked reports whether there are comments or glyphs.
func Remarked(steps []Step) bool {
	return slices.ContainsFunc(steps, func(s Step) bool { return s.Op.Comment() || s.Op.Glyph() })
}

// Straight returns the number of half-moves of steps that have no moves except those
// of a main line; ok is false if there are other moves, or words.
func Straight(steps []Step) (plies int, ok bool) {
	var line MainLine
	for i := range steps {
		s := &steps[i]
		if s.Op == OpOpen || s.Op == OpWord || s.Op.Numbered() && !line.On() {
			return 0, false
		}
		if s.Op.Numbered() {
			plies++
		}
		line.Pass(s)
	}
	return plies, true
}

// Unread reports whether the main line has words that are not coded as moves, and
// that pgn.Line may read as such.
func Unread(steps []Step) bool {
	var line MainLine
	var words [][]byte
	reserved := false
	for i := range steps {
		s := &steps[i]
		if line.On() && s.Op == OpWord {
			words = append(words, s.Text)
		}
		reserved = reserved || s.Op == OpText && s.Text[0] == '<'
		line.Pass(s)
	}
	return len(words) > 0 && (reserved || mayBeMoves(words))
}

// mayBeMoves reports whether words, those of a main line from the first that is not
// plain English SAN, may be moves: several in one word, after a sign, or in another
// language. False is certain, and takes only a look at the letters.
func mayBeMoves(words [][]byte) bool {
	first := words[0]
	if len(first) <= 2 || !isASCII(first) || bytes.IndexByte(first, '-') >= 0 {
		return true
	}
	for i := range len(first) - 2 {
		if first[i]-'a' < 8 && first[i+1]-'1' < 8 {
			return true // a square before the end
		}
	}
	set := notation.AllLanguages
	for _, w := range words {
		if len(w) > 2 && isASCII(w) { // others may be signs, or castling by other dashes
			set &= notation.SpelledIn(w)
		}
	}
	return set&^(1<<notation.English) != 0
}

// isASCII reports whether a word has only bytes of ASCII.
func isASCII(word []byte) bool {
	return bytes.IndexFunc(word, func(r rune) bool { return r >= 0x80 }) < 0
}

// LastMove returns the index of the last move outside brackets, or -1.
func LastMove(steps []Step) int {
	last := -1
	var line MainLine
	for i := range steps {
		if steps[i].Op.Numbered() && line.Outside() {
			last = i
		}
		line.Pass(&steps[i])
	}
	return last
}

// Result returns the result that ends the main line, OtherResult for none; ok is
// false if the steps do not determine it: if there are words, which may be followed
// by a result, or text that pgn.Line skips.
func Result(steps []Step) (r tagvalue.Result, ok bool) {
	var line MainLine
	for i := range steps {
		s := &steps[i]
		if line.On() && s.Op == OpWord || s.Op == OpText && s.Text[0] == '<' {
			return tagvalue.OtherResult, false
		}
		if line.Pass(s); line.Ended() {
			if s.Op == OpResult {
				return tagvalue.Result(s.Arg), true
			}
			return tagvalue.ParseAnyResult(s.Text), true
		}
	}
	return tagvalue.OtherResult, true
}
