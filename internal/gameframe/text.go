package gameframe

import (
	"context"

	"github.com/chesszip/chesszip/archive"
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/budget"
	"github.com/chesszip/chesszip/internal/contextmix"
	"github.com/chesszip/chesszip/internal/corrupt"
	"github.com/chesszip/chesszip/internal/gameframe/layout"
	"github.com/chesszip/chesszip/internal/model/squares/lists"
	"github.com/chesszip/chesszip/internal/positionlist"
	"github.com/chesszip/chesszip/internal/recordlist"
	"github.com/chesszip/chesszip/internal/tagvalue"
	"github.com/chesszip/chesszip/internal/text"
	"github.com/chesszip/chesszip/pgn"
)

// decodeText appends the input of a frame that is kept as text to dst. The
// models of lists have their memory from room, and with gives learned ones.
func decodeText(ctx context.Context, dst []byte, f *archive.Frame, room *contextmix.Memory, with lists.Source) ([]byte, error) {
	var input []byte
	var err error
	stream, b := textStream(f), budget.New(int(f.Input)).Until(ctx)
	switch data := stream.Data; {
	case stream.Kind == kindStored:
		input = data
	case stream.Kind == kindPacked:
		var texts [][]byte
		if texts, err = text.Decode(data, 1, int(f.Input), b); err == nil {
			input = texts[0]
		}
	case recordlist.Is(data):
		input, err = recordlist.Decode(data, int(f.Input), b, room, with)
	default:
		input, err = positionlist.Decode(data, int(f.Input), b, room, with)
	}
	if err != nil {
		return dst, corrupt.Inside(streamName(stream.Kind), err)
	}
	if len(dst) == 0 && stream.Kind != kindStored {
		return input, checkLength(streamName(stream.Kind), len(input), f)
	}
	return append(dst, input...), checkLength(streamName(stream.Kind), len(input), f)
}

func checkLength(stream string, n int, f *archive.Frame) error {
	if int64(n) != f.Input {
		return corrupt.In(stream, corrupt.Newf("the input has %d bytes, want %d", n, f.Input))
	}
	return nil
}

// TextEnds cuts text that was kept as text into its games: as many as the
// frame says, or one where it says so.
func TextEnds(text []byte, games int) (ends []int) {
	if games == 0 {
		return nil
	}
	var s pgn.Splitter
	for n := 0; len(ends) < games-1; {
		k, ok := s.Next(text[n:], true)
		if !ok {
			break
		}
		n += k
		ends = append(ends, n)
	}
	return append(ends, len(text))
}

// EachTextTags calls yield with the tags of each game of a text in order, and
// the number of half-moves of its main line as far as they can be played, until
// it returns false. Unless asked to count, it says 0 for the half-moves. Games
// are scanned, not parsed: that is fast, and takes no memory for what they hold. It
// stops, too, where the context of b is done.
func EachTextTags(text []byte, ends []int, count bool, b *budget.Budget, yield func(game int, tags []tagvalue.Tag, plies int) bool) {
	var tags []tagvalue.Tag
	line := pgn.Line{Anyway: true}
	start := 0
	for i, end := range ends {
		tags = appendTextTags(tags[:0], text[start:end])
		plies := 0
		if count {
			plies = countPlies(&line, text[start:end], b)
		}
		if !b.Step(gameWork) || !yield(i, tags, plies) {
			return
		}
		start = end
	}
}

func countPlies(line *pgn.Line, text []byte, b *budget.Budget) int {
	plies := -1 // for the start position
	line.Each(text, func(*board.Position, board.Move) bool {
		plies++
		return b.Step(budget.FastPly)
	})
	return max(plies, 0)
}

// appendTextTags appends the tags with which the game of a text begins to dst,
// layout.MaxTags at most.
func appendTextTags(dst []tagvalue.Tag, text []byte) []tagvalue.Tag {
	var s pgn.Scanner
	s.Reset(text)
	if at, ok := pgn.Begin(text); ok {
		s.Seek(at)
	}
	most := len(dst) + layout.MaxTags
	for t, ok := s.Next(); ok; t, ok = s.Next() {
		switch t.Kind {
		case pgn.Space, pgn.BOM:
		case pgn.TagPair:
			name, value := t.Tag()
			if dst = append(dst, tagvalue.Tag{Name: name, Value: value}); len(dst) == most {
				return dst
			}
		default:
			return dst
		}
	}
	return dst
}

// startText appends the tags that say from where a game starts as text to dst,
// none if there are none.
func startText(dst []byte, tags []tagvalue.Tag) []byte {
	for _, t := range tags {
		if string(t.Name) == "FEN" || string(t.Name) == "Variant" {
			dst = append(append(dst, '['), t.Name...)
			dst = append(append(append(dst, " \""...), t.Value...), "\"]\n"...)
		}
	}
	return dst
}

// starts finds out whether games can be played from a known position.
type starts struct {
	line pgn.Line
	text []byte
}

// known reports whether pgn.Line knows the position from which a game with
// these tags starts, and its rules. Blank says that the game is nothing but
// white space.
func (s *starts) known(tags []tagvalue.Tag, blank bool) (known bool) {
	s.text = startText(s.text[:0], tags)
	if len(s.text) == 0 {
		return !blank
	}
	s.line.Each(append(s.text, '*'), func(*board.Position, board.Move) bool {
		known = true
		return false
	})
	return known
}

// isBlank reports whether a game with so many tags and these steps is nothing
// but white space.
func isBlank(tags int, steps []layout.Step) bool {
	return tags == 0 && steps[0].Op == layout.OpEnd
}
