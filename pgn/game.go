package pgn

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/gamestate"
	"github.com/chesszip/chesszip/internal/base/tagvalue"
	"github.com/chesszip/chesszip/notation"
)

// ParsedGame is one game of a file. Nothing in it is shared with the Reader that
// made it.
type ParsedGame struct {
	// Tags are the tag pairs in the order of the text.
	Tags []Tag
	// Start is the position of the FEN tag, or the start position. A right to castle
	// that standard chess has not is left out, unless the Variant tag or the position
	// says that this is Chess960.
	Start board.Position
	// Movetext holds everything before the tags, between them and the result,
	// and behind it, in the order of the text: moves, annotations, variations.
	// Only white space, byte order marks, move numbers and commas between moves
	// are left out.
	Movetext []Element
	// Result is what the termination marker outside variations means, however it is
	// written: "1-0", "0-1", "1/2-1/2", "*", or "" where there is none.
	// Outcome returns the result of the game.
	Result string
	// Problems says what could not be made sense of, in the order of the
	// text, at most one for each line of moves.
	Problems []Problem
	// Language is the one whose letters the moves have: another than English
	// only where the game can be played in it, and in English cannot.
	Language notation.Language
	// Text is the game as it stands in the file, white space and stray text
	// behind it included; Offset is where it starts there. The texts of all
	// games of a file, one after the other, are the file.
	Text   string
	Offset int64
}

// Tag is a tag pair.
type Tag struct {
	Name  string
	Value string // with its escapes resolved
}

// Element is a part of the movetext. The zero Element is none.
type Element struct {
	// Kind is Move, NAG, Comment, OpenComment, LineComment, EscapeLine, Open,
	// Close, Result (inside a variation), TagPair (among moves) or Junk.
	Kind Kind
	// Known says that Move is a legal move, or a null move, in the position
	// that the moves before it on its line lead to. Once a move is not known,
	// no later one on its line is, and nothing in variations of these.
	Known bool
	// NAG is the number of a NAG, 0 where it has none.
	NAG uint8
	// Move is the move if it is known.
	Move board.Move
	// Parent is for a Move the index of the move before it on its line or, for
	// the first one of a variation, before the move that it replaces; -1 for
	// the first of the game.
	Parent int32
	// Text is the element as written. For a Move of a Game that was not read
	// it may be empty.
	Text string
}

// Comment returns the text of a comment of any kind without its delimiters,
// "" for other kinds. A Text without delimiters, which only an Element made by hand
// has, is returned whole; NewComment makes comments of any text.
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

// What can be wrong with a game. A move that cannot be played wraps an error
// of package notation instead, and a position that cannot be read one of
// package board.
var (
	ErrVariant   = errors.New("pgn: a chess variant with other rules")
	ErrJunk      = errors.New("pgn: not a part of a game")
	ErrOpen      = errors.New("pgn: a variation or comment without its end")
	ErrUnplaced  = errors.New("pgn: a variation of no move, or an end of none")
	ErrAfterGame = errors.New("pgn: text behind the result")
	// ErrResult says that the moves end with another result than that of the tag.
	ErrResult = errors.New("pgn: another result than that of the tag")
	// ErrLanguages says of a move that it is none in English, and that several
	// other languages can play the game, each in its own way.
	ErrLanguages = errors.New("pgn: languages differ in what the moves mean")
	// ErrBeforeGame says that text which is no comment stands before the tags
	// and moves.
	ErrBeforeGame = errors.New("pgn: text before the game")
	// ErrNotTag says that a line among the tags is not one, and the tags after it are;
	// or that the value of a tag holds another tag: then a line was cut, and its game is
	// perhaps joined to another.
	ErrNotTag = errors.New("pgn: not a tag, or a tag within a tag")
)

// Problem says what of a game could not be made sense of. The text itself is
// kept in Movetext or Tags.
type Problem struct {
	Err    error
	Ply    int    // half-moves before it on its line, from the start of the game
	Text   string // the offending token
	Offset int64  // where it stands in the file
	Line   int64  // the line of the file on which it stands, from 1
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

// Tag returns the value of the first tag of the given name or, where no tag has
// it, of the first whose name differs from it in the case of letters only; ok is
// false if there is none.
func (g *ParsedGame) Tag(name string) (value string, ok bool) {
	i := slices.IndexFunc(g.Tags, func(t Tag) bool { return t.Name == name })
	if i < 0 {
		i = slices.IndexFunc(g.Tags, func(t Tag) bool { return tagvalue.SameName(t.Name, name) })
	}
	if i < 0 {
		return "", false
	}
	return g.Tags[i].Value, true
}

// Outcome returns the result of g as the PGN standard writes it, or "" for none:
// that of the tag Result or, where that says none or "*", the one that ends the
// moves.
func (g *ParsedGame) Outcome() string {
	tag, _ := g.Tag("Result")
	return tagvalue.ResultOf([]byte(tag), tagvalue.ParseAnyResult([]byte(g.Result))).String()
}

// MainLine returns the start position and the moves played, variations left
// out. ok is false if it ends before a move that is not known.
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

// NewGame returns a Game of the given tags, moves and result, without
// annotations or Text. AppendGame adds the FEN tag if it is needed.
func NewGame(tags []Tag, game gamestate.Game, result string) *ParsedGame {
	g := &ParsedGame{Tags: tags, Start: game.Start, Result: result}
	for i, m := range game.Moves {
		g.Movetext = append(g.Movetext, Element{Kind: Move, Known: true, Move: m, Parent: int32(i) - 1})
	}
	return g
}
