package terms

import (
	"bytes"
	"errors"
	"regexp"
	"regexp/syntax"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/chesszip/chesszip/internal/base/playername"
	"github.com/chesszip/chesszip/internal/base/tagvalue"
	"github.com/chesszip/chesszip/internal/index"
	"github.com/chesszip/chesszip/pgn"
)

// textMatcher is a condition on the text of a tag: words, an exact value, or a regular
// expression.
type textMatcher struct {
	words   [2][]word // separated at apostrophes, and joined there, nil for the same
	first   bool      // the words must be the first of the value
	isName  bool      // a word alone is a surname, or a given name as written
	name    *playername.Wanted
	exact   []byte
	isExact bool
	re      *regexp.Regexp
}

// word is a word, or the beginning of one.
type word struct {
	folded, written []byte // written in lower case, but with accents
	prefix          bool
	asWritten       bool // folded is not enough: mue* is not mu*
}

// Limits of regular expressions: bytes of the text, steps of the program, and bytes of a
// value that are examined. A match takes time for each byte and step.
const (
	maxPattern = 256
	maxProgram = 1000
	maxMatched = 16 << 10
)

const wantText = `words, a beginning such as sici*, =VALUE or /REGULAR EXPRESSION/`

// parseText parses a condition on the text of a tag.
func parseText(text string) (m textMatcher, err *Error) {
	if text == "" {
		return m, &Error{Want: wantText}
	}
	if exact, ok := strings.CutPrefix(text, "="); ok {
		m.exact, m.isExact = playername.Decode([]byte(exact)), true
		return m, nil
	}
	if text[0] == '/' {
		m.re, err = parsePattern(text)
		return m, err
	}
	b := playername.Decode([]byte(text))
	for i, c := range b {
		if c == '*' && (i == 0 || !tagvalue.InWord(b[i-1]) || i+1 < len(b) && tagvalue.InWord(b[i+1])) {
			return m, &Error{Text: text, Want: "a * only after the beginning of a word, as in sici*; =VALUE takes all signs as they are"}
		}
	}
	m.words[0] = wordsOf(b, false)
	if playername.HasApostrophe(b) {
		m.words[1] = wordsOf(b, true)
	}
	if len(m.words[0]) == 0 {
		m.exact, m.isExact = b, true // such as ?
	}
	return m, nil
}

// parseName parses a condition on the name of a player.
func parseName(text string) (m textMatcher, err *Error) {
	if m, err = parseText(text); err != nil || len(m.words[0]) == 0 {
		return m, err
	}
	m.isName = true
	if slices.ContainsFunc(m.words[0], func(w word) bool { return w.prefix }) {
		return m, nil
	}
	if m.name = playername.NewWanted(text); m.name != nil || len(m.words[0]) == 1 {
		return m, nil
	}
	if alone, err := parseText(playername.Untitled(text)); err == nil && len(alone.words[0]) == 1 {
		m.words = alone.words // a word with titles
	}
	return m, nil
}

// wordsOf returns the words of a text.
func wordsOf(text []byte, joined bool) (words []word) {
	for at := 0; ; {
		folded, start, end := playername.NextWord(nil, text, at, joined)
		if start == end {
			return words
		}
		w := word{folded: folded, written: bytes.ToLower(text[start:end]), prefix: end < len(text) && text[end] == '*'}
		last, size := utf8.DecodeLastRune(text[:end])
		shorter, _, _ := playername.NextWord(nil, text[:end-size], start, joined)
		w.asWritten = w.prefix && playername.Fold(string(last)) != "" && len(shorter) == len(folded)
		words = append(words, w)
		at = end
	}
}

// parsePattern parses /REGULAR EXPRESSION/ or /.../i.
func parsePattern(text string) (*regexp.Regexp, *Error) {
	end := strings.LastIndexByte(text, '/')
	flags := text[end+1:]
	if end == 0 || flags != "" && flags != "i" {
		return nil, &Error{Text: text, Want: "a regular expression between slashes, such as /^Rated/, with an i after it to ignore letter case"}
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
	return regexp.MustCompile(pattern), nil // parsed above
}

// match reports whether a value, as written in the file, matches; nil means no tag.
func (m *textMatcher) match(value []byte) bool {
	if value == nil {
		return false
	}
	text := playername.Decode(value)
	if m.name != nil {
		return m.name.HasKey(text) && m.fits(text)
	}
	if len(m.words[0]) > 0 {
		return m.hasWords(text)
	}
	if bytes.IndexByte(text, '\\') >= 0 {
		text = pgn.Unescape(nil, text)
	}
	if m.re != nil {
		return m.re.Match(text[:min(len(text), maxMatched)])
	}
	return equalFold(text, m.exact)
}

func (m *textMatcher) fits(name []byte) bool { return m.hasWords(name) || m.name.Fits(name) }

// isNear reports whether a name matches, or nearly.
func (m *textMatcher) isNear(value []byte) bool {
	text := playername.Decode(value)
	return m.name != nil && m.name.HasKey(text) && (m.fits(text) || m.name.Near(text))
}

// hasWords reports whether the words are consecutive in a text.
func (m *textMatcher) hasWords(text []byte) bool {
	if m.hasAll(m.words[0], text, false) {
		return true
	}
	joined := m.words[1]
	switch {
	case joined == nil && !playername.HasApostrophe(text):
		return false
	case joined == nil:
		joined = m.words[0]
	}
	return m.hasAll(joined, text, true)
}

func (m *textMatcher) hasAll(words []word, text []byte, joined bool) bool {
	var room [64]byte
	for at := 0; ; {
		if !m.first && !joined {
			at = playername.Pass(text, at, words[0].folded[:1])
		}
		folded, start, end := playername.NextWord(room[:0], text, at, joined)
		switch {
		case start == end:
			return false
		case m.wordsAt(words, text, folded, start, end, joined):
			return true
		case m.first:
			return false
		}
		at = end
	}
}

// wordsAt reports whether words are consecutive in a text, the first at its word from
// start to end.
func (m *textMatcher) wordsAt(words []word, text, folded []byte, start, end int, joined bool) bool {
	for i := range words {
		if i > 0 {
			folded, start, end = playername.NextWord(folded[:0], text, end, joined)
		}
		w := &words[i]
		if !w.is(folded) || w.asWritten && !w.isWritten(text[start:end]) {
			return false
		}
	}
	if !m.isName || len(words) > 1 {
		return true
	}
	comma := bytes.IndexByte(text, ',')
	return comma < 0 || start < comma || words[0].accented() || words[0].isWritten(text[start:end])
}

// is reports whether a folded word equals w or, if w is a prefix, begins with it.
func (w *word) is(folded []byte) bool {
	return bytes.HasPrefix(folded, w.folded) && (w.prefix || len(folded) == len(w.folded))
}

// isWritten is is for a word as written.
func (w *word) isWritten(text []byte) bool {
	text = bytes.ToLower(text)
	return bytes.HasPrefix(text, w.written) && (w.prefix || len(text) == len(w.written))
}

// accented reports whether a word has letters outside ASCII.
func (w *word) accented() bool {
	return slices.ContainsFunc(w.written, func(c byte) bool { return c >= utf8.RuneSelf })
}

// equalFold reports whether texts are equal except for letter case.
func equalFold(a, b []byte) bool {
	for i := range min(len(a), len(b)) {
		switch c, d := a[i], b[i]; {
		case c >= utf8.RuneSelf || d >= utf8.RuneSelf:
			return bytes.Equal(bytes.ToLower(a), bytes.ToLower(b))
		case c != d && (c|0x20 != d|0x20 || c|0x20 < 'a' || c|0x20 > 'z'):
			return false
		}
	}
	return len(a) == len(b)
}

// hashes are those of words in a matching value, for filters of names: the value has all
// words of one of these lists; nil if any value may match.
func (m *textMatcher) hashes() (lists [][]uint64) {
	add := func(words ...[]byte) {
		list := []uint64{}
		for _, w := range words {
			list = append(list, index.HashName(w))
		}
		lists = append(lists, list)
	}
	for _, words := range append(m.words[:], wordsOf(m.exact, false)) {
		var whole [][]byte
		for _, w := range words {
			if !w.prefix {
				whole = append(whole, w.folded)
			}
		}
		if len(words) > 0 {
			add(whole...)
		}
	}
	if m.name != nil {
		for _, key := range m.name.Keys() {
			add(key)
		}
	}
	return lists
}
