package archive

import (
	"errors"
	"fmt"
)

var (
	// ErrCorrupt is returned for bytes that are damaged or not an archive. The error
	// is a *CorruptError with place and reason.
	ErrCorrupt = errors.New("archive: corrupt input")
	// ErrVersion is returned for an archive in a version of the format that this
	// reader does not know.
	ErrVersion = errors.New("archive: unknown format version")
	// ErrFeature is returned for an archive that needs a feature that the caller does
	// not support.
	ErrFeature = errors.New("archive: unknown mandatory feature")
	// ErrLimit is returned for a size above the limits of the options.
	ErrLimit = errors.New("archive: limit exceeded")
)

// CorruptError reports where an archive is damaged. It unwraps to ErrCorrupt, and
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

// Unwrap returns ErrCorrupt, and Err if there is one.
func (e *CorruptError) Unwrap() []error {
	if e.Err == nil {
		return []error{ErrCorrupt}
	}
	return []error{ErrCorrupt, e.Err}
}

// headCorrupt returns an error about the header or the footer.
func headCorrupt(offset int64, msg string, err error) error {
	return &CorruptError{Frame: -1, Offset: offset, Msg: msg, Err: err}
}
