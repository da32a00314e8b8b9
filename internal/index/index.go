// Package index stores data about the frames of an archive besides their games, so that
// a reader can skip a frame, or decode little of it: frame statistics, which databases
// call zone maps; columns of numbers; and replay moves. All of it is built from data
// that the encoder of a frame has.
//
// # Index frames
//
// A frame without games and input is an index of frames before it, in streams of these
// kinds; docs/spec/indexes.md:
//
//	1024  identity: for one frame, its checksum, 8 bytes; for the frames of stream
//	      1029, the XXH64 of the lower halves of their checksums
//	1027  replay moves of the frame's games, package replay: for each 256 games,
//	      and for the remaining last ones, a length uvarint and a column of texts
//	1028  numeric columns, in the order of Column
//	1029  overflow statistics
//	1030  signatures of the frame's games, package signature
//	1031  names of the players of the frame's games: a length uvarint and a column
//	      of texts, the different values of White and Black in their order, game by
//	      game; and a numeric column for White and one for Black; the number is
//	      1 + the index of the value
//	1032  a block of an opening table, package openingtable; stream 1024 has the
//	      XXH64 of the lower halves of the checksums of the frames that it covers
//	1033  the directory of such a table, in the frame after its blocks; the archive's
//	      footer marks the frame by a meta of one byte, 1
//
//	1034  values of the tags of the frame's games: a byte with a bit for each of
//	      Event, Site, TimeControl, Termination and Opening; for each set bit a length
//	      uvarint and a column of texts, the different values in their order; and a
//	      length uvarint and a column of one or two texts with a byte for each game,
//	      the low and the high bytes of 1 + the index of its value, 0 for none
//	1035  in the same form, values of WhiteElo, BlackElo, Date, Result and ECO that are
//	      not written as usual for their numeric columns; 0 is one written as usual
//
// # Frame statistics
//
// The statistics of a frame are in the archive's footer. Numbers are uvarints in their
// shortest form. A bit of the first byte is 0 if no game of the frame has the item; the
// item is then left out. A frame with statistics of no bytes may hold anything.
//
//	| has 1 | ratings | dates | plies | results 1 | ECO 7 | names |
//
//	has       bit 0 ratings, 1 dates, 2 plies, 3 results, 4 ECO, 5 names;
//	          without bit 5 nothing is known of the names
//	ratings   | lowest | highest less lowest |      of White and Black together
//	dates     | earliest last day | latest first day |   a day is
//	          ((year * 12 + month - 1) * 31 + day - 1); a date of which only the
//	          year is known may be any day from January 1 to December 31
//	plies     | fewest | most less fewest |
//	results   bit 0 1-0, 1 0-1, 2 1/2-1/2, 3 *, 4 any other or none
//	ECO       bit 10 * letter + first digit; bit 0 is A00 to A09
//	names     | probes 1 | bits |       a Bloom filter, to the end
//
// A name is in the filter if for each i below probes, the bit of number (h + i * (h >>
// 32 | 1)) mod the number of bits is set; h is the XXH64 of the word. Sums and products
// are taken mod 2^64; bits are counted from the lowest of the first byte.
//
// # Overflow statistics
//
//	| first uvarint | before uvarint | count uvarint | length uvarint | ... | statistics | ... |
//
// The statistics of count frames from number first on, for which the archive's footer
// has no room: opening an archive reads all of the footer. A length is 0 for a frame
// without statistics. Before is 1 + the number of the previous frame with overflow
// statistics, or 0.
//
// # Numeric columns
//
//	| least uvarint | width 1 | count numbers of so many bits |
//
// A column of numbers, one for each game. 0 means that the game has none; otherwise the
// value is number - 1 + least. Bits are counted from the lowest of the first byte; the
// last byte is padded with zeros. Width is at most 48. If it is 0, all games have the
// value least, or, if least is 0, none.
package index

import (
	"fmt"

	"github.com/chesszip/chesszip/archive"
)

// Kinds of the streams of an index frame.
const (
	kindChecksum   = 1024
	KindMoves      = 1027
	KindNumbers    = 1028
	kindOverflow   = 1029
	KindSignatures = 1030
	KindPlayers    = 1031
	KindOpenings   = 1032
	KindDirectory  = 1033
	KindTexts      = 1034
	KindSpellings  = 1035
)

// MaxGames is the greatest number of games of a frame with an index frame.
const MaxGames = 4000

// Content is a set of the kinds of index besides statistics.
type Content uint8

const (
	// Players stores all names of players in the statistics, as far as they fit, the
	// players of each game, and values of tags that many games have.
	Players Content = 1 << iota
	// Positions stores replay moves and signatures.
	Positions
	// Numbers stores numeric columns.
	Numbers
	// Openings stores an opening table of all frames; it needs Positions and Numbers.
	Openings
)

// IsIndex reports whether f is an index frame.
func IsIndex(f *archive.Frame) bool {
	_, ok := f.Stream(kindChecksum)
	return ok && f.Games == 0 && f.Input == 0
}

// streamNames are the names of the streams of an index frame, by kind less kindChecksum.
var streamNames = [...]string{
	0:                             "index: whose",
	KindMoves - kindChecksum:      "index: moves",
	KindNumbers - kindChecksum:    "index: numbers",
	kindOverflow - kindChecksum:   "index: statistics",
	KindSignatures - kindChecksum: "index: signatures",
	KindPlayers - kindChecksum:    "index: players",
	KindOpenings - kindChecksum:   "index: openings",
	KindDirectory - kindChecksum:  "index: openings, where",
	KindTexts - kindChecksum:      "index: values of tags",
	KindSpellings - kindChecksum:  "index: spellings",
}

// StreamName returns the name of a stream of an index frame.
func StreamName(kind uint16) string {
	if i := int(kind) - kindChecksum; i >= 0 && i < len(streamNames) && streamNames[i] != "" {
		return streamNames[i]
	}
	return fmt.Sprintf("stream %d", kind)
}
