package outline

import (
	"github.com/chesszip/chesszip/internal/base/tagvalue"
	"github.com/chesszip/chesszip/internal/column/open"
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

// FillNumbers writes the Numbers of items of a view, given in increasing order: from open
// columns if there are any, otherwise from the tags. Next returns the place for the next
// item, and is called at most once for each; after an error some may be missing.
func FillNumbers(v *view.View, items []int, next func() *Numbers) error {
	if len(items) == 0 {
		return nil
	}
	packed, err := v.Columns(open.AllColumns()...)
	if err != nil {
		return err
	}
	first, codes := v.First(), allCodes()
	if packed != nil {
		c := columns{packed: packed}
		for _, i := range items {
			if i >= c.to {
				c.unpack(i, items[len(items)-1]+1)
			}
			g := next()
			*g = Numbers{
				Number: first + int64(i), WhiteElo: c.rating(0, i), BlackElo: c.rating(1, i),
				Result: c.result(i).String(), ECO: codeOf(codes, int(c.code(i))-1), Plies: max(0, c.plies(i)),
			}
			if d, known := c.days(i); known {
				g.setDays(d)
			}
		}
		return nil
	}
	asked := []string{names[whiteElo], names[blackElo], names[date], utcDate, names[result], names[eco]}
	return v.Tags(asked, true, func(item int, tags []tagvalue.Tag, facts tagvalue.Facts) bool {
		if items[0] == item {
			items = items[1:]
			*next() = numbersOf(first+int64(item), tags, facts, codes)
		}
		return len(items) > 0
	})
}

// numbersOf returns the Numbers of a game with some tags; codes is the result of
// allCodes.
func numbersOf(number int64, tags []tagvalue.Tag, facts tagvalue.Facts, codes string) Numbers {
	g := Numbers{
		Number: number, Result: facts.Result.String(),
		ECO: codeOf(codes, tagvalue.ParseECO(tagvalue.First(tags, names[eco]))), Plies: facts.Plies,
	}
	g.WhiteElo, _ = tagvalue.ParseRating(tagvalue.First(tags, names[whiteElo]))
	g.BlackElo, _ = tagvalue.ParseRating(tagvalue.First(tags, names[blackElo]))
	if d := open.DaysOf(tags); d.Known() {
		g.setDays(d)
	}
	return g
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
	if n < 0 || 3*n >= len(codes) {
		return ""
	}
	return codes[3*n : 3*n+3]
}
