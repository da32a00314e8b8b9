// Package outline answers from the index of a frame what a list of its games shows, and
// counts it: names, ratings, date, result, ECO code, event, and half-moves. Where the index
// does not have them all, it says so, and whoever asks reads the tags.
//
// Files, from top to bottom: overview.go, outline.go.
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

// The tags of an outline, by their place in its names; those from event on have any
// values.
const (
	white = iota
	black
	whiteElo
	blackElo
	date
	result
	eco
	event
)

var names = [...]string{
	white: "White", black: "Black", whiteElo: "WhiteElo", blackElo: "BlackElo",
	date: "Date", result: "Result", eco: "ECO", event: "Event",
}

// Tags returns the tags that an outline has.
func Tags() []string { return names[:] }

// slabItems is how many items share the memory of their tags.
const slabItems = 256

// Outline is what the index says of an item, with escapes resolved.
type Outline struct {
	Tags  []pgn.Tag
	Plies int
}

// said is what an index says of items for their outlines. Numbers it has of some items
// at once, so that they take little memory.
type said struct {
	names   []string // of tags: those of outlines and more
	players *frameindex.PlayerNames
	columns *frameindex.Columns
	texts   []*frameindex.TagTexts // of names from event on

	from, to int         // the items that it has numbers of
	sides    [2][]uint64 // 1 + the places of White and Black in players
	values   [frameindex.NumColumns][]uint64
}

// someItems is how many items a said has numbers of.
const someItems = 256

// read reads what the index of a view says for outlines and more tags, nil where it does
// not have them all.
func read(v *frameview.View, more []string) (*said, error) {
	s := &said{names: slices.Concat(names[:], more)}
	var err error
	if s.players, err = v.Players(); err != nil || s.players == nil {
		return nil, err
	}
	if s.columns, err = v.Columns(); err != nil || s.columns == nil {
		return nil, err
	}
	for _, name := range s.names[event:] {
		t, err := v.TagTexts(name)
		if err != nil || t == nil {
			return nil, err
		}
		s.texts = append(s.texts, t)
	}
	return s, nil
}

// each calls look with the items of a view from number from up to, not including, to, of
// which s has the numbers then.
func (s *said) each(v *frameview.View, from, to int, look func(item int)) (err error) {
	for ; from < to; from = s.to {
		s.from, s.to = from, min(to, from+someItems)
		for side := range s.sides {
			if s.sides[side], err = s.players.AppendSome(s.sides[side][:0], side, s.from, s.to); err != nil {
				return v.IndexError(err)
			}
		}
		for c := range s.values {
			s.values[c] = s.columns.AppendSome(s.values[c][:0], frameindex.Column(c), s.from, s.to)
		}
		for item := s.from; item < s.to; item++ {
			look(item)
		}
	}
	return nil
}

// number returns what a column says of an item.
func (s *said) number(column frameindex.Column, item int) uint64 {
	return s.values[column][item-s.from]
}

// player returns 1 + the place of White, or of Black, of an item in players, 0 for none.
func (s *said) player(side, item int) uint64 { return s.sides[side][item-s.from] }

// days returns the days of an item, none if they are not known.
func (s *said) days(item int) (d tagvalue.Days, known bool) {
	first := s.number(frameindex.Day, item)
	return tagvalue.Days{First: first, Last: first + s.number(frameindex.Days, item) - 1}, first > 0
}

// result returns the result of an item, OtherResult where it has none that is known.
func (s *said) result(item int) tagvalue.Result {
	if n := s.number(frameindex.Result, item); n > 0 && n <= uint64(tagvalue.OtherResult) {
		return tagvalue.Result(n - 1)
	}
	return tagvalue.OtherResult
}

// code returns 1 + the ECO code of an item, 0 for none.
func (s *said) code(item int) uint64 {
	if n := s.number(frameindex.ECO, item); n <= tagvalue.ECOCodes {
		return n
	}
	return 0
}

func (s *said) plies(item int) int { return int(s.number(frameindex.Plies, item)) - 1 }

// ratingColumns are those of White and Black.
var ratingColumns = [2]frameindex.Column{frameindex.WhiteElo, frameindex.BlackElo}

// Of returns the tags of the items of a view from number from up to, not including, to:
// those of Tags and then of more in this order that say something, and half-moves; false
// where the index does not have them all. Date is UTCDate where Date has no year.
func Of(v *frameview.View, from, to int, more []string) (all []Outline, ok bool, err error) {
	s, err := read(v, more)
	if err != nil || s == nil {
		return nil, false, err
	}
	people := spelling(func(n uint64) string { return unescaped(s.players.Names[n-1]) })
	ratings := spelling(func(n uint64) string { return strconv.FormatUint(n, 10) })
	dates := spelling(func(d tagvalue.Days) string { return string(d.AppendText(nil)) })
	codes := spelling(codeText)
	var texts []spelled[uint16]
	for _, t := range s.texts {
		texts = append(texts, spelling(func(n uint16) string { return unescaped(t.Values[n-1]) }))
	}
	var slab []pgn.Tag // the tags of several items, one behind the other
	err = s.each(v, from, to, func(item int) {
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
		for side, column := range ratingColumns {
			if n := s.number(column, item); n > 0 {
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
		all = append(all, Outline{slab[first:len(slab):len(slab)], s.plies(item)})
	})
	return all, err == nil, err
}

func codeText(n uint64) string { return string(tagvalue.AppendECO(nil, int(n-1))) }

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
