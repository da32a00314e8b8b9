// Package chesszip stores files of chess games in as few bits as the rules of
// chess and the habits of players allow, and gives every byte back.
//
// Compress takes PGN, or any other bytes, and Decompress gives them back:
//
//	stats, err := chesszip.Compress(archive, games, nil)
//	_, err = chesszip.Decompress(file, archive, nil)
//
// Open looks into an archive without unpacking it, OpenPGN into a PGN file:
//
//	a, err := chesszip.Open(file, size, nil)
//	text, err := a.Game(16)                                     // of game 17
//	for g, err := range a.FilterGames(&chesszip.Query{White: "carlsen", Date: "2013-"}) { ... }
//	for h, err := range a.Find(&chesszip.Pattern{Moves: "1. e4 c5"}, nil) { ... }
//
// Append adds games to an archive, Merge joins archives, Archive.Parts cuts
// one, Archive.Verify names all damage, and Recover saves what is whole.
//
// Single positions and games, as a database column would hold them, are the
// business of packages codec and movelist.
//
// # Format
//
//	| header | frame | frame | ... | footer |        package archive
//	frame  = the columns of at most 4,000 games      SPEC.md, section 9
//	         or an index of the frame before it
//	footer = for each frame, what its games' tags say, to skip it by
//	         sum of the whole input, 8 bytes
//
// The header's parameters are the version of what is inside the frames, one
// byte, 2, and, where moves were coded by a learned level, the lower half of
// its model's number, 4 bytes, little-endian. Equal input gives equal bytes on
// every platform and with any number of threads.
package chesszip

import (
	"errors"
	"fmt"
	"runtime"

	"github.com/chesszip/chesszip/archive"
	"github.com/chesszip/chesszip/internal/gameframe"
	"github.com/chesszip/chesszip/movelist/learned"
)

var (
	// ErrCorrupt says that an archive is damaged or is none.
	ErrCorrupt = archive.ErrCorrupt
	// ErrVersion says that an archive was written by a version of chesszip
	// that this one cannot read.
	ErrVersion = archive.ErrVersion
	// ErrLimit says that an archive asks for more memory than is allowed.
	ErrLimit = archive.ErrLimit
	// ErrModel says that an archive needs another model than those given.
	ErrModel = errors.New("chesszip: the archive needs a model")
	// ErrOption says that an option is out of range.
	ErrOption = errors.New("chesszip: option out of range")
)

// Limits of a frame. To fetch a game, all tags before it in its frame are read:
// after frameTags lines of them a writer begins the next.
const (
	frameGames = 4000
	frameBytes = gameframe.MaxInput
	frameTags  = 44_000
)

// Level says how hard to try: the smaller the archive, the slower. The zero
// value is Default.
type Level uint8

const (
	// Default codes moves by learned.Default and texts by mixed predictions.
	Default Level = iota
	// Fast codes moves by movelist.Fast and texts by zstd: about six times as
	// fast, and a tenth larger.
	Fast
	// Max codes moves by learned.Max and texts as Default does: about seven
	// times slower than Default, and some percent smaller.
	Max
)

// String returns the name of a level: "default", "fast" or "max".
func (l Level) String() string {
	switch l {
	case Default:
		return "default"
	case Fast:
		return "fast"
	case Max:
		return "max"
	}
	return fmt.Sprintf("level %d", uint8(l))
}

// formatVersion is the version of what is inside the frames.
const formatVersion = 5

// Options are the settings of Compress and Decompress; nil and the zero value
// mean the defaults.
type Options struct {
	// Level says how hard Compress and Merge try.
	Level Level
	// Model codes the moves at the levels Default and Max instead, and must be
	// given to read what it coded.
	Model *learned.Level
	// Threads is the number of frames worked on at once, default GOMAXPROCS.
	// The output does not depend on it. Each takes about 40 MiB.
	Threads int
	// Index says what an archive holds beside its games so that Filter and Find
	// pass over more frames; the default is a few bytes a frame.
	Index Index
	// Repack makes Merge compress all games anew.
	Repack bool
	// Unchecked leaves out decoding every frame before it is written, and makes
	// Compress about twice as fast at the level Fast.
	Unchecked bool
	// indexRoom is what metas may take in the index, for tests; 0 for indexedMetas.
	indexRoom int
	// Sort gives up the order of the lines of a list of positions, which saves
	// about the logarithm of the number of all orders: Decompress gives them in
	// an order in which they take little room, 24 MiB of the input at a time.
	// Lines are kept as they are, equal ones as many times, and whether the last
	// has an end. Inputs that are no such list are refused with ErrNoList.
	Sort bool
	// sorted says that lines of the input have been sorted before.
	sorted bool
	// Progress, if set, is called now and then, by one goroutine at a time.
	Progress func(Progress)
}

// metaRoom returns what the metas of frames may take in an archive's index.
func (o *Options) metaRoom() int {
	if o.indexRoom > 0 {
		return o.indexRoom
	}
	return indexedMetas
}

// Progress says how far a Compress or Decompress has come.
type Progress struct {
	In, Out int64 // bytes consumed and produced so far
	Games   int64 // games so far
}

// Stats says what a Compress or Decompress did.
type Stats struct {
	In, Out int64 // bytes read and written
	Games   int64
	Frames  int64
	// Plies is the number of half-moves that were coded as moves, of main
	// lines and variations, and MoveBits what they took. Compress only.
	Plies, MoveBits int64
	// Sorted says that lines are in another order than in what was compressed.
	Sorted bool
	// TextFrames is the number of frames that were kept as text, since they
	// hold no games or hardly any. Compress only.
	TextFrames int64
}

// Index is a sum of what an archive may hold to be searched faster. The zero
// Index is the summary of its tags that each frame has in the index: at most
// 0.15 bytes a game.
type Index uint8

const (
	// IndexPlayers keeps a filter of the players' names for each frame, about
	// 1.3 bytes for each of the frame's names, so that searching for a player
	// passes over 99 of 100 frames without.
	IndexPlayers Index = 1 << iota
	// IndexPositions keeps the moves of games once more, about 0.85 bytes for
	// each, which is 50 to 110 bytes a game, so that Find replays some 400,000
	// games a second, and more where it can stop early, instead of some 15,000.
	IndexPositions
	// IndexNumbers keeps ratings, date, result, ECO and length of games as
	// numbers, 4 to 7 bytes a game, so that a Query that asks of nothing else
	// decodes no tags.
	IndexNumbers
)

// withDefaults returns the options to work with.
func (o *Options) withDefaults() (Options, error) {
	var v Options
	if o != nil {
		v = *o
	}
	if v.Level > Max || v.Threads < 0 || v.Index > IndexPlayers|IndexPositions|IndexNumbers {
		return v, ErrOption
	}
	if v.Threads == 0 {
		v.Threads = runtime.GOMAXPROCS(0)
	}
	return v, nil
}

// model returns what moves are coded by, nil for movelist.Fast.
func (o *Options) model() *learned.Level {
	switch {
	case o.Level == Fast:
		return nil
	case o.Model != nil:
		return o.Model
	case o.Level == Default:
		return learned.Default
	}
	return learned.Max
}
