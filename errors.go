package chesszip

import "fmt"

// Numbers of the levels that chesszip comes with. They are constants, so that
// naming a level links no weights; a test compares them with the weights.
const (
	v1Number    = 0x0d9afd41
	v1MaxNumber = 0x1e85535a
)

// LevelError says that an archive needs a learned level that was not given.
type LevelError struct {
	// Number is the lower half of the ID of the level that is needed.
	Number uint32
}

// Variable returns the name of the level, such as "learned.V1", and "" for one of
// one's own, which learned.Parse reads from the file it was written to.
func (e *LevelError) Variable() string {
	switch e.Number {
	case v1Number:
		return "learned.V1"
	case v1MaxNumber:
		return "learned.V1Max"
	}
	return ""
}

// Error returns a sentence that says what to add, such as
//
//	chesszip: the archive needs the level learned.V1: import "github.com/chesszip/chesszip/movelist/learned" and set ReaderOptions.Levels: []*learned.Level{learned.V1}, or import "github.com/chesszip/chesszip/levels" and set Levels: levels.All()
func (e *LevelError) Error() string {
	if name := e.Variable(); name != "" {
		return fmt.Sprintf("%v %s: import %q and set ReaderOptions.Levels: []*learned.Level{%s}, or import %q and set Levels: levels.All()",
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

// memberError says in which of several members err came up; they are counted from
// 1.
func memberError(i, n int, err error) error {
	if err == nil || n == 1 {
		return err
	}
	return fmt.Errorf("archive %d of %d in the file: %w", i+1, n, err)
}
