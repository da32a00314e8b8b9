package duplicates

import (
	"bytes"
	"fmt"

	"github.com/cespare/xxhash/v2"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/base/tagvalue"
	"github.com/chesszip/chesszip/internal/read/view"
	"github.com/chesszip/chesszip/pgn"
)

// maxValue is the greatest length of a tag value that is stored; the rest of a longer
// one is stored as its checksum.
const maxValue = 256

// Reader reads games. It must not be used by several goroutines at once.
type Reader struct {
	line pgn.Line
	tags []tagvalue.Tag
	step func() bool
}

// NewReader returns a Reader. Step counts the work on a half-move; if it returns false,
// reading ends.
func NewReader(step func() bool) *Reader { return &Reader{step: step} }

// Read returns the Game of a text.
func (r *Reader) Read(text []byte) *Game {
	var end tagvalue.Result
	r.tags, end = view.ReadTags(r.tags[:0], text, &r.line)
	g := &Game{bytes: uint64(len(text))}
	for f, name := range fieldNames {
		g.tags[f] = valueOf(tagvalue.First(r.tags, name))
	}
	if !tagvalue.ParseDate([]byte(g.tags[date])).Known() {
		g.tags[date] = valueOf(tagvalue.First(r.tags, "UTCDate"))
	}
	g.tags[result] = end.String()
	for _, t := range r.tags {
		if !tagvalue.Unknown(t.Value) {
			g.valued++
		}
	}
	known := false
	whole := r.line.Each(text, func(p *board.Position, m board.Move) bool {
		if !known {
			g.start, known = startText(p), true
			return true
		}
		g.moves = append(g.moves, byte(m>>8), byte(m))
		return r.step()
	})
	if !known {
		g.start = "?" + valueOf(tagvalue.First(r.tags, "Variant")) + "\x00" + valueOf(tagvalue.First(r.tags, "FEN"))
	}
	g.scan(text, !whole)
	c := g.compared()
	g.key, g.names = c.key(), [2]uint64{nameKey(&c.white), nameKey(&c.black)}
	return g
}

// valueOf returns a value without escapes, without white space around it, and shortened
// to maxValue.
func valueOf(value []byte) string { return shortened(pgn.Unescape(nil, value)) }

func shortened(text []byte) string {
	v := bytes.TrimSpace(text)
	if len(v) > maxValue {
		return fmt.Sprintf("%s~%016x", v[:maxValue], xxhash.Sum64(v))
	}
	return string(v)
}

// startText returns the text for start.
func startText(p *board.Position) string {
	from := *p
	from.HalfmoveClock, from.FullmoveNumber = 0, 1
	if from == board.Start() {
		return ""
	}
	from.Castling = from.UsableRights()
	return string(from.AppendFEN(nil))
}

// scan counts comments and, if words is set, adds the words of the main line to the
// checksum.
func (g *Game) scan(text []byte, words bool) {
	if !words && bytes.IndexByte(text, '{') < 0 && bytes.IndexByte(text, ';') < 0 {
		return
	}
	in := pgn.NewScanner(text)
	if at, ok := pgn.Begin(text); ok {
		in.Seek(at)
	}
	depth := 0
	var sum xxhash.Digest
	sum.Reset()
	for t, ok := in.Next(); ok; t, ok = in.Next() {
		switch t.Kind {
		case pgn.Comment, pgn.LineComment:
			g.comments++
		case pgn.Open:
			depth++
		case pgn.Close:
			depth = max(depth-1, 0)
		case pgn.Move:
			if depth == 0 && words {
				_, _ = sum.Write(t.Text)
				_, _ = sum.Write([]byte{0})
			}
		}
	}
	if words {
		g.rest = max(sum.Sum64(), 1)
	}
}
