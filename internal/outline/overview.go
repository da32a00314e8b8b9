package outline

import (
	"github.com/chesszip/chesszip/internal/frameview"
	"github.com/chesszip/chesszip/internal/tagvalue"
)

// Overview counts what the index says of items.
type Overview struct {
	Games          int64
	Plies, Ratings Extent
	First, Last    string // the least and the greatest date, "" for none
	Values         []TagCount
}

// TagCount is how many items have a value of a tag, with escapes resolved.
type TagCount struct {
	Tag, Value string
	Games      int64
}

// Extent is the least and the greatest of some numbers, and their sum.
type Extent struct {
	N, Sum   int64
	Min, Max int
}

func (e *Extent) add(v int) {
	if e.N == 0 {
		e.Min, e.Max = v, v
	}
	e.N, e.Sum = e.N+1, e.Sum+int64(v)
	e.Min, e.Max = min(e.Min, v), max(e.Max, v)
}

// Count counts what Of says of the items from number from up to, not including, to, that
// are meant, nil for all.
func Count(v *frameview.View, from, to int, meant []bool, more []string) (o *Overview, ok bool, err error) {
	s, err := read(v, more)
	if err != nil || s == nil {
		return nil, false, err
	}
	o = new(Overview)
	people := [2][]int64{make([]int64, len(s.players.Names)+1), make([]int64, len(s.players.Names)+1)}
	var results [tagvalue.OtherResult + 1]int64
	var codes [tagvalue.ECOCodes + 1]int64
	texts := make([][]int64, len(s.texts))
	for k, t := range s.texts {
		texts[k] = make([]int64, len(t.Values)+1)
	}
	dates := map[tagvalue.Days]bool{}
	for item := from; item < to; item++ {
		if meant != nil && !meant[item-from] {
			continue
		}
		o.Games++
		o.Plies.add(s.plies(item))
		for side := range s.sides {
			people[side][s.sides[side][item]]++
			if n := s.values[ratingColumns[side]][item]; n > 0 && n <= tagvalue.MaxNumber {
				o.Ratings.add(int(n))
			}
		}
		if d, known := s.days(item); known {
			dates[d] = true
		}
		results[s.result(item)]++
		codes[s.code(item)]++
		for k, t := range s.texts {
			texts[k][t.Games[item]]++
		}
	}
	for d := range dates {
		text := string(d.AppendText(nil))
		if o.First == "" || text < o.First {
			o.First = text
		}
		o.Last = max(o.Last, text)
	}
	for side, counts := range people {
		o.count(s.names[white+side], counts[1:], func(i int) string { return unescaped(s.players.Names[i]) })
	}
	o.count(s.names[result], results[:tagvalue.OtherResult], func(i int) string { return tagvalue.Result(i).String() })
	o.count(s.names[eco], codes[1:], func(i int) string { return codeText(uint64(i + 1)) })
	for k, t := range s.texts {
		o.count(s.names[event+k], texts[k][1:], func(i int) string { return unescaped(t.Values[i]) })
	}
	return o, true, nil
}

// count adds how many items have which of the values of a tag that say something.
func (o *Overview) count(tag string, games []int64, value func(i int) string) {
	for i, n := range games {
		if n == 0 {
			continue
		}
		if text := value(i); text != "" {
			o.Values = append(o.Values, TagCount{tag, text, n})
		}
	}
}
