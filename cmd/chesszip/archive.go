package main

import (
	"errors"
	"fmt"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/archive"
)

// isArchive reports whether a file that begins with head is an archive.
func isArchive(head []byte) bool { return chesszip.IsArchive(head) }

// decodeError explains why the archive name could not be decoded although it was read
// and the output written: it is damaged, or needs a later program.
func decodeError(name string, err error) error {
	var at *archive.CorruptError
	var old *archive.OldIndexError
	var level *chesszip.LevelError
	switch {
	case errors.As(err, &old):
		file := oneLine(name)
		if name == stdinName {
			file = "FILE"
		}
		return corrupt(fmt.Sprintf("chesszip merge -o NEW.czip %s leaves out the old indexes", file), "%s: %s", name, oldIndexText(old))
	case errors.As(err, &level):
		return failed("name the model with -D FILE", "%s: the archive needs the model of number %08x", name, level.Number)
	case errors.Is(err, chesszip.ErrVersion):
		return failed("another version of chesszip wrote it: use that one", "%s: %w", name, err)
	case errors.Is(err, chesszip.ErrLimit):
		return failed("", "%s: %w", name, err)
	case errors.As(err, &at) && at.Frame >= 0:
		return corrupt("", "%s: frame %d at byte %d: %s", name, at.Frame+1, at.Offset, at.Msg)
	case errors.As(err, &at):
		return corrupt("", "%s: byte %d: %s", name, at.Offset, at.Msg)
	}
	return corrupt("", "%s: %w", name, err)
}

// oldIndexText names a damaged old index.
func oldIndexText(e *archive.OldIndexError) string {
	return fmt.Sprintf("an old index (bytes %d to %d) is damaged; the games are whole", e.Offset, e.Offset+e.Length)
}
