package index

import (
	"context"

	"github.com/cespare/xxhash/v2"

	"github.com/chesszip/chesszip/internal/archive"
	"github.com/chesszip/chesszip/internal/base/budget"
	"github.com/chesszip/chesszip/internal/base/corrupt"
	"github.com/chesszip/chesszip/internal/base/tagvalue"
	"github.com/chesszip/chesszip/internal/column/open"
	"github.com/chesszip/chesszip/internal/index/openingtable"
	"github.com/chesszip/chesszip/internal/index/openingtree"
)

// openingsMemory is the greatest memory for decoding a part of an opening table.
const openingsMemory = 4 << 20

// GameOf returns the data of a game for openingtree, by its values of columns of numbers.
func GameOf(v open.Values, number int64) openingtree.Game {
	g := openingtree.Game{Number: number, Result: tagvalue.OtherResult}
	if r := v[open.Result]; r > 0 && r <= uint64(tagvalue.OtherResult) {
		g.Result = tagvalue.Result(r - 1)
	}
	g.WhiteElo, g.BlackElo = open.RatingOf(v[open.WhiteElo]), open.RatingOf(v[open.BlackElo])
	g.Year = min(tagvalue.Days{First: v[open.Day]}.Year(), maxYear)
	return g
}

// GamesOf returns the data of a frame's games; first is the number of the first one. The
// columns Result, WhiteElo, BlackElo and Day must be loaded.
func GamesOf(c *open.Columns, first int64) []openingtree.Game {
	var columns [open.NumColumns][]uint64
	for _, k := range [...]open.Column{open.Result, open.WhiteElo, open.BlackElo, open.Day} {
		columns[k] = c.Append(nil, k)
	}
	all := make([]openingtree.Game, c.Games())
	var v open.Values
	for i := range all {
		for k, column := range columns {
			if column != nil {
				v[k] = column[i]
			}
		}
		all[i] = GameOf(v, first+int64(i))
	}
	return all
}

// maxYear is the greatest year, which has as many digits as are read of tags.
const maxYear = 9999

// WriteOpenings writes an opening table of the frames written so far. Build makes it and
// fills in the directory. If made is false, no table is written.
func (w *Writer) WriteOpenings(d *openingtable.Directory, build func(emit func(block []byte) error) (made bool, err error)) error {
	d.Covers = w.next
	sum := w.all.Sum(nil)
	made, err := build(func(block []byte) error {
		return w.writeIndex(sum, archive.Stream{Kind: KindOpenings, Data: block})
	})
	if err != nil || !made {
		return err
	}
	w.note.Openings = w.next
	return w.writeIndex(sum, archive.Stream{Kind: KindDirectory, Data: d.Append(nil)})
}

// OpeningTable is the opening table of a container.
type OpeningTable struct {
	openingtable.Directory
	sum [8]byte // XXH64 of the checksums of the frames that it covers
}

// OpeningsFrame returns the number of the frame with the directory of the opening table,
// or -1. It reads no frame.
func OpeningsFrame(frames Frames) int { return NewDirectory(frames).note.Openings }

// ParseOpenings parses the directory of an opening table from f, frame number n. A
// directory that does not match the frames before it is damage. Games is the number of
// games of the container.
func ParseOpenings(ctx context.Context, frames Frames, n int, f *archive.Frame, games int64) (*OpeningTable, error) {
	data, ok := f.Stream(KindDirectory)
	if !ok {
		return nil, corrupt.New("the frame lacks the directory of an opening table")
	}
	d, err := openingtable.ParseDirectory(data, n, games, budget.New(openingsMemory).Until(ctx))
	if err != nil {
		return nil, err
	}
	o := &OpeningTable{Directory: *d}
	sums := xxhash.New()
	for i := range d.Covers {
		addChecksum(sums, frames.Entry(i).Sum)
	}
	sums.Sum(o.sum[:0])
	return o, o.check(f)
}

// check returns an error unless f is a part of o.
func (o *OpeningTable) check(f *archive.Frame) error {
	if sum, _ := f.Stream(kindChecksum); string(sum) != string(o.sum[:]) {
		return corrupt.New("the opening table is of other frames")
	}
	return nil
}

// Find returns a position's node from the block in frame f, nil if the position is not
// in the table.
func (o *OpeningTable) Find(ctx context.Context, f *archive.Frame, k openingtable.Key) (*openingtree.Node, error) {
	block, err := o.BlockOf(f)
	if err != nil {
		return nil, err
	}
	return o.Directory.Find(block, k, budget.New(openingsMemory).Until(ctx))
}

// BlockOf returns the block in frame f.
func (o *OpeningTable) BlockOf(f *archive.Frame) ([]byte, error) {
	block, ok := f.Stream(KindOpenings)
	if !ok {
		return nil, corrupt.New("the frame lacks a block of the opening table")
	}
	return block, o.check(f)
}
