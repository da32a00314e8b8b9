package pattern

import (
	"errors"
	"fmt"
	"strings"
)

// What a pattern may hold.
const (
	maxText  = 64 << 10 // bytes
	maxSteps = 64
)

// ErrPattern is what every *Error wraps.
var ErrPattern = errors.New("malformed pattern")

// Error says what of a pattern cannot be understood.
type Error struct {
	Field string // name of the term, "pattern" for the whole
	Text  string // what it holds
	Want  string // what it may hold
}

// Error returns a sentence such as
//
//	malformed pattern: passed "i": want files such as d or ah, or how many such as 2-
func (e *Error) Error() string {
	return fmt.Sprintf("%v: %s %q: want %s", ErrPattern, e.Field, e.Text, e.Want)
}

// Unwrap returns ErrPattern.
func (e *Error) Unwrap() error { return ErrPattern }

// term is one condition of a step as it is written.
type term struct {
	not    bool
	name   string   // lower case; empty for pieces on squares
	values []string // alternatives; of pieces on squares one; nil for a word alone
}

// Words between steps.
const (
	thenWord = "then" // later
	nextWord = "next" // at the next half-move
)

// parseText cuts a text into the terms of its steps.
func parseText(text string) (steps [][]term, err error) {
	if len(text) > maxText {
		return nil, &Error{"pattern", text[:32] + "...", fmt.Sprintf("at most %d bytes", maxText)}
	}
	steps = [][]term{nil}
	for rest := skipSpace(text); rest != ""; rest = skipSpace(rest) {
		var t term
		whole := rest
		rest, t.not = strings.CutPrefix(rest, "-")
		end := strings.IndexFunc(rest, func(r rune) bool { return r <= ' ' || r == ':' || r == '"' })
		if end < 0 {
			end = len(rest)
		}
		word := rest[:end]
		rest = rest[end:]
		valued := strings.HasPrefix(rest, ":")
		switch lower := strings.ToLower(word); {
		case strings.HasPrefix(rest, `"`) || word == "":
			return nil, &Error{"pattern", cut(whole), `terms such as Ne5, check or material:KRPvKR, quotes after a colon only`}
		case valued:
			t.name = lower
			if t.values, rest, err = parseValues(rest[1:]); err != nil {
				return nil, err
			}
		case !t.not && (lower == thenWord || lower == nextWord):
			// "then next" is "next".
			if last := len(steps) - 1; last == 0 || lower == thenWord || len(steps[last]) > 0 {
				steps = append(steps, nil)
			}
			if len(steps) > maxSteps {
				return nil, &Error{"pattern", cut(text), fmt.Sprintf("at most %d steps", maxSteps)}
			}
			if lower == thenWord {
				continue
			}
			t = term{name: "within", values: []string{"1"}}
		case isWord(lower):
			t.name = lower
		default:
			t.values = []string{word}
		}
		last := len(steps) - 1
		steps[last] = append(steps[last], t)
	}
	return steps, nil
}

// parseValues reads the alternatives behind a colon, up to white space.
func parseValues(text string) (values []string, rest string, err error) {
	var value []byte
	quoted := false
	for i := 0; ; i++ {
		switch {
		case i == len(text) && quoted:
			return nil, "", &Error{"pattern", cut(text), "a quote at the end too"}
		case i == len(text) || !quoted && text[i] <= ' ':
			return append(values, string(value)), text[i:], nil
		case text[i] == '"':
			quoted = !quoted
		case quoted && text[i] == '\\' && i+1 < len(text):
			i++
			value = append(value, text[i])
		case !quoted && text[i] == ',':
			values = append(values, string(value))
			value = value[:0]
		default:
			value = append(value, text[i])
		}
	}
}

// skipSpace returns text from its first byte that is no white space.
func skipSpace(text string) string {
	return strings.TrimLeftFunc(text, func(r rune) bool { return r <= ' ' })
}

// cut shortens text for an error.
func cut(text string) string {
	if len(text) > 60 {
		return text[:60] + "..."
	}
	return text
}

// textOf writes steps as parseText reads them.
func textOf(steps [][]term) string {
	var b strings.Builder
	for i, terms := range steps {
		if i > 0 {
			b.WriteString(" " + thenWord)
		}
		for k, t := range terms {
			if i > 0 || k > 0 {
				b.WriteByte(' ')
			}
			t.write(&b)
		}
	}
	return b.String()
}

func (t *term) write(b *strings.Builder) {
	if t.not {
		b.WriteByte('-')
	}
	b.WriteString(t.name)
	if t.name == "" {
		b.WriteString(t.values[0])
		return
	}
	for k, v := range t.values {
		b.WriteByte(":,"[min(k, 1)])
		if v == "" || strings.ContainsFunc(v, func(r rune) bool { return r <= ' ' || r == ',' || r == '"' || r == '\\' }) {
			v = `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(v) + `"`
		}
		b.WriteString(v)
	}
}

// bounds are the least and the most that a number may be.
type bounds struct{ min, max int }

// unbounded is more than any number that is counted.
const unbounded = 1 << 30

func (b bounds) has(n int) bool { return b.min <= n && n <= b.max }

// parseBounds reads "3", "3-5", "3-", "3+", "-5", "3..5", "-2..", "..-1".
func parseBounds(text string) (b bounds, ok bool) {
	low, high, isRange := strings.Cut(text, "..")
	if !isRange {
		if low, isRange = strings.CutSuffix(text, "+"); !isRange {
			low, high, isRange = strings.Cut(text, "-")
		}
	}
	b = bounds{-unbounded, unbounded}
	ok = low != "" || high != ""
	for _, end := range []struct {
		text string
		to   *int
	}{{low, &b.min}, {high, &b.max}} {
		if end.text != "" {
			var fits bool
			*end.to, fits = parseNumber(end.text)
			ok = ok && fits
		}
	}
	if !isRange {
		b.max = b.min
	}
	return b, ok && b.min <= b.max
}

// parseNumber reads a whole number of at most six digits.
func parseNumber(text string) (n int, ok bool) {
	digits, negative := strings.CutPrefix(text, "-")
	if digits == "" || len(digits) > 6 {
		return 0, false
	}
	for _, d := range []byte(digits) {
		if d < '0' || d > '9' {
			return 0, false
		}
		n = 10*n + int(d-'0')
	}
	if negative {
		n = -n
	}
	return n, true
}
