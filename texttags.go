package chesszip

import (
	"github.com/chesszip/chesszip/archive"
	"github.com/chesszip/chesszip/internal/sheet"
	"github.com/chesszip/chesszip/pgn"
)

// Kinds of the streams of frames that are kept as text, SPEC.md, section 9.2.
const (
	kindStored = 1
	kindPacked = 2
)

// eachTags calls yield with the tags and the length of each game of f, until
// it returns false. Games that are kept as text are scanned, not parsed: that
// is fast, and takes no memory for what they hold.
func eachTags(d tagReader, f *archive.Frame, yield func(game int, tags []sheet.Tag, plies int) bool) error {
	_, stored := f.Stream(kindStored)
	_, packed := f.Stream(kindPacked)
	if !stored && !packed {
		return d.Tags(f, yield)
	}
	text, ends, err := d.Games(nil, f)
	if err != nil {
		return err
	}
	var tags []sheet.Tag
	start := 0
	for i, end := range ends {
		var plies int
		tags, plies = scanTags(tags[:0], text[start:end])
		if !yield(i, tags, plies) {
			return nil
		}
		start = end
	}
	return nil
}

// scanTags appends the tags of a game's text to dst and counts the half-moves
// outside variations.
func scanTags(dst []sheet.Tag, text []byte) (tags []sheet.Tag, plies int) {
	var s pgn.Scanner
	s.Reset(text)
	depth, inTags := 0, true
	for t, ok := s.Next(); ok; t, ok = s.Next() {
		switch t.Kind {
		case pgn.Space, pgn.BOM:
			continue
		case pgn.TagPair:
			if inTags {
				name, value := t.Tag()
				dst = append(dst, sheet.Tag{Name: name, Value: value})
			}
			continue
		case pgn.Open:
			depth++
		case pgn.Close:
			depth = max(depth-1, 0)
		case pgn.Move:
			if depth == 0 {
				plies++
			}
		}
		inTags = false
	}
	return dst, plies
}
