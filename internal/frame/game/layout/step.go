package layout

import (
	"slices"

	"github.com/chesszip/chesszip/internal/base/tagvalue"
	"github.com/chesszip/chesszip/notation"
	"github.com/chesszip/chesszip/pgn"
)

// Op is what a step of a movetext is.
type Op uint8

// The kinds of steps.
const (
	OpMove        Op = iota // a legal move, which the stream of moves has
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

// class is what a step is to the white space around it. Steps of one class
// are spaced alike.
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
// steps of a game, written one after the other with what is before each, are its
// text after the tags; the last one is OpEnd, which stands for no bytes itself.
type Step struct {
	Op   Op
	Form notation.Form // OpMove: how the text differs from the dialect's
	Arg  uint16        // OpMove: index among the legal moves; OpNAG: its number; OpResult: a tagvalue.Result
	Text []byte        // the step's own bytes
}

// before is where what stands before a step begins in the text of its game, and how
// many bytes there are, one after the other, of white space, of the move number
// before OpMove, OpNull or OpWord, 0 if there is none, and of white space between
// number and move.
type before struct{ at, gap, number, inner uint32 }

// MaxSteps is the number of steps beyond which a game is not taken apart: the
// memory that this needs would be many times its text's.
const MaxSteps = 1 << 17

// MaxDepth bounds how deep variations are nested: what follows a line keeps
// positions of each.
const MaxDepth = 1 << 11

// MaxTags is the number of tags beyond which a game is not taken apart: all of
// them, and of its text, readers of tags look at so many.
const MaxTags = 1 << 14

// Numbered reports whether a step of kind o can bear a move number.
func (o Op) Numbered() bool { return o <= OpWord }

// Comment reports whether a step of kind o is a comment.
func (o Op) Comment() bool { return o == OpComment || o == OpLineComment }

// Glyph reports whether a step of kind o is a glyph.
func (o Op) Glyph() bool { return o == OpNAG || o == OpGlyph }

// SetMove says that the step is a legal move with the given index and form.
func (s *Step) SetMove(index int, form notation.Form) {
	s.Op, s.Arg, s.Form = OpMove, uint16(index), form
}

// SetNull says that the step passes the turn.
func (s *Step) SetNull() { s.Op, s.Form = OpNull, 0 }

// Comment returns the text of a comment without its braces or semicolon.
func (s *Step) Comment() []byte {
	if s.Op == OpComment {
		return s.Text[1 : len(s.Text)-1]
	}
	return s.Text[1:]
}

// MainLine says which steps of a game belong to its main line: those outside
// brackets up to the first result. It is what pgn.Line takes for it.
type MainLine struct {
	depth int
	ended bool
}

// Outside reports whether the next step stands outside brackets.
func (l *MainLine) Outside() bool { return l.depth == 0 }

// On reports whether a move that is the next step belongs to the main line.
func (l *MainLine) On() bool { return l.depth == 0 && !l.ended }

// Ended reports whether a result has ended the main line.
func (l *MainLine) Ended() bool { return l.ended }

// Pass follows the line past a step. A bracket that closes none is ignored.
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

// Straight returns the number of half-moves of steps that are moves of a main line and
// what stands between these; false if there are other moves, or words.
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
	return len(words) > 0 && (reserved || pgn.MayBeMoves(words))
}

// LastMove returns the place of the last move outside brackets, -1 if there is
// none.
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

// Result returns the result that ends the main line, OtherResult for none; false where
// only the text says it: where there are words, which may have one after them, or what
// pgn.Line passes over.
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
