package query

import (
	"bytes"
	"errors"
	"regexp"
	"regexp/syntax"
	"strings"

	"github.com/chesszip/chesszip/internal/frameindex"
	"github.com/chesszip/chesszip/internal/tagvalue"
	"github.com/chesszip/chesszip/pgn"
)

// textMatcher is what the text of a tag must be: words, an exact value, or a
// regular expression.
type textMatcher struct {
	words   []word
	first   bool // the words must be the first of the value
	exact   []byte
	isExact bool
	re      *regexp.Regexp
}

// word is a word in lower case, or the beginning of one.
type word struct {
	text   []byte
	prefix bool
}

// Bounds of regular expressions: bytes of one, steps of its program, and bytes of a
// value that are looked at. A match takes time for each byte and step.
const (
	maxPattern = 256
	maxProgram = 1000
	maxMatched = 16 << 10
)

const wantText = `words, a beginning such as sici*, =VALUE or /REGULAR EXPRESSION/`

// parseText reads what the text of a tag must be.
func parseText(text string) (m textMatcher, err *Error) {
	if text == "" {
		return m, &Error{Want: wantText}
	}
	if exact, ok := strings.CutPrefix(text, "="); ok {
		m.exact, m.isExact = []byte(exact), true
		return m, nil
	}
	if text[0] == '/' {
		m.re, err = parsePattern(text)
		return m, err
	}
	b := []byte(text)
	for start, end := tagvalue.NextWord(b, 0); start < end; start, end = tagvalue.NextWord(b, end) {
		prefix := end < len(b) && b[end] == '*'
		m.words = append(m.words, word{lower(b[start:end]), prefix})
	}
	for i, c := range b {
		if c == '*' && (i == 0 || !tagvalue.InWord(b[i-1]) || i+1 < len(b) && tagvalue.InWord(b[i+1])) {
			return m, &Error{Text: text, Want: "a * only behind the beginning of a word, as in sici*; =VALUE takes all signs as they are"}
		}
	}
	if len(m.words) == 0 {
		m.exact, m.isExact = b, true // such as ?
	}
	return m, nil
}

func lower(text []byte) []byte {
	out := bytes.Clone(text)
	for i, c := range out {
		if c >= 'A' && c <= 'Z' {
			out[i] |= 0x20
		}
	}
	return out
}

// parsePattern reads /REGULAR EXPRESSION/ or /.../i.
func parsePattern(text string) (*regexp.Regexp, *Error) {
	end := strings.LastIndexByte(text, '/')
	flags := text[end+1:]
	if end == 0 || flags != "" && flags != "i" {
		return nil, &Error{Text: text, Want: "a regular expression between slashes, such as /^Rated/, with an i behind it to pass over letter case"}
	}
	pattern := text[1:end]
	if len(pattern) > maxPattern {
		return nil, &Error{Text: text, Want: "a regular expression of at most 256 bytes"}
	}
	if flags == "i" {
		pattern = "(?i)" + pattern
	}
	re, err := syntax.Parse(pattern, syntax.Perl)
	if err != nil {
		want := "a regular expression"
		if malformed := new(syntax.Error); errors.As(err, &malformed) {
			want += ", which this is not: " + string(malformed.Code)
		}
		return nil, &Error{Text: text, Want: want}
	}
	program, err := syntax.Compile(re.Simplify())
	if err != nil || len(program.Inst) > maxProgram {
		return nil, &Error{Text: text, Want: "a smaller regular expression: fewer or shorter repetitions"}
	}
	return regexp.MustCompile(pattern), nil // as it was parsed
}

// match reports whether a value, as the file spells it, is as wanted; nil stands
// for no tag.
func (m *textMatcher) match(value []byte) bool {
	if value == nil {
		return false
	}
	if len(m.words) > 0 {
		return m.hasWords(value)
	}
	if bytes.IndexByte(value, '\\') >= 0 {
		value = pgn.Unescape(nil, value)
	}
	if m.re != nil {
		return m.re.Match(value[:min(len(value), maxMatched)])
	}
	return equalFold(value, m.exact)
}

// hasWords reports whether the words follow each other in a value.
func (m *textMatcher) hasWords(value []byte) bool {
	for start, end := tagvalue.NextWord(value, 0); start < end; start, end = tagvalue.NextWord(value, end) {
		if m.wordsAt(value, start, end) {
			return true
		}
		if m.first {
			return false
		}
	}
	return false
}

func (m *textMatcher) wordsAt(value []byte, start, end int) bool {
	for i := range m.words {
		if i > 0 {
			start, end = tagvalue.NextWord(value, end)
		}
		w := &m.words[i]
		if end-start < len(w.text) || !w.prefix && end-start != len(w.text) || !tagvalue.BeginsWith(value[start:end], w.text) {
			return false
		}
	}
	return true
}

// equalFold reports whether texts are equal but for the case of ASCII letters.
func equalFold(a, b []byte) bool {
	if len(a) != len(b) {
		return false
	}
	for i, c := range a {
		if d := b[i]; c != d && (c|0x20 != d|0x20 || c|0x20 < 'a' || c|0x20 > 'z') {
			return false
		}
	}
	return true
}

// hashes are those of whole words that a matching value has, for filters of names.
func (m *textMatcher) hashes() (all []uint64) {
	for _, w := range m.words {
		if !w.prefix {
			all = append(all, frameindex.HashName(w.text))
		}
	}
	for _, w := range tagvalue.Words(string(m.exact)) {
		all = append(all, frameindex.HashName(w))
	}
	return all
}
