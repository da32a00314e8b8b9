package playername

import (
	"cmp"
	"slices"
)

// Groups returns the indexes of values that are spellings of one name, as groups in the
// order of their first value. A spelling that may be one of two names, as Carlsen, M is
// Carlsen, Magnus and Carlsen, Mads, is a group of its own.
func Groups(values []string) (groups [][]int) {
	names := make([]Name, len(values))
	order := make([]int, len(values)) // names with most words that are not initials first
	full := make([]int, len(values))
	for i, v := range values {
		names[i], order[i] = Parse(v), i
		full[i] = len(names[i].fullWords())
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(full[b], full[a]) })
	group := make([]int, len(values)) // the index of the first name
	byWord := map[string][]int{}      // first names, by a word and the initials
	for _, i := range order {
		n := &names[i]
		keys := n.groupKeys()
		fits, found := -1, 0
		for _, key := range keys {
			for _, first := range byWord[key] {
				switch {
				case first == fits || !n.Same(&names[first]):
				case names[first].sameWords(n):
					fits, found = first, 1
				case found == 0 || !names[fits].sameWords(n):
					fits, found = first, found+1
				}
			}
		}
		if found == 1 {
			group[i] = fits
			continue
		}
		group[i] = i
		for _, key := range keys {
			byWord[key] = append(byWord[key], i)
		}
	}
	at := map[int]int{}
	for i, first := range group {
		k, ok := at[first]
		if !ok {
			k = len(groups)
			at[first], groups = k, append(groups, nil)
		}
		groups[k] = append(groups[k], i)
	}
	return groups
}

// fullWords returns the words that are not initials.
func (n *Name) fullWords() (words []string) {
	for _, w := range n.words {
		if _, short := initial(w); !short {
			words = append(words, w)
		}
	}
	return words
}

// groupKeys returns texts of which names that are the same have one in common.
func (n *Name) groupKeys() []string {
	key := string(n.AppendKey(nil))
	keys := []string{key} // of a single word, or of initials alone
	for i, w := range n.fullWords() {
		keys = append(keys[:i], w+key)
	}
	return keys
}

// sameWords reports whether two names have the same words in any order.
func (n *Name) sameWords(o *Name) bool {
	return slices.Equal(slices.Sorted(slices.Values(n.words)), slices.Sorted(slices.Values(o.words)))
}
