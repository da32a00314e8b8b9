package index

import "github.com/cespare/xxhash/v2"

// maxProbes bounds the bits that a name has in a filter.
const maxProbes = 16

// filterNames returns a Bloom filter of names, given by their hashes. It takes enough
// bits a name, within most bytes in all. It returns nil if that is less than least bits
// a name, or if there are no names.
func filterNames(hashes map[uint64]struct{}, least, enough, most int) []byte {
	n := len(hashes)
	bytes := min((n*enough+7)/8, most-1)
	if n == 0 || 8*bytes < n*least {
		return nil
	}
	// The best number of probes is ln 2 * bits / names.
	probes := min(max(1, (8*bytes*693+n*500)/(n*1000)), maxProbes)
	f := make([]byte, 1+bytes)
	f[0] = byte(probes)
	for h := range hashes {
		for i := range probes {
			at := probe(h, i, 8*bytes)
			f[1+at/8] |= 1 << (at % 8)
		}
	}
	return f
}

// validNames reports whether a filter is well formed.
func validNames(filter []byte) bool {
	return len(filter) >= 2 && filter[0] > 0 && filter[0] <= maxProbes
}

func probe(h uint64, i, bits int) int {
	return int((h + uint64(i)*(h>>32|1)) % uint64(bits))
}

// HashName returns the hash of a word of a name; playername.EachWord defines words.
func HashName(name []byte) uint64 { return xxhash.Sum64(name) }
