package outline

import (
	"iter"

	"github.com/chesszip/chesszip/internal/base/tagvalue"
	"github.com/chesszip/chesszip/internal/column/open"
	"github.com/chesszip/chesszip/internal/read/facts"
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
	r := newReader(facts.New(v), more)
	texts := append([]string{white, black}, r.more...)
	values, counts := make([]*facts.Values, len(texts)), make([][]int64, len(texts))
	numbers := make([]int, len(texts))
	var results [tagvalue.OtherResult + 1]int64
	var codes [tagvalue.ECOCodes]int64
	var last tagvalue.Days // that was counted
	err = r.each(from, to, meant, func(int) (known bool) {
		for k, name := range texts {
			numbers[k], values[k] = r.Text(name)
		}
		plies, d, w, b := r.Int(open.Plies, 0), r.Date(), r.Rating(open.WhiteElo), r.Rating(open.BlackElo)
		code, result := r.Int(open.ECO, -1), r.Result()
		if !r.Known() {
			return false
		}
		o.Games++
		o.Plies.add(plies)
		for _, n := range [...]int{w, b} {
			if n > 0 {
				o.Ratings.add(n)
			}
		}
		if d.Known() && d != last {
			last = d
			text := r.dates.of(d)
			if o.First == "" || text < o.First {
				o.First = text
			}
			o.Last = max(o.Last, text)
		}
		results[result]++
		if code >= 0 && code < len(codes) {
			codes[code]++
		}
		for k, n := range numbers {
			if len(counts[k]) <= n {
				counts[k] = append(counts[k], make([]int64, max(n+1, values[k].Len()+1)-len(counts[k]))...)
			}
			counts[k][n]++
		}
		return true
	})
	o.NumValues = len(results) + len(codes)
	for _, c := range counts {
		o.NumValues += len(c)
	}
	o.Values = func(yield func(TagCount) bool) {
		on := true
		give := func(tag string, counts []int64, value func(i int) string) {
			for i := 0; on && i < len(counts); i++ {
				if text := value(i); counts[i] > 0 && text != "" {
					on = yield(TagCount{tag, text, counts[i]})
				}
			}
		}
		give(result, results[:tagvalue.OtherResult], func(i int) string { return tagvalue.Result(i).String() })
		give(eco, codes[:], func(n int) string { return codeOf(r.codes, n) })
		for k, tag := range texts {
			give(tag, counts[k], func(n int) string { return values[k].Text(n) })
		}
	}
	return o, err
}
