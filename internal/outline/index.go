package outline

import (
	"bytes"
	"slices"
	"strconv"

	"github.com/chesszip/chesszip/internal/frameindex"
	"github.com/chesszip/chesszip/internal/frameview"
	"github.com/chesszip/chesszip/internal/tagvalue"
	"github.com/chesszip/chesszip/pgn"
)

// slabItems is how many items share the memory of their tags.
const slabItems = 256

// columns are the numeric columns of an index, by item.
type columns [frameindex.NumColumns][]uint64

func newColumns(src *frameindex.Columns) (c columns) {
	for k := range c {
		c[k] = src.Append(nil, frameindex.Column(k))
	}
	return c
}

// days returns the days of an item, none if they are not known.
func (c *columns) days(item int) (d tagvalue.Days, known bool) {
	first := c[frameindex.Day][item]
	return tagvalue.Days{First: first, Last: first + c[frameindex.Days][item] - 1}, first > 0
}

// result returns the result of an item, OtherResult where it has none that is known.
func (c *columns) result(item int) tagvalue.Result {
	if n := c[frameindex.Result][item]; n > 0 && n <= uint64(tagvalue.OtherResult) {
		return tagvalue.Result(n - 1)
	}
	return tagvalue.OtherResult
}

// code returns 1 + the ECO code of an item, 0 for none.
func (c *columns) code(item int) uint64 {
	if n := c[frameindex.ECO][item]; n <= tagvalue.ECOCodes {
		return n
	}
	return 0
}

func (c *columns) plies(item int) int { return int(c[frameindex.Plies][item]) - 1 }

// ratingColumns are those of White and Black.
var ratingColumns = [2]frameindex.Column{frameindex.WhiteElo, frameindex.BlackElo}

// said is what an index says of all items for their outlines.
type said struct {
	columns
	names   []string // of tags: those of outlines and more
	players *frameindex.PlayerNames
	sides   [2][]uint64            // 1 + the places of White and Black in players
	texts   []*frameindex.TagTexts // of names from event on
}

// read reads what the index of a view says for outlines and more tags, nil where it does
// not have them all.
func read(v *frameview.View, more []string) (*said, error) {
	s := &said{names: slices.Concat(names[:], more)}
	var err error
	if s.players, err = v.Players(); err != nil || s.players == nil {
		return nil, err
	}
	numbers, err := v.Columns()
	if err != nil || numbers == nil {
		return nil, err
	}
	for _, name := range s.names[event:] {
		t, err := v.TagTexts(name)
		if err != nil || t == nil {
			return nil, err
		}
		s.texts = append(s.texts, t)
	}
	for side := range s.sides {
		if s.sides[side], err = s.players.Append(nil, side); err != nil {
			return nil, v.IndexError(err)
		}
	}
	s.columns = newColumns(numbers)
	return s, nil
}

// Indexed is Each where the index has all that is asked for, and false elsewhere: then it
// has called nothing.
func Indexed(v *frameview.View, from, to int, meant []bool, more []string, yield func(Game)) (ok bool, err error) {
	s, err := read(v, more)
	if err != nil || s == nil {
		return false, err
	}
	people := spelling(func(n uint64) string { return unescaped(s.players.Names[n-1]) })
	ratings := spelling(func(n uint64) string { return strconv.FormatUint(n, 10) })
	dates := spelling(func(d tagvalue.Days) string { return string(d.AppendText(nil)) })
	codes := spelling(codeText)
	var texts []spelled[uint16]
	for _, t := range s.texts {
		texts = append(texts, spelling(func(n uint16) string { return unescaped(t.Values[n-1]) }))
	}
	number := v.First()
	var slab []pgn.Tag // the tags of several items, one behind the other
	for item := from; item < to; item++ {
		if meant != nil && !meant[item-from] {
			continue
		}
		if cap(slab)-len(slab) < len(s.names) {
			slab = make([]pgn.Tag, 0, len(s.names)*min(slabItems, to-item))
		}
		first := len(slab)
		add := func(name int, value string) {
			if value != "" {
				slab = append(slab, pgn.Tag{Name: s.names[name], Value: value})
			}
		}
		for side, places := range s.sides {
			if n := places[item]; n > 0 {
				add(white+side, people.of(n))
			}
		}
		for side, column := range ratingColumns {
			if n := s.columns[column][item]; n > 0 {
				add(whiteElo+side, ratings.of(n))
			}
		}
		if d, known := s.days(item); known {
			add(date, dates.of(d))
		}
		add(result, s.result(item).String())
		if n := s.code(item); n > 0 {
			add(eco, codes.of(n))
		}
		for k, t := range s.texts {
			if n := t.Games[item]; n > 0 {
				add(event+k, texts[k].of(n))
			}
		}
		yield(Game{number + int64(item), slab[first:len(slab):len(slab)], s.plies(item)})
	}
	return true, nil
}

func codeText(n uint64) string {
	var b [3]byte
	return string(tagvalue.AppendECO(b[:0], int(n-1)))
}

func unescaped(value []byte) string {
	if bytes.IndexByte(value, '\\') < 0 {
		return string(value)
	}
	return string(pgn.Unescape(nil, value))
}

// spelled has the texts of values, of which many items have the same: each is made once.
type spelled[K comparable] struct {
	texts map[K]string
	spell func(K) string
}

func spelling[K comparable](spell func(K) string) spelled[K] {
	return spelled[K]{map[K]string{}, spell}
}

func (s *spelled[K]) of(value K) string {
	text, ok := s.texts[value]
	if !ok {
		text = s.spell(value)
		s.texts[value] = text
	}
	return text
}
