package chesszip

import "fmt"

// Numbers of the levels that chesszip comes with. They are constants, so that a program
// can name a level without linking its weights. A test compares them with the weights.
const (
	v1Number    = 0x0d9afd41
	v1MaxNumber = 0x1e85535a
)

// LevelError reports that an archive needs a learned level that was not given.
type LevelError struct {
	// Number is the lower half of the ID of that level.
	Number uint32
}

// Variable returns the Go name of the level, such as "learned.V1". It is "" for a level
// that the user trained; learned.Parse reads such a level from its file.
func (e *LevelError) Variable() string {
	switch e.Number {
	case v1Number:
		return "learned.V1"
	case v1MaxNumber:
		return "learned.V1Max"
	}
	return ""
}

// Error returns a sentence with the code to add, such as
//
//	chesszip: the archive needs the level learned.V1: import "github.com/chesszip/chesszip/movelist/learned" and set ReaderOptions.Levels: []movelist.Level{learned.V1}, or import "github.com/chesszip/chesszip/levels" and set Levels: levels.All()
func (e *LevelError) Error() string {
	if name := e.Variable(); name != "" {
		return fmt.Sprintf("%v %s: import %q and set ReaderOptions.Levels: []movelist.Level{%s}, or import %q and set Levels: levels.All()",
			ErrLevel, name, packageOfLevels, name, packageOfAll)
	}
	return fmt.Sprintf("%v of number %08x, which is none of the shipped ones: read its file by learned.Parse and add it to ReaderOptions.Levels", ErrLevel, e.Number)
}

const (
	packageOfLevels = "github.com/chesszip/chesszip/movelist/learned"
	packageOfAll    = "github.com/chesszip/chesszip/levels"
)

// Unwrap returns ErrLevel.
func (e *LevelError) Unwrap() error { return ErrLevel }

// TornError reports that an archive has bytes after its last index, and that these hold
// no whole frame: the program or the machine stopped during an append, or other bytes
// were added to the file. Open with the size Size gives the archive as it was before.
type TornError struct {
	Size int64 // bytes up to the end of the last index
	Tail int64 // bytes after it
}

// Error returns a sentence such as
//
//	chesszip: 1234 bytes lie after the last index, at byte 5678: an append that was cut off?
func (e *TornError) Error() string {
	return fmt.Sprintf("chesszip: %d bytes lie after the last index, at byte %d: an append that was cut off?", e.Tail, e.Size)
}

// Unwrap returns ErrCorrupt.
func (e *TornError) Unwrap() error { return ErrCorrupt }

// GapError reports that some bytes of a file do not belong to a whole archive, while
// others do: one of several archives is damaged, or there are foreign bytes between
// them. Recover may save games from the gap.
type GapError struct {
	Offset, Length int64 // of the gap in the file, in bytes
	Err            error // the cause
}

// Error returns a sentence such as
//
//	chesszip: bytes 1234 to 5678 are not a whole archive: archive: corrupt input at byte 5670: checksum of the index is wrong
func (e *GapError) Error() string {
	return fmt.Sprintf("chesszip: bytes %d to %d are not a whole archive: %v", e.Offset, e.Offset+e.Length, e.Err)
}

// Unwrap returns ErrCorrupt and Err.
func (e *GapError) Unwrap() []error { return []error{ErrCorrupt, e.Err} }

// memberError adds to err which of n members it comes from, counted from 1.
func memberError(i, n int, err error) error {
	if err == nil || n == 1 {
		return err
	}
	return fmt.Errorf("archive %d of %d in the file: %w", i+1, n, err)
}
