// Package language parses and formats the texts of patterns: steps of terms, with
// alternatives and quotes. It does not depend on chess; docs/patterns.md has the
// grammar.
package language

import (
	"errors"
	"fmt"
	"strings"
)

// Limits of a pattern.
const (
	MaxText  = 64 << 10 // bytes
	MaxSteps = 64
)

// ErrPattern is wrapped by every *Error.
var ErrPattern = errors.New("malformed pattern")

// Error describes the part of a pattern that is malformed.
type Error struct {
	Field string // name of the term; "pattern" for the whole
	Text  string // its value
	Want  string // the allowed values
}

// Wrong returns an error for the value of a term.
func Wrong(field, text, want string) *Error { return &Error{field, text, want} }

// Error returns a sentence such as
//
//	malformed pattern: passed "i": want files such as d or ah, or how many such as 2-
func (e *Error) Error() string {
	return fmt.Sprintf("%v: %s %q: want %s", ErrPattern, e.Field, e.Text, e.Want)
}

// Unwrap returns ErrPattern.
func (e *Error) Unwrap() error { return ErrPattern }

// Term is one condition of a step in its text form.
type Term struct {
	Not    bool
	Name   string   // lower case; empty for pieces on squares
	Values []string // alternatives; one for pieces on squares; nil for a word alone
}

// Words that separate steps.
const (
	thenWord = "then" // later
	nextWord = "next" // at the next half-move
)

// Parse splits a text into the terms of its steps. isWord reports whether a lower-case
// word is a field without a value. The error is an *Error.
func Parse(text string, isWord func(word string) bool) (steps [][]Term, err error) {
	if len(text) > MaxText {
		return nil, &Error{"pattern", text[:32] + "...", fmt.Sprintf("at most %d bytes", MaxText)}
	}
	steps = [][]Term{nil}
	for rest := skipSpace(text); rest != ""; rest = skipSpace(rest) {
		var t Term
		whole := rest
		rest, t.Not = strings.CutPrefix(rest, "-")
		end := strings.IndexFunc(rest, func(r rune) bool { return r <= ' ' || r == ':' || r == '"' })
		if end < 0 {
			end = len(rest)
		}
		word := rest[:end]
		rest = rest[end:]
		valued := strings.HasPrefix(rest, ":")
		switch lower := strings.ToLower(word); {
		case strings.HasPrefix(rest, `"`) || word == "":
			return nil, &Error{"pattern", Cut(whole), `terms such as Ne5, check or material:KRPvKR, quotes after a colon only`}
		case valued:
			t.Name = lower
			if t.Values, rest, err = parseValues(rest[1:]); err != nil {
				return nil, err
			}
		case !t.Not && (lower == thenWord || lower == nextWord):
			// "then next" is "next".
			if last := len(steps) - 1; last == 0 || lower == thenWord || len(steps[last]) > 0 {
				steps = append(steps, nil)
			}
			if len(steps) > MaxSteps {
				return nil, &Error{"pattern", Cut(text), fmt.Sprintf("at most %d steps", MaxSteps)}
			}
			if lower == thenWord {
				continue
			}
			t = Term{Name: "within", Values: []string{"1"}}
		case isWord(lower):
			t.Name = lower
		default:
			t.Values = []string{word}
		}
		last := len(steps) - 1
		steps[last] = append(steps[last], t)
	}
	return steps, nil
}

// parseValues parses the alternatives after a colon, up to white space.
func parseValues(text string) (values []string, rest string, err error) {
	var value []byte
	quoted := false
	for i := 0; ; i++ {
		switch {
		case i == len(text) && quoted:
			return nil, "", &Error{"pattern", Cut(text), "a quote at the end too"}
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

// skipSpace returns text without leading white space.
func skipSpace(text string) string {
	return strings.TrimLeftFunc(text, func(r rune) bool { return r <= ' ' })
}

// Cut shortens text for an error.
func Cut(text string) string {
	if len(text) > 60 {
		return text[:60] + "..."
	}
	return text
}

// Text formats steps for Parse.
func Text(steps [][]Term) string {
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

func (t *Term) write(b *strings.Builder) {
	if t.Not {
		b.WriteByte('-')
	}
	b.WriteString(t.Name)
	if t.Name == "" {
		b.WriteString(t.Values[0])
		return
	}
	for k, v := range t.Values {
		b.WriteByte(":,"[min(k, 1)])
		if v == "" || strings.ContainsFunc(v, func(r rune) bool { return r <= ' ' || r == ',' || r == '"' || r == '\\' }) {
			v = `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(v) + `"`
		}
		b.WriteString(v)
	}
}
