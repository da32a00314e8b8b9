package search

import (
	"slices"

	"github.com/chesszip/chesszip/internal/frameview"
	"github.com/chesszip/chesszip/internal/search/query"
	"github.com/chesszip/chesszip/internal/tagvalue"
)

// Items returns which items of a view are meant, in increasing order: from the
// index as far as that decides, and from the tags that are asked for alone.
func (f *Filter) Items(v *frameview.View) ([]int, error) {
	may, left, err := f.byIndex(v)
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

// byIndex looks at the numeric columns and the players of a view, if its index has
// them. It returns which items may be meant, nil for all, and the conditions that
// are not decided.
func (f *Filter) byIndex(v *frameview.View) (may []bool, left []query.Condition, err error) {
	if may, left, err = f.byColumns(v); err != nil || len(left) == 0 {
		return may, left, err
	}
	return byPlayers(v, left, may)
}

// byColumns looks at the numeric columns of a view, if its index has them. It
// returns which items may be meant, nil for all, and the conditions that are not
// decided.
func (f *Filter) byColumns(v *frameview.View) (may []bool, left []query.Condition, err error) {
	for i := range f.conditions {
		if !f.conditions[i].Decides {
			left = append(left, f.conditions[i])
		}
	}
	if !slices.ContainsFunc(f.conditions, func(c query.Condition) bool { return c.Fits != nil }) {
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
		if c.Fits == nil {
			continue
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
	return may, left, nil
}

// byTags returns which of some items, nil standing for all, meet conditions, from
// the tags that these ask for.
func byTags(v *frameview.View, conditions []query.Condition, may []bool) (items []int, err error) {
	names := []string{} // nil would be all
	count := false
	for i := range conditions {
		names = append(names, conditions[i].Names...)
		count = count || conditions[i].Counts
	}
	err = v.Tags(names, count, func(item int, tags []tagvalue.Tag, plies int) bool {
		if (may == nil || item < len(may) && may[item]) && met(conditions, tags, plies) {
			items = append(items, item)
		}
		return true
	})
	return items, err
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
