// Package skip holds what lets a reader pass over a frame without decoding it:
// a summary of its games' tags, and columns of numbers.
//
// # Meta
//
// The summary of a frame stands beside it in the index. Numbers are uvarints
// in their shortest form; what the bits of the first byte do not name is left
// out and says that no game of the frame has such a thing. A frame without
// any bytes of meta may hold anything.
//
//	| has 1 | ratings | dates | plies | results 1 | ECO 7 | names |
//
//	has       bit 0 ratings, 1 dates, 2 plies, 3 results, 4 ECO, 5 names;
//	          without bit 5 nothing is known of the names
//	ratings   | lowest | highest less lowest |      of White and Black alike
//	dates     | earliest last day | latest first day |   a day is
//	          ((year * 12 + month - 1) * 31 + day - 1); a date of which only the
//	          year is known may be any day from January 1 to December 31
//	plies     | fewest | most less fewest |
//	results   bit 0 1-0, 1 0-1, 2 1/2-1/2, 3 *, 4 any other or none
//	ECO       bit 10 * letter + first digit, A00 to A09 being bit 0
//	names     | probes 1 | bits |       a Bloom filter, to the end of the meta
//
// A name is in the filter if for each i below probes, the bit of number
// (h + i * (h >> 32 | 1)) mod the number of bits is set, h being the XXH64 of
// the word; sums and products are taken mod 2^64, bits counted from the lowest
// of the first byte.
//
// # Metas
//
//	| first uvarint | before uvarint | count uvarint | length uvarint | ... | meta | ... |
//
// The metas of count frames from number first on, 0 long for one without, of
// which there are too many to stand in the index, where whatever is read from
// an archive would read them, too. Before is 1 + the number of the frame that
// holds those of frames before these in the same way, 0 for none.
//
// # Numbers
//
//	| least uvarint | width 1 | count numbers of so many bits |
//
// A column of numbers, one for each game. 0 stands for a game that has none,
// and else the number is that of the column, less 1, and the least; bits count
// from the lowest of the first byte, the last byte being filled up with zeros.
// Width is at most 48. If it is 0, all games have the least number, or, where
// that is 0, none.
package skip

import "errors"

// ErrCorrupt says that bytes are no meta, or no column of numbers.
var ErrCorrupt = errors.New("skip: corrupt input")
