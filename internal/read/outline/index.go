package outline

import (
	"bytes"
	"slices"
	"strconv"

	"github.com/chesszip/chesszip/internal/base/tagvalue"
	"github.com/chesszip/chesszip/internal/column/open"
	"github.com/chesszip/chesszip/internal/read/view"
	"github.com/chesszip/chesszip/pgn"
)

// slabItems is the number of items whose tags share memory.
const slabItems = 256

// someItems is the number of items whose numbers are unpacked at once, to limit memory.
const someItems = 256

// columns are open columns of numbers, unpacked for some items at a time.
type columns struct {
	packed   *open.Columns
	from, to int // the unpacked items
	values   [open.NumColumns][]uint64
}

// unpack unpacks the numbers of at most someItems items, with numbers from <= number <
// to.
func (c *columns) unpack(from, to int) {
	c.from, c.to = from, min(to, from+someItems)
	for k := range c.values {
		c.values[k] = c.packed.AppendSome(c.values[k][:0], open.Column(k), c.from, c.to)
	}
}

// number returns the value of a column for an item.
func (c *columns) number(column open.Column, item int) uint64 {
	return c.values[column][item-c.from]
}

// days returns the possible days of an item, if known.
func (c *columns) days(item int) (d tagvalue.Days, known bool) {
	first := c.number(open.Day, item)
	return tagvalue.Days{First: first, Last: first + c.number(open.Days, item) - 1}, first > 0
}

// result returns the result of an item, OtherResult if it is not known.
func (c *columns) result(item int) tagvalue.Result {
	if n := c.number(open.Result, item); n > 0 && n <= uint64(tagvalue.OtherResult) {
		return tagvalue.Result(n - 1)
	}
	return tagvalue.OtherResult
}

// code returns 1 + the ECO code of an item, 0 for none.
func (c *columns) code(item int) uint64 {
	if n := c.number(open.ECO, item); n <= tagvalue.ECOCodes {
		return n
	}
	return 0
}

func (c *columns) plies(item int) int { return int(c.number(open.Plies, item)) - 1 }

// rating returns the rating of a side of an item, White being 0; 0 for none.
func (c *columns) rating(side, item int) int {
	return open.RatingOf(c.number(open.WhiteElo+open.Column(side), item))
}

// said is the open columns for the outlines of items.
type said struct {
	columns
	names   []string // of tags: those of outlines and further ones
	players *open.Listed
	texts   []*open.Listed // of names from event on
	sides   [2][]uint64    // 1 + the indexes of White and Black in players, of unpacked items
	numbers [][]uint64     // the same of each of texts
}

// read reads the open columns of a view for outlines and the tags in more, nil if not all
// are open.
func read(v *view.View, more []string) (*said, error) {
	s := &said{names: slices.Concat(names[:], more)}
	var err error
	if s.players, err = v.Players(); err != nil || s.players == nil {
		return nil, err
	}
	if s.packed, err = v.Columns(open.AllColumns()...); err != nil || s.packed == nil {
		return nil, err
	}
	for _, name := range s.names[event:] {
		t, _, err := v.Values(name)
		if err != nil || t == nil {
			return nil, err
		}
		s.texts = append(s.texts, t)
	}
	s.numbers = make([][]uint64, len(s.texts))
	return s, nil
}

// each calls look with the items of a view, from <= item < to, that are in meant, nil
// for all. Their numbers are unpacked then.
func (s *said) each(from, to int, meant []bool, look func(item int)) {
	for at := from; at < to; at = s.to {
		s.unpack(at, to)
		for side := range s.sides {
			s.sides[side] = s.players.AppendSome(s.sides[side][:0], side, s.from, s.to)
		}
		for k, t := range s.texts {
			s.numbers[k] = t.AppendSome(s.numbers[k][:0], 0, s.from, s.to)
		}
		for item := s.from; item < s.to; item++ {
			if meant == nil || meant[item-from] {
				look(item)
			}
		}
	}
}

// text returns 1 + the index of an item's value in the k-th of texts, 0 for none.
func (s *said) text(k, item int) uint64 { return s.numbers[k][item-s.from] }

// player returns 1 + the index in players of White, or of Black, of an item, 0 for none.
func (s *said) player(side, item int) uint64 { return s.sides[side][item-s.from] }

// Indexed is Each if everything needed is open. Otherwise it returns false and has
// called nothing.
func Indexed(v *view.View, from, to int, meant []bool, more []string, yield func(Game)) (ok bool, err error) {
	s, err := read(v, more)
	if err != nil || s == nil {
		return false, err
	}
	people := spelling(func(n uint64) string { return unescaped(s.players.Values[n-1]) })
	ratings := spelling(strconv.Itoa)
	dates := spelling(func(d tagvalue.Days) string { return string(d.AppendText(nil)) })
	codes := spelling(codeText)
	var texts []spelled[uint64]
	for _, t := range s.texts {
		texts = append(texts, spelling(func(n uint64) string { return unescaped(t.Values[n-1]) }))
	}
	number := v.First()
	var slab []pgn.Tag // tags of several items, concatenated
	s.each(from, to, meant, func(item int) {
		if cap(slab)-len(slab) < len(s.names) {
			slab = make([]pgn.Tag, 0, len(s.names)*min(slabItems, to-item))
		}
		first := len(slab)
		add := func(name int, value string) {
			if value != "" {
				slab = append(slab, pgn.Tag{Name: s.names[name], Value: value})
			}
		}
		for side := range s.sides {
			if n := s.player(side, item); n > 0 {
				add(white+side, people.of(n))
			}
		}
		for side := range s.sides {
			if n := s.rating(side, item); n > 0 {
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
		for k := range s.texts {
			if n := s.text(k, item); n > 0 {
				add(event+k, texts[k].of(n))
			}
		}
		yield(Game{number + int64(item), slab[first:len(slab):len(slab)], s.plies(item)})
	})
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

// spelled caches the texts of values, which many items share.
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
