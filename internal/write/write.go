// Package write makes archives: it cuts an input into chunks, makes a frame of each,
// several at once, and writes them in their order, with what an index says of them and
// what a journal keeps of them.
//
//	Compress   an archive of an io.Reader
//	Add        the frames of an archive that was begun
//	Append     what belongs behind an archive that is there
//	Merge      an archive of the frames of several files, as they are
//	Stream     an archive of what is written to it, or is copied from another archive
package write

import (
	"io"

	"github.com/chesszip/chesszip/archive"
	"github.com/chesszip/chesszip/internal/frame/chunk"
	"github.com/chesszip/chesszip/internal/frame/header"
	"github.com/chesszip/chesszip/internal/index"
	"github.com/chesszip/chesszip/internal/index/openingtable"
	"github.com/chesszip/chesszip/internal/read/openings"
	"github.com/chesszip/chesszip/internal/write/journal"
	"github.com/chesszip/chesszip/movelist/learned"
)

// Options say how an archive is made. Level, Threads, Unchecked, FullCheck, Sort and
// Journal are as of chesszip.WriterOptions; Threads is at least 1.
type Options struct {
	Level   *learned.Level
	Threads int
	Content index.Content // of index frames, and whether there is an opening table
	Room    int           // bytes for statistics in the container's index

	Unchecked, FullCheck bool
	Sort                 bool
	Sorted               bool // lines of the input have been sorted before

	Journal io.Writer     // nil for none
	Kept    *journal.Kept // frames that stand in the archive already, nil for none

	Limits openingtable.Limits // of making an opening table

	Progress func(*Stats) // is called by one goroutine at a time, nil for nobody

	begun   *openings.Games // those that are in the archive already, nil for none
	covered int64           // of these, those in a table that is there already
}

// openings returns the games for the opening table of an archive that has none yet; nil
// where there is to be no table.
func (o *Options) openings() *openings.Games {
	switch {
	case o.begun != nil:
		return o.begun
	case o.Content&index.Openings != 0:
		return new(openings.Games)
	}
	return nil
}

// Stats says what was written. Content, TextFrames, Plies and MoveBits are as of
// chesszip.Stats.
type Stats struct {
	In, Out         int64 // bytes
	Games, Frames   int64
	Copied          int64 // frames that were taken from other archives as they are
	Plies, MoveBits int64
	Sorted          bool
	TextFrames      int64
	Content         chunk.Content
}

// Flags of JournalOptions beside the Content.
const (
	journalUnchecked = 1 << 7
	journalSorted    = 1 << 6
)

// JournalOptions are the options on which the bytes of an archive depend, as a journal
// begins with them.
func (o *Options) JournalOptions() []byte {
	flags := byte(o.Content)
	if o.Unchecked {
		flags |= journalUnchecked
	}
	if o.Sort {
		flags |= journalSorted
	}
	return append(header.Params(o.Level), flags)
}

// report tells Progress what stats say.
func (o *Options) report(stats *Stats) {
	if o.Progress != nil {
		o.Progress(stats)
	}
}

// NewArchive begins an archive with the given parameters in its header, with room bytes
// for statistics in its index. Sorted says that lines are in another order than in the
// input. The error is that of dst.
func NewArchive(dst io.Writer, params []byte, sorted bool, room int) (*index.Writer, error) {
	header := header.Header(params, sorted)
	w, err := archive.NewWriter(dst, &header, nil)
	return index.NewWriter(w, room), err
}
