package outline

import (
	"github.com/chesszip/chesszip/internal/frameview"
	"github.com/chesszip/chesszip/internal/tagvalue"
)

// Overview counts what the outlines of some games say.
type Overview struct {
	Games int64
	// Plies are the half-moves of the games, Ratings the known ones of both players.
	Plies, Ratings Extent
	// First and Last are the least and the greatest Date, "" if no game has one.
	First, Last string
	// Values has how many games have which value of a tag.
	Values []TagCount
}

// TagCount is how many games have a value of a tag.
type TagCount struct {
	Tag, Value string
	Games      int64
}

// Extent is the least and the greatest of N numbers, and their sum; of none all are 0.
type Extent struct {
	N, Sum   int64
	Min, Max int
}

// Add joins o to e.
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

// Count counts what Each says of items.
func Count(v *frameview.View, from, to int, meant []bool, more []string) (o Overview, err error) {
	s, err := read(v, more)
	if err != nil {
		return o, err
	}
	if s != nil {
		o.addIndex(s, from, to, meant)
		return o, nil
	}
	at := map[TagCount]int{} // the places of values that have no number of games
	err = tagged(v, from, to, meant, more, func(g Game) { o.addGame(&g, at) })
	return o, err
}

// add counts a game by its half-moves and the ratings of its players, 0 standing for
// one that is not known.
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

// addGame counts an outline.
func (o *Overview) addGame(g *Game, at map[TagCount]int) {
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
			n = len(o.Values)
			at[key] = n
			o.Values = append(o.Values, key)
		}
		o.Values[n].Games++
	}
}

// addIndex counts what an index says of items.
func (o *Overview) addIndex(s *said, from, to int, meant []bool) {
	people := [2][]int64{make([]int64, len(s.players.Names)+1), make([]int64, len(s.players.Names)+1)}
	var results [tagvalue.OtherResult + 1]int64
	var codes [tagvalue.ECOCodes + 1]int64
	texts := make([][]int64, len(s.texts))
	for k, t := range s.texts {
		texts[k] = make([]int64, len(t.Values)+1)
	}
	var dates extremes
	for item := from; item < to; item++ {
		if meant != nil && !meant[item-from] {
			continue
		}
		var ratings [2]int
		for side := range s.sides {
			people[side][s.sides[side][item]]++
			if n := s.columns[ratingColumns[side]][item]; n <= tagvalue.MaxNumber {
				ratings[side] = int(n)
			}
		}
		o.add(s.plies(item), ratings)
		if d, known := s.days(item); known {
			dates.add(d)
		}
		results[s.result(item)]++
		codes[s.code(item)]++
		for k, t := range s.texts {
			texts[k][t.Games[item]]++
		}
	}
	if dates.any {
		o.addDate(string(dates.least.AppendText(nil)))
		o.addDate(string(dates.greatest.AppendText(nil)))
	}
	most := len(people[0]) + len(people[1]) + len(results) + len(codes)
	for _, counts := range texts {
		most += len(counts)
	}
	o.Values = make([]TagCount, 0, most)
	for side, counts := range people {
		o.addValues(s.names[white+side], counts[1:], func(i int) string { return unescaped(s.players.Names[i]) })
	}
	o.addValues(s.names[result], results[:tagvalue.OtherResult], func(i int) string { return tagvalue.Result(i).String() })
	o.addValues(s.names[eco], codes[1:], func(i int) string { return codeText(uint64(i + 1)) })
	for k, t := range s.texts {
		o.addValues(s.names[event+k], texts[k][1:], func(i int) string { return unescaped(t.Values[i]) })
	}
}

// addValues adds how many items have which of the values of a tag that say something.
func (o *Overview) addValues(tag string, items []int64, value func(i int) string) {
	for i, n := range items {
		if n == 0 {
			continue
		}
		if text := value(i); text != "" {
			o.Values = append(o.Values, TagCount{tag, text, n})
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
