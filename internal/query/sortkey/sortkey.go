// Package sortkey makes the keys by which games are sorted: bytes that compare as the
// games do.
//
//	key  | part | part | ...
//	part | 0 | value of the game; inverted for descending order | or | 1 |
//
// A part is a number of fixed length or a text that ends with a zero, so that no part is
// the beginning of another. Unknown values come last in either order.
package sortkey

import (
	"slices"
	"strings"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/base/tagvalue"
	"github.com/chesszip/chesszip/internal/read/view"
	"github.com/chesszip/chesszip/pgn"
)

// Keys are sort keys. The first that differs decides.
type Keys []key

type key struct {
	*field
	descending bool
}

// Parse parses keys as a user types them: names separated by commas, with a minus before
// a name for descending order; letter case is ignored. A blank text means "date". It
// reports whether all names are known.
func Parse(by string) (keys Keys, ok bool) {
	if strings.TrimSpace(by) == "" {
		by = fields[0].names[0]
	}
	for part := range strings.SplitSeq(by, ",") {
		name, minus := strings.CutPrefix(strings.TrimSpace(part), "-")
		name = strings.ToLower(name)
		i := slices.IndexFunc(fields[:], func(f field) bool { return slices.Contains(f.names, name) })
		if i < 0 {
			return nil, false
		}
		keys = append(keys, key{&fields[i], minus})
	}
	return keys, true
}

// Want describes the texts that Parse accepts.
func Want() string {
	var names []string
	for _, f := range fields {
		names = append(names, f.names[0])
	}
	return strings.Join(names, ", ") + ", or several separated by commas, with a minus to reverse one"
}

// Needs returns the names of the tags that the keys are made of, and whether they need
// the number of half-moves.
func (k Keys) Needs() (tags []string, plies bool) {
	for _, one := range k {
		tags, plies = append(tags, one.tags...), plies || one.plies
	}
	return tags, plies
}

// Of returns the key of a game.
func (k Keys) Of(tags []tagvalue.Tag, facts tagvalue.Facts) []byte {
	g := game{tags, facts.Plies, facts.Result}
	var w writer
	for _, one := range k {
		w.descending = one.descending
		one.append(&w, &g)
	}
	return w.key
}

// Reader makes the keys of games. It must not be used by several goroutines at once.
type Reader struct {
	keys  Keys
	plies bool
	line  pgn.Line
	tags  []tagvalue.Tag
	step  func() bool
}

// NewReader returns a Reader. Step counts the work on a half-move; if it returns false,
// reading ends.
func NewReader(keys Keys, step func() bool) *Reader {
	_, counts := keys.Needs()
	return &Reader{keys: keys, plies: counts, line: pgn.Line{Anyway: true}, step: step}
}

// Read returns the key of the game of a text.
func (r *Reader) Read(text []byte) []byte {
	var f tagvalue.Facts
	r.tags, f.Result = view.ReadTags(r.tags[:0], text, &r.line)
	if r.plies {
		plies := -1 // the start position is no half-move
		r.line.Each(text, func(*board.Position, board.Move) bool {
			plies++
			return r.step()
		})
		f.Plies = max(plies, 0)
	}
	return r.keys.Of(r.tags, f)
}
