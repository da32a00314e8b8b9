package pgn

import (
	"slices"
	"strings"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/movegen"
	"github.com/chesszip/chesszip/notation"
)

// ParseGame reads one game from its text, or returns nil if that is blank.
// Text that holds several games gives the first one; the rest is then text
// behind the result.
func ParseGame(text string) *ParsedGame {
	var r resolver
	return r.game([]byte(text), 0)
}

// resolver makes games of texts. Its buffers serve one game after the other.
type resolver struct {
	lines    lines
	legal    []board.Move
	elements []Element
	g        *ParsedGame
	ended    bool // the result is behind us
	strayed  bool // and text behind it has been complained of
}

// game returns the game of a text, or nil if that is blank.
func (r *resolver) game(src []byte, offset int64) *ParsedGame {
	r.g = &ParsedGame{Text: string(src), Offset: offset}
	r.elements, r.ended, r.strayed = r.elements[:0], false, false
	r.lines.reset(&r.g.Start, false)
	started := false // start has been called
	blank := true
	in := Scanner{src: src, brace: -1}
	if at, ok := Begin(src); ok {
		r.preface(&in, at)
	}
	for t, ok := in.Next(); ok; t, ok = in.Next() {
		if t.Kind == Space || t.Kind == BOM {
			continue
		}
		blank = false
		text := r.g.Text[t.Offset : t.Offset+len(t.Text)]
		if t.Kind == TagPair && !started {
			r.tag(t)
			continue
		}
		if !started {
			started = true
			r.start()
		}
		r.element(t, text)
	}
	if blank {
		return nil
	}
	if !started {
		r.start()
	}
	if r.lines.inside() && !r.ended {
		r.problem(ErrOpen, "(", len(src))
	}
	r.g.Movetext = slices.Clone(r.elements)
	return r.g
}

// preface takes what stands before the beginning of the game, at: comments, and
// stray text.
func (r *resolver) preface(in *Scanner, at int) {
	from, to := 0, 0 // stray text
	flush := func() {
		if to > from {
			text := r.g.Text[from:to]
			r.problem(ErrBeforeGame, text, from)
			r.elements = append(r.elements, Element{Kind: Junk, Text: text})
		}
		from = to
	}
	for in.pos < at {
		t, _ := in.Next()
		switch t.Kind {
		case Space, BOM:
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
	if strings.IndexByte(tag.Value, '\\') >= 0 {
		tag.Value = string(Unescape(nil, value))
	}
	r.g.Tags = append(r.g.Tags, tag)
}

// start sets up the position from the tags.
func (r *resolver) start() {
	r.g.Start = board.Start()
	known := true
	if fen, ok := r.g.Tag("FEN"); ok {
		p, err := board.ParseFEN(fen)
		if err != nil {
			r.problem(err, fen, 0)
			known = false
		} else {
			r.g.Start = p
		}
	}
	if v, ok := r.g.Tag("Variant"); ok && !standardRules(v) {
		r.problem(ErrVariant, v, 0)
		known = false
	}
	r.lines.reset(&r.g.Start, known)
}

// standardRules reports whether a value of the Variant tag means the moves of
// standard chess, from whatever start.
func standardRules(variant string) bool {
	letters := strings.Map(func(c rune) rune {
		if c == ' ' || c == '-' || c == '_' {
			return -1
		}
		return c
	}, strings.ToLower(variant))
	switch letters {
	case "", "?", "standard", "chess", "normal", "classic", "fromposition", "chess960", "fischerandom", "fischerrandom",
		"frc", "960", "dfrc", "doublefischerandom", "doublefischerrandom":
		return true
	}
	return false
}

// element takes a token that is not one of the game's tags.
func (r *resolver) element(t Token, text string) {
	e := Element{Kind: t.Kind, Text: text}
	i := int32(len(r.elements))
	switch k := t.Kind; {
	case k == MoveNumber:
		return
	case k == Comment || k == LineComment || k == EscapeLine:
	case k == OpenComment:
		r.problem(ErrOpen, text, t.Offset)
	case k == NAG:
		e.NAG, _ = t.NAG()
	case r.ended:
		r.stray(t, text)
		if k != TagPair {
			e.Kind = Junk
		}
	case k == Result:
		if !r.lines.inside() {
			r.g.Result, r.ended = text, true
			return
		}
	case k == Move:
		e.Parent = r.lines.last
		e.Move, e.Known = r.move(t, text, i)
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
		r.problem(ErrJunk, text, t.Offset)
	}
	r.elements = append(r.elements, e)
}

// move resolves and plays a move, the element of index i.
func (r *resolver) move(t Token, text string, i int32) (board.Move, bool) {
	if r.lines.known {
		if m, ok := r.lines.playText(t.Text, i); ok {
			return m, true
		}
		p := &r.lines.pos
		r.legal = movegen.AppendLegal(r.legal[:0], p)
		// Nobody asks for the check mark, so spare the search for it.
		m, _, err := notation.NoCheck.ParseSAN(t.Text, p, r.legal)
		if err == nil {
			r.lines.play(m, i)
			return m, true
		}
		if !r.lines.blamed {
			r.lines.blamed = true
			r.problem(err, text, t.Offset)
		}
	}
	r.lines.lose(i)
	return 0, false
}

// maxProblems bounds the problems reported of one game.
const maxProblems = 1000

func (r *resolver) problem(err error, text string, at int) {
	if len(r.g.Problems) < maxProblems {
		r.g.Problems = append(r.g.Problems, Problem{Err: err, Ply: r.lines.ply, Text: text, Offset: r.g.Offset + int64(at)})
	}
}

// stray complains of text behind the result, once.
func (r *resolver) stray(t Token, text string) {
	if !r.strayed {
		r.strayed = true
		r.problem(ErrAfterGame, text, t.Offset)
	}
}
