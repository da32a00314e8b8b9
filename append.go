package chesszip

import (
	"bufio"
	"io"

	"github.com/chesszip/chesszip/archive"
)

// Append compresses src as an addition to the archive of size bytes in r, and
// writes to dst what belongs behind its last byte: frames and a new index.
// Until all of that is there and safe, the archive is what it was if it is cut
// to size again; see TornError.
//
// Moves are coded by the level that the archive names; of the options, Model,
// Threads, Index and Progress count. Positions and numbers are indexed also if
// those of the last frame are. Games come out as if the inputs had been
// compressed one behind the other, but a game that src continues stays two.
// Where src is empty, nothing is written.
// The errors are those of Open and Compress.
func Append(dst io.Writer, r io.ReaderAt, size int64, src io.Reader, o *Options) (Stats, error) {
	a, err := Open(r, size, o)
	if err != nil {
		return Stats{}, err
	}
	c := a.r.(*archive.Reader)
	before, err := sumOf(c.Summary())
	if err != nil {
		return Stats{}, err
	}
	if err := a.indexAsLast(); err != nil {
		return Stats{}, err
	}
	in := bufio.NewReader(src)
	if _, err := in.Peek(1); err == io.EOF {
		return Stats{}, nil // a new index needs a frame before it
	}
	out := newSummaries(archive.NewAppender(dst, c, nil), a.opt.metaRoom())
	out.continued(a)
	return a.opt.compress(out, before, in, a.level)
}

// indexAsLast adds to the options what the index holds of the last frame.
func (a *Archive) indexAsLast() error {
	if len(a.groups) == 0 {
		return nil
	}
	i := a.inside(a.groups[len(a.groups)-1])
	for _, s := range [...]struct {
		kind  uint16
		index Index
	}{{kindTracks, IndexPositions}, {kindNumbers, IndexNumbers}} {
		if data, err := i.stream(s.kind); err != nil {
			return err
		} else if data != nil {
			a.opt.Index |= s.index
		}
	}
	return nil
}
