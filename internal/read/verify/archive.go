package verify

import (
	"io"

	"github.com/chesszip/chesszip/internal/archive"
	"github.com/chesszip/chesszip/internal/frame/chunk"
	"github.com/chesszip/chesszip/internal/read/walk"
)

// Archive is a file of archives, or a part of it, and its bytes.
type Archive struct {
	walk.Part
	Readers []*archive.Reader // of the archives of the whole file
	Bytes   io.ReaderAt       // of the whole file
	// Progress gets the state of Verify, with the bytes of frames as input; or nil.
	Progress *chunk.Progress
}

// all returns all segments of a, without gaps, to be read completely.
func (a *Archive) all() walk.Part {
	p := a.Part
	p.Gaps, p.Reads = nil, walk.ReadsAll
	return p
}
