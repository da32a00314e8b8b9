package gamelist

import "math/bits"

// Set is a set of games of an archive. The zero Set is empty.
type Set struct {
	words []word // in the order of the games
	games int64
}

// word is a set among 64 neighbouring games. The memory of a Set depends on the games
// that it holds, not on those that an index claims.
type word struct {
	first int64  // number of the first of the 64, a multiple of 64
	games uint64 // a bit for each
}

// Size is the approximate size in memory.
func (s *Set) Size() int { return 16 * len(s.words) }

// Len returns how many games there are.
func (s *Set) Len() int64 { return s.games }

// At returns the numbers of up to n games from rank from on, both counted from 0.
func (s *Set) At(from, n int64) []int64 {
	var found []int64
	for _, w := range s.words {
		if int64(len(found)) == n {
			break
		}
		if c := int64(bits.OnesCount64(w.games)); from >= c {
			from -= c
			continue
		}
		for ; w.games != 0 && int64(len(found)) < n; w.games &= w.games - 1 {
			if from > 0 {
				from--
				continue
			}
			found = append(found, w.first+int64(bits.TrailingZeros64(w.games)))
		}
	}
	return found
}

// Insert adds a game with a greater number than those in the set.
func (s *Set) Insert(number int64) {
	first := number &^ 63
	if n := len(s.words); n == 0 || s.words[n-1].first != first {
		s.words = append(s.words, word{first: first})
	}
	s.words[len(s.words)-1].games |= 1 << (number - first)
	s.games++
}
