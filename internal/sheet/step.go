package sheet

import "github.com/chesszip/chesszip/notation"

// op is what a step of a movetext is.
type op uint8

const (
	opMove        op = iota // a legal move; its index goes to the move coder
	opNull                  // a passed turn, spelled out
	opWord                  // looks like a move but cannot be played; spelled out
	opComment               // {...}
	opLineComment           // ;... to the end of the line
	opNAG                   // $0 to $255
	opGlyph                 // ! and its like, or any other NAG, by dictionary
	opOpen                  // (
	opClose                 // )
	opResult                // one of results
	opText                  // anything else, spelled out
	opEnd                   // the game's text ends here
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
	opMove: classMove, opNull: classMove, opWord: classMove,
	opComment: classComment, opLineComment: classLine,
	opNAG: classNAG, opGlyph: classGlyph, opOpen: classOpen, opClose: classClose,
	opResult: classResult, opText: classText, opEnd: classEnd,
}

// results are the four ways a game ends in PGN.
var results = [4]string{"1-0", "0-1", "1/2-1/2", "*"}

// step is one element of a movetext with the white space before it: a move
// with its number, a comment, a bracket, a result. The steps of a game,
// written one after the other, are its text after the tags; the last one is
// opEnd, whose gap is the white space after the game.
type step struct {
	op     op
	form   notation.Form // opMove: how the text departs from the dialect
	arg    uint16        // opMove: index of the move; opNAG: its number; opResult: index in results
	gap    []byte        // white space before the step
	number []byte        // move number before an opMove, opNull or opWord; nil if there is none
	inner  []byte        // white space between number and text
	text   []byte        // the step's own bytes
}

// numbered reports whether a step of kind o can bear a move number.
func (o op) numbered() bool { return o <= opWord }

// inside returns the text of a comment without its braces or semicolon.
func (s *step) inside() []byte {
	if s.op == opComment {
		return s.text[1 : len(s.text)-1]
	}
	return s.text[1:]
}

// glyph returns the text of a glyph that is no number.
func (s *step) glyph() []byte {
	if s.op == opGlyph {
		return s.text
	}
	return nil
}
