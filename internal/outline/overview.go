package outline

import (
	"github.com/chesszip/chesszip/internal/frameview"
	"github.com/chesszip/chesszip/internal/tagvalue"
)

// Counter is told what the index says of items.
type Counter struct {
	// Item has the half-moves of an item, and the ratings of White and Black, 0 for one
	// that is not known.
	Item func(plies int, ratings [2]int)
	// Date has the least date of the items, and then the greatest.
	Date func(date string)
	// Most has how many values there are at most, before the first of them.
	Most func(values int)
	// Value has how many items have a value of a tag, with escapes resolved.
	Value func(tag, value string, items int64)
}

// Count counts what Of says of the items from number from up to, not including, to, that
// are meant, nil for all; false where the index does not have it all.
func Count(v *frameview.View, from, to int, meant []bool, more []string, c Counter) (ok bool, err error) {
	s, err := read(v, more)
	if err != nil || s == nil {
		return false, err
	}
	people := [2][]int64{make([]int64, len(s.players.Names)+1), make([]int64, len(s.players.Names)+1)}
	var results [tagvalue.OtherResult + 1]int64
	var codes [tagvalue.ECOCodes + 1]int64
	texts := make([][]int64, len(s.texts))
	for k, t := range s.texts {
		texts[k] = make([]int64, len(t.Values)+1)
	}
	var dates extremes
	err = s.each(v, from, to, func(item int) {
		if meant != nil && !meant[item-from] {
			return
		}
		var ratings [2]int
		for side := range s.sides {
			people[side][s.player(side, item)]++
			if n := s.number(ratingColumns[side], item); n <= tagvalue.MaxNumber {
				ratings[side] = int(n)
			}
		}
		c.Item(s.plies(item), ratings)
		if d, known := s.days(item); known {
			dates.add(d)
		}
		results[s.result(item)]++
		codes[s.code(item)]++
		for k, t := range s.texts {
			texts[k][t.Games[item]]++
		}
	})
	if err != nil {
		return false, err
	}
	if dates.any {
		c.Date(string(dates.least.AppendText(nil)))
		c.Date(string(dates.greatest.AppendText(nil)))
	}
	most := len(people[0]) + len(people[1]) + len(results) + len(codes)
	for _, counts := range texts {
		most += len(counts)
	}
	c.Most(most)
	for side, counts := range people {
		c.values(s.names[white+side], counts[1:], func(i int) string { return unescaped(s.players.Names[i]) })
	}
	c.values(s.names[result], results[:tagvalue.OtherResult], func(i int) string { return tagvalue.Result(i).String() })
	c.values(s.names[eco], codes[1:], func(i int) string { return codeText(uint64(i + 1)) })
	for k, t := range s.texts {
		c.values(s.names[event+k], texts[k][1:], func(i int) string { return unescaped(t.Values[i]) })
	}
	return true, nil
}

// values tells how many items have which of the values of a tag that say something.
func (c *Counter) values(tag string, items []int64, value func(i int) string) {
	for i, n := range items {
		if n == 0 {
			continue
		}
		if text := value(i); text != "" {
			c.Value(tag, text, n)
		}
	}
}

// extremes are the least and the greatest of some dates, as their texts sort.
type extremes struct {
	least, greatest tagvalue.Days
	from, to        uint64 // their Order
	any             bool
}

func (e *extremes) add(d tagvalue.Days) {
	n := d.Order()
	if !e.any || n < e.from {
		e.least, e.from = d, n
	}
	if !e.any || n > e.to {
		e.greatest, e.to = d, n
	}
	e.any = true
}
