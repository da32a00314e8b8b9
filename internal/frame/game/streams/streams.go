// Package streams defines the streams of a frame of games: their kinds, names and
// limits. It also joins the streams of a frame of one game.
package streams

import (
	"fmt"

	"github.com/chesszip/chesszip/internal/archive"
	"github.com/chesszip/chesszip/internal/base/corrupt"
	"github.com/chesszip/chesszip/internal/column/open"
	"github.com/chesszip/chesszip/internal/frame/game/tagsection"
)

// MaxInput is the largest input of one frame in bytes.
const MaxInput = 4 << 20

// MaxGames is the most games of one frame.
const MaxGames = 4000

// Kinds of streams.
const (
	KindStored      = 1 // the input uncompressed
	KindPacked      = 2 // the input as one text
	KindLayout      = 3
	KindNewLayout   = 4 // new texts of the layout
	KindWords       = 5 // steps that are spelled out
	KindNewComments = 6 // new texts of the comments
	KindMoves       = 7 // by the fast level
	KindLearned     = 8 // by a learned level
	KindComments    = 9
	KindLengths     = 10                               // literals between tags, and numbers of half-moves
	KindNewTags     = 11                               // new literals
	KindPositions   = 12                               // the input as a list of positions
	KindTogether    = 13                               // other streams, of one game
	KindOpenings    = 14                               // the first moves of games
	KindResults     = 15                               // results of games whose tag has none
	KindTags        = 16                               // and up: the values of each tag, by first appearance
	KindBranches    = KindTags + tagsection.MaxColumns // moves outside main lines, beside open moves
)

// names are the names of the streams by kind, except those of tags.
var names = [...]string{
	KindStored: "stored", KindPacked: "text", KindPositions: "positions", KindLayout: "layout", KindNewLayout: "new layout",
	KindWords: "words", KindNewComments: "new comments", KindComments: "comments", KindMoves: "moves", KindLearned: "moves",
	KindLengths: "lengths", KindNewTags: "new tags", KindTogether: "tags and layout", KindOpenings: "openings", KindResults: "results",
	KindBranches: "variations",
}

// Name returns the name of a stream that is not of a tag's values; empty for an
// unknown kind.
func Name(kind uint16) string {
	if int(kind) < len(names) {
		return names[kind]
	}
	return open.Name(kind)
}

// Column returns the number of the tag column of a kind of stream; ok is false for
// other kinds.
func Column(kind uint16) (k int, ok bool) {
	k = int(kind) - KindTags
	return k, k >= 0 && k < tagsection.MaxColumns
}

// Unknown names a stream of unknown kind.
func Unknown(kind uint16) string { return fmt.Sprintf("of kind %d", kind) }

// Kinds from firstPassable up to but not including endPassable are of streams on
// which no byte of the input depends: a reader skips unknown ones. All others are
// critical.
const (
	firstPassable = 512
	endPassable   = 1024
)

func passable(kind uint16) bool { return kind >= firstPassable && kind < endPassable }

// Check returns an error if f exceeds the limits of a frame, or has a critical stream
// of a kind that is unknown or does not fit the others.
func Check(f *archive.Frame) error {
	critical, moves, numbers, whole := 0, 0, 0, ""
	opened, results := false, false
	for _, s := range f.Streams {
		if !passable(s.Kind) {
			critical++
		}
		switch s.Kind {
		case KindStored, KindPacked, KindPositions:
			whole = Name(s.Kind)
		case KindMoves, KindLearned:
			moves++
		case open.KindMoves:
			opened = true
		case KindResults:
			results = true
		}
		if s.Kind >= open.KindNumbers && s.Kind < open.KindPlayers {
			numbers++
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
	_, first := f.Stream(KindOpenings)
	_, branches := f.Stream(KindBranches)
	switch {
	case numbers > 0 && numbers < int(open.NumColumns):
		return corrupt.In(open.Name(open.KindNumbers), corrupt.New("a column of numbers is missing"))
	case opened && (moves > 0 || first || numbers == 0):
		return corrupt.In(open.Name(open.KindMoves), corrupt.New("the moves are there twice, or their numbers are missing"))
	case branches && !opened:
		return corrupt.In(Name(KindBranches), corrupt.New("the main lines are not open"))
	case numbers > 0 && results:
		return corrupt.In(Name(KindResults), corrupt.New("an open column has the results"))
	}
	if f.Input > MaxInput || f.Games > min(f.Input, MaxGames) {
		return corrupt.New("the frame claims more than a frame of games holds")
	}
	return nil
}

// CheckGames is Check that also returns an error if f does not have all of the games,
// which are ascending numbers from 0.
func CheckGames(f *archive.Frame, games []int) error {
	for i, n := range games {
		if n < 0 || int64(n) >= f.Games || i > 0 && n <= games[i-1] {
			return corrupt.New("the frame has fewer games than that")
		}
	}
	return Check(f)
}

// CheckLength returns an error of a stream unless its output, n bytes, has the length
// of its frame's input.
func CheckLength(kind uint16, n int, f *archive.Frame) error {
	if int64(n) != f.Input {
		return corrupt.In(Name(kind), corrupt.Newf("the input has %d bytes, want %d", n, f.Input))
	}
	return nil
}

// Size returns the approximate bytes of streams in a frame.
func Size(streams []archive.Stream) (n int) {
	const header = 4 // approximate bytes of a stream's header in the frame
	for _, s := range streams {
		n += len(s.Data) + header
	}
	return n
}
