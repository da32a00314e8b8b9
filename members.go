package chesszip

import (
	"fmt"

	"github.com/chesszip/chesszip/archive"
	"github.com/chesszip/chesszip/internal/coding"
)

// TornError says that an archive does not end with an index, but that one
// lies before its last bytes, in which there is no whole frame: something was
// being appended when the program or the machine died, or other bytes came
// behind. Open with Size as size gives the archive as it was before.
type TornError struct {
	Size int64 // bytes up to the end of the last index
	Tail int64 // bytes behind it
}

// Error returns a sentence such as
//
//	chesszip: 1234 bytes lie behind the last index, at byte 5678: an append that was cut off?
func (e *TornError) Error() string {
	return fmt.Sprintf("chesszip: %d bytes lie behind the last index, at byte %d: an append that was cut off?", e.Tail, e.Size)
}

// Unwrap returns ErrCorrupt.
func (e *TornError) Unwrap() error { return ErrCorrupt }

// GapError says that some bytes of a file belong to no archive that is whole,
// while others of the file do: an archive among several is damaged, or bytes of
// another kind are between them. Recover may save games of it.
type GapError struct {
	Offset, Length int64 // of the gap in the file, in bytes
	Err            error // why
}

// Error returns a sentence such as
//
//	chesszip: bytes 1234 to 5678 are no whole archive: archive: corrupt input at byte 5670: checksum of the index is wrong
func (e *GapError) Error() string {
	return fmt.Sprintf("chesszip: bytes %d to %d are no whole archive: %v", e.Offset, e.Offset+e.Length, e.Err)
}

// Unwrap returns ErrCorrupt and why.
func (e *GapError) Unwrap() []error { return []error{ErrCorrupt, e.Err} }

// codings returns how each member is coded.
func (s *settings) codings(members []*archive.Reader) ([]coding.Coding, error) {
	all := make([]coding.Coding, len(members))
	for i, m := range members {
		var err error
		if all[i], err = s.codingOf(m.Header().Params); err != nil {
			return nil, memberError(i, len(members), err)
		}
	}
	return all, nil
}

// memberError says in which of several members err came up; they are counted from
// 1.
func memberError(i, n int, err error) error {
	if err == nil || n == 1 {
		return err
	}
	return fmt.Errorf("archive %d of %d in the file: %w", i+1, n, err)
}
