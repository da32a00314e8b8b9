package main

import (
	"bytes"
	"encoding/json"
	"io"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/pgn"
)

// writeJSON writes v on a line of its own, in the form of every --json.
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

// tagList is the tags of a game as a JSON object, in their order; of tags with the same
// name, the first.
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
		name, err := json.Marshal(pgn.UTF8(t.Name))
		if err != nil {
			return nil, err
		}
		value, err := json.Marshal(pgn.UTF8(t.Value))
		if err != nil {
			return nil, err
		}
		b = append(append(append(b, name...), ':'), value...)
	}
	return append(b, '}'), nil
}

// gameJSON is a game: the place of a pattern, or its length, and its tags, perhaps with
// its text.
type gameJSON struct {
	File   string  `json:"file,omitempty"` // of several that are sorted
	Number int64   `json:"number"`
	Ply    *int    `json:"ply,omitempty"`
	Steps  []int   `json:"steps,omitempty"`
	Plies  *int    `json:"plies,omitempty"`
	Tags   tagList `json:"tags"`
	Text   string  `json:"text,omitempty"`
}

// writeGameJSON writes a game as a line of JSON.
func writeGameJSON(w io.Writer, g *chesszip.Game) error {
	text := string(g.Text)
	return writeJSON(w, &gameJSON{Number: g.Number + 1, Tags: tagsOf(text), Text: pgn.UTF8(text)})
}

// tagsOf returns the tags of a game's text.
func tagsOf(text string) tagList {
	var l tagList
	b := []byte(text)
	s := pgn.NewScanner(b)
	if at, ok := pgn.Begin(b); ok {
		s.Seek(at)
	}
	for t, ok := s.NextTag(); ok; t, ok = s.NextTag() {
		name, value := t.Tag()
		l = append(l, pgn.Tag{Name: string(name), Value: string(pgn.Unescape(nil, value))})
	}
	return l
}
