// Package index holds what an archive says of its frames beside their
// games, so that a reader can pass over a frame, or answer from little of it:
// frame statistics, what databases call zone maps; columns of numbers; and
// replay moves. All of it is built from what the encoder of a frame knows.
//
// # Index frames
//
// A frame without games and input holds what is said of frames before it, in
// streams of these kinds; docs/spec/indexes.md:
//
//	1024  of one frame: its checksum, 8 bytes; of the frames of stream 1029: the
//	      XXH64 of the lower halves of their checksums
//	1027  replay moves of the frame's games, package replay: for each 256 games,
//	      and for the last ones that are left, a length uvarint and a column of
//	      texts
//	1028  numeric columns, those of Column in their order
//	1029  overflow statistics
//	1030  signatures of the frame's games, package signature
//	1031  names of the players of the frame's games: a length uvarint and a column
//	      of texts, the different values of White and Black in their order, game by
//	      game; and a numeric column for White and one for Black, the number being
//	      1 + the place of the value
//	1032  a block of an opening table, package openingtable; stream 1024 has the
//	      XXH64 of the lower halves of the checksums of the frames that it covers
//	1033  the directory of such a table, in the frame behind its blocks, which the
//	      container's index names by a meta of one byte, 1
//
//	1034  values of the tags of the frame's games: a byte whose bits say of which of
//	      Event, Site, TimeControl, Termination and Opening; for each of these a length
//	      uvarint and a column of texts, its different values in their order; and a
//	      length uvarint and a column of one or two texts with a byte for each game,
//	      the low and the high bytes of 1 + the place of its value, 0 for none
//	1035  in the same form, values of WhiteElo, BlackElo, Date, Result and ECO that are
//	      not written as the numeric columns make one expect; 0 is one that is
//
// # Frame statistics
//
// The statistics of a frame stand beside it in the container's index. Numbers are uvarints
// in their shortest form; what the bits of the first byte do not name is left
// out and says that no game of the frame has such a thing. A frame without
// any bytes of statistics may hold anything.
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
//	names     | probes 1 | bits |       a Bloom filter, to the end
//
// A name is in the filter if for each i below probes, the bit of number
// (h + i * (h >> 32 | 1)) mod the number of bits is set, h being the XXH64 of
// the word; sums and products are taken mod 2^64, bits counted from the lowest
// of the first byte.
//
// # Overflow statistics
//
//	| first uvarint | before uvarint | count uvarint | length uvarint | ... | statistics | ... |
//
// The statistics of count frames from number first on, 0 long for a frame
// without, for which the container's index has no room: whoever opens an archive
// reads all of that. Before is 1 + the number of the frame that holds those of
// frames before these in the same way, 0 for none.
//
// # Numeric columns
//
//	| least uvarint | width 1 | count numbers of so many bits |
//
// A column of numbers, one for each game. 0 stands for a game that has none,
// and else the number is that of the column, less 1, and the least; bits count
// from the lowest of the first byte, the last byte being filled up with zeros.
// Width is at most 48. If it is 0, all games have the least number, or, where
// that is 0, none.
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

// MaxGames is the most games of a frame that has an index frame.
const MaxGames = 4000

// Content is a set of what is indexed beside statistics.
type Content uint8

const (
	// Players keeps all names of players in the statistics, as far as they fit, which
	// player is whose, and values of tags that many games have.
	Players Content = 1 << iota
	// Positions keeps replay moves and signatures.
	Positions
	// Numbers keeps numeric columns.
	Numbers
	// Openings keeps an opening table of all frames, which needs both.
	Openings
)

// IsIndex reports whether f is an index frame, which holds no input.
func IsIndex(f *archive.Frame) bool {
	_, ok := f.Stream(kindChecksum)
	return ok && f.Games == 0 && f.Input == 0
}

// streamNames say what the streams of an index frame hold, by their kinds from
// kindChecksum on.
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

// StreamName says what a stream of an index frame holds.
func StreamName(kind uint16) string {
	if i := int(kind) - kindChecksum; i >= 0 && i < len(streamNames) && streamNames[i] != "" {
		return streamNames[i]
	}
	return fmt.Sprintf("stream %d", kind)
}
