package layout

import (
	"bytes"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/base/tagvalue"
	"github.com/chesszip/chesszip/pgn"
)

// Game is the text of a game as its tags and the steps of its movetext. All slices
// point into the text.
type Game struct {
	Tags []tagvalue.Tag
	// Literals are the texts before each value of Tags, and after the last. Text
	// before the game begins, see pgn.Begin, is in the first.
	Literals [][]byte
	Start    board.Position
	Steps    []Step

	src     []byte
	before  []before // of each step
	column  int      // bytes since the last line break where the steps begin
	places  places   // found when needed
	filling style    // which fills the comments, if there is one
}

// gap returns the white space before a step, or before its number.
func (g *Game) gap(step int) []byte {
	b := &g.before[step]
	return g.src[b.at : b.at+b.gap]
}

// number returns the move number before a step, or nil.
func (g *Game) number(step int) []byte {
	b := &g.before[step]
	if b.number == 0 {
		return nil
	}
	return g.src[b.at+b.gap:][:b.number]
}

// inner returns the white space between the number and a step.
func (g *Game) inner(step int) []byte {
	b := &g.before[step]
	return g.src[b.at+b.gap+b.number:][:b.inner]
}

// Cut cuts src, the text of one game, reusing g's memory. It reports false, and stops
// cutting, once the game has more than MaxTags tags or MaxSteps steps. It also
// reports false if variations are nested deeper than MaxDepth, or if the text after
// the tags would be read as the beginning of a game.
func (g *Game) Cut(s *pgn.Scanner, src []byte) bool {
	first, ok := g.CutTags(s, src)
	if len(g.Tags) > MaxTags || TagName(g.Literals[len(g.Tags)]) != nil {
		return false
	}
	at := len(src)
	if ok {
		at = first.Offset
	}
	g.column = columnAfter(0, src[:at])
	return g.cutSteps(s, first, ok)
}

// StartOf returns the position of the first FEN tag, or the start position of
// standard chess if there is none or it cannot be read. The coded moves of a frame
// start there. It depends on the FEN alone; pgn.Line also uses the variant.
func StartOf(tags []tagvalue.Tag) board.Position {
	if fen := tagvalue.First(tags, "FEN"); fen != nil {
		if p, err := board.ParseFEN(string(pgn.Unescape(nil, fen))); err == nil {
			return p
		}
	}
	return board.Start()
}

// TagName returns the name of the tag whose value follows a literal, or nil if
// none does: the text between the last '[' and the space before the quote that
// ends the literal.
func TagName(literal []byte) []byte {
	n := len(literal)
	if n == 0 || literal[n-1] != '"' {
		return nil
	}
	open := bytes.LastIndexByte(literal, '[')
	if open < 0 {
		return nil
	}
	if name := bytes.Trim(literal[open+1:n-1], " \t"); len(name) > 0 {
		return name
	}
	return nil
}

// CutTags cuts only the tags of src, at most MaxTags + 1, without steps. It returns
// the token with which the movetext begins, if there is one.
func (g *Game) CutTags(s *pgn.Scanner, src []byte) (first pgn.Token, ok bool) {
	g.Tags, g.Literals, g.Steps = g.Tags[:0], g.Literals[:0], g.Steps[:0]
	g.src, g.before = src, g.before[:0]
	g.places.steps, g.filling = g.places.steps[:0], style{}
	defer func() { g.Start = StartOf(g.Tags) }()
	s.Reset(src)
	if at, ok := pgn.Begin(src); ok {
		s.Seek(at)
	}
	literal := 0
	for len(g.Tags) <= MaxTags {
		t, ok := s.NextTag()
		if !ok {
			break
		}
		name, value := t.Tag()
		end := t.Offset + bytes.LastIndexByte(t.Text, '"')
		g.Tags = append(g.Tags, tagvalue.Tag{Name: name, Value: value})
		g.Literals = append(g.Literals, src[literal:end-len(value)])
		literal = end
	}
	if len(g.Tags) > MaxTags {
		return first, false
	}
	for first, ok = s.Next(); ok && (first.Kind == pgn.Space || first.Kind == pgn.BOM); {
		first, ok = s.Next()
	}
	end := len(src)
	if ok {
		end = first.Offset
	}
	g.Literals = append(g.Literals, src[literal:end])
	return first, ok
}

// stepOf returns the kind and the argument of a token that is not a move.
func stepOf(t *pgn.Token) (o Op, arg uint16) {
	switch t.Kind {
	case pgn.Comment:
		return OpComment, 0
	case pgn.LineComment:
		return OpLineComment, 0
	case pgn.Open:
		return OpOpen, 0
	case pgn.Close:
		return OpClose, 0
	case pgn.NAG:
		if n, ok := nagNumber(t.Text); ok {
			return OpNAG, uint16(n)
		}
		return OpGlyph, 0
	case pgn.Result:
		if r := tagvalue.ParseResult(t.Text); r != tagvalue.OtherResult {
			return OpResult, uint16(r)
		}
	}
	return OpText, 0
}

// cutSteps turns the tokens from t on into steps; it returns false if there are more
// than MaxSteps, or variations nested deeper than MaxDepth.
func (g *Game) cutSteps(s *pgn.Scanner, t pgn.Token, ok bool) bool {
	end := len(g.src) // of the last token
	if ok {
		end = t.Offset
	}
	add := func(st Step, b before) { g.Steps, g.before = append(g.Steps, st), append(g.before, b) }
	var waiting before // a move number without its move yet
	numbered := false
	flush := func() { // the number has no move
		if numbered {
			add(Step{Op: OpText, Text: g.src[waiting.at+waiting.gap:][:waiting.number]}, before{at: waiting.at, gap: waiting.gap})
			numbered = false
		}
	}
	depth, deepest := 0, 0
	for ; ok && len(g.Steps) < MaxSteps; t, ok = s.Next() {
		if t.Kind == pgn.Space {
			continue
		}
		b := before{at: uint32(end), gap: uint32(t.Offset - end)}
		end = t.Offset + len(t.Text)
		switch t.Kind {
		case pgn.MoveNumber:
			flush()
			waiting, numbered = b, true
			waiting.number = uint32(len(t.Text))
		case pgn.Move:
			if numbered {
				waiting.inner = b.gap
				b, numbered = waiting, false
			}
			add(Step{Op: OpWord, Text: t.Text}, b)
		default:
			flush()
			o, arg := stepOf(&t)
			switch o {
			case OpOpen:
				depth++
				deepest = max(deepest, depth)
			case OpClose:
				depth = max(depth-1, 0)
			}
			add(Step{Op: o, Arg: arg, Text: t.Text}, b)
		}
	}
	flush()
	add(Step{Op: OpEnd}, before{at: uint32(end), gap: uint32(len(g.src) - end)})
	return !ok && len(g.Steps) <= MaxSteps && deepest <= MaxDepth
}

// maxNAG is the highest number of a NAG.
const maxNAG = 255

// maxResult is the number of the last text of results.
const maxResult = 3

// nagNumber reads $0 to $255 in their shortest form.
func nagNumber(text []byte) (n int, ok bool) {
	if len(text) < 2 || len(text) > 4 || text[0] != '$' || text[1] == '0' && len(text) > 2 {
		return 0, false
	}
	for _, c := range text[1:] {
		if c < '0' || c > '9' {
			return 0, false
		}
		n = n*10 + int(c-'0')
	}
	return n, n <= maxNAG
}

// columnAfter returns the column after t when it begins at column.
func columnAfter(column int, t []byte) int {
	if i := bytes.LastIndexByte(t, '\n'); i >= 0 {
		return len(t) - i - 1
	}
	return column + len(t)
}
