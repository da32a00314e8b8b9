// Package open has the open columns of a frame: streams that a question reads without
// the rest of the frame, by blocks of 256 games. docs/spec/open.md has the format.
//
//	numbers  ratings, days, result, ECO code, half-moves: a number for each game, in as
//	         many bits as its block needs, and beside them the values of their tag that
//	         are written otherwise than usual
//	lists    names of players, events, sites, ...: the different values, and the number
//	         of one for each game
//	moves    the main lines, package replay
//
// What a column says of a game is what a question asks about; it also gives back the
// values of its tag, which has no other column then.
package open

import (
	"slices"

	"github.com/chesszip/chesszip/internal/archive"
	"github.com/chesszip/chesszip/internal/base/budget"
	"github.com/chesszip/chesszip/internal/base/corrupt"
)

// BlockGames is the number of games of a block.
const BlockGames = 256

// Kinds of streams.
const (
	KindNumbers = archive.FirstBlocks // and up, by Column
	KindPlayers = KindNumbers + uint16(NumColumns)
	KindLists   = 272 // and up, by the number of the tag among listTags
	KindMoves   = 511
)

// Set is a set of the kinds of columns that are open in an archive.
type Set uint8

const (
	// Names are players, and tags whose values many games share.
	Names Set = 1 << iota
	// Moves are the main lines.
	Moves
	// Numbers are the columns of numbers.
	Numbers
)

// SetOf returns which columns of a frame are open.
func SetOf(f *archive.Frame) (set Set) {
	for _, s := range f.Streams {
		set |= setOf(s.Kind)
	}
	return set
}

// setOf returns the set that a kind of stream belongs to.
func setOf(kind uint16) Set {
	switch {
	case !IsKind(kind):
		return 0
	case kind < KindPlayers:
		return Numbers
	case kind < KindMoves:
		return Names
	}
	return Moves
}

// Kinds calls yield with the kinds of streams of some columns.
func Kinds(set Set) func(yield func(kind uint16) bool) {
	return func(yield func(kind uint16) bool) {
		for kind := uint16(KindNumbers); kind <= KindSignatures; kind++ {
			if setOf(kind)&set != 0 && !yield(kind) {
				return
			}
		}
	}
}

// listTags are the tags that may be lists, in the order of their kinds.
var listTags = [...]string{
	"Event", "Site", "TimeControl", "Termination", "Opening", "Variation", "Round", "ECOUrl",
	"WhiteTitle", "BlackTitle", "WhiteTeam", "BlackTeam", "Annotator", "EventDate", "EventType", "Source",
}

// Lists are the tags of each list, by its kind, in the order of the kinds.
func Lists(yield func(kind uint16, tags []string) bool) {
	if !yield(KindPlayers, players[:]) {
		return
	}
	for i := range listTags {
		if !yield(KindLists+uint16(i), listTags[i:i+1]) {
			return
		}
	}
}

// ListKind returns the kind of the list of a tag, 0 if the tag is never one.
func ListKind(tag string) uint16 {
	if i := slices.Index(listTags[:], tag); i >= 0 {
		return KindLists + uint16(i)
	}
	return 0
}

// IsKind reports whether a kind of stream is an open column.
func IsKind(kind uint16) bool {
	return kind >= KindNumbers && kind <= KindPlayers || kind == KindMoves || kind == KindSignatures ||
		kind >= KindLists && int(kind) < KindLists+len(listTags)
}

// Name returns the name of the stream of an open column, or "".
func Name(kind uint16) string {
	switch {
	case kind < KindNumbers || !IsKind(kind):
		return ""
	case kind == KindMoves:
		return "open moves"
	case kind == KindSignatures:
		return "signatures"
	case kind == KindPlayers:
		return "open players"
	case kind >= KindLists:
		return "open [" + listTags[kind-KindLists] + "]"
	}
	return "open " + columnNames[kind-KindNumbers]
}

// Source is what a frame has of its open columns, and how to read them.
type Source struct {
	Frame *archive.Frame // nil for none
	// Lost, if not nil, has an element for each game. Games of damaged blocks are then
	// marked in it, and what is read of them is not valid. If it is nil, a damaged block
	// is an error.
	Lost   []bool
	Budget *budget.Budget
}

// blocks are the blocks of a stream.
type blocks struct {
	archive.Blocks
	src  *Source
	name string
}

// blocksOf returns the blocks of a stream, the first of which are so many of other data
// than games; ok is false if the frame does not have the stream.
func (s *Source) blocksOf(kind uint16) (b blocks, ok bool, err error) {
	if s.Frame == nil {
		return b, false, nil
	}
	data, ok := s.Frame.Stream(kind)
	if !ok {
		return b, false, nil
	}
	b = blocks{src: s, name: Name(kind)}
	b.Blocks, err = archive.ParseBlocks(kind, s.Frame.Games, data)
	return b, true, corrupt.In(b.name, err)
}

// gameBlocks returns the number of blocks of games.
func gameBlocks(games int) int { return (games + BlockGames - 1) / BlockGames }

// games returns the games of the i-th block of games: from <= game < to.
func (b *blocks) games(i int) (from, to int) {
	return i * BlockGames, min((i+1)*BlockGames, int(b.src.Frame.Games))
}

// fail returns err, of the i-th block of games, or marks its games as lost.
func (b *blocks) fail(i int, err error) error {
	from, to := b.games(i)
	if b.src.Lost == nil {
		return corrupt.In(b.name, corrupt.AtGame(from, err))
	}
	for g := from; g < to; g++ {
		b.src.Lost[g] = true
	}
	return nil
}
