package search

import (
	"slices"

	"github.com/chesszip/chesszip/internal/frameview"
	"github.com/chesszip/chesszip/internal/tagvalue"
)

// Items returns which items of a view are meant, in increasing order: from the
// index as far as that decides, and from the tags that are asked for alone.
func (f *Filter) Items(v *frameview.View) ([]int, error) {
	may, left, err := f.byColumns(v)
	if err != nil {
		return nil, err
	}
	if len(left) == 0 {
		if may == nil {
			err = v.Check() // how many items there are is a claim of the index
		}
		if err != nil {
			return nil, err
		}
		return chosen(may, v.Items()), nil
	}
	if may != nil && !slices.Contains(may, true) {
		return nil, nil
	}
	return byTags(v, left, may)
}

// byColumns looks at the numeric columns of a view, if its index has them. It
// returns which items may be meant, nil for all, and the conditions that have not
// been looked at.
func (f *Filter) byColumns(v *frameview.View) (may []bool, left []condition, err error) {
	for _, c := range f.conditions {
		if c.fits == nil {
			left = append(left, c)
		}
	}
	if len(left) == len(f.conditions) {
		return nil, left, nil
	}
	columns, err := v.Columns()
	if err != nil {
		return nil, nil, err
	}
	if columns == nil {
		return nil, f.conditions, nil
	}
	may = make([]bool, v.Items())
	for i := range may {
		may[i] = true
	}
	for _, c := range f.conditions {
		if c.fits == nil {
			continue
		}
		values := [2][]uint64{columns.Append(nil, c.columns[0])}
		values[1] = values[0]
		if len(c.columns) > 1 {
			values[1] = columns.Append(nil, c.columns[1])
		}
		var n [2]uint64
		for i := range may {
			if may[i] {
				n[0], n[1] = values[0][i], values[1][i]
				may[i] = c.fits(n[:])
			}
		}
	}
	return may, left, nil
}

// byTags returns which of some items, nil standing for all, meet conditions, from
// the tags that these ask for.
func byTags(v *frameview.View, conditions []condition, may []bool) (items []int, err error) {
	names := []string{} // nil would be all
	count := false
	for i := range conditions {
		names = append(names, conditions[i].names...)
		count = count || conditions[i].plies != nil
	}
	err = v.Tags(names, count, func(item int, tags []tagvalue.Tag, plies int) bool {
		if (may == nil || item < len(may) && may[item]) && met(conditions, tags, plies) {
			items = append(items, item)
		}
		return true
	})
	return items, err
}

// met reports whether an item meets conditions.
func met(conditions []condition, tags []tagvalue.Tag, plies int) bool {
	for i := range conditions {
		if !conditions[i].met(tags, plies) {
			return false
		}
	}
	return true
}

// chosen returns the items of a set of n, nil standing for all.
func chosen(set []bool, n int) (items []int) {
	for i := range n {
		if set == nil || set[i] {
			items = append(items, i)
		}
	}
	return items
}

// marked returns a set of n items; nil if it has all.
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
