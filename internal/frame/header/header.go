// Package header reads and writes the properties of frames in the header of an
// archive: their version, the tables that their bytes depend on, the learned level
// that they need, and whether lines of the input were sorted. The header's parameters
// are
//
//	| version 1 | checksum of the tables 2 | form 1 | number of the level 4 |
//
// little-endian; without a learned level there is no number. The form says how new frames
// of the archive are to be written: bits 0 to 2 are its open columns, 3 is set if there is
// an opening table, 4 if nothing is predicted. To read frames it is not needed.
package header

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"

	"github.com/chesszip/chesszip/internal/archive"
	"github.com/chesszip/chesszip/internal/column/open"
	"github.com/chesszip/chesszip/movelist/learned"
)

const (
	// FormatVersion is the version of the content of frames.
	FormatVersion = 12
	// formatTables is a checksum of all tables that the bytes of frames depend on,
	// except those of learned levels. TestTables of internal/test/library/streams
	// checks it.
	formatTables = 0x1bcd

	// featureSorted is the optional feature of archives whose lines were sorted.
	featureSorted = 1
)

// Lengths of the header's parameters.
const (
	fastParams    = 1 + 2 + 1
	learnedParams = fastParams + 4
)

// Bits of the form.
const (
	formOpen     = byte(open.Names | open.Moves | open.Numbers)
	formOpenings = 1 << 3
	formPlain    = 1 << 4
	formKnown    = formOpen | formOpenings | formPlain
)

// Form is how the frames of an archive are written.
type Form struct {
	Level    *learned.Level // nil for the fast level
	Open     open.Set       // the columns that are open
	Openings bool           // whether there is an opening table
	Plain    bool           // whether nothing is predicted
}

// Coding is the form of an archive that is read.
type Coding struct {
	Form
	Missing error // the error of decoding if the level is missing, or nil
}

// Params returns the header's parameters of an archive of a form.
func Params(f *Form) []byte {
	params := binary.LittleEndian.AppendUint16([]byte{FormatVersion}, formatTables)
	form := byte(f.Open)
	if f.Openings {
		form |= formOpenings
	}
	if f.Plain {
		form |= formPlain
	}
	if params = append(params, form); f.Level != nil {
		params = binary.LittleEndian.AppendUint32(params, Number(f.Level))
	}
	return params
}

// WithOpenings returns the parameters of an archive that is to have an opening table, or
// none, and is otherwise like another.
func WithOpenings(params []byte, openings bool) []byte {
	if len(params) < fastParams {
		return params
	}
	params = bytes.Clone(params)
	if params[fastParams-1] &^= formOpenings; openings {
		params[fastParams-1] |= formOpenings
	}
	return params
}

// SameLevel reports whether frames of archives with these parameters may stand in one
// archive.
func SameLevel(a, b []byte) bool {
	if len(a) < fastParams || len(b) < fastParams {
		return false
	}
	return bytes.Equal(a[:fastParams-1], b[:fastParams-1]) && bytes.Equal(a[fastParams:], b[fastParams:])
}

// Of returns the coding of an archive with the given parameters. If its level is not
// among levels, which may contain nil, Missing is the result of missing for the
// level's number. The error is archive.ErrVersion or archive.ErrCorrupt.
func Of(params []byte, levels []*learned.Level, missing func(number uint32) error) (c Coding, err error) {
	if len(params) == 0 {
		return c, fmt.Errorf("%w: the header does not say of which version the frames are", archive.ErrVersion)
	}
	if params[0] != FormatVersion {
		return c, fmt.Errorf("%w: the frames are of version %d, this program reads version %d", archive.ErrVersion, params[0], FormatVersion)
	}
	if len(params) != fastParams && len(params) != learnedParams {
		return c, fmt.Errorf("%w: parameters of %d bytes", archive.ErrCorrupt, len(params))
	}
	if tables := binary.LittleEndian.Uint16(params[1:]); tables != formatTables {
		return c, fmt.Errorf("%w: the frames are of version %d with tables %04x, this program has tables %04x; the release that wrote the archive reads it", archive.ErrVersion, FormatVersion, tables, formatTables)
	}
	form := params[fastParams-1]
	if form&^formKnown != 0 {
		return c, fmt.Errorf("%w: parameters with the form %d", archive.ErrCorrupt, form)
	}
	c.Open, c.Openings, c.Plain = open.Set(form&formOpen), form&formOpenings != 0, form&formPlain != 0
	if len(params) == fastParams {
		return c, nil
	}
	number := binary.LittleEndian.Uint32(params[fastParams:])
	for _, l := range levels {
		if l != nil && Number(l) == number {
			c.Level = l
			return c, nil
		}
	}
	c.Missing = missing(number)
	return c, nil
}

// Number returns the number by which archives name a level: half of its ID is enough
// to distinguish a few, and every frame has a checksum.
func Number(l *learned.Level) uint32 { return uint32(l.ID()) }

// Header returns the header of an archive with the given parameters. Sorted means
// that lines are in another order than in the input.
func Header(params []byte, sorted bool) archive.Header {
	h := archive.Header{Params: params}
	if sorted {
		h.Optional |= featureSorted
	}
	return h
}

// IsSorted reports whether lines are in another order than in the input, by the
// header.
func IsSorted(h *archive.Header) bool { return h.Optional&featureSorted != 0 }

// IsOfBytes reports whether err is about the bytes of an archive: they are damaged,
// or of a version or with a feature that is not known. Archives after it can still be
// read.
func IsOfBytes(err error) bool {
	return errors.Is(err, archive.ErrCorrupt) || errors.Is(err, archive.ErrLimit) ||
		errors.Is(err, archive.ErrVersion)
}
