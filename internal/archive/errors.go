package archive

import (
	"errors"
	"fmt"

	"github.com/chesszip/chesszip/archive"
	"github.com/chesszip/chesszip/internal/base/corrupt"
)

var (
	// ErrCorrupt is returned for bytes that are damaged or not an archive. The error
	// is a *CorruptError with place and reason.
	ErrCorrupt = corrupt.ErrArchive
	// ErrVersion is returned for an archive in a version of the format that this
	// reader does not know.
	ErrVersion = errors.New("archive: unknown format version")
	// ErrFeature is returned for an archive that needs a feature that the caller does
	// not support. It is also ErrVersion.
	ErrFeature = fmt.Errorf("%w: unknown mandatory feature", ErrVersion)
	// ErrLimit is returned for a size above the limits of the options.
	ErrLimit = errors.New("archive: limit exceeded")
)

// The errors that callers of the library see.
type (
	CorruptError  = archive.CorruptError
	OldIndexError = archive.OldIndexError
)

// headCorrupt returns an error about the header or the footer.
func headCorrupt(offset int64, msg string, err error) error {
	return &CorruptError{Frame: -1, Offset: offset, Msg: msg, Err: err}
}
