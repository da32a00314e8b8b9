package chesszip

import (
	"cmp"
	"fmt"
	"io"
	"runtime"

	"github.com/chesszip/chesszip/internal/base/ordered"
	"github.com/chesszip/chesszip/internal/frame/chunk"
	"github.com/chesszip/chesszip/internal/frame/header"
	"github.com/chesszip/chesszip/internal/index"
	"github.com/chesszip/chesszip/internal/index/openingtable"
	"github.com/chesszip/chesszip/internal/read/unpack"
	"github.com/chesszip/chesszip/internal/write"
	"github.com/chesszip/chesszip/movelist/learned"
)

// WriterOptions are the settings for compression; nil and the zero value mean the
// defaults.
type WriterOptions struct {
	// Level codes the moves. Nil is the fastest: it codes moves by movelist.Fast and
	// texts by zstd, and readers need no model. With a level of package learned, texts
	// are coded by mixed predictions: learned.V1 takes about six times as long and saves
	// a tenth, learned.V1Max seven times longer still and saves some percent more.
	// Readers must be given the same level.
	Level *learned.Level
	// Threads is the number of frames worked on at once, at most MaxThreads, default
	// GOMAXPROCS; for a Writer the default is one. The output does not depend on it. Two
	// busy threads take at most 256 MiB, each further one 96 MiB.
	Threads int
	// Index selects the kinds of index that the archive holds, with which Filter and
	// Find skip more frames; the default is a few bytes a frame.
	Index Index
	// Unchecked omits decoding each frame before it is written. Compression then takes
	// three quarters of the time if Level is nil, hardly less with a level.
	Unchecked bool
	// FullCheck decodes each frame as Decompress does before it is written; compression
	// takes up to twice the time. By default, the check takes the likelihood of each
	// legal move from the encoder, except in 32 games of each frame. It still checks all
	// else: positions, legal moves, coded bits, tags, comments, texts. It can miss only
	// that the same program on the same machine predicts differently from the same
	// facts; Archive.Verify would find it.
	FullCheck bool
	// Sort lets Compress reorder the lines of a list of positions, 24 MiB of the input
	// at a time; Decompress returns them in the order that compresses best. This saves
	// about the logarithm of the number of all orders. The lines themselves are kept,
	// equal ones as many times, and so is whether the last has a line end. Other inputs
	// are refused with ErrNoList.
	Sort bool
	// Journal, if set, receives after each completely written frame what OpenUnfinished
	// needs to resume after an interruption: 100 bytes a frame, and its statistics. If
	// the journal is a file, the caller removes it when the archive is complete.
	Journal io.Writer
	// Progress, if set, is called from time to time, by one goroutine at a time.
	Progress func(Progress)
}

// ReaderOptions are the settings for reading; nil and the zero value mean the defaults.
type ReaderOptions struct {
	// Levels are those that archives may need: levels.All(), some of these, or results
	// of learned.Parse. PGN and archives that were written without a level need none.
	Levels []*learned.Level
	// AllowMissing also opens archives whose level is not among Levels. Counts, indexes,
	// filters and tags can be read, and lists and texts that were stored without the
	// model. The rest returns a *LevelError, and so do the tags of frames that store
	// start positions or final positions by the level. By default, opening returns the
	// *LevelError.
	AllowMissing bool
	// Threads is the number of frames worked on at once, at most MaxThreads, default
	// GOMAXPROCS; for a Reader the default is one. Each busy thread takes at most 64
	// MiB, and all together another 64 MiB.
	Threads int
	// FullCheck makes Decompress and Readers decode the moves and tags of all games even
	// if an index has them. They then check everything that a frame holds, not only what
	// they return. Archive.Verify always does so.
	FullCheck bool
	// Progress, if set, is called from time to time, by one goroutine at a time: by
	// OpenPGN, Decompress and Recover themselves, and by Archive.Verify.
	Progress func(Progress)
}

// AppendOptions are the settings of Append; nil and the zero value mean the defaults.
// The level is that of the archive.
type AppendOptions struct {
	// Levels are those that the archive may need, as in ReaderOptions.
	Levels []*learned.Level
	// Threads and Index are as in WriterOptions.
	Threads int
	Index   Index
	// Progress, if set, is called from time to time, by one goroutine at a time.
	Progress func(Progress)
}

// MergeOptions are the settings of Merge; nil and the zero value mean the
// defaults.
type MergeOptions struct {
	// Repack, if set, compresses all games again with these settings. By default, frames
	// are copied, and archives of different levels, or PGN, are refused with ErrRepack.
	Repack *WriterOptions
	// NoOpenings leaves out the opening table. By default it is rebuilt if one of the
	// archives has one, see IndexOpenings. Repack ignores this option.
	NoOpenings bool
	// Openings builds an opening table even if none of the archives has one, of the
	// games whose moves and numbers are indexed.
	Openings bool
	// Progress, if set, is called from time to time, by one goroutine at a time.
	Progress func(Progress)
}

// Progress is the state of a running Compress or Decompress.
type Progress struct {
	In, Out int64 // bytes consumed and produced so far
	Games   int64 // games so far
}

// Stats are the statistics of a Compress or Decompress.
type Stats struct {
	In, Out int64 // bytes read and written
	Games   int64
	Frames  int64
	// Copied is the number of frames that were copied from archives. Writer only.
	Copied int64
	// Plies is the number of half-moves of main lines and variations that were coded as
	// moves, and MoveBits their size in bits. Compress only.
	Plies, MoveBits int64
	// Sorted reports that lines are in another order than in the input.
	Sorted bool
	// TextFrames is the number of frames that were stored as text, since they hold no or
	// hardly any games. Compress only.
	TextFrames int64
	// Content is the kind of the input if Games is 0. Compress only.
	Content Content
}

// Index is a sum of the kinds of index that an archive may hold to be searched faster.
// The zero Index is the statistics that each frame has in the footer: at most 0.15 bytes
// a game.
type Index uint8

const (
	// IndexPlayers stores for each frame a filter of the players' names, about 1.3 bytes
	// for each name in the frame: a search for a player skips 99 of 100 frames without
	// the player. It also stores the names of the players of each game, 4 to 7 bytes a
	// game, so that no tags need decoding; and the values of Event, Site, TimeControl,
	// Termination and Opening that games share, if these take at most 2 bytes a game
	// each. Decoding most games of a frame takes these tags from the index too.
	IndexPlayers Index = 1 << iota
	// IndexPositions stores the moves of games again, about 0.85 bytes for each, which
	// is 50 to 110 bytes a game. Find then replays some 400,000 games a second instead
	// of some 15,000, and more if it can stop early. About 10 further bytes a game
	// exclude positions that it cannot have reached. Decoding then takes moves from the
	// index, except for variations and the moves before them in groups of 8 games, games
	// of other variants, frames with words that are not moves, the first frame of a
	// stream that is not an io.Seeker, and remote archives. Verify decodes them all.
	IndexPositions
	// IndexNumbers stores ratings, date, result, ECO and length of games as numbers, 4
	// to 7 bytes a game, so that a Query of these fields alone decodes no tags. It also
	// stores how these tags are written if that is not standard, so that decoding most
	// games of a frame takes them from the index.
	IndexNumbers
	// IndexOpenings stores what all games played from each position that ten or more of
	// them reached, about 8 bytes a game, so that Explore answers without reading games.
	// It needs IndexPositions and IndexNumbers, and sets them. No table is made if more
	// positions than games are that frequent, as when all games occur ten times. Making
	// it replays all games twice, and more often beyond some millions; meanwhile
	// Compress keeps their index, in a temporary file if it is more than 16 MiB.
	IndexOpenings
)

// MaxThreads is the greatest value of Threads in any options.
const MaxThreads = ordered.MaxThreads

// threads returns n or, if it is 0, the default. The error is ErrOption.
func threads(n, def int) (int, error) {
	if n < 0 || n > MaxThreads {
		return 0, fmt.Errorf("%w: Threads is %d, want 0 to %d", ErrOption, n, MaxThreads)
	}
	return cmp.Or(n, def), nil
}

// allThreads is the default number of threads of what is not a stream.
func allThreads() int { return min(runtime.GOMAXPROCS(0), MaxThreads) }

// writing converts the options to those of package write, with a default number of
// threads. The error is ErrOption.
func (o *WriterOptions) writing(defaultThreads int) (*write.Options, error) {
	v := cmp.Or(o, &WriterOptions{})
	if v.Index > IndexPlayers|IndexPositions|IndexNumbers|IndexOpenings {
		return nil, fmt.Errorf("%w: Index %d", ErrOption, v.Index)
	}
	n, err := threads(v.Threads, defaultThreads)
	content := index.Content(v.Index)
	if v.Index&IndexOpenings != 0 {
		content |= index.Positions | index.Numbers
	}
	return &write.Options{
		Level: v.Level, Threads: n, Content: content, Room: index.DefaultRoom, Limits: openingtable.DefaultLimits(),
		Unchecked: v.Unchecked, FullCheck: v.FullCheck, Sort: v.Sort, Journal: v.Journal, Progress: progress(v.Progress),
	}, err
}

// reading converts the options to those of package unpack, with a default number of
// threads. The error is ErrOption.
func (o *ReaderOptions) reading(defaultThreads int) (*unpack.Options, error) {
	v := *cmp.Or(o, &ReaderOptions{})
	n, err := threads(v.Threads, defaultThreads)
	coding := func(params []byte) (header.Coding, error) {
		c, err := header.Of(params, v.Levels, func(number uint32) error { return &LevelError{Number: number} })
		if err == nil && !v.AllowMissing {
			err = c.Missing
		}
		return c, err
	}
	return &unpack.Options{Threads: n, FullCheck: v.FullCheck, Coding: coding, Progress: progress(v.Progress)}, err
}

// progress converts a function of options; nil stays nil.
func progress(f func(Progress)) func(*chunk.Stats) {
	if f == nil {
		return nil
	}
	return func(s *chunk.Stats) { f(Progress{In: s.In, Out: s.Out, Games: s.Games}) }
}

// statsOf converts statistics.
func statsOf(s chunk.Stats) Stats {
	return Stats{
		In: s.In, Out: s.Out, Games: s.Games, Frames: s.Frames, Copied: s.Copied,
		Plies: s.Plies, MoveBits: s.MoveBits, Sorted: s.Sorted, TextFrames: s.TextFrames, Content: Content(s.Content),
	}
}

// Content is the kind of a file without games. String names it, as in "a JPEG image".
// There are more kinds than the constants below.
type Content uint8

// Kinds of content that are treated specially.
const (
	ContentEmpty     = Content(chunk.Empty)
	ContentPositions = Content(chunk.Positions) // FEN or EPD, one a line
	ContentTable     = Content(chunk.Table)     // a table with a FEN in each line, such as puzzles
	ContentRecords   = Content(chunk.Records)   // of package records
	ContentUTF16     = Content(chunk.UTF16)
	ContentUTF32     = Content(chunk.UTF32)
)

// String returns the name of the kind, such as "a JPEG image".
func (c Content) String() string { return chunk.Content(c).String() }

// ContentOf returns the kind of a file without games, judged by its first bytes, of
// which it reads 16 kB at most.
func ContentOf(head []byte) Content { return Content(chunk.ContentOf(head)) }
