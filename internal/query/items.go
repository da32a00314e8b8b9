package query

import (
	"slices"
	"strconv"

	"github.com/chesszip/chesszip/internal/base/tagvalue"
	"github.com/chesszip/chesszip/internal/column/open"
	"github.com/chesszip/chesszip/internal/query/terms"
	"github.com/chesszip/chesszip/internal/read/view"
)

// Items returns the matching items of a view, in increasing order. It uses the index as
// far as that decides, and then only the tags that the query needs.
func (f *Filter) Items(v *view.View) ([]int, error) {
	may, left, err := f.byColumns(v)
	if err != nil {
		return nil, err
	}
	if len(left) == 0 {
		if may == nil {
			err = v.Check() // the number of items is a claim of the index
		}
		if err != nil {
			return nil, err
		}
		return chosen(may, v.Items()), nil
	}
	if may != nil && !slices.Contains(may, true) {
		return nil, nil
	}
	return f.byTags(v, left, may)
}

// Meant returns which of the items with numbers from <= number < to match, nil for all,
// and whether any do.
func (f *Filter) Meant(v *view.View, from, to int) (meant []bool, any bool, err error) {
	if f.All() {
		return nil, true, nil
	}
	if f.Excludes(v.Statistics(), v.Filter) {
		return nil, false, nil
	}
	items, err := f.Items(v)
	if err != nil {
		return nil, false, err
	}
	meant = make([]bool, to-from)
	for _, i := range items {
		if i >= from && i < to {
			meant[i-from] = true
			any = true
		}
	}
	return meant, any, nil
}

// byColumns evaluates conditions by the numeric columns of a view and the names of its
// players, if its index has them. It returns which items may match, nil for all, and the
// conditions that are not decided.
func (f *Filter) byColumns(v *view.View) (may []bool, left []terms.Condition, err error) {
	var columns *open.Columns
	if slices.ContainsFunc(f.conditions, func(c terms.Condition) bool { return c.Fits != nil || c.Rates }) {
		if columns, err = v.Columns(open.AllColumns()...); err != nil {
			return nil, nil, err
		}
	}
	for _, c := range f.conditions {
		if columns == nil || !c.Decides {
			left = append(left, c)
		}
		if columns == nil || c.Fits == nil {
			continue
		}
		if may == nil {
			may = slices.Repeat([]bool{true}, v.Items())
		}
		first := columns.Append(nil, c.Columns[0])
		second := first
		if len(c.Columns) > 1 {
			second = columns.Append(nil, c.Columns[1])
		}
		for i := range may {
			may[i] = may[i] && c.Fits(first[i], second[i])
		}
	}
	if may, left, err = byTexts(v, may, left); err != nil {
		return nil, nil, err
	}
	if f.spellings != nil {
		return may, left, nil // names are counted among items that match otherwise
	}
	return byNames(v, columns, may, left)
}

// byTexts evaluates conditions that need only one tag, if the index has its values. It
// returns the results of byColumns.
func byTexts(v *view.View, may []bool, conditions []terms.Condition) (_ []bool, left []terms.Condition, err error) {
	for _, c := range conditions {
		var texts *open.Listed
		if byText(&c) {
			if texts, _, err = v.Values(c.Names[0]); err != nil {
				return nil, nil, err
			}
		}
		if texts == nil {
			left = append(left, c)
			continue
		}
		tag := func(value []byte) []tagvalue.Tag { return []tagvalue.Tag{{Name: []byte(c.Names[0]), Value: value}} }
		if c.Unsure != nil && slices.ContainsFunc(texts.Values, func(value []byte) bool { return c.Unsure(tag(value)) }) {
			left = append(left, c)
			continue
		}
		holds := make([]bool, 1+len(texts.Values))
		holds[0] = c.Holds(nil, tagvalue.Facts{})
		for k, value := range texts.Values {
			holds[1+k] = c.Holds(tag(value), tagvalue.Facts{})
		}
		if may == nil {
			may = slices.Repeat([]bool{true}, v.Items())
		}
		for i, n := range texts.Append(nil, 0) {
			may[i] = may[i] && holds[n]
		}
	}
	return may, left, nil
}

// byNames evaluates conditions that need only the names of players and perhaps ratings,
// if the index has the names. It returns the results of byColumns.
func byNames(v *view.View, columns *open.Columns, may []bool, conditions []terms.Condition) (_ []bool, left []terms.Condition, err error) {
	var decided []terms.Condition
	for _, c := range conditions {
		if c.ByNames && (columns != nil || !c.Rates) {
			decided = append(decided, c)
		} else {
			left = append(left, c)
		}
	}
	if len(decided) == 0 {
		return may, conditions, nil
	}
	names, err := v.Players()
	if err != nil || names == nil {
		return may, conditions, err
	}
	if may == nil {
		may = slices.Repeat([]bool{true}, v.Items())
	}
	var players [2][]uint64
	var ratings [2][]uint64
	for side := range players {
		players[side] = names.Append(nil, side)
		if columns != nil {
			ratings[side] = columns.Append(nil, open.WhiteElo+open.Column(side))
		}
	}
	var tags []tagvalue.Tag
	for i := range may {
		if !may[i] {
			continue
		}
		tags = tags[:0]
		for side, tag := range nameTags {
			if n := players[side][i]; n > 0 {
				tags = append(tags, tagvalue.Tag{Name: tag, Value: names.Values[n-1]})
			}
			if columns != nil && ratings[side][i] > 0 {
				tags = append(tags, tagvalue.Tag{Name: ratingTags[side], Value: strconv.AppendUint(nil, ratings[side][i]-1, 10)})
			}
		}
		may[i] = met(decided, tags, tagvalue.Facts{})
	}
	return may, left, nil
}

// nameTags and ratingTags are the tags of players, White's first.
var (
	nameTags   = [2][]byte{[]byte("White"), []byte("Black")}
	ratingTags = [2][]byte{[]byte("WhiteElo"), []byte("BlackElo")}
)

// byTags returns which of some items, nil for all, meet conditions, by the tags that
// these need.
func (f *Filter) byTags(v *view.View, conditions []terms.Condition, may []bool) (items []int, err error) {
	codes, err := codesOf(v, conditions)
	if err != nil {
		return nil, err
	}
	names := []string{} // nil would mean all
	var more []string
	count := false
	for i := range conditions {
		more = append(more, conditions[i].More...)
		for _, name := range conditions[i].Names {
			if codes == nil || name != ecoTag {
				names = append(names, name)
			}
		}
		count = count || conditions[i].Counts
	}
	var code [3]byte
	var with []tagvalue.Tag
	eco := []byte(ecoTag)
	if f.spellings != nil { // each game is noted once
		names, more = append(names, more...), nil
	}
	for {
		unsure := false
		err = v.Tags(names, count, func(item int, tags []tagvalue.Tag, facts tagvalue.Facts) bool {
			if may != nil && (item >= len(may) || !may[item]) {
				return true
			}
			unsure = len(more) > 0 && slices.ContainsFunc(conditions, func(c terms.Condition) bool { return c.Unsure != nil && c.Unsure(tags) })
			if unsure {
				return false
			}
			if item < len(codes) && codes[item] > 0 && codes[item] <= tagvalue.ECOCodes {
				with = append(with[:0], tags...)
				with = append(with, tagvalue.Tag{Name: eco, Value: tagvalue.AppendECO(code[:0], int(codes[item]-1))})
				tags = with
			}
			is := met(conditions, tags, facts)
			if is {
				items = append(items, item)
			}
			if f.spellings != nil {
				f.spellings.Note(conditions, tags, facts, is)
			}
			return true
		})
		if err != nil || !unsure {
			return items, err
		}
		names, more, items = append(names, more...), nil, nil
	}
}

const ecoTag = "ECO"

// codesOf returns 1 + the ECO code of each item from the index, 0 for none. It returns
// nil if the index does not have them, or if no condition needs codes, or one needs the
// whole tag.
func codesOf(v *view.View, conditions []terms.Condition) ([]uint64, error) {
	asks := false
	for i := range conditions {
		if c := &conditions[i]; slices.Contains(c.Names, ecoTag) {
			if asks = c.Codes; !asks {
				break
			}
		}
	}
	if !asks {
		return nil, nil
	}
	columns, err := v.Columns(open.AllColumns()...)
	if err != nil || columns == nil {
		return nil, err
	}
	return columns.Append(nil, open.ECO), nil
}

// chosen returns the items of a set of n; a nil set has all.
func chosen(set []bool, n int) (items []int) {
	for i := range n {
		if set == nil || set[i] {
			items = append(items, i)
		}
	}
	return items
}

// marked returns a set of n items, nil if it has all.
func marked(items []int, n int) []bool {
	if len(items) == n {
		return nil
	}
	set := make([]bool, n)
	for _, i := range items {
		set[i] = true
	}
	return set
}

// met reports whether an item meets conditions.
func met(conditions []terms.Condition, tags []tagvalue.Tag, facts tagvalue.Facts) bool {
	for i := range conditions {
		if !conditions[i].Holds(tags, facts) {
			return false
		}
	}
	return true
}
