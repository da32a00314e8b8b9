package chesszip

import (
	"cmp"
	"fmt"
	"io"
	"runtime"

	"github.com/chesszip/chesszip/archive"
	"github.com/chesszip/chesszip/internal/base/ordered"
	"github.com/chesszip/chesszip/internal/frame/chunk"
	"github.com/chesszip/chesszip/internal/frame/header"
	"github.com/chesszip/chesszip/internal/index"
	"github.com/chesszip/chesszip/internal/index/openingtable"
	"github.com/chesszip/chesszip/movelist/learned"
)

// WriterOptions are the settings of what compresses; nil and the zero value mean
// the defaults.
type WriterOptions struct {
	// Level codes the moves. Nil codes them by movelist.Fast and texts by zstd,
	// which is the fastest and what readers need no model for. With a level of
	// package learned, texts are coded by mixed predictions: learned.V1 takes about
	// six times as long and saves a tenth, learned.V1Max seven times longer still and
	// saves some percent more. Whoever reads must be given the level, too.
	Level *learned.Level
	// Threads is the number of frames worked on at once, at most MaxThreads, default
	// GOMAXPROCS, and one for a Writer. The output does not depend on it. Two that have work
	// take at most 256 MiB, and each more 96 MiB.
	Threads int
	// Index says what an archive holds beside its games so that Filter and Find
	// pass over more frames; the default is a few bytes a frame.
	Index Index
	// Unchecked leaves out decoding every frame before it is written, and takes three
	// quarters of the time where Level is nil, hardly less with a level.
	Unchecked bool
	// FullCheck decodes every frame as Decompress does before it is written, and takes
	// up to twice the time. Without, the check is told by the encoder how likely each
	// legal move was, but for 32 games of each frame, and finds out all
	// else: positions, legal moves, what was coded, tags, comments, texts. It misses
	// only what Archive.Verify finds and the same program on the same machine would
	// hardly do: to predict differently from the same facts.
	FullCheck bool
	// Sort gives up the order of the lines of a list of positions, which saves
	// about the logarithm of the number of all orders: Decompress gives them in
	// an order in which they take little room, 24 MiB of the input at a time.
	// Lines are kept as they are, equal ones as many times, and whether the last
	// has an end. Inputs that are no such list are refused with ErrNoList.
	Sort bool
	// Journal, if set, is told after each frame, when all of it has been written, what
	// OpenUnfinished needs to go on where the work was cut off: 100 bytes a frame, and
	// its statistics. Whoever keeps it in a file removes that when the archive is done.
	Journal io.Writer
	// Progress, if set, is called now and then, by one goroutine at a time.
	Progress func(Progress)
}

// ReaderOptions are the settings of what reads; nil and the zero value mean the
// defaults.
type ReaderOptions struct {
	// Levels are those that archives may need: levels.All(), some of these, or what
	// learned.Parse gave. None is needed for PGN and for archives that were written
	// without one.
	Levels []*learned.Level
	// AllowMissing opens archives whose level is not among Levels, too. Counts,
	// indexes, filters and tags can be had of them, and lists and texts that no model
	// stored; what needs the level returns a *LevelError, and so do the tags of
	// frames that store start positions or final positions by it. Without, the
	// *LevelError comes at once.
	AllowMissing bool
	// Threads is the number of frames worked on at once, at most MaxThreads, default
	// GOMAXPROCS, and one for a Reader. Each that has work takes at most 64 MiB, and all
	// together 64 MiB.
	Threads int
	// FullCheck makes Decompress and Readers decode moves and tags of all games, also
	// where an index has them, so that everything that a frame holds is checked, and not only
	// what comes out. Archive.Verify does so in any case.
	FullCheck bool
	// Progress, if set, is called now and then, by one goroutine at a time: by
	// OpenPGN, Decompress and Recover themselves, and by Archive.Verify.
	Progress func(Progress)
}

// AppendOptions are the settings of Append; nil and the zero value mean the
// defaults. Moves are coded by the level that the archive names.
type AppendOptions struct {
	// Levels are those that the archive may need, as of ReaderOptions.
	Levels []*learned.Level
	// Threads and Index are as of WriterOptions.
	Threads int
	Index   Index
	// Progress, if set, is called now and then, by one goroutine at a time.
	Progress func(Progress)
}

// MergeOptions are the settings of Merge; nil and the zero value mean the
// defaults.
type MergeOptions struct {
	// Repack, if set, compresses all games anew with these settings. Else their
	// frames are taken as they are, and archives of different levels, or PGN, are
	// refused with ErrRepack.
	Repack *WriterOptions
	// NoOpenings leaves the opening table out, which else is made anew if one of the
	// archives has one, see IndexOpenings. It is no matter for Repack.
	NoOpenings bool
	// Openings makes an opening table even where none of the archives has one, of games
	// whose moves and numbers are in an index.
	Openings bool
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
	// Copied is how many frames were taken from archives as they are. Writer only.
	Copied int64
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
	// passes over 99 of 100 frames without, and the names of each game's players, 4
	// to 7 bytes a game, so that it decodes no tags; and of Event, Site, TimeControl,
	// Termination and Opening the values that games share, where these take at most 2
	// bytes a game each. What gives most games of a frame takes them from there, too.
	IndexPlayers Index = 1 << iota
	// IndexPositions keeps the moves of games once more, about 0.85 bytes for
	// each, which is 50 to 110 bytes a game, so that Find replays some 400,000
	// games a second, and more where it can stop early, instead of some 15,000; and
	// about 10 bytes more a game that say which positions it cannot have come to. Then
	// what gives games decodes no moves, but for variations and what stands before them
	// in groups of 8 games, games of other variants, frames with words that are no
	// moves, the first frame of a stream that is no io.Seeker, and archives at
	// addresses; Verify does.
	IndexPositions
	// IndexNumbers keeps ratings, date, result, ECO and length of games as
	// numbers, 4 to 7 bytes a game, so that a Query that asks of nothing else
	// decodes no tags; and how these tags are written where that does not follow, so that
	// what gives most games of a frame takes them from there.
	IndexNumbers
	// IndexOpenings keeps what all games have made of each position that ten or more
	// of them came to, about 8 bytes a game, so that Explore answers without looking
	// into games. It needs IndexPositions and IndexNumbers, which it sets. There is none where more
	// positions than games are so frequent, as where all games come ten times. Making it
	// replays all games twice, and more often beyond some millions; what is compressed
	// keeps their index meanwhile, in a temporary file where it is more than 16 MiB.
	IndexOpenings
)

// settings are options with their defaults, and what no user sets.
type settings struct {
	level    *learned.Level   // to write with, nil for the fast level
	levels   []*learned.Level // to read with
	Threads  int
	Index    Index
	Progress func(Progress)

	Sort, Unchecked, FullCheck bool
	Journal                    io.Writer
	allowMissing               bool
	room                       int  // bytes for frame statistics in the container's index
	sorted                     bool // lines of the input have been sorted before
	openings                   openingtable.Limits
}

// withDefaults returns the settings to write with.
func (o *WriterOptions) withDefaults() (settings, error) {
	v := cmp.Or(o, &WriterOptions{})
	return settings{
		level: v.Level, Threads: v.Threads, Index: v.Index,
		Progress: v.Progress, Sort: v.Sort, Unchecked: v.Unchecked, FullCheck: v.FullCheck, Journal: v.Journal,
	}.withDefaults()
}

// withDefaults returns the settings to read with.
func (o *ReaderOptions) withDefaults() (settings, error) {
	v := cmp.Or(o, &ReaderOptions{})
	return settings{levels: v.Levels, allowMissing: v.AllowMissing, Threads: v.Threads, FullCheck: v.FullCheck, Progress: v.Progress}.withDefaults()
}

// withDefaults returns the settings to append with.
func (o *AppendOptions) withDefaults() (settings, error) {
	v := cmp.Or(o, &AppendOptions{})
	return settings{levels: v.Levels, Threads: v.Threads, Index: v.Index, Progress: v.Progress}.withDefaults()
}

func (s settings) withDefaults() (settings, error) {
	if s.Index > IndexPlayers|IndexPositions|IndexNumbers|IndexOpenings {
		return s, fmt.Errorf("%w: Index %d", ErrOption, s.Index)
	}
	if err := checkThreads(s.Threads); err != nil {
		return s, err
	}
	s.Threads = cmp.Or(s.Threads, min(runtime.GOMAXPROCS(0), MaxThreads))
	s.room = index.DefaultRoom
	s.openings = openingtable.DefaultLimits()
	if s.Index&IndexOpenings != 0 {
		s.Index |= IndexPositions | IndexNumbers
	}
	return s, nil
}

// MaxThreads is the most that Threads of any options may be.
const MaxThreads = ordered.MaxThreads

// checkThreads returns an ErrOption for a number of threads that nothing can have.
func checkThreads(n int) error {
	if n < 0 || n > MaxThreads {
		return fmt.Errorf("%w: Threads is %d, want 0 to %d", ErrOption, n, MaxThreads)
	}
	return nil
}

// report tells Progress what stats say.
func (s *settings) report(stats *Stats) {
	if s.Progress != nil {
		s.Progress(Progress{In: stats.In, Out: stats.Out, Games: stats.Games})
	}
}

// codingOf returns the coding of an archive with the given parameters. The error is
// its *LevelError if a missing level is not allowed.
func (s *settings) codingOf(params []byte) (header.Coding, error) {
	c, err := header.Of(params, s.levels, func(number uint32) error { return &LevelError{Number: number} })
	if err == nil && !s.allowMissing {
		err = c.Missing
	}
	return c, err
}

// codings returns how each member is coded.
func (s *settings) codings(members []*archive.Reader) ([]header.Coding, error) {
	all := make([]header.Coding, len(members))
	for i, m := range members {
		var err error
		if all[i], err = s.codingOf(m.Header().Params); err != nil {
			return nil, memberError(i, len(members), err)
		}
	}
	return all, nil
}

// Content is what a file without a game is; its String names it, as in "a JPEG
// image". There are more than the constants below.
type Content uint8

// Contents that are treated in a way of their own.
const (
	ContentEmpty     = Content(chunk.Empty)
	ContentPositions = Content(chunk.Positions) // FEN or EPD, a line each
	ContentTable     = Content(chunk.Table)     // one with a FEN in each line, such as puzzles
	ContentRecords   = Content(chunk.Records)   // of package records
	ContentUTF16     = Content(chunk.UTF16)
	ContentUTF32     = Content(chunk.UTF32)
)

// String returns the name of what it is, such as "a JPEG image".
func (c Content) String() string { return chunk.Content(c).String() }

// ContentOf tells what a file without a game is by its first bytes, of which it
// looks at 16 kB at most.
func ContentOf(head []byte) Content { return Content(chunk.ContentOf(head)) }
