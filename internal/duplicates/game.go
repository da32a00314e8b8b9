package duplicates

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"strings"

	"github.com/cespare/xxhash/v2"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/frameview"
	"github.com/chesszip/chesszip/internal/tagvalue"
	"github.com/chesszip/chesszip/pgn"
)

// field is a tag that counts, or a group of them.
type field uint8

const (
	event field = iota
	site
	date // Date or, where that has no year, UTCDate
	round
	white
	black
	result // where there is no such tag, what the moves end with
	utcTime
	link
	gameID
	numFields
)

var fieldNames = [numFields]string{"Event", "Site", "Date", "Round", "White", "Black", "Result", "UTCTime", "Link", "GameId"}

// Game is what is known of a game to compare it with others.
type Game struct {
	// Source and Number are the caller's: where the game is.
	Source, Number int64
	// Index is its place in the order of all games.
	Index uint64

	tags [numFields]string
	// start is the position that it starts from without counters, "" for that of
	// standard chess, or what its tags say where the rules are not known.
	start string
	moves []byte // of the main line, as far as they are legal: two bytes each
	// rest is a checksum of the words of a main line that is not legal to its end; 0
	// for one that is.
	rest uint64

	valued   uint64 // tags with a value that says something
	comments uint64
	bytes    uint64
}

// Plies returns the number of half-moves.
func (g *Game) Plies() int { return len(g.moves) / 2 }

// maxValue is the longest value of a tag that is kept; of a longer one, the rest
// counts by its checksum.
const maxValue = 256

// Reader reads games. The zero Reader is ready to use; it is not for several goroutines
// at once.
type Reader struct {
	line pgn.Line
	tags []tagvalue.Tag
}

// Read returns what is known of the game of a text. Step counts the work on a half-move,
// and says false where it is to end.
func (r *Reader) Read(text []byte, step func() bool) *Game {
	r.tags = frameview.AppendTags(r.tags[:0], text)
	g := &Game{bytes: uint64(len(text))}
	for f, name := range fieldNames {
		g.tags[f] = valueOf(tagvalue.First(r.tags, name))
	}
	if !tagvalue.ParseDate([]byte(g.tags[date])).Known() {
		g.tags[date] = valueOf(tagvalue.First(r.tags, "UTCDate"))
	}
	if g.tags[result] == "" {
		g.tags[result] = ending(text)
	}
	for _, t := range r.tags {
		if saysSomething(t.Value) {
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
		return step()
	})
	if !known {
		g.start = "?" + valueOf(tagvalue.First(r.tags, "Variant")) + "\x00" + valueOf(tagvalue.First(r.tags, "FEN"))
	}
	g.scan(text, !whole)
	return g
}

// valueOf returns a value without escapes, white space around it and what is longer
// than is kept.
func valueOf(value []byte) string {
	v := bytes.TrimSpace(pgn.Unescape(nil, value))
	if len(v) > maxValue {
		return fmt.Sprintf("%s~%016x", v[:maxValue], xxhash.Sum64(v))
	}
	return string(v)
}

// saysSomething reports whether the value of a tag does.
func saysSomething(value []byte) bool { return len(bytes.Trim(value, " ?.-*")) > 0 }

// ending returns the result that a text ends with, "" for none.
func ending(text []byte) string {
	text = bytes.TrimSpace(text)
	for r := range tagvalue.Unfinished {
		if bytes.HasSuffix(text, []byte(r.String())) {
			return r.String()
		}
	}
	return ""
}

// startText returns what start is.
func startText(p *board.Position) string {
	from := *p
	from.HalfmoveClock, from.FullmoveNumber = 0, 1
	if from == board.Start() {
		return ""
	}
	from.Castling = from.UsableRights()
	return string(from.AppendFEN(nil))
}

// scan counts comments and, where the moves are not known to their end, sums up the
// words of the main line.
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

// Append appends what Decode reads.
func (g *Game) Append(dst []byte) []byte {
	for _, n := range [...]uint64{uint64(g.Source), uint64(g.Number), g.Index, g.rest, g.valued, g.comments, g.bytes} {
		dst = binary.AppendUvarint(dst, n)
	}
	for _, text := range g.tags {
		dst = append(binary.AppendUvarint(dst, uint64(len(text))), text...)
	}
	dst = append(binary.AppendUvarint(dst, uint64(len(g.start))), g.start...)
	return append(dst, g.moves...)
}

// errRecord says that a temporary file is not as it was written.
var errRecord = errors.New("duplicates: malformed record")

// Decode reads what Append has written.
func Decode(src []byte) (*Game, error) {
	var n [7]uint64
	for i := range n {
		v, size := binary.Uvarint(src)
		if size <= 0 {
			return nil, errRecord
		}
		n[i], src = v, src[size:]
	}
	g := &Game{Source: int64(n[0]), Number: int64(n[1]), Index: n[2], rest: n[3], valued: n[4], comments: n[5], bytes: n[6]}
	text := func() (string, bool) {
		v, size := binary.Uvarint(src)
		if size <= 0 || v > uint64(len(src)-size) {
			return "", false
		}
		s := string(src[size : size+int(v)])
		src = src[size+int(v):]
		return s, true
	}
	for f := range g.tags {
		var ok bool
		if g.tags[f], ok = text(); !ok {
			return nil, errRecord
		}
	}
	var ok bool
	if g.start, ok = text(); !ok || len(src)%2 != 0 {
		return nil, errRecord
	}
	g.moves = bytes.Clone(src)
	return g, nil
}

// unknown reports whether a value says that it is not known.
func unknown(value string) bool { return strings.Trim(value, "?.-*") == "" }
