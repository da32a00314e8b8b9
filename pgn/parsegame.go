package pgn

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/base/tagvalue"
	"github.com/chesszip/chesszip/notation"
)

// ParseGame reads one game from its text, or returns nil if the text is blank. If the
// text holds several games, it reads the first one and takes the rest as text after
// the result.
func ParseGame(text string) *ParsedGame {
	var r resolver
	return r.game([]byte(text), 0)
}

// resolver reads games from texts. It reuses its buffers for the next game.
type resolver struct {
	lines    lines
	words    wordReader
	elements []Element
	g        *ParsedGame
	ended    bool    // the result was read
	strayed  bool    // a problem of text after it was reported
	overMax  bool    // a problem of a glyph over maxNAG was reported
	dollar   int     // the end of a last dollar sign without a number, or 0
	in       Scanner // after the current token
	body     Scanner // at the first token that is not a tag
	lost     int     // words that are not moves, from a known position
	mainLost int     // index of the problem of the first in the main line, or -1

	before, line int64 // lines of the file before the text, and of the text before counted
	counted      int
}

// game returns the game of a text, or nil if that is blank.
func (r *resolver) game(src []byte, offset int64) *ParsedGame {
	text := string(src)
	g := r.read(text, src, offset, notation.English)
	if g == nil || r.lost == 0 {
		return g
	}
	return r.inLanguages(g, src)
}

// inLanguages returns g read in another language, if one fits. g was read last, and
// has words that are not moves in English.
func (r *resolver) inLanguages(g *ParsedGame, src []byte) *ParsedGame {
	mainLost := r.mainLost
	c := r.words.languages(mainWords{in: r.body}, &g.Start)
	set, foreign := c.set&^onlyEnglish, false
	for i := range g.Movetext {
		if e := &g.Movetext[i]; e.Kind == Move {
			in, _ := spelledIn([]byte(e.Text))
			foreign = foreign || !in.Has(notation.English)
			if c.set.Has(notation.English) {
				set &= in // the rest must also be playable
			}
		}
	}
	switch {
	case c.ambiguous:
		if mainLost >= 0 {
			g.Problems[mainLost].Err = ErrLanguages
		}
		return g
	case c.doubtful, c.set.Has(notation.English) && !foreign:
		return g
	}
	best, fewest, whole := g, r.lost, false
	if !c.set.Has(notation.English) {
		best = nil
	}
	for l := range notation.Languages {
		if !set.Has(l) {
			continue
		}
		h := r.read(g.Text, src, g.Offset, l)
		if r.lost == 0 && whole && !sameMoves(h, best) {
			// The main lines agree; variations do not.
			g.Problems[0].Err = ErrLanguages
			return g
		}
		if best == nil || r.lost < fewest {
			best, fewest, whole = h, r.lost, r.lost == 0
		}
	}
	if best == nil {
		return g
	}
	return best
}

// sameMoves reports whether two readings of one text have the same moves.
func sameMoves(g, h *ParsedGame) bool {
	return slices.EqualFunc(g.Movetext, h.Movetext, func(a, b Element) bool { return a.Kind == b.Kind && a.Move == b.Move })
}

// read reads the game of a text in one language.
func (r *resolver) read(text string, src []byte, offset int64, l notation.Language) *ParsedGame {
	r.g = &ParsedGame{Text: text, Offset: offset, Language: l}
	r.words.begin(l)
	r.elements, r.ended, r.strayed, r.lost, r.mainLost = r.elements[:0], false, false, 0, -1
	r.overMax, r.dollar = false, 0
	r.lines.reset(&r.g.Start, false)
	r.in = Scanner{src: src, brace: -1}
	r.counted, r.line = 0, 0
	in := &r.in
	if at, ok := Begin(src); ok {
		r.aside(in, at, ErrBeforeGame)
	}
	r.tags()
	blank := len(r.g.Tags) == 0
	r.body = *in
	r.start()
	for t, ok := in.Next(); ok; t, ok = in.Next() {
		if t.Kind == Space || t.Kind == BOM {
			continue
		}
		blank = false
		r.element(t, r.g.Text[t.Offset:t.Offset+len(t.Text)])
	}
	if blank {
		return nil
	}
	if r.lines.inside() && !r.ended {
		r.problem(ErrOpen, "(", len(src))
	}
	r.g.Movetext = slices.Clone(r.elements)
	return r.g
}

// tags reads the tags and the text between them.
func (r *resolver) tags() {
	for {
		between := r.in
		t, ok := r.in.NextTag()
		if !ok {
			r.aside(&between, r.in.pos, ErrNotTag)
			return
		}
		r.aside(&between, t.Offset, ErrNotTag)
		r.tag(t)
	}
}

// aside reads the text up to at, before the movetext: comments and stray text. Stray
// text is one problem before the game, and one for each line between tags.
func (r *resolver) aside(in *Scanner, at int, problem error) {
	from, to := 0, 0 // stray text
	flush := func() {
		if to > from {
			text := r.g.Text[from:to]
			r.problem(problem, text, from)
			r.elements = append(r.elements, Element{Kind: Junk, Text: text})
		}
		from = to
	}
	for in.pos < at {
		t, _ := in.Next()
		switch t.Kind {
		case Space, BOM:
			if problem == ErrNotTag && bytes.ContainsAny(t.Text, "\n\r") {
				flush()
			}
		case Comment, OpenComment, LineComment, EscapeLine:
			flush()
			r.elements = append(r.elements, Element{Kind: t.Kind, Text: r.g.Text[t.Offset:in.pos]})
		default:
			if from == to {
				from = t.Offset
			}
			to = in.pos
		}
	}
	flush()
}

func (r *resolver) tag(t Token) {
	if r.g.Tags == nil {
		r.g.Tags = make([]Tag, 0, 16)
	}
	name, value := t.Tag()
	at := t.Offset + strings.Index(r.g.Text[t.Offset:], string(name))
	shut := t.Offset + strings.LastIndexByte(r.g.Text[t.Offset:t.Offset+len(t.Text)], '"')
	tag := Tag{Name: r.g.Text[at : at+len(name)], Value: r.g.Text[shut-len(value) : shut]}
	if holdsTag(value) {
		r.problem(ErrNotTag, r.g.Text[t.Offset:t.Offset+len(t.Text)], t.Offset)
	}
	if strings.IndexByte(tag.Value, '\\') >= 0 {
		tag.Value = string(Unescape(nil, value))
	}
	r.g.Tags = append(r.g.Tags, tag)
}

// start sets up the position from the tags.
func (r *resolver) start() {
	fen, hasFEN := r.g.Tag("FEN")
	variant, _ := r.g.Tag("Variant")
	ofFEN, ofVariant := startOf(&r.g.Start, fen, hasFEN, variant)
	if ofFEN != nil {
		r.problem(ofFEN, fen, r.placeOf("FEN"))
	}
	if ofVariant != nil {
		r.problem(ofVariant, variant, r.placeOf("Variant"))
	}
	r.lines.reset(&r.g.Start, ofFEN == nil && ofVariant == nil)
}

// placeOf returns the offset of the first tag of a name.
func (r *resolver) placeOf(name string) int {
	in := Scanner{src: r.in.src, brace: -1}
	in.pos, _ = Begin(in.src)
	for t, ok := in.NextTag(); ok; t, ok = in.NextTag() {
		if n, _ := t.Tag(); string(n) == name {
			return t.Offset
		}
	}
	return 0
}

// element reads a token that is not one of the game's tags.
func (r *resolver) element(t Token, text string) {
	e := Element{Kind: t.Kind, Text: text}
	switch k := t.Kind; {
	case k == MoveNumber:
		if n, _ := t.Number(); r.lines.known {
			r.words.number(n, &r.lines.pos)
		}
		return
	case k == Comment || k == LineComment || k == EscapeLine:
	case k == OpenComment:
		r.problem(ErrOpen, text, t.Offset)
	case k == NAG:
		r.nag(&e, t)
	case r.ended:
		r.stray(t, text)
		if k != TagPair {
			e.Kind = Junk
		}
	case k == Result:
		if !r.lines.inside() {
			r.end(text, t.Offset)
			return
		}
	case k == Move:
		r.word(t, text)
		return
	case k == Open:
		if !r.lines.open() {
			r.problem(ErrUnplaced, text, t.Offset)
		}
	case k == Close:
		if !r.lines.close() {
			r.problem(ErrUnplaced, text, t.Offset)
			e.Kind = Junk
		}
	default:
		if n := r.in.reserved(t); k == Junk && n > 0 {
			e.Text = r.g.Text[t.Offset:][:n]
		} else if r.lines.moved && strings.Trim(text, ",") == "" {
			return
		} else {
			r.junk(t, text)
		}
	}
	r.elements = append(r.elements, e)
}

// nag sets the number of a glyph, and reports a number over maxNAG once.
func (r *resolver) nag(e *Element, t Token) {
	var ok bool
	if e.NAG, ok = t.NAG(); !ok && t.Text[0] == '$' && !r.overMax {
		r.overMax = true
		r.problem(errMaxNAG, e.Text, t.Offset)
	}
}

// errMaxNAG is the problem of a glyph whose number is too large.
var errMaxNAG = fmt.Errorf("%w: a glyph over $%d", ErrJunk, maxNAG)

// junk reports a piece of text; a dollar sign and the text directly after it are one
// piece.
func (r *resolver) junk(t Token, text string) {
	if r.dollar != t.Offset {
		r.problem(ErrJunk, text, t.Offset)
	}
	if r.dollar = 0; text == "$" {
		r.dollar = t.Offset + 1
	}
}

// word reads a word: a move, a sign after one, or several moves glued together.
func (r *resolver) word(t Token, text string) {
	if r.lines.moved && isSign(t.Text) {
		r.elements = append(r.elements, signElement(text))
		return
	}
	m, err := r.move(t.Text)
	if err == nil || !r.lines.known || !r.words.split(&r.lines.pos, t.Text, r.in) {
		if err != nil && r.lines.known {
			r.lost++
			r.blame(err, text, t.Offset)
		}
		e := Element{Kind: Move, Text: text, Parent: r.lines.last}
		if err == nil {
			e.Parent, e.Known, e.Move = r.lines.parent, true, m
		} else {
			r.lines.lose(int32(len(r.elements)))
		}
		r.elements = append(r.elements, e)
		return
	}
	at := 0
	for _, p := range r.words.parts {
		part, offset := text[at:p.end], t.Offset+at
		at = p.end
		switch p.kind {
		case Move:
			i := int32(len(r.elements))
			r.elements = append(r.elements, Element{Kind: Move, Known: true, Move: p.move, Parent: r.lines.last, Text: part})
			r.lines.play(p.move, i)
		case NAG:
			r.elements = append(r.elements, signElement(part))
		case Result:
			if r.lines.inside() {
				r.elements = append(r.elements, Element{Kind: Result, Text: part})
			} else {
				r.end(part, offset)
			}
		}
	}
}

// end reads the result that ends the game.
func (r *resolver) end(text string, at int) {
	ends := tagvalue.ParseAnyResult([]byte(text))
	r.g.Result, r.ended = ends.String(), true
	if ends < tagvalue.Unfinished && r.g.Outcome().String() != r.g.Result {
		r.problem(ErrResult, text, at)
	}
}

// signElement returns the element of a sign that is a word: a NAG, or Junk if it has
// no number.
func signElement(text string) Element {
	e := Element{Kind: NAG, Text: text}
	var ok bool
	if e.NAG, ok = (Token{Kind: NAG, Text: []byte(text)}).NAG(); !ok {
		e.Kind = Junk
	}
	return e
}

// errLost is the reason for a move that comes after an unknown one.
var errLost = errors.New("pgn: a move from a position that is not known")

// move resolves and plays a move, the next element.
func (r *resolver) move(text []byte) (board.Move, error) {
	if !r.lines.known {
		return 0, errLost
	}
	english, ok := r.words.inEnglish(text)
	if !ok {
		return 0, &notation.MoveError{Text: string(text[:min(len(text), 40)]), Kind: notation.ErrSyntax}
	}
	m, err := notation.ParseSAN(english, &r.lines.pos)
	if err == nil {
		r.lines.play(m, int32(len(r.elements)))
	}
	return m, err
}

// blame reports a move that cannot be played, once for each line.
func (r *resolver) blame(err error, text string, at int) {
	if r.lines.blamed {
		return
	}
	r.lines.blamed = true
	if !r.lines.inside() && r.mainLost < 0 && len(r.g.Problems) < maxProblems {
		r.mainLost = len(r.g.Problems)
	}
	r.problem(err, text, at)
}

// maxProblems bounds the problems reported of one game.
const maxProblems = 1000

func (r *resolver) problem(err error, text string, at int) {
	if len(r.g.Problems) < maxProblems {
		r.g.Problems = append(r.g.Problems, Problem{Err: err, Ply: r.lines.ply, Text: text, Offset: r.g.Offset + int64(at),
			Line: r.lineAt(at), Column: at - strings.LastIndexAny(r.g.Text[:at], "\r\n")})
	}
}

// lineAt returns the line number of an offset in the text. It is fast if offsets
// ascend.
func (r *resolver) lineAt(at int) int64 {
	if at < r.counted {
		r.counted, r.line = 0, 0
	}
	r.line += lineEnds(r.g.Text[r.counted:at])
	r.counted = at
	return r.before + r.line + 1
}

// lineEnds returns the number of ends of lines in a text: LF, CR LF, or CR.
func lineEnds[T string | []byte](text T) int64 {
	s := []byte(text)
	n := bytes.Count(s, []byte{'\n'})
	if returns := bytes.Count(s, []byte{'\r'}); returns > 0 {
		n += returns - bytes.Count(s, []byte("\r\n"))
	}
	return int64(n)
}

// stray reports text after the result, once.
func (r *resolver) stray(t Token, text string) {
	if !r.strayed {
		r.strayed = true
		r.problem(ErrAfterGame, text, t.Offset)
	}
}
