package main

import (
	"fmt"
	"strings"
)

// A mutant is one change of one operator.
type mutant struct {
	*source
	kind     string // as the tool names it
	at       int    // in the text
	from, to string
	function string
	text     string // the line
	column   int    // in the line
	nth      int    // of such lines in the function
	limit    bool   // in a check of limits
}

// changed says, for each kind of the tool, what becomes of an operator.
var changed = map[string]map[string]string{
	"ARITHMETIC_BASE":       {"+": "-", "*": "/", "/": "*", "%": "*", "-": "+"},
	"CONDITIONALS_BOUNDARY": {">=": ">", ">": ">=", "<=": "<", "<": "<="},
	"CONDITIONALS_NEGATION": {"==": "!=", ">=": "<", ">": "<=", "<=": ">", "<": ">=", "!=": "=="},
	"INCREMENT_DECREMENT":   {"--": "++", "++": "--"},
	"INVERT_ASSIGNMENTS":    {"+=": "-=", "*=": "/=", "/=": "*=", "-=": "+="},
	"INVERT_BITWISE":        {"&": "|", "|": "&", "^": "&", "&^": "&", "<<": ">>", ">>": "<<"},
	"INVERT_BWASSIGN":       {"&=": "|=", "|=": "&=", "^=": "&=", "&^=": "&=", "<<=": ">>=", ">>=": "<<="},
	"INVERT_LOGICAL":        {"&&": "||", "||": "&&"},
	"INVERT_LOOPCTRL":       {"break": "continue", "continue": "break"},
	"INVERT_NEGATIVES":      {"-": "+"},
	"REMOVE_SELF_ASSIGNMENTS": {"+=": "=", "&=": "=", "&^=": "=", "*=": "=", "|=": "=", "/=": "=", "%=": "=",
		"<<=": "=", ">>=": "=", "-=": "=", "^=": "="},
}

// mutant returns the mutant of a kind at a place, or nothing where the place is
// left out or nothing becomes of it.
func (s *source) mutant(kind string, line, column int) []*mutant {
	m := &mutant{source: s, kind: kind, at: s.offset(line, column)}
	for from, to := range changed[kind] {
		if len(from) > len(m.from) && strings.HasPrefix(string(s.text[m.at:]), from) {
			m.from, m.to = from, to
		}
	}
	var writes bool
	m.function, writes = s.function(m.at)
	if m.from == "" || s.unary[m.at] || s.room.reading && writes {
		return nil
	}
	var begin int
	m.text, begin, m.nth = s.line(m.at, s.start(m.at))
	m.column = m.at - begin
	m.limit = s.limit(m.at)
	return []*mutant{m}
}

// key names the mutant so that it is found again when lines move.
func (m *mutant) key() string {
	return fmt.Sprintf("%s\t%s\t%s\t%d\t%s\t%d", m.name, m.function, m.kind, m.column, strings.ReplaceAll(m.text, "\t", " "), m.nth)
}

func (m *mutant) String() string {
	return fmt.Sprintf("%s: %s: %s, column %d: %s for %s", m.name, m.function, m.text, m.column, m.to, m.from)
}

// changedText returns the file with the mutant in it.
func (m *mutant) changedText() []byte {
	text := append([]byte(nil), m.source.text[:m.at]...)
	text = append(text, m.to...)
	return append(text, m.source.text[m.at+len(m.from):]...)
}
