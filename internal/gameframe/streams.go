package gameframe

import (
	"fmt"

	"github.com/chesszip/chesszip/archive"
	"github.com/chesszip/chesszip/internal/gameframe/tagsection"
)

// MaxInput is the largest input of one frame in bytes.
const MaxInput = 4 << 20

// MaxGames is the most games of one frame.
const MaxGames = 4000

// gameWork is what a game takes beside its moves and comments, in bytes of text.
const gameWork = 64

// Kinds of streams.
const (
	kindStored      = 1 // the input as it is
	kindPacked      = 2 // the input as one text
	kindLayout      = 3
	kindNewLayout   = 4 // new texts of the layout
	kindWords       = 5 // steps that are spelled out
	kindNewComments = 6 // new texts of the comments
	kindMoves       = 7 // by the fast level
	kindLearned     = 8 // by a learned level
	kindComments    = 9
	kindLengths     = 10 // literals between tags, and numbers of half-moves
	kindNewTags     = 11 // new literals
	kindPositions   = 12 // the input as a list of positions
	kindTogether    = 13 // other streams, of one game
	kindTags        = 16 // and up: the values of each tag, by first appearance
)

// streamNames are what the streams hold, by kind, but for those of tags.
var streamNames = [...]string{
	kindStored: "stored", kindPacked: "text", kindPositions: "positions", kindLayout: "layout", kindNewLayout: "new layout",
	kindWords: "words", kindNewComments: "new comments", kindComments: "comments", kindMoves: "moves", kindLearned: "moves",
	kindLengths: "lengths", kindNewTags: "new tags", kindTogether: "tags and layout",
}

// streamName returns the name of a stream that is not of a tag's values; empty
// for an unknown kind.
func streamName(kind uint16) string {
	if int(kind) < len(streamNames) {
		return streamNames[kind]
	}
	return ""
}

// isColumn returns the number of the column of a tag that a stream of some kind
// is, if it is one.
func isColumn(kind uint16) (k int, ok bool) {
	k = int(kind) - kindTags
	return k, k >= 0 && k < tagsection.MaxColumns
}

// unknownStream names a stream of unknown kind.
func unknownStream(kind uint16) string { return fmt.Sprintf("of kind %d", kind) }

// IsText reports whether a frame is kept as text, or as a list of positions,
// and not as columns.
func IsText(f *archive.Frame) bool { return textStream(f).Kind != 0 }

// textStream returns the stream of a frame that is kept as text or as a list, one
// of kind 0 if it is kept as columns.
func textStream(f *archive.Frame) archive.Stream {
	for _, kind := range [...]uint16{kindStored, kindPacked, kindPositions} {
		if data, ok := f.Stream(kind); ok {
			return archive.Stream{Kind: kind, Data: data}
		}
	}
	return archive.Stream{}
}

func size(streams []archive.Stream) (n int) {
	const header = 4 // about what the frame says of a stream
	for _, s := range streams {
		n += len(s.Data) + header
	}
	return n
}
