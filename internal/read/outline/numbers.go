package outline

import (
	"slices"

	"github.com/chesszip/chesszip/internal/base/tagvalue"
	"github.com/chesszip/chesszip/internal/column/open"
	"github.com/chesszip/chesszip/internal/read/facts"
	"github.com/chesszip/chesszip/internal/read/view"
)

// Numbers are the numeric facts of a game.
type Numbers struct {
	Number             int64  // in the file, from 0
	WhiteElo, BlackElo int    // 0 if not known
	Year, Month, Day   int    // of Date or, if that has no year, UTCDate; 0 if not known
	Result             string // "1-0", "0-1", "1/2-1/2", "*", or "" for anything else
	ECO                string // such as "B90"; "" if not known
	Plies              int    // half-moves
}

// FillNumbers writes the Numbers of items of a view, given in increasing order. Next
// returns the place for the next item, and is called at most once for each; after an
// error some may be missing.
func FillNumbers(v *view.View, items []int, next func() *Numbers) error {
	if len(items) == 0 {
		return nil
	}
	g, codes := facts.New(v), allCodes()
	g.Every(func() { numbersOf(g, codes) })
	in := func(item int) bool {
		_, ok := slices.BinarySearch(items, item)
		return ok
	}
	return g.Each(items[len(items)-1]+1, in, func(item int) facts.Truth {
		n := numbersOf(g, codes)
		if !g.Known() {
			return facts.Maybe
		}
		n.Number = v.First() + int64(item)
		*next() = n
		return facts.Yes
	})
}

// numbersOf returns the Numbers of a game; codes is the result of allCodes.
func numbersOf(g *facts.Games, codes string) Numbers {
	n := Numbers{
		WhiteElo: g.Rating(open.WhiteElo), BlackElo: g.Rating(open.BlackElo),
		Result: g.Result().String(), ECO: codeOf(codes, g.Int(open.ECO, -1)), Plies: g.Int(open.Plies, 0),
	}
	if d := g.Date(); d.Known() {
		n.setDays(d)
	}
	return n
}

// setDays sets year, month and day as far as all the days have them in common.
func (g *Numbers) setDays(d tagvalue.Days) {
	const days, months = 31, 12
	g.Year = d.Year()
	if d.First/days == d.Last/days {
		g.Month = int(d.First/days%months) + 1
		if d.First == d.Last {
			g.Day = int(d.First%days) + 1
		}
	}
}

// allCodes returns all ECO codes, from A00 to E99, concatenated: each game refers to a
// part of it.
func allCodes() string {
	b := make([]byte, 0, 3*tagvalue.ECOCodes)
	for n := range tagvalue.ECOCodes {
		b = tagvalue.AppendECO(b, n)
	}
	return string(b)
}

// codeOf returns the code with a number from 0 to 499, "" for other numbers.
func codeOf(codes string, n int) string {
	if n < 0 || n >= tagvalue.ECOCodes {
		return ""
	}
	return codes[3*n : 3*n+3]
}
