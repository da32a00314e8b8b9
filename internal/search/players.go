package search

import (
	"slices"

	"github.com/chesszip/chesszip/internal/frameview"
	"github.com/chesszip/chesszip/internal/search/query"
	"github.com/chesszip/chesszip/internal/tagvalue"
)

// playerTags are the tags that an index with players answers for.
var playerTags = []string{"White", "Black"}

// asksPlayers reports whether a condition is one of the names of players alone.
func asksPlayers(c query.Condition) bool {
	return !c.Counts && !slices.ContainsFunc(c.Names, func(name string) bool { return !slices.Contains(playerTags, name) })
}

// byPlayers looks at the names that the index has of the players of a view. It
// returns which of some items, nil standing for all, may be meant, and the
// conditions that are not decided.
func byPlayers(v *frameview.View, conditions []query.Condition, may []bool) ([]bool, []query.Condition, error) {
	var asked, left []query.Condition
	for _, c := range conditions {
		if asksPlayers(c) {
			asked = append(asked, c)
		} else {
			left = append(left, c)
		}
	}
	if len(asked) == 0 || may != nil && !slices.Contains(may, true) {
		return may, conditions, nil
	}
	players, err := v.Players()
	if err != nil || players == nil {
		return may, conditions, err
	}
	var sides [2][]uint64
	for k := range sides {
		if sides[k], err = players.Append(nil, k); err != nil {
			return nil, nil, v.IndexError(err)
		}
	}
	if may == nil {
		may = make([]bool, v.Items())
		for i := range may {
			may[i] = true
		}
	}
	var tags []tagvalue.Tag
	for i := range may {
		if !may[i] {
			continue
		}
		tags = tags[:0]
		for k, side := range sides {
			if n := side[i]; n > 0 {
				tags = append(tags, tagvalue.Tag{Name: []byte(playerTags[k]), Value: players.Names[n-1]})
			}
		}
		may[i] = met(asked, tags, 0)
	}
	return may, left, nil
}

// met reports whether an item meets conditions.
func met(conditions []query.Condition, tags []tagvalue.Tag, plies int) bool {
	for i := range conditions {
		if !conditions[i].Holds(tags, plies) {
			return false
		}
	}
	return true
}
