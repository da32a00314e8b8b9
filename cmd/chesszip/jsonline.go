package main

import (
	"bytes"
	"encoding/json"
	"io"
	"unicode/utf8"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/pgn"
)

// writeJSON writes v on a line of its own, in the form that every --json
// prints.
func writeJSON(w io.Writer, v any) error {
	b := new(bytes.Buffer)
	e := json.NewEncoder(b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return err
	}
	_, err := w.Write(b.Bytes())
	return err
}

// tagList is the tags of a game as a JSON object, in their order; of tags of
// one name, the first.
type tagList []pgn.Tag

// MarshalJSON implements json.Marshaler.
func (l tagList) MarshalJSON() ([]byte, error) {
	b := []byte{'{'}
	seen := make(map[string]bool, len(l))
	for _, t := range l {
		if seen[t.Name] {
			continue
		}
		seen[t.Name] = true
		if len(b) > 1 {
			b = append(b, ',')
		}
		name, err := json.Marshal(utf8Text(t.Name))
		if err != nil {
			return nil, err
		}
		value, err := json.Marshal(utf8Text(t.Value))
		if err != nil {
			return nil, err
		}
		b = append(append(append(b, name...), ':'), value...)
	}
	return append(b, '}'), nil
}

// utf8Text returns text that JSON can hold: bytes that are no UTF-8 are taken
// for Latin-1, which they nearly always are in PGN.
func utf8Text(s string) string {
	if utf8.ValidString(s) {
		return s
	}
	b := make([]rune, 0, len(s))
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		if r == utf8.RuneError && n == 1 {
			r = rune(s[i])
		}
		b = append(b, r)
		i += n
	}
	return string(b)
}

// gameJSON is a game: where a pattern is found, or how long it is, and its tags,
// perhaps with its text.
type gameJSON struct {
	Number int64   `json:"number"`
	Ply    *int    `json:"ply,omitempty"`
	Steps  []int   `json:"steps,omitempty"`
	Plies  *int    `json:"plies,omitempty"`
	Tags   tagList `json:"tags"`
	Text   string  `json:"text,omitempty"`
}

// writeGameJSON writes a game as a line of JSON.
func writeGameJSON(w io.Writer, g *chesszip.GameText) error {
	text := string(g.Text)
	return writeJSON(w, &gameJSON{Number: g.Number + 1, Tags: tagsOf(text), Text: utf8Text(text)})
}

// tagsOf returns the tags of a game's text.
func tagsOf(text string) tagList {
	var l tagList
	s := pgn.NewScanner([]byte(text))
	for t, ok := s.Next(); ok; t, ok = s.Next() {
		switch t.Kind {
		case pgn.Space, pgn.BOM:
		case pgn.TagPair:
			name, value := t.Tag()
			l = append(l, pgn.Tag{Name: string(name), Value: string(pgn.Unescape(nil, value))})
		default:
			return l
		}
	}
	return l
}
