package pgn

import (
	"bytes"
	"slices"
)

// Strip selects what AppendStripped removes from a game. The zero Strip removes
// nothing.
type Strip struct {
	// Comments removes comments of all kinds, but not lines that begin with %.
	Comments   bool
	Variations bool
	// NAGs removes glyphs, such as $1 or !.
	NAGs bool
	// Clocks removes the commands clk, egt, emt and mct from comments; Evals removes
	// eval. The other text of a comment stays; a comment without other text is
	// removed.
	Clocks, Evals bool
	// Tags, unless nil, are the names of the tags to keep; NoTags are names of tags
	// to remove. FEN, SetUp and Variant always stay, since the moves depend on them.
	// A game that would lose all its tags keeps its first.
	Tags, NoTags []string
}

// AppendStripped appends the text of a game without what the Strip selects, and
// returns the extended slice. All other bytes stay unchanged, even line ends, with
// two exceptions: of the white space around removed text only one piece stays, the
// one with the most line ends; and a number such as 1... is removed if nothing is
// left between it and White's move.
//
// A variation that is not closed stays.
func AppendStripped(dst, text []byte, what *Strip) []byte {
	s := stripper{dst: dst, what: what}
	if what.Variations {
		s.unmatched = unmatched(text)
	}
	if s.tags() && !s.anyTagStays(text) {
		s.keepTag = true
	}
	depth := 0
	scanner := NewScanner(text)
	for t, ok := scanner.Next(); ok; t, ok = scanner.Next() {
		switch {
		case t.Kind == Open && (depth > 0 || s.begins(t)):
			depth++
			s.drop()
		case depth > 0:
			if t.Kind == Close {
				depth--
			}
			s.drop()
		case t.Kind == Space:
			s.space(t.Text)
		case s.goes(t):
			s.drop()
		default:
			s.keep(t)
		}
	}
	if s.dropped && !bytes.ContainsAny(s.most, "\n\r") {
		s.most = s.last
	}
	return append(s.dst, s.most...)
}

// stripper is the state of AppendStripped.
type stripper struct {
	dst       []byte
	what      *Strip
	unmatched []int // offsets of brackets that open a variation without end
	keepTag   bool  // the next tag stays, whatever its name
	kept      Kind  // of the last token that stayed, 0 for none
	moved     bool  // the last token that stayed is a move or its glyph

	// Since then: whether anything was removed, the white space before and after it,
	// and the piece with the most line ends.
	dropped           bool
	first, last, most []byte
}

func (s *stripper) space(text []byte) {
	if !s.dropped {
		s.first = text
	}
	s.last = text
	if len(s.most) == 0 || ends(text) > ends(s.most) {
		s.most = text
	}
}

// ends counts ends of lines.
func ends(text []byte) int {
	return max(bytes.Count(text, []byte{'\n'}), bytes.Count(text, []byte{'\r'}))
}

func (s *stripper) drop() { s.dropped, s.last = true, nil }

func (s *stripper) keep(t Token) {
	text := t.Text
	if short := s.shorter(t); short != nil {
		text = short
	}
	s.dst = append(append(s.dst, s.gap(t)...), text...)
	s.moved = t.Kind == Move || t.Kind == NAG && s.moved
	s.kept = t.Kind
	s.dropped, s.first, s.last, s.most = false, nil, nil, nil
}

// gap returns the white space between the last token that stayed and t.
func (s *stripper) gap(t Token) []byte {
	gap := s.most
	switch {
	case !s.dropped:
		return gap
	case t.Kind == EscapeLine, t.Kind == Close && len(s.last) == 0 && s.kept != LineComment && s.kept != EscapeLine:
		gap = s.last
	case s.kept == 0, s.kept == LineComment, s.kept == EscapeLine, s.kept == Open && len(s.first) == 0:
		gap = s.first
	case len(gap) == 0:
		gap = []byte{' '}
	}
	// At the start of a line % means something else.
	atStart := len(gap) > 0 && ends(gap[len(gap)-1:]) > 0 || len(gap) == 0 && s.kept == 0
	if atStart && t.Kind != EscapeLine && t.Text[0] == '%' {
		gap = append(bytes.Clone(gap), ' ')
	}
	return gap
}

// begins reports whether t opens a variation that is left out.
func (s *stripper) begins(t Token) bool {
	if !s.what.Variations {
		return false
	}
	for len(s.unmatched) > 0 && s.unmatched[0] < t.Offset {
		s.unmatched = s.unmatched[1:]
	}
	return len(s.unmatched) == 0 || s.unmatched[0] != t.Offset
}

// goes reports whether a token outside variations is left out.
func (s *stripper) goes(t Token) bool {
	switch t.Kind {
	case Comment, LineComment, OpenComment:
		return s.what.Comments || len(s.shorter(t)) == 1
	case NAG:
		return s.what.NAGs
	case TagPair:
		if s.keepTag {
			s.keepTag = false
			return false
		}
		return s.tags() && !s.stays(t)
	case MoveNumber:
		_, dots := t.Number()
		return s.dropped && s.moved && dots > 1
	}
	return false
}

// shorter returns a comment with its delimiters but without its commands; only the
// first delimiter if nothing is left; nil if the comment is unchanged.
func (s *stripper) shorter(t Token) []byte {
	if !s.what.Clocks && !s.what.Evals || t.Kind != Comment && t.Kind != LineComment && t.Kind != OpenComment {
		return nil
	}
	if !bytes.Contains(t.Text, []byte("[%")) {
		return nil
	}
	var names []string
	if s.what.Clocks {
		names = append(names, "clk", "egt", "emt", "mct")
	}
	if s.what.Evals {
		names = append(names, "eval")
	}
	end := len(t.Text)
	if t.Kind == Comment {
		end--
	}
	inner := string(t.Text[1:end])
	rest := WithoutCommands(inner, names...)
	switch {
	case rest == inner:
		return nil
	case len(bytes.TrimSpace([]byte(rest))) == 0:
		return t.Text[:1]
	}
	return append(append([]byte{t.Text[0]}, rest...), t.Text[end:]...)
}

// tags reports whether tags may be left out.
func (s *stripper) tags() bool { return s.what.Tags != nil || len(s.what.NoTags) > 0 }

// stays reports whether a tag is kept.
func (s *stripper) stays(t Token) bool {
	name, _ := t.Tag()
	switch string(name) {
	case "FEN", "SetUp", "Variant":
		return true
	}
	return (s.what.Tags == nil || slices.Contains(s.what.Tags, string(name))) && !slices.Contains(s.what.NoTags, string(name))
}

func (s *stripper) anyTagStays(text []byte) bool {
	scanner := NewScanner(text)
	for t, ok := scanner.Next(); ok; t, ok = scanner.Next() {
		if t.Kind == TagPair && s.stays(t) {
			return true
		}
	}
	return false
}

// unmatched returns the offsets, ascending, of the brackets that open a variation
// that nothing closes.
func unmatched(text []byte) (open []int) {
	if bytes.IndexByte(text, '(') < 0 {
		return nil
	}
	scanner := NewScanner(text)
	for t, ok := scanner.Next(); ok; t, ok = scanner.Next() {
		switch {
		case t.Kind == Open:
			open = append(open, t.Offset)
		case t.Kind == Close && len(open) > 0:
			open = open[:len(open)-1]
		}
	}
	return open
}
