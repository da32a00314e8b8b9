// Package streams says what the streams of a frame of games are: their kinds and
// names, and how much they may stand for. Those of a frame of one game are put
// together in one. It knows what is stored, but no games.
package streams

import (
	"fmt"

	"github.com/chesszip/chesszip/archive"
	"github.com/chesszip/chesszip/internal/base/corrupt"
	"github.com/chesszip/chesszip/internal/frame/game/tagsection"
)

// MaxInput is the largest input of one frame in bytes.
const MaxInput = 4 << 20

// MaxGames is the most games of one frame.
const MaxGames = 4000

// Kinds of streams.
const (
	KindStored      = 1 // the input as it is
	KindPacked      = 2 // the input as one text
	KindLayout      = 3
	KindNewLayout   = 4 // new texts of the layout
	KindWords       = 5 // steps that are spelled out
	KindNewComments = 6 // new texts of the comments
	KindMoves       = 7 // by the fast level
	KindLearned     = 8 // by a learned level
	KindComments    = 9
	KindLengths     = 10 // literals between tags, and numbers of half-moves
	KindNewTags     = 11 // new literals
	KindPositions   = 12 // the input as a list of positions
	KindTogether    = 13 // other streams, of one game
	KindOpenings    = 14 // the first moves of games
	KindResults     = 15 // results of games whose tag does not say one
	KindTags        = 16 // and up: the values of each tag, by first appearance
)

// names are what the streams hold, by kind, but for those of tags.
var names = [...]string{
	KindStored: "stored", KindPacked: "text", KindPositions: "positions", KindLayout: "layout", KindNewLayout: "new layout",
	KindWords: "words", KindNewComments: "new comments", KindComments: "comments", KindMoves: "moves", KindLearned: "moves",
	KindLengths: "lengths", KindNewTags: "new tags", KindTogether: "tags and layout", KindOpenings: "openings", KindResults: "results",
}

// Name returns the name of a stream that is not of a tag's values; empty for an
// unknown kind.
func Name(kind uint16) string {
	if int(kind) < len(names) {
		return names[kind]
	}
	return ""
}

// Column returns the number of the column of a tag that a stream of some kind is,
// if it is one.
func Column(kind uint16) (k int, ok bool) {
	k = int(kind) - KindTags
	return k, k >= 0 && k < tagsection.MaxColumns
}

// Unknown names a stream of unknown kind.
func Unknown(kind uint16) string { return fmt.Sprintf("of kind %d", kind) }

// Kinds from firstPassable on and below endPassable are of streams on which no byte
// of the input depends: who does not know one passes over it. All others are
// critical.
const (
	firstPassable = 512
	endPassable   = 1024
)

func passable(kind uint16) bool { return kind >= firstPassable && kind < endPassable }

// Check returns an error if f claims more than a frame holds, or has a critical
// stream of a kind that is not known or does not go with the others.
func Check(f *archive.Frame) error {
	critical, moves, whole := 0, 0, ""
	for _, s := range f.Streams {
		if !passable(s.Kind) {
			critical++
		}
		switch s.Kind {
		case KindStored, KindPacked, KindPositions:
			whole = Name(s.Kind)
		case KindMoves, KindLearned:
			moves++
		}
		if _, column := Column(s.Kind); !column && Name(s.Kind) == "" && !passable(s.Kind) {
			return corrupt.In(Unknown(s.Kind), corrupt.New("a stream that this program does not know, and without which the frame cannot be read"))
		}
	}
	if whole != "" && critical > 1 {
		return corrupt.In(whole, corrupt.New("other streams stand beside the one that holds the whole input"))
	}
	if moves > 1 {
		return corrupt.In(Name(KindLearned), corrupt.New("the moves are there twice, by the fast and by a learned level"))
	}
	if f.Input > MaxInput || f.Games > min(f.Input, MaxGames) {
		return corrupt.New("the frame claims more than a frame of games holds")
	}
	return nil
}

// CheckGames is Check, and returns an error too if f lacks one of some games, which are
// ascending numbers from 0.
func CheckGames(f *archive.Frame, games []int) error {
	for i, n := range games {
		if n < 0 || int64(n) >= f.Games || i > 0 && n <= games[i-1] {
			return corrupt.New("the frame has fewer games than that")
		}
	}
	return Check(f)
}

// CheckLength returns an error of a stream unless what comes out of it, n bytes, is
// as long as its frame says.
func CheckLength(kind uint16, n int, f *archive.Frame) error {
	if int64(n) != f.Input {
		return corrupt.In(Name(kind), corrupt.Newf("the input has %d bytes, want %d", n, f.Input))
	}
	return nil
}

// Size returns about how many bytes of a frame streams take.
func Size(streams []archive.Stream) (n int) {
	const header = 4 // about what the frame says of a stream
	for _, s := range streams {
		n += len(s.Data) + header
	}
	return n
}
