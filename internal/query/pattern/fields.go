package pattern

import (
	"strings"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/gamestate"
	"github.com/chesszip/chesszip/internal/query/pattern/language"
	"github.com/chesszip/chesszip/internal/query/pattern/pawns"
	"github.com/chesszip/chesszip/movegen"
	"github.com/chesszip/chesszip/pgn"
)

// step is a set of conditions, and its distance from the previous step.
type step struct {
	counted every  // change only with the numbers of pieces
	rare    every  // change only with captures and pawn moves
	often   every  // may change with each move
	hold    int    // number of consecutive positions that must have it
	within  int    // half-moves after the previous step, 0 for any number
	plies   bounds // half-moves before the position
}

// compiler makes conditions of terms.
type compiler struct {
	flip     flip
	openings *[][]board.Move
	squares  contents // allowed contents of squares in the step
	given    bool     // some square is given
	ahead    bool     // a condition needs the next move
	step     step
}

// field is a name of a term.
type field struct {
	name   string
	sided  bool // "white-" or "black-" may precede it
	alone  bool // it may have no value
	valued bool // it may have a value
	when   when
	make   func(c *compiler, of side, value string) (condition, *language.Error)
}

// when is how often a condition changes, and what it needs.
type when uint8

const (
	// counted: with captures and promotions only.
	counted when = iota
	// rarely: with captures and pawn moves only.
	rarely
	// often: with each move.
	often
	// withNext: it needs the next move of the game, or that there is none.
	withNext
)

// fields returns the names of conditions. Their order is that of docs/patterns.md.
func fields() []field {
	all := []field{
		{"board", false, false, true, often, boardWith(1)},
		{"subfen", false, false, true, often, boardWith(anyPiece)},
		{"structure", false, false, true, rarely, boardWith(anyPiece &^ anyPawn)},
		{"fen", false, false, true, often, (*compiler).fen},
		{"material", true, false, true, counted, plain(newMaterial)},
		{"white", false, false, true, counted, armyOf(whiteSide)},
		{"black", false, false, true, counted, armyOf(blackSide)},
		{"diff", true, false, true, counted, plain(newDiff)},
		{"points", true, false, true, counted, plain(newPoints)},
		{"pieces", true, false, true, counted, plain(newPieces)},
		{"bishops", true, false, true, counted, plain(newBishops)},
		{"pawns", true, false, true, rarely, plain(newPawns)},
		{"files", true, false, true, rarely, plain(newFiles)},
		{"open", false, true, true, rarely, open(false)},
		{"halfopen", true, true, true, rarely, open(true)},
		{"turn", false, false, true, often, plain(newTurn)},
		{"ply", false, false, true, often, plain(newPly)},
		{"moves", false, false, true, rarely, (*compiler).opening},
		{"check", false, true, false, often, saying(func(f *facts) bool { return movegen.InCheck(f.p) })},
		{"mate", false, true, false, withNext, saying(func(f *facts) bool { return stuck(f, true) })},
		{"stalemate", false, true, false, withNext, saying(func(f *facts) bool { return stuck(f, false) })},
		{"end", false, true, false, withNext, saying(func(f *facts) bool { return f.isLast })},
		{"any", false, true, false, counted, saying(func(*facts) bool { return true })},
		{"move", true, false, true, withNext, plain(parseMove)},
		{"moved", true, false, true, withNext, plain(newMoved(false))},
		{"captured", true, false, true, withNext, plain(newMoved(true))},
		{"capture", true, true, false, withNext, capturing(yes)},
		{"quiet", true, true, false, withNext, capturing(no)},
	}
	for i := range pawns.Structures {
		s := &pawns.Structures[i]
		all = append(all, field{s.Name, true, true, true, rarely,
			func(c *compiler, of side, value string) (condition, *language.Error) {
				return newStructure(s, of, value, c.flip)
			}})
	}
	return all
}

// fieldNamed returns the field of a name and its side.
func fieldNamed(name string) (f field, of side, ok bool) {
	bare := name
	if after, sided := strings.CutPrefix(name, "white-"); sided {
		bare, of = after, whiteSide
	} else if after, sided := strings.CutPrefix(name, "black-"); sided {
		bare, of = after, blackSide
	}
	for _, f := range fields() {
		if f.name == bare && (of == eitherSide || f.sided) {
			return f, of, true
		}
	}
	return field{}, 0, false
}

// isWord reports whether a word is a field without a value.
func isWord(word string) bool {
	f, _, ok := fieldNamed(word)
	return ok && f.alone
}

// fieldNames lists all names.
func fieldNames() string {
	var names []string
	for _, f := range fields() {
		names = append(names, f.name)
	}
	return strings.Join(append(names, "hold", "within", "flip"), ", ")
}

// plain adapts a constructor that does not need the compiler.
func plain(make func(of side, value string, f flip) (condition, *language.Error)) func(*compiler, side, string) (condition, *language.Error) {
	return func(c *compiler, of side, value string) (condition, *language.Error) { return make(of, value, c.flip) }
}

// saying is a condition without a value.
func saying(holds lasting) func(*compiler, side, string) (condition, *language.Error) {
	return func(*compiler, side, string) (condition, *language.Error) { return holds, nil }
}

// stuck reports whether the player to move has no legal move, and is in check or not, as
// given. The game can then continue only with a null move.
func stuck(f *facts, check bool) bool {
	return (f.isLast || f.next == board.NullMove) && movegen.InCheck(f.p) == check && !movegen.HasLegal(f.p)
}

func capturing(a asked) func(*compiler, side, string) (condition, *language.Error) {
	return func(c *compiler, of side, _ string) (condition, *language.Error) {
		m := newMove(of, c.flip)
		m.capture = a
		return m, nil
	}
}

func open(half bool) func(*compiler, side, string) (condition, *language.Error) {
	return func(c *compiler, of side, value string) (condition, *language.Error) {
		return newOpen(half, of, value, c.flip)
	}
}

// armyOf parses the material of one player.
func armyOf(of side) func(*compiler, side, string) (condition, *language.Error) {
	return func(c *compiler, _ side, value string) (condition, *language.Error) {
		a, ok := parseArmy(value)
		if !ok || value == "" {
			return nil, language.Wrong("", value, "the pieces of a player such as KRP or KR+P*")
		}
		return newArmies(&a, &army{others: true}, c.flip.side(of)), nil
	}
}

// newTurn parses the side to move.
func newTurn(_ side, value string, f flip) (condition, *language.Error) {
	var c board.Color
	if c.UnmarshalText([]byte(value)) != nil {
		return nil, language.Wrong("", value, "white or black")
	}
	c = f.color(c)
	return lasting(func(f *facts) bool { return f.p.Turn == c }), nil
}

// newPly parses the number of half-moves before the position.
func newPly(_ side, value string, _ flip) (condition, *language.Error) {
	n, ok := parseBounds(value)
	if !ok || n.max < 0 {
		return nil, language.Wrong("", value, "half-moves before the position, such as 20, 20-40, 20- or -40")
	}
	return &plyCondition{n}, nil
}

// boardWith parses a board; blank is the content of empty squares.
func boardWith(blank pieceSet) func(*compiler, side, string) (condition, *language.Error) {
	return func(c *compiler, _ side, value string) (condition, *language.Error) {
		squares, ok := parseBoard(value, blank, c.flip)
		if !ok {
			return nil, language.Wrong("", value, "eight ranks cut by /, the eighth first; on each square "+wantPieces)
		}
		return newBoard(&squares), nil
	}
}

// fenCondition is the position of a FEN.
type fenCondition struct {
	*boardCondition
	position board.Position
	fields   int          // of the FEN: 1 board, 2 and side to move, 3 all of it
	likely   board.Rights // rights of position if games do not say that they are Chess960
}

func (c *fenCondition) holds(f *facts) bool {
	if same := f.p.Board == c.position.Board && (c.fields < 2 || f.p.Turn == c.position.Turn); !same || c.fields < 3 {
		return same
	}
	p := gamestate.Essence(f.p)
	return p.EnPassant == c.position.EnPassant && (p.Castling == c.likely || p.Castling == c.position.Castling)
}

// gone also checks castling rights, four bits each, and the paths of the pawns.
func (c *fenCondition) gone(f *facts) bool {
	wanted := c.likely
	each := (wanted | wanted>>1 | wanted>>2 | wanted>>3) & 0x1111
	lacking := c.fields > 2 && (f.p.Castling^wanted)&(15*each) != 0
	return lacking || c.boardCondition.gone(f) || !pawns.MayCome(&f.p.Board, &c.position.Board)
}

func (c *compiler) fen(_ side, value string) (condition, *language.Error) {
	fields := min(len(strings.Fields(value)), 3)
	p, err := board.ParseFEN(value + [...]string{"", " w - -", " - -", ""}[fields])
	if err != nil {
		return nil, language.Wrong("", value, "a position, or its board alone: "+err.Error())
	}
	if c.flip.files && p.Castling != 0 {
		return nil, language.Wrong("", value, "no rights to castle where files are mirrored")
	}
	p = gamestate.Essence(&p)
	p = c.flip.position(&p)
	p = gamestate.Essence(&p)
	squares := contents{}
	for sq := range squares {
		squares[sq] = 1 << p.At(board.Square(sq))
	}
	return &fenCondition{newBoard(&squares), p, fields, p.LikelyRights()}, nil
}

// plyCondition is a range of half-moves before the position.
type plyCondition struct{ bounds }

func (c *plyCondition) holds(f *facts) bool { return c.has(f.ply) }

func (c *plyCondition) gone(f *facts) bool { return f.ply >= c.max }

// opening is the first moves of a game from the start position.
type opening struct{ number, plies int }

func (o *opening) holds(f *facts) bool { return f.ply >= o.plies && f.openings[o.number] }

func (o *opening) gone(f *facts) bool { return !f.openings[o.number] }

// opening parses the first moves of a game.
func (c *compiler) opening(_ side, value string) (condition, *language.Error) {
	want := "moves from the start position, such as 1. e4 c5 2. Nf3"
	g := pgn.ParseGame(value)
	switch {
	case c.flip != flip{}:
		return nil, language.Wrong("", value, "no flip beside it")
	case g == nil || len(g.Tags) > 0:
		return nil, language.Wrong("", value, want)
	}
	line, ok := g.MainLine()
	if !ok || g.Err() != nil || len(line.Moves) == 0 {
		if err := g.Err(); err != nil {
			want += ": " + err.Error()
		}
		return nil, language.Wrong("", value, want)
	}
	*c.openings = append(*c.openings, line.Moves)
	return &opening{len(*c.openings) - 1, len(line.Moves)}, nil
}
