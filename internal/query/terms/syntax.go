package terms

import "strings"

// Parse parses the text of a query: terms separated by blanks. A term is a field, a
// colon and a value, with a minus before it if it is negated. Quotes may enclose a part
// of a value that holds blanks; there a backslash escapes a quote or a backslash. Words
// without a field get one by their form, or the field any.
func Parse(text string) (terms []Term, err error) {
	for rest := text; ; {
		rest = strings.TrimLeft(rest, blanks)
		if rest == "" {
			return terms, Check(terms)
		}
		var found []Term
		if found, rest, err = parseTerm(rest); err != nil {
			return nil, err
		}
		terms = append(terms, found...)
	}
}

const blanks = " \t\n\v\f\r"

// parseTerm parses the terms at the beginning of a text: one with a field, or those of
// words without one.
func parseTerm(text string) (found []Term, rest string, err error) {
	after, negated := strings.CutPrefix(text, "-")
	name, value, ok := strings.Cut(after, ":")
	if !ok || name == "" || strings.ContainsAny(name, blanks+`"/=`) {
		word, _ := cutWord(after)
		if name, _, ok := strings.Cut(word, "="); ok && fieldOf(strings.ToLower(name)) != nil {
			return nil, "", &Error{Text: word, Want: "a colon after the field, as in player:carlsen", Hint: hintFor(word)}
		}
		return plainTerms(text)
	}
	t := Term{Field: strings.ToLower(name), Not: negated}
	t.Value, rest, ok = cutValue(value)
	if !ok {
		return nil, "", &Error{Field: t.Field, Text: value, Want: "a quote at its end"}
	}
	return []Term{t}, rest, nil
}

// cutValue parses the value at the beginning of a text; false if a quote is not closed.
func cutValue(text string) (value, rest string, ok bool) {
	var b strings.Builder
	quoted := false
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch {
		case c == '"':
			quoted = !quoted
			continue
		case quoted && c == '\\' && i+1 < len(text) && (text[i+1] == '"' || text[i+1] == '\\'):
			i++
			c = text[i]
		case !quoted && strings.IndexByte(blanks, c) >= 0:
			return b.String(), text[i:], true
		}
		b.WriteByte(c)
	}
	return b.String(), "", !quoted
}

// Format formats terms for Parse.
func Format(terms []Term) string {
	var b strings.Builder
	for i, t := range terms {
		if i > 0 {
			b.WriteByte(' ')
		}
		if t.Not {
			b.WriteByte('-')
		}
		b.WriteString(t.Field)
		b.WriteByte(':')
		if t.Value != "" && !strings.ContainsAny(t.Value, blanks+`"`) {
			b.WriteString(t.Value)
			continue
		}
		b.WriteByte('"')
		for _, c := range []byte(t.Value) {
			if c == '"' || c == '\\' {
				b.WriteByte('\\')
			}
			b.WriteByte(c)
		}
		b.WriteByte('"')
	}
	return b.String()
}
