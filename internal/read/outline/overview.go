package outline

import (
	"iter"
	"slices"

	"github.com/chesszip/chesszip/internal/base/tagvalue"
	"github.com/chesszip/chesszip/internal/read/view"
)

// Overview summarizes the outlines of some games.
type Overview struct {
	Games int64
	// Plies summarizes the half-moves of the games, Ratings the known ratings of both
	// players.
	Plies, Ratings Extent
	// First and Last are the earliest and the latest Date, "" if no game has one.
	First, Last string
	// Values has the number of games for each value of a tag; NumValues bounds their
	// number.
	Values    iter.Seq[TagCount]
	NumValues int
}

// TagCount is the number of games that have a value of a tag.
type TagCount struct {
	Tag, Value string
	Games      int64
}

// Extent is the number, the sum, the least and the greatest of some numbers; all 0 if N
// is 0.
type Extent struct {
	N, Sum   int64
	Min, Max int
}

// Add adds the numbers of o to e.
func (e *Extent) Add(o Extent) {
	switch {
	case o.N == 0:
		return
	case e.N == 0:
		*e = o
		return
	}
	e.N, e.Sum = e.N+o.N, e.Sum+o.Sum
	e.Min, e.Max = min(e.Min, o.Min), max(e.Max, o.Max)
}

func (e *Extent) add(n int) { e.Add(Extent{1, int64(n), n, n}) }

// Count counts the outlines that Each yields. After an error some may be missing.
func Count(v *view.View, from, to int, meant []bool, more []string) (o Overview, err error) {
	var values []TagCount
	o.Values = slices.Values(values)
	s, err := read(v, more)
	if err != nil {
		return o, err
	}
	if s != nil {
		o.addColumns(s, from, to, meant)
		return o, nil
	}
	at := map[TagCount]int{} // indexes of values without a number of games
	err = tagged(v, from, to, meant, more, func(g Game) { values = o.addGame(&g, at, values) })
	o.Values, o.NumValues = slices.Values(values), len(values)
	return o, err
}

// add counts a game by its half-moves and the ratings of its players, 0 if not known.
func (o *Overview) add(plies int, ratings [2]int) {
	o.Games++
	o.Plies.add(plies)
	for _, n := range ratings {
		if n > 0 {
			o.Ratings.add(n)
		}
	}
}

func (o *Overview) addDate(date string) {
	if o.First == "" || date < o.First {
		o.First = date
	}
	o.Last = max(o.Last, date)
}

// addGame counts an outline, and its values; at has the indexes of known values.
func (o *Overview) addGame(g *Game, at map[TagCount]int, values []TagCount) []TagCount {
	w, b := g.Elo()
	o.add(g.Plies, [2]int{w, b})
	for _, t := range g.Tags {
		switch t.Name {
		case names[whiteElo], names[blackElo]:
			continue
		case names[date]:
			o.addDate(t.Value)
			continue
		}
		key := TagCount{Tag: t.Name, Value: t.Value}
		n, ok := at[key]
		if !ok {
			n = len(values)
			at[key] = n
			values = append(values, key)
		}
		values[n].Games++
	}
	return values
}

// addColumns counts items by open columns.
func (o *Overview) addColumns(s *said, from, to int, meant []bool) {
	people := [2][]int64{make([]int64, len(s.players.Values)+1), make([]int64, len(s.players.Values)+1)}
	var results [tagvalue.OtherResult + 1]int64
	var codes [tagvalue.ECOCodes + 1]int64
	texts := make([][]int64, len(s.texts))
	for k, t := range s.texts {
		texts[k] = make([]int64, len(t.Values)+1)
	}
	var dates extremes
	s.each(from, to, meant, func(item int) {
		var ratings [2]int
		for side := range s.sides {
			people[side][s.player(side, item)]++
			ratings[side] = s.rating(side, item)
		}
		o.add(s.plies(item), ratings)
		if d, known := s.days(item); known {
			dates.add(d)
		}
		results[s.result(item)]++
		codes[s.code(item)]++
		for k := range s.texts {
			texts[k][s.text(k, item)]++
		}
	})
	if dates.any {
		o.addDate(string(dates.least.AppendText(nil)))
		o.addDate(string(dates.greatest.AppendText(nil)))
	}
	o.NumValues = len(people[0]) + len(people[1]) + len(results) + len(codes)
	for _, counts := range texts {
		o.NumValues += len(counts)
	}
	o.Values = func(yield func(TagCount) bool) {
		on := true
		give := func(tag string, items []int64, value func(i int) string) {
			for i := 0; on && i < len(items); i++ {
				if items[i] == 0 {
					continue
				}
				if text := value(i); text != "" {
					on = yield(TagCount{tag, text, items[i]})
				}
			}
		}
		for side, counts := range people {
			give(s.names[white+side], counts[1:], func(i int) string { return unescaped(s.players.Values[i]) })
		}
		give(s.names[result], results[:tagvalue.OtherResult], func(i int) string { return tagvalue.Result(i).String() })
		give(s.names[eco], codes[1:], func(i int) string { return codeText(uint64(i + 1)) })
		for k, t := range s.texts {
			give(s.names[event+k], texts[k][1:], func(i int) string { return unescaped(t.Values[i]) })
		}
	}
}

// extremes are the least and the greatest of some dates, in the order of their texts.
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
