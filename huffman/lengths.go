package huffman

import (
	"cmp"
	"fmt"
	"slices"
)

// Limits of a code.
const (
	// MaxLen is the longest code word, in bits.
	MaxLen = 16
	// MaxSymbols is the largest alphabet.
	MaxSymbols = 2048
)

// Lengths returns the lengths in bits of the code words of a best prefix code
// for symbols of the given weights, none longer than limit: no other such
// code has a smaller sum of weight times length. A symbol of weight 0 gets no
// code word and length 0.
//
// If the words of two symbols with equal weights differ in length, the lower symbol
// gets the longer one. The same weights always give the same lengths.
//
// It fails if fewer than two symbols have a weight, if there are more than
// MaxSymbols or more than limit bits can distinguish, if limit is not in
// 1..MaxLen, or if the weights do not sum to less than 2^58.
func Lengths(weights []uint64, limit int) ([]uint8, error) {
	if limit < 1 || limit > MaxLen {
		return nil, fmt.Errorf("huffman: limit of %d bits, want 1 to %d", limit, MaxLen)
	}
	if len(weights) > MaxSymbols {
		return nil, fmt.Errorf("huffman: %d symbols, want at most %d", len(weights), MaxSymbols)
	}
	var used []int
	var sum uint64
	for sym, w := range weights {
		if w >= 1<<58 || sum+w >= 1<<58 {
			return nil, fmt.Errorf("huffman: weights do not sum to less than 2^58")
		}
		sum += w
		if w > 0 {
			used = append(used, sym)
		}
	}
	if n := len(used); n < 2 || n > 1<<limit {
		return nil, fmt.Errorf("huffman: %d symbols with a weight, want 2 to %d for words of up to %d bits", n, 1<<limit, limit)
	}
	slices.SortStableFunc(used, func(a, b int) int { return cmp.Compare(weights[a], weights[b]) })

	// Package-merge: each of limit levels holds, by weight, the symbols and the
	// packages, which are pairs of items of the level below. The first 2n-2 items of
	// the last level are selected; a selected package selects its two items. A
	// symbol's length is the number of times that it is selected. The selected items
	// are the first ones of each level, so it is enough to store which items are
	// symbols. At equal weight symbols come before packages.
	levels := make([][]bool, limit) // true: a symbol
	var packages []uint64
	for i := range levels {
		var merged []uint64
		s, p := 0, 0
		for s < len(used) || p < len(packages) {
			symbol := p == len(packages) || s < len(used) && weights[used[s]] <= packages[p]
			if symbol {
				merged = append(merged, weights[used[s]])
				s++
			} else {
				merged = append(merged, packages[p])
				p++
			}
			levels[i] = append(levels[i], symbol)
		}
		packages = packages[:0]
		for j := 0; j+1 < len(merged); j += 2 {
			packages = append(packages, merged[j]+merged[j+1])
		}
	}
	lengths := make([]uint8, len(weights))
	buy := 2*len(used) - 2
	for i := limit - 1; i >= 0; i-- {
		symbols := 0
		for _, symbol := range levels[i][:buy] {
			if symbol {
				lengths[used[symbols]]++
				symbols++
			}
		}
		buy = 2 * (buy - symbols)
	}
	return lengths, nil
}
