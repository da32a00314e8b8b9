package answers

import "math/bits"

// selection is the games of a file that a query means: a set of their numbers, and how
// many there are of each kind. All of a file is no set.
type selection struct {
	set   []word // in the order of the games; nil for all of the file
	count int64
	facets
}

// word is which of 64 games are in a set. A set has memory for the games that it holds,
// not for those that an index claims.
type word struct {
	first int64  // number of the first of the 64, a multiple of 64
	games uint64 // a bit for each
}

func (x *selection) size() int { return 16*len(x.set) + x.facets.size() }

// at returns the numbers of up to n games from the one of rank from on, both from 0.
func (x *selection) at(from, n int64) []int64 {
	var found []int64
	if x.set == nil {
		for i := from; i < min(from+n, x.count); i++ {
			found = append(found, i)
		}
		return found
	}
	for _, w := range x.set {
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

// insert adds a game behind those that the set holds.
func (x *selection) insert(number int64) {
	first := number &^ 63
	if n := len(x.set); n == 0 || x.set[n-1].first != first {
		x.set = append(x.set, word{first: first})
	}
	x.set[len(x.set)-1].games |= 1 << (number - first)
}
