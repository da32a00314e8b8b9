// Package archive has the errors that say where an archive is damaged, and an index of it
// that is no longer needed. Calls of package chesszip return them: errors.As finds them.
//
//	var damage *archive.CorruptError
//	if errors.As(err, &damage) { fmt.Println(damage.Frame, damage.Offset, damage.Msg) }
package archive

import (
	"fmt"

	"github.com/chesszip/chesszip/internal/base/corrupt"
)

// CorruptError reports where an archive is damaged. It unwraps to chesszip.ErrCorrupt, and
// also to io.ErrUnexpectedEOF if the archive ends too early.
type CorruptError struct {
	Frame  int   // number of the frame in the file, from 0, or -1 for header and footer
	Offset int64 // of the damage in the file, in bytes
	Msg    string
	Err    error // further cause, or nil
}

// Error returns a sentence such as
//
//	archive: corrupt input in frame 2 at byte 33: checksum of the frame is wrong
//
// in which frames are counted from 1.
func (e *CorruptError) Error() string {
	if e.Frame < 0 {
		return fmt.Sprintf("archive: corrupt input at byte %d: %s", e.Offset, e.Msg)
	}
	return fmt.Sprintf("archive: corrupt input in frame %d at byte %d: %s", e.Frame+1, e.Offset, e.Msg)
}

// Unwrap returns chesszip.ErrCorrupt, and Err if there is one.
func (e *CorruptError) Unwrap() []error {
	if e.Err == nil {
		return []error{corrupt.ErrArchive}
	}
	return []error{corrupt.ErrArchive, e.Err}
}

// OldIndexError reports that an old index, which appending has left between frames,
// is damaged. No data is lost: the last index names all frames.
type OldIndexError struct {
	Offset, Length int64 // of the old index in the file, in bytes
	Err            error // the damage
}

// Error returns a sentence such as
//
//	archive: bytes 1234 to 5678, an old index, are damaged: archive: corrupt input at byte 1234: checksum of the index is wrong
func (e *OldIndexError) Error() string {
	return fmt.Sprintf("archive: bytes %d to %d, an old index, are damaged: %v", e.Offset, e.Offset+e.Length, e.Err)
}

// Unwrap returns chesszip.ErrCorrupt and Err.
func (e *OldIndexError) Unwrap() []error { return []error{corrupt.ErrArchive, e.Err} }
