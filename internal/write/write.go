// Package write makes archives. It cuts an input into chunks, encodes a frame of each,
// several at once, and writes them in their order, with their index and their entries in
// a journal.
//
//	Compress   an archive of an io.Reader
//	Add        the frames of an archive that was begun
//	Append     what follows an existing archive
//	Merge      an archive of copied frames of several files
//	Stream     an archive of what is written to it, or copied from another archive
package write

import (
	"io"

	"github.com/chesszip/chesszip/internal/archive"
	"github.com/chesszip/chesszip/internal/column/open"
	"github.com/chesszip/chesszip/internal/frame/chunk"
	"github.com/chesszip/chesszip/internal/frame/header"
	"github.com/chesszip/chesszip/internal/index"
	"github.com/chesszip/chesszip/internal/index/openingtable"
	"github.com/chesszip/chesszip/internal/read/openings"
	"github.com/chesszip/chesszip/internal/write/journal"
)

// Options are the settings of an archive. Level, Threads, Unchecked, FullCheck, Sort and
// Journal are as in chesszip.WriterOptions; Threads is at least 1.
type Options struct {
	header.Form
	Threads int

	Unchecked, FullCheck bool
	Sort                 bool
	Sorted               bool // lines of the input are already sorted

	Journal io.Writer     // or nil
	Kept    *journal.Kept // frames that are in the archive already, or nil

	Limits openingtable.Limits // of making an opening table

	Progress func(*chunk.Stats) // called by one goroutine at a time, or nil

	begun   *openings.Games // those in the archive already, or nil
	covered int64           // number of these in an existing table
}

// openings returns the games for the opening table of an archive without one; nil if
// there is to be no table.
func (o *Options) openings() *openings.Games {
	switch {
	case o.begun != nil:
		return o.begun
	case o.Openings:
		return &openings.Games{Level: o.Level}
	}
	return nil
}

// Flags of JournalOptions.
const (
	journalUnchecked = 1 << 7
	journalSorted    = 1 << 6
)

// JournalOptions encodes the options on which the bytes of an archive depend, for the
// beginning of a journal.
func (o *Options) JournalOptions() []byte {
	flags := byte(0)
	if o.Unchecked {
		flags |= journalUnchecked
	}
	if o.Sort {
		flags |= journalSorted
	}
	return append(header.Params(&o.Form), flags)
}

// NewArchive begins an archive with the given parameters in its header, in which these
// columns are open. Sorted records that lines are in another order than in
// the input. The error is that of dst.
func NewArchive(dst io.Writer, params []byte, set open.Set, sorted bool) (*index.Writer, error) {
	header := header.Header(params, sorted)
	w, err := archive.NewWriter(dst, &header, nil)
	return index.NewWriter(w, set), err
}
