// Package index stores data about the frames of an archive, from which no byte of a game
// follows: frame statistics, which databases call zone maps, and opening tables.
//
// # Index frames
//
// A frame without games and input is an index frame: of frames before it, in streams of
// these kinds; docs/spec/indexes.md:
//
//	1024  identity: the XXH64 of the lower halves of the checksums of these frames
//	1029  filters of names
//	1032  a block of an opening table, package openingtable
//	1033  the directory of such a table, in the frame after its blocks
//	1036  the front of a list of names
//	1037  a block of such a list; the blocks follow the front
//
// The note of the archive's footer says where they are, see Note.
//
// # Frame statistics
//
// The statistics of a frame are in the archive's footer. Numbers are uvarints in their
// shortest form. A bit of the first byte is 0 if no game of the frame has the item; the
// item is then left out. A frame with statistics of no bytes may hold anything.
//
//	| has 1 | ratings | dates | plies | results 1 | ECO 7 | open 1 |
//
//	has       bit 0 ratings, 1 dates, 2 plies, 3 results, 4 ECO, 5 open
//	ratings   | lowest | highest less lowest |      of White and Black together
//	dates     | earliest last day | latest first day |   a day is
//	          ((year * 12 + month - 1) * 31 + day - 1); a date of which only the
//	          year is known may be any day from January 1 to December 31
//	plies     | fewest | most less fewest |
//	results   bit 0 1-0, 1 0-1, 2 1/2-1/2, 3 *, 4 any other or none
//	ECO       bit 10 * letter + first digit; bit 0 is A00 to A09
//	open      which columns are open: bit 0 lists, 1 moves, 2 numbers
//
// # Filters of names
//
//	| first uvarint | count uvarint | length uvarint, filter | ... |
//
// The filters of count frames from number first on; a length is 0 for a frame without one.
// A filter is | probes 1 | bits |, a Bloom filter. A name is in the filter if for each i below probes, the bit of number (h + i * (h >>
// 32 | 1)) mod the number of bits is set; h is the XXH64 of the word. Sums and products
// are taken mod 2^64; bits are counted from the lowest of the first byte.
package index

import (
	"fmt"

	"github.com/chesszip/chesszip/internal/archive"
)

// Kinds of the streams of an index frame.
const (
	kindChecksum  = 1024
	kindFilters   = 1029
	KindOpenings  = 1032
	KindDirectory = 1033
	KindFront     = 1036
	KindNames     = 1037
)

// IsIndex reports whether f is an index frame.
func IsIndex(f *archive.Frame) bool {
	_, ok := f.Stream(kindChecksum)
	return ok && f.Games == 0 && f.Input == 0
}

// StreamName returns the name of a stream of an index frame.
func StreamName(kind uint16) string {
	switch kind {
	case kindChecksum:
		return "index: whose"
	case kindFilters:
		return "index: filters of names"
	case KindOpenings:
		return "index: openings"
	case KindFront, KindNames:
		return "index: names"
	case KindDirectory:
		return "index: openings, where"
	}
	return fmt.Sprintf("stream %d", kind)
}
