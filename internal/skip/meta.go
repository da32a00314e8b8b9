package skip

import (
	"encoding/binary"

	"github.com/cespare/xxhash/v2"

	"github.com/chesszip/chesszip/internal/binfmt"
)

// Range is a range of numbers, both ends included. It is known only if Known
// is set.
type Range struct {
	Min, Max uint64
	Known    bool
}

// Add widens r to hold v.
func (r *Range) Add(v uint64) {
	if !r.Known {
		*r = Range{v, v, true}
		return
	}
	r.Min, r.Max = min(r.Min, v), max(r.Max, v)
}

// The bits of Meta.Results.
const (
	WhiteWins = 1 << iota
	BlackWins
	Draw
	Unfinished
	OtherResult
)

// Meta is the summary of a frame. The zero Meta is that of no games.
type Meta struct {
	// Ratings are those of both players, Plies the lengths of the games.
	Ratings, Plies Range
	// Dates has as Min the earliest of the last days on which a game may have
	// been played, as Max the latest of the first days. Min may be over Max.
	Dates Range
	// Results is a set of the bits above.
	Results uint8
	// ECO has bit 10*letter+digit set for codes with that letter and first
	// digit.
	ECO uint64
	// Names is what FilterNames returned; nil if nothing is known.
	Names []byte
}

// Day is the number of a day as Dates has it. Month and day count from 1.
func Day(year, month, day int) uint64 { return uint64((year*12+month-1)*31 + day - 1) }

const (
	hasRatings = 1 << iota
	hasDates
	hasPlies
	hasResults
	hasECO
	hasNames

	ecoBytes = 7
	ecoBits  = 50
)

// Append appends the bytes of m.
func (m *Meta) Append(dst []byte) []byte {
	at := len(dst)
	dst = append(dst, 0)
	has := func(bit byte, yes bool) bool {
		if yes {
			dst[at] |= bit
		}
		return yes
	}
	if has(hasRatings, m.Ratings.Known) {
		dst = binfmt.AppendUvarint(dst, m.Ratings.Min)
		dst = binfmt.AppendUvarint(dst, m.Ratings.Max-m.Ratings.Min)
	}
	if has(hasDates, m.Dates.Known) {
		dst = binfmt.AppendUvarint(dst, m.Dates.Min)
		dst = binfmt.AppendUvarint(dst, m.Dates.Max)
	}
	if has(hasPlies, m.Plies.Known) {
		dst = binfmt.AppendUvarint(dst, m.Plies.Min)
		dst = binfmt.AppendUvarint(dst, m.Plies.Max-m.Plies.Min)
	}
	if has(hasResults, m.Results != 0) {
		dst = append(dst, m.Results)
	}
	if has(hasECO, m.ECO != 0) {
		var b [8]byte
		binary.LittleEndian.PutUint64(b[:], m.ECO)
		dst = append(dst, b[:ecoBytes]...)
	}
	if has(hasNames, len(m.Names) > 0) {
		dst = append(dst, m.Names...)
	}
	return dst
}

// Parse reads the meta that is all of src. Names lie in src.
func Parse(src []byte) (m Meta, err error) {
	if len(src) == 0 {
		return m, ErrCorrupt
	}
	has, rest := src[0], src[1:]
	number := func() (v uint64) {
		if err == nil {
			v, rest, err = binfmt.Uvarint(rest)
		}
		return v
	}
	take := func(n int) []byte {
		if len(rest) < n {
			err = ErrCorrupt
			return make([]byte, n)
		}
		b := rest[:n]
		rest = rest[n:]
		return b
	}
	if has&hasRatings != 0 {
		m.Ratings = Range{number(), 0, true}
		m.Ratings.Max = m.Ratings.Min + number()
	}
	if has&hasDates != 0 {
		m.Dates = Range{number(), number(), true}
	}
	if has&hasPlies != 0 {
		m.Plies = Range{number(), 0, true}
		m.Plies.Max = m.Plies.Min + number()
	}
	if has&hasResults != 0 {
		m.Results = take(1)[0]
	}
	if has&hasECO != 0 {
		var b [8]byte
		copy(b[:], take(ecoBytes))
		m.ECO = binary.LittleEndian.Uint64(b[:])
	}
	if has&hasNames != 0 {
		m.Names, rest = rest, nil
	}
	if err != nil || has>>6 != 0 || len(rest) > 0 || m.ECO>>ecoBits != 0 ||
		has&hasResults != 0 && m.Results == 0 || has&hasECO != 0 && m.ECO == 0 ||
		has&hasNames != 0 && (len(m.Names) < 2 || m.Names[0] == 0 || m.Names[0] > maxProbes) {
		return Meta{}, ErrCorrupt
	}
	return m, nil
}

// maxProbes bounds the bits that a name has in a filter.
const maxProbes = 16

// FilterNames returns a filter of names, given by their hashes, each of which
// counts once however often it stands there, in at most most bytes; nil if
// that is less than least bits a name, or there are none.
func FilterNames(hashes map[uint64]struct{}, least, enough, most int) []byte {
	n := len(hashes)
	bytes := min((n*enough+7)/8, most-1)
	if n == 0 || 8*bytes < n*least {
		return nil
	}
	// Of probes p, the best is p = ln 2 * bits / names.
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

// MayName reports whether the frame may have a name of the given hash. False
// is certain.
func (m *Meta) MayName(h uint64) bool {
	if m.Names == nil {
		return true
	}
	b := m.Names[1:]
	for i := range int(m.Names[0]) {
		at := probe(h, i, 8*len(b))
		if b[at/8]>>(at%8)&1 == 0 {
			return false
		}
	}
	return true
}

func probe(h uint64, i, bits int) int {
	return int((h + uint64(i)*(h>>32|1)) % uint64(bits))
}

// HashName is the hash of a name.
func HashName(name []byte) uint64 { return xxhash.Sum64(name) }
