package table

import (
	"slices"

	"github.com/chesszip/chesszip/internal/column/open"
)

// StreamKinds are all kinds of streams except open columns, by their constants.
var StreamKinds = map[string]uint16{
	"streams.KindStored":      1,
	"streams.KindPacked":      2,
	"streams.KindLayout":      3,
	"streams.KindNewLayout":   4,
	"streams.KindWords":       5,
	"streams.KindNewComments": 6,
	"streams.KindMoves":       7,
	"streams.KindLearned":     8,
	"streams.KindComments":    9,
	"streams.KindLengths":     10,
	"streams.KindNewTags":     11,
	"streams.KindPositions":   12,
	"streams.KindTogether":    13,
	"streams.KindOpenings":    14,
	"streams.KindResults":     15,
	"streams.KindTags":        FirstTag,
	"streams.KindBranches":    LastTag + 1,
	"index.kindChecksum":      KindIndexed,
	"index.kindFilters":       KindFilters,
	"index.KindOpenings":      KindOpenings,
	"index.KindDirectory":     KindDirectory,
	"index.KindFront":         KindFront,
	"index.KindNames":         KindNames,
}

// Streams that name frames, and those of tag values.
const (
	KindIndexed   = 1024 // the checksum of the frames that an index frame belongs to
	KindFilters   = 1029 // filters of names
	KindOpenings  = 1032 // a block of an opening table
	KindDirectory = 1033
	KindFront     = 1036 // the front of a list of names
	KindNames     = 1037
	FirstTag      = 16
	LastTag       = 79
)

// TextMethods are the methods of columns of texts, by their constants in package text.
var TextMethods = map[string]byte{
	"oneValue": 0, "lines": 1, "lengths": 2, "plainLines": 3, "plainLengths": 4, "predicted": 5, "prose": 6,
}

// TagMethods are the further methods of columns of tags, by their constants in package
// tags.
var TagMethods = map[string]byte{
	"methodTexts": 0, "methodDictionary": FirstTagMethod, "methodNumbers": 17, "methodIdentifiers": 18, "methodCopies": 19,
	"methodRatings": 20, "methodElsewhere": 21, "methodPlayers": 22, "methodPositions": 23, "methodBoards": 24,
}

// FirstTagMethod is the first method that only columns of tags have.
const FirstTagMethod = 16

// AllKinds returns the kinds of streams in a fixed order, including the last tag.
func AllKinds() []uint16 {
	kinds := []uint16{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, FirstTag, FirstTag + 1, LastTag, LastTag + 1, 1024, 1029, 1032, 1033, 1036, 1037}
	return slices.AppendSeq(kinds, open.Kinds(open.Names|open.Moves|open.Numbers))
}

// AllMethods returns the methods of columns in a fixed order.
func AllMethods() []byte {
	return []byte{0, 1, 2, 3, 4, 5, 6, 16, 17, 18, 19, 20, 21, 22, 23, 24}
}
