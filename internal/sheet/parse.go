package sheet

import (
	"bytes"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/pgn"
)

// tag is one value of a game's tag section with the literal text before it and
// the name that this says.
type tag struct {
	name, literal, value []byte
}

// parsed is a game cut into what the columns hold. All slices point into the
// game's text.
type parsed struct {
	tags   []tag
	last   []byte // the literal that ends the tag section
	column int    // bytes since the last line break where the steps begin
	start  board.Position
	result int // index in results of the Result tag, len(results) if none
	steps  []step
}

// parse cuts src, the text of one game, reusing p's memory.
func (p *parsed) parse(s *pgn.Scanner, src []byte) {
	p.tags, p.steps = p.tags[:0], p.steps[:0]
	s.Reset(src)
	rest := p.parseTags(s, src)
	p.start = startOf(p.tags)
	p.result = len(results)
	for _, t := range p.tags {
		if string(t.name) == "Result" {
			p.result = resultIndex(t.value)
		}
	}
	p.column = columnAfter(0, src[:len(src)-len(rest.rest)])
	p.parseSteps(s, rest.first, rest.ok)
}

// startOf returns the position that the FEN tag names, the start position of
// standard chess where there is none or it cannot be read.
func startOf(tags []tag) board.Position {
	for _, t := range tags {
		if string(t.name) == "FEN" {
			if p, err := board.ParseFEN(string(t.value)); err == nil {
				return p
			}
			break
		}
	}
	return board.Start()
}

func resultIndex(text []byte) int {
	for i, r := range results {
		if string(text) == r {
			return i
		}
	}
	return len(results)
}

// movetext is where the tag section ends: at the token first, if ok, with
// which rest begins.
type movetext struct {
	first pgn.Token
	ok    bool
	rest  []byte
}

func (p *parsed) parseTags(s *pgn.Scanner, src []byte) movetext {
	literal := 0
	for {
		t, ok := s.Next()
		switch {
		case !ok:
			p.last = src[literal:]
			return movetext{rest: src[len(src):]}
		case t.Kind == pgn.Space || t.Kind == pgn.BOM:
			continue
		case t.Kind == pgn.TagPair:
			end := t.Offset + bytes.LastIndexByte(t.Text, '"')
			_, value := t.Tag()
			begin := end - len(value)
			l := src[literal:begin]
			if name := holeName(l); name != nil {
				p.tags = append(p.tags, tag{name, l, value})
				literal = end
				continue
			}
		}
		p.last = src[literal:t.Offset]
		return movetext{t, true, src[t.Offset:]}
	}
}

// parseSteps turns the tokens from t on into steps.
func (p *parsed) parseSteps(s *pgn.Scanner, t pgn.Token, ok bool) {
	var gap []byte    // white space since the last step or number
	var number *step  // a move number waiting for its move
	var waiting step  // the room for it
	flush := func() { // the number has no move
		if number != nil {
			p.steps = append(p.steps, step{op: opText, gap: waiting.gap, text: waiting.number})
			number = nil
		}
	}
	for ; ok; t, ok = s.Next() {
		st := step{gap: gap, text: t.Text}
		switch t.Kind {
		case pgn.Space:
			gap = t.Text
			continue
		case pgn.MoveNumber:
			flush()
			waiting = step{gap: gap, number: t.Text}
			number = &waiting
			gap = nil
			continue
		case pgn.Move:
			st.op = opWord
			if number != nil {
				st.gap, st.number, st.inner = waiting.gap, waiting.number, gap
				number = nil
			}
		case pgn.Comment:
			st.op = opComment
		case pgn.LineComment:
			st.op = opLineComment
		case pgn.Open:
			st.op = opOpen
		case pgn.Close:
			st.op = opClose
		case pgn.NAG:
			st.op = opGlyph
			if n, ok := nagNumber(t.Text); ok {
				st.op, st.arg = opNAG, uint16(n)
			}
		case pgn.Result:
			st.op = opText
			if i := resultIndex(t.Text); i < len(results) {
				st.op, st.arg = opResult, uint16(i)
			}
		default:
			st.op = opText
		}
		flush()
		p.steps = append(p.steps, st)
		gap = nil
	}
	flush()
	p.steps = append(p.steps, step{op: opEnd, gap: gap})
}

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
	return n, n <= 255
}
