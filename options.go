package chesszip

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"runtime"

	"github.com/chesszip/chesszip/internal/frameindex"
	"github.com/chesszip/chesszip/movelist/learned"
)

// Level says how hard to try: the smaller the archive, the slower. The zero
// value is Default.
type Level uint8

const (
	// Default codes moves by learned.V1 and texts by mixed predictions.
	Default Level = iota
	// Fast codes moves by movelist.Fast and texts by zstd: about six times as
	// fast, and a tenth larger.
	Fast
	// Max codes moves by learned.V1Max and texts as Default does: about seven
	// times slower than Default, and some percent smaller.
	Max
)

// String returns the name of a level: "default", "fast" or "max".
func (l Level) String() string {
	if l > Max {
		return fmt.Sprintf("level %d", uint8(l))
	}
	return [...]string{Default: "default", Fast: "fast", Max: "max"}[l]
}

// Options are the settings of Compress and Decompress; nil and the zero value
// mean the defaults.
type Options struct {
	// Level says how hard Compress and Merge try.
	Level Level
	// Model codes the moves at the levels Default and Max instead, and must be
	// given to read what it coded.
	Model *learned.Level
	// Threads is the number of frames worked on at once, default GOMAXPROCS.
	// The output does not depend on it. To compress, two take at most 256 MiB and
	// each more 96 MiB, to decompress, each takes at most 64 MiB and all 64 MiB.
	Threads int
	// Index says what an archive holds beside its games so that Filter and Find
	// pass over more frames; the default is a few bytes a frame.
	Index Index
	// Repack makes Merge compress all games anew.
	Repack bool
	// Unchecked leaves out decoding every frame before it is written, and makes
	// Compress about twice as fast at the level Fast.
	Unchecked bool
	// Sort gives up the order of the lines of a list of positions, which saves
	// about the logarithm of the number of all orders: Decompress gives them in
	// an order in which they take little room, 24 MiB of the input at a time.
	// Lines are kept as they are, equal ones as many times, and whether the last
	// has an end. Inputs that are no such list are refused with ErrNoList.
	Sort bool
	// Progress, if set, is called now and then, by one goroutine at a time.
	Progress func(Progress)
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
	// Content is what was compressed, if Games is 0. Compress only.
	Content Content
}

// Index is a sum of what an archive may hold to be searched faster. The zero
// Index is the statistics that each frame has in the index: at most
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

// settings are options with their defaults, and what no user sets.
type settings struct {
	Options
	room   int  // bytes for frame statistics in the container's index
	sorted bool // lines of the input have been sorted before
}

// withDefaults returns the settings to work with.
func (o *Options) withDefaults() (settings, error) {
	s := settings{Options: *cmp.Or(o, &Options{}), room: frameindex.DefaultRoom}
	if s.Level > Max || s.Threads < 0 || s.Index > IndexPlayers|IndexPositions|IndexNumbers {
		return s, ErrOption
	}
	s.Threads = cmp.Or(s.Threads, runtime.GOMAXPROCS(0))
	return s, nil
}

// model returns what moves are coded by, nil for movelist.Fast.
func (s *settings) model() *learned.Level {
	switch {
	case s.Level == Fast:
		return nil
	case s.Options.Model != nil:
		return s.Options.Model
	case s.Level == Default:
		return learned.V1
	}
	return learned.V1Max
}

// report tells Progress what stats say.
func (s *settings) report(stats *Stats) {
	if s.Progress != nil {
		s.Progress(Progress{In: stats.In, Out: stats.Out, Games: stats.Games})
	}
}

// paramsOf returns the header's parameters of an archive whose moves are coded
// by model.
func paramsOf(model *learned.Level) []byte {
	params := []byte{formatVersion}
	if model != nil {
		params = binary.LittleEndian.AppendUint32(params, numberOf(model))
	}
	return params
}

// modelOf returns the model that an archive with the given parameters needs, nil
// if none.
func (s *settings) modelOf(params []byte) (*learned.Level, error) {
	if len(params) == 0 || params[0] != formatVersion {
		return nil, fmt.Errorf("%w: the frames are of version %d, this program reads version %d", ErrVersion, params[:min(len(params), 1)], formatVersion)
	}
	if len(params) == 1 {
		return nil, nil
	}
	if len(params) != 5 {
		return nil, fmt.Errorf("%w: parameters of %d bytes", ErrCorrupt, len(params))
	}
	number := binary.LittleEndian.Uint32(params[1:])
	for _, l := range []*learned.Level{s.Options.Model, learned.V1, learned.V1Max} {
		if l != nil && numberOf(l) == number {
			return l, nil
		}
	}
	if s.Options.Model != nil {
		return nil, fmt.Errorf("%w of number %08x, and the one given is %08x", ErrModel, number, numberOf(s.Options.Model))
	}
	return nil, fmt.Errorf("%w of number %08x", ErrModel, number)
}

// numberOf returns the number by which archives name a model: half of its ID is
// enough to tell a few models apart, and every frame has a checksum.
func numberOf(l *learned.Level) uint32 { return uint32(l.ID()) }
