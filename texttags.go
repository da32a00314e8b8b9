package chesszip

import (
	"github.com/chesszip/chesszip/archive"
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/sheet"
	"github.com/chesszip/chesszip/pgn"
)

// kindStored is the kind of a stream that is the input of its frame, SPEC.md,
// section 9.2.
const kindStored = 1

// eachTags calls yield with the tags and the length of each game of f, until
// it returns false. Games that are kept as text are scanned, not parsed: that
// is fast, and takes no memory for what they hold.
func eachTags(d tagReader, f *archive.Frame, yield func(game int, tags []sheet.Tag, plies int) bool) error {
	if !sheet.IsText(f) {
		return d.Tags(f, yield)
	}
	return eachTextTags(d, f, true, yield)
}

// eachTextTags is eachTags for a frame that is kept as text. Unless asked to
// count, it says 0 for the length.
func eachTextTags(d tagReader, f *archive.Frame, count bool, yield func(game int, tags []sheet.Tag, plies int) bool) error {
	text, ends, err := d.Games(nil, f)
	if err != nil {
		return err
	}
	var tags []sheet.Tag
	line := pgn.Line{Anyway: true}
	start := 0
	for i, end := range ends {
		tags = scanTags(tags[:0], text[start:end])
		plies := 0
		if count {
			plies = -1 // for the start position
			line.Each(text[start:end], func(*board.Position, board.Move) bool {
				plies++
				return true
			})
		}
		if !yield(i, tags, max(plies, 0)) {
			return nil
		}
		start = end
	}
	return nil
}

// scanTags appends the tags of a game's text to dst.
func scanTags(dst []sheet.Tag, text []byte) []sheet.Tag {
	var s pgn.Scanner
	s.Reset(text)
	for t, ok := s.Next(); ok; t, ok = s.Next() {
		switch t.Kind {
		case pgn.Space, pgn.BOM:
		case pgn.TagPair:
			name, value := t.Tag()
			dst = append(dst, sheet.Tag{Name: name, Value: value})
		default:
			return dst
		}
	}
	return dst
}
