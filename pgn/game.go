package pgn

import (
	"errors"
	"fmt"
	"strings"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/gamestate"
	"github.com/chesszip/chesszip/internal/base/tagvalue"
	"github.com/chesszip/chesszip/notation"
)

// ParsedGame is one game of a file. It shares no memory with the Reader that returned
// it.
type ParsedGame struct {
	// Tags are the tag pairs in the order of the text.
	Tags []Tag `json:"tags"`
	// Start is the position of the FEN tag, or the start position. A right to castle
	// that standard chess does not have is left out, unless the Variant tag or the
	// position shows that this is Chess960.
	Start board.Position `json:"start"`
	// Movetext holds everything outside the tags and the result, in the order of the
	// text: moves, annotations, variations. Only white space, byte order marks, move
	// numbers and commas between moves are left out.
	Movetext []Element `json:"movetext"`
	// Result is the termination marker outside variations in standard form: "1-0",
	// "0-1", "1/2-1/2", "*", or "" if there is none. Outcome returns the result of
	// the game.
	Result string `json:"result"`
	// Problems are the parts that could not be read, in the order of the text, at
	// most one for each line of moves.
	Problems []Problem `json:"problems"`
	// Language is the language of the letters of the moves. It is not English only if
	// the game can be played in that language and cannot be played in English.
	Language notation.Language `json:"language"`
	// Text is the game as it is in the file, with white space and stray text after
	// it; Offset is its byte offset in the file. The concatenated texts of all games
	// are the file.
	Text   string `json:"text"`
	Offset int64  `json:"offset"`
}

// Tag is a tag pair.
type Tag struct {
	Name  string `json:"name"`
	Value string `json:"value"` // with its escapes resolved
}

// Element is a part of the movetext. The zero Element holds nothing.
type Element struct {
	// Kind is Move, NAG, Comment, OpenComment, LineComment, EscapeLine, Open,
	// Close, Result (inside a variation), TagPair (among moves) or Junk.
	Kind Kind `json:"kind"`
	// Known reports whether Move is a legal move, or a null move, in the position
	// after the moves before it on its line. After a move that is not known, no later
	// move on its line is known, nor any in their variations.
	Known bool `json:"known"`
	// NAG is the number of a NAG, 0 if it has none.
	NAG uint8 `json:"nag"`
	// Move is the move if it is known.
	Move board.Move `json:"move"`
	// Parent is, for a Move, the index of the move before it on its line, or -1 for
	// the first move of the game. For the first move of a variation it is the move
	// before the one that it replaces.
	Parent int32 `json:"parent"`
	// Text is the element as written. It may be empty for a Move of a game that was
	// not read from text.
	Text string `json:"text"`
}

// Comment returns the text of a comment of any kind without its delimiters, "" for
// other kinds. A Text without delimiters, which only an Element built by the caller
// has, is returned whole; use NewComment to build a comment.
func (e *Element) Comment() string {
	switch e.Kind {
	case Comment:
		if inner, ok := strings.CutPrefix(e.Text, "{"); ok {
			if inner, ok = strings.CutSuffix(inner, "}"); ok {
				return inner
			}
		}
	case OpenComment:
		return strings.TrimPrefix(e.Text, "{")
	case LineComment:
		return strings.TrimPrefix(e.Text, ";")
	case EscapeLine:
		return strings.TrimPrefix(e.Text, "%")
	default:
		return ""
	}
	return e.Text
}

// The reasons of problems. For a move that cannot be played the reason is an error of
// package notation instead, and for a position that cannot be read one of package
// board.
var (
	ErrVariant   = errors.New("pgn: a chess variant with other rules")
	ErrJunk      = errors.New("pgn: not a part of a game")
	ErrOpen      = errors.New("pgn: a variation or comment without its end")
	ErrUnplaced  = errors.New("pgn: a variation of no move, or an end of none")
	ErrAfterGame = errors.New("pgn: text behind the result")
	// ErrResult: the moves end with a result other than that of the tag.
	ErrResult = errors.New("pgn: another result than that of the tag")
	// ErrLanguages: a move is not English, and the game can be played in several
	// other languages with different moves.
	ErrLanguages = errors.New("pgn: languages differ in what the moves mean")
	// ErrBeforeGame: text other than comments comes before the tags and moves.
	ErrBeforeGame = errors.New("pgn: text before the game")
	// ErrNotTag: a line among the tags is not a tag; or the value of a tag holds
	// another tag, since a line was cut and perhaps two games are joined.
	ErrNotTag = errors.New("pgn: not a tag, or a tag within a tag")
)

// Problem is a part of a game that could not be read. Movetext or Tags keep its text.
type Problem struct {
	Err    error  `json:"-"`
	Ply    int    `json:"ply"`    // half-moves before it on its line, from the start of the game
	Text   string `json:"text"`   // the offending token
	Offset int64  `json:"offset"` // in bytes from the start of the file
	Line   int64  `json:"line"`   // in the file, from 1
	Column int    `json:"column"` // in bytes from the start of the line, from 1
}

// Error returns a sentence such as
//
//	pgn: line 9, offset 120, after 7 plies, "Nf9": notation: not a move: "Nf9"
func (p *Problem) Error() string {
	return fmt.Sprintf("pgn: line %d, offset %d, after %d plies, %.40q: %v", p.Line, p.Offset, p.Ply, p.Text, p.Err)
}

// Unwrap returns p.Err.
func (p *Problem) Unwrap() error { return p.Err }

// Err returns the first problem of g, or nil if there is none.
func (g *ParsedGame) Err() error {
	if len(g.Problems) == 0 {
		return nil
	}
	return &g.Problems[0]
}

// Outcome returns the result of g: that of the tag Result or, if it has none or "*",
// the result that ends the moves.
func (g *ParsedGame) Outcome() gamestate.Result {
	tag, _ := g.Tag("Result")
	text := tagvalue.ResultOf([]byte(tag), tagvalue.ParseAnyResult([]byte(g.Result))).String()
	r, _ := gamestate.ParseResult(text) // other texts are Undecided
	return r
}

// MainLine returns the start position and the moves played, variations left out. ok
// is false if it ends before an unknown move.
func (g *ParsedGame) MainLine() (game gamestate.Game, ok bool) {
	game.Start = g.Start
	depth := 0
	for i := range g.Movetext {
		switch e := &g.Movetext[i]; {
		case e.Kind == Open:
			depth++
		case e.Kind == Close:
			depth = max(depth-1, 0)
		case e.Kind != Move || depth > 0:
		case !e.Known:
			return game, false
		default:
			game.Moves = append(game.Moves, e.Move)
		}
	}
	return game, true
}

// NewGame returns a ParsedGame with the given tags, moves and result, without
// annotations or Text. AppendGame adds the FEN tag if it is needed.
func NewGame(tags []Tag, game gamestate.Game, result gamestate.Result) *ParsedGame {
	g := &ParsedGame{Tags: tags, Start: game.Start, Result: result.String()}
	for i, m := range game.Moves {
		g.Movetext = append(g.Movetext, Element{Kind: Move, Known: true, Move: m, Parent: int32(i) - 1})
	}
	return g
}
