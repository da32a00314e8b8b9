package chesszip

import (
	"context"
	"iter"

	"github.com/chesszip/chesszip/internal/frameindex"
	"github.com/chesszip/chesszip/internal/frameview"
	"github.com/chesszip/chesszip/internal/search"
	"github.com/chesszip/chesszip/internal/tagvalue"
)

// GameNumbers is what numbers say of a game: ratings, date, result, ECO code and length.
type GameNumbers struct {
	Number             int64  // of the game, from 0
	WhiteElo, BlackElo int    // 0 for one that is not known
	Year, Month, Day   int    // of the tag Date or, where that has no year, UTCDate; 0 for what is not known
	Result             string // "1-0", "0-1", "1/2-1/2", "*", or "" for anything else
	ECO                string // such as "B90", "" where it is not known
	Plies              int    // as of Header
}

// FilterNumbers returns what numbers say of the games that q means, nil for all, in
// their order, and what is damaged at its place. Of an archive with numbers in its
// index, see IndexNumbers, they come from there: of 100,000 games in some milliseconds.
// Else tags are decoded. The error is ErrQuery for a malformed query, or damage.
func (a *Archive) FilterNumbers(ctx context.Context, q *Query) iter.Seq2[GameNumbers, error] {
	return func(yield func(GameNumbers, error) bool) {
		eachFiltered(ctx, a, nil, q, func(v *frameview.View, _ *search.Matcher, f *search.Filter) ([]GameNumbers, error) {
			items, err := f.Items(v)
			if err != nil || len(items) == 0 {
				return nil, err
			}
			columns, err := v.Columns()
			if err != nil {
				return nil, err
			}
			if columns != nil {
				return numbersOf(v.First(), columns, items), nil
			}
			codes, found := ecoCodes(), make([]GameNumbers, 0, len(items))
			names := []string{"WhiteElo", "BlackElo", "Date", "UTCDate", "Result", "ECO"}
			err = v.Tags(names, true, func(item int, tags []tagvalue.Tag, plies int) bool {
				if items[0] == item {
					items = items[1:]
					found = append(found, numbersOfTags(v.First()+int64(item), tags, plies, codes))
				}
				return len(items) > 0
			})
			return found, err
		}, yield)
	}
}

// numbersOf returns what numeric columns say of items of a frame whose first game has
// the number first.
func numbersOf(first int64, columns *frameindex.Columns, items []int) []GameNumbers {
	var values [frameindex.NumColumns][]uint64
	for k := range values {
		values[k] = columns.Append(nil, frameindex.Column(k))
	}
	codes := ecoCodes()
	found := make([]GameNumbers, len(items))
	for k, i := range items {
		g := GameNumbers{
			Number: first + int64(i), WhiteElo: int(values[frameindex.WhiteElo][i]), BlackElo: int(values[frameindex.BlackElo][i]),
			ECO: ecoText(codes, int(values[frameindex.ECO][i])-1), Plies: max(0, int(values[frameindex.Plies][i])-1),
		}
		if n := values[frameindex.Result][i]; n > 0 && n <= uint64(tagvalue.OtherResult) {
			g.Result = tagvalue.Result(n - 1).String()
		}
		if day := values[frameindex.Day][i]; day > 0 {
			g.setDays(tagvalue.Days{First: day, Last: day + values[frameindex.Days][i] - 1})
		}
		found[k] = g
	}
	return found
}

// numbersOfTags is numbersOf for the tags of a game; codes are those of ecoCodes.
func numbersOfTags(number int64, tags []tagvalue.Tag, plies int, codes string) GameNumbers {
	g := GameNumbers{
		Number: number, WhiteElo: tagvalue.ParseNumber(tagvalue.First(tags, "WhiteElo")),
		BlackElo: tagvalue.ParseNumber(tagvalue.First(tags, "BlackElo")),
		Result:   tagvalue.ParseAnyResult(tagvalue.First(tags, "Result")).String(),
		ECO:      ecoText(codes, tagvalue.ParseECO(tagvalue.First(tags, "ECO"))), Plies: plies,
	}
	if d := frameindex.DaysOf(tags); d.Known() {
		g.setDays(d)
	}
	return g
}

// setDays says which of year, month and day some days have in common.
func (g *GameNumbers) setDays(d tagvalue.Days) {
	const days, months = 31, 12
	g.Year = d.Year()
	if d.First/days == d.Last/days {
		g.Month = int(d.First/days%months) + 1
		if d.First == d.Last {
			g.Day = int(d.First%days) + 1
		}
	}
}

// ecoCodes returns all codes of openings, from A00 to E99, one behind the other.
func ecoCodes() string {
	b := make([]byte, 0, 3*tagvalue.ECOCodes)
	for n := range tagvalue.ECOCodes {
		b = tagvalue.AppendECO(b, n)
	}
	return string(b)
}

// ecoText returns the code of a number from 0 to 499 out of all, "" of others.
func ecoText(codes string, n int) string {
	if n < 0 || 3*n >= len(codes) {
		return ""
	}
	return codes[3*n : 3*n+3]
}
