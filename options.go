package chesszip

import (
	"cmp"
	"fmt"
	"io"
	"runtime"

	"github.com/chesszip/chesszip/internal/base/ordered"
	"github.com/chesszip/chesszip/internal/column/open"
	"github.com/chesszip/chesszip/internal/frame/chunk"
	"github.com/chesszip/chesszip/internal/frame/header"
	"github.com/chesszip/chesszip/internal/index/openingtable"
	"github.com/chesszip/chesszip/internal/read/unpack"
	"github.com/chesszip/chesszip/internal/write"
	"github.com/chesszip/chesszip/movelist"
	"github.com/chesszip/chesszip/movelist/learned"
)

// WriterOptions are the settings for compression; nil and the zero value mean the
// defaults.
type WriterOptions struct {
	// Level codes the moves. Nil is movelist.Fast, the fastest: texts are packed by
	// zstd, and readers need no model. With a level of package learned, texts
	// are coded by mixed predictions: learned.V1 takes about six times as long and saves
	// a tenth, learned.V1Max seven times longer still and saves some percent more.
	// Readers must be given the same level. The other levels of package movelist are for
	// columns, and ErrOption here.
	Level movelist.Level
	// Threads is the number of frames worked on at once, at most MaxThreads, default
	// GOMAXPROCS; for a Writer the default is one. The output does not depend on it. Two
	// busy threads take at most 256 MiB, each further one 96 MiB.
	Threads int
	// Open selects the columns that questions read without decoding games, and whether
	// there is an opening table.
	Open Columns
	// Plain predicts nothing: what is not open is packed by zstd. Archives are larger, and
	// are made several times as fast. It excludes a Level.
	Plain bool
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
	Levels []movelist.Level
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
	// Progress, if set, is called from time to time, by one goroutine at a time: by
	// OpenPGN, Decompress and Recover themselves, and by Archive.Verify.
	Progress func(Progress)
}

// AppendOptions are the settings of Append; nil and the zero value mean the defaults.
// The level is that of the archive.
type AppendOptions struct {
	// Levels are those that the archive may need, as in ReaderOptions.
	Levels []movelist.Level
	// Threads is as in WriterOptions. Open are columns that are open in new frames besides
	// those of the archive.
	Threads int
	Open    Columns
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
	// archives has one, see OpeningTable. Repack ignores this option.
	NoOpenings bool
	// Openings builds an opening table even if none of the archives has one, of the
	// games whose moves and numbers are indexed.
	Openings bool
	// Progress, if set, is called from time to time, by one goroutine at a time.
	Progress func(Progress)
}

// Progress is the state of a running Compress or Decompress.
type Progress struct {
	// In and Out are the bytes consumed and produced so far. In has an estimate of what
	// is done of frames that are worked on.
	In    int64 `json:"in"`
	Out   int64 `json:"out"`
	Games int64 `json:"games"` // games so far
}

// Stats are the statistics of a Compress or Decompress.
type Stats struct {
	In     int64 `json:"in"` // bytes read and written
	Out    int64 `json:"out"`
	Games  int64 `json:"games"`
	Frames int64 `json:"frames"`
	// Copied is the number of frames that were copied from archives. Writer only.
	Copied int64 `json:"copied"`
	// Plies is the number of half-moves of main lines and variations that were coded as
	// moves, and MoveBits their size in bits. Compress only.
	Plies    int64 `json:"plies"`
	MoveBits int64 `json:"move_bits"`
	// Sorted reports that lines are in another order than in the input.
	Sorted bool `json:"sorted"`
	// TextFrames is the number of frames that were stored as text, since they hold no or
	// hardly any games. Compress only.
	TextFrames int64 `json:"text_frames"`
	// Content is the kind of the input if Games is 0. Compress only.
	Content Content `json:"content"`
}

// Columns is a set of open columns, and perhaps an opening table. An open column stands in
// its frame in a form that questions read directly and alone; it takes more bytes than a
// packed one. Frames of fewer than 64 games, and frames that are kept as text, have none.
type Columns uint8

const (
	// ColumnNames opens the names of players, and tags whose values many games share, such
	// as Event, Site, TimeControl, Termination and Opening: a list of the different values
	// and a number for each game. A filter of names in each frame's statistics lets a
	// search for a player pass over 99 of 100 frames without the player.
	ColumnNames Columns = 1 << iota
	// ColumnMoves opens the moves, in about 0.9 bytes each. Find then replays some 400,000
	// games a second instead of some 15,000, and more if it can stop early: about 10 bytes
	// a game exclude positions that it cannot have reached. It opens the numbers too.
	ColumnMoves
	// ColumnNumbers opens ratings, date, result, ECO and length of games as numbers of fixed
	// width.
	ColumnNumbers
	// OpeningTable stores what all games played from each position that ten or more of them
	// reached, about 8 bytes a game, so that Explore answers without reading games. It
	// opens moves and numbers. No table is made if more positions than games are that
	// frequent, as when all games occur ten times. Making it replays all games twice, and
	// more often beyond some millions; meanwhile Compress keeps their frames, in a
	// temporary file if they are more than 16 MiB.
	OpeningTable
)

// AllColumns opens all columns, and makes an opening table.
const AllColumns = ColumnNames | ColumnMoves | ColumnNumbers | OpeningTable

// Database returns the settings of an archive for searching, as the command makes with -0.
func Database() *WriterOptions { return &WriterOptions{Open: AllColumns, Plain: true} }

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
	form := header.Form{Plain: v.Plain}
	var err error
	form.Level, err = ofArchive(v.Level)
	switch {
	case err != nil:
	case v.Open > AllColumns:
		err = fmt.Errorf("%w: Open %d", ErrOption, v.Open)
	case v.Plain && form.Level != nil:
		err = fmt.Errorf("%w: Plain with a Level", ErrOption)
	}
	if err != nil {
		return nil, err
	}
	v.Open.to(&form)
	n, err := threads(v.Threads, defaultThreads)
	return &write.Options{
		Form: form, Threads: n, Limits: openingtable.DefaultLimits(),
		Unchecked: v.Unchecked, FullCheck: v.FullCheck, Sort: v.Sort, Journal: v.Journal, Progress: progress(v.Progress),
	}, err
}

// ofArchive returns the level by which an archive codes moves, nil for the fast one.
// The error is ErrOption.
func ofArchive(l movelist.Level) (*learned.Level, error) {
	if deep, ok := l.(*learned.Level); ok || l == nil || l == movelist.Fast {
		return deep, nil
	}
	return nil, fmt.Errorf("%w: Level %s, want nil, movelist.Fast or a level of package learned", ErrOption, l.Name())
}

// ofArchives returns those of the levels that an archive may need.
func ofArchives(levels []movelist.Level) (list []*learned.Level) {
	for _, l := range levels {
		if deep, _ := ofArchive(l); deep != nil {
			list = append(list, deep)
		}
	}
	return list
}

// to sets the columns of a form.
func (c Columns) to(f *header.Form) {
	f.Open, f.Openings = open.Set(c&^OpeningTable), c&OpeningTable != 0
	if f.Openings {
		f.Open |= open.Moves
	}
	if f.Open&open.Moves != 0 {
		f.Open |= open.Numbers
	}
}

// reading converts the options to those of package unpack, with a default number of
// threads. The error is ErrOption.
func (o *ReaderOptions) reading(defaultThreads int) (*unpack.Options, error) {
	v := *cmp.Or(o, &ReaderOptions{})
	n, err := threads(v.Threads, defaultThreads)
	coding := func(params []byte) (header.Coding, error) {
		c, err := header.Of(params, ofArchives(v.Levels), func(number uint32) error { return &LevelError{Number: number} })
		if err == nil && !v.AllowMissing {
			err = c.Missing
		}
		return c, err
	}
	return &unpack.Options{Threads: n, Coding: coding, Progress: progress(v.Progress)}, err
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
