package dictionary

import "slices"

// Numbering numbers values by first appearance.
type Numbering map[string]int

// Of returns the number of a value.
func (n Numbering) Of(v []byte) int {
	k, ok := n[string(v)]
	if !ok {
		k = len(n)
		n[string(v)] = k
	}
	return k
}

// NumbersOf returns the numbers of values, and the number of different ones.
func NumbersOf(values [][]byte) (numbers []int, distinct int) {
	seen := make(Numbering, len(values))
	numbers = make([]int, len(values))
	for i, v := range values {
		numbers[i] = seen.Of(v)
	}
	return numbers, len(seen)
}

// Renumbered numbers numbers, which are at least 0, by first appearance.
func Renumbered(numbers []int) (again []int, distinct int) {
	if len(numbers) == 0 {
		return nil, 0
	}
	first := make([]int, slices.Max(numbers)+1) // the new number + 1 of each
	for _, k := range numbers {
		if first[k] == 0 {
			distinct++
			first[k] = distinct
		}
		again = append(again, first[k]-1)
	}
	return again, distinct
}
