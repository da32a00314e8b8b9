package chesszip

import (
	"errors"
	"math/bits"
	"slices"

	"github.com/chesszip/chesszip/archive"
	"github.com/chesszip/chesszip/internal/gameframe"
	"github.com/chesszip/chesszip/internal/skip"
	"github.com/chesszip/chesszip/internal/tagvalue"
)

// The columns of numbers that IndexNumbers keeps, SPEC.md, section 9.6. Each
// says exactly what a query asks of its tag; 0 is for a game without.
const (
	numberWhiteElo = iota
	numberBlackElo
	numberDay    // the first day that the game may have been played on
	numberDays   // how many it may
	numberResult // 1 + the place of its bit in skip.Meta.Results
	numberECO    // 1 + ecoOf
	numberPlies  // 1 + half-moves
	numbersCount
)

// numberTags are the tags of columns that are ratings.
var numberTags = [...]string{numberWhiteElo: "WhiteElo", numberBlackElo: "BlackElo"}

// appendNumbers appends the columns of numbers of a frame's games.
func appendNumbers(dst []byte, d tagReader, f *archive.Frame) ([]byte, error) {
	var columns [numbersCount][]uint64
	err := eachTags(d, f, func(_ int, tags []tagvalue.Tag, plies int) bool {
		var day, length uint64
		if d := dateTags(tags); d.known() {
			day, length = d.first, d.last-d.first+1
		}
		for k, v := range [numbersCount]uint64{
			numberWhiteElo: uint64(number(first(tags, "WhiteElo"))),
			numberBlackElo: uint64(number(first(tags, "BlackElo"))),
			numberDay:      day,
			numberDays:     length,
			numberResult:   uint64(bits.Len8(resultOf(first(tags, "Result")))),
			numberECO:      uint64(ecoOf(first(tags, "ECO")) + 1),
			numberPlies:    uint64(plies) + 1,
		} {
			columns[k] = append(columns[k], v)
		}
		return true
	})
	for _, c := range columns {
		dst = skip.AppendNumbers(dst, c)
	}
	return dst, err
}

// byNumbers looks at the numbers of the games of a group, if an index has
// them. It returns which may be meant, nil for all, and the tests that they
// have not passed yet.
func (c *query) byNumbers(i *inside) (may []bool, left []test, err error) {
	numeric := 0
	for _, t := range c.tests {
		if t.fits != nil {
			numeric++
		} else {
			left = append(left, t)
		}
	}
	if numeric == 0 {
		return nil, left, nil
	}
	src, err := i.stream(kindNumbers)
	if err != nil || src == nil {
		return nil, c.tests, err
	}
	var columns [numbersCount]skip.Numbers
	games := int(i.a.r.Entry(i.group.frame).Games)
	for k := range columns {
		if columns[k], src, err = skip.ParseNumbers(src, games); err != nil {
			return nil, nil, frameError(i.group.index, err)
		}
	}
	if len(src) > 0 {
		return nil, nil, frameError(i.group.index, errLeftOver)
	}
	may = make([]bool, games)
	for k := range may {
		may[k] = true
	}
	for _, t := range c.tests {
		if t.fits == nil {
			continue
		}
		var values [2][]uint64
		for k, column := range t.columns {
			values[k] = columns[column].AppendTo(nil)
		}
		if len(t.columns) == 1 {
			values[1] = values[0]
		}
		var v [2]uint64
		for k := range may {
			if may[k] {
				v[0], v[1] = values[0][k], values[1][k]
				may[k] = t.fits(v[:])
			}
		}
	}
	return may, left, nil
}

var errLeftOver = errors.New("something is left over in the numbers of the index")

// which returns which games of a group are meant, from its index as far as
// that decides, and from the tags that are asked for alone.
func (c *query) which(d *gameframe.Decoder, i *inside) (games []int, err error) {
	may, left, err := c.byNumbers(i)
	if err != nil {
		return nil, err
	}
	if len(left) == 0 {
		for k := range int(i.a.r.Entry(i.group.frame).Games) {
			if may == nil || may[k] {
				games = append(games, k)
			}
		}
		return games, nil
	}
	if may != nil && !slices.Contains(may, true) {
		return nil, nil
	}
	f, err := i.frame()
	if err != nil {
		return nil, err
	}
	games, err = c.byTags(d, f, left, may)
	return games, frameError(i.group.frame, err)
}

// byTags returns which of some games of f pass tests, nil standing for all
// games, from the tags that are asked for alone.
func (c *query) byTags(d *gameframe.Decoder, f *archive.Frame, tests []test, may []bool) (games []int, err error) {
	names := []string{} // nil would be all
	count := false
	for i := range tests {
		names = append(names, tests[i].names...)
		count = count || tests[i].plies != nil
	}
	each := func(yield func(int, []tagvalue.Tag, int) bool) error { return d.Tags(f, names, yield) }
	if gameframe.IsText(f) {
		each = func(yield func(int, []tagvalue.Tag, int) bool) error {
			text, ends, err := d.Games(nil, f)
			if err == nil {
				gameframe.EachTextTags(text, ends, count, yield)
			}
			return err
		}
	}
	err = each(func(game int, tags []tagvalue.Tag, plies int) bool {
		if (may == nil || game < len(may) && may[game]) && passes(tests, tags, plies) {
			games = append(games, game)
		}
		return true
	})
	return games, err
}

// passes reports whether a game passes tests.
func passes(tests []test, tags []tagvalue.Tag, plies int) bool {
	for i := range tests {
		if !tests[i].passes(tags, plies) {
			return false
		}
	}
	return true
}
