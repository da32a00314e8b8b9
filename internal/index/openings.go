package index

import (
	"context"

	"github.com/cespare/xxhash/v2"

	"github.com/chesszip/chesszip/archive"
	"github.com/chesszip/chesszip/internal/base/budget"
	"github.com/chesszip/chesszip/internal/base/corrupt"
	"github.com/chesszip/chesszip/internal/base/tagvalue"
	"github.com/chesszip/chesszip/internal/index/openingtable"
	"github.com/chesszip/chesszip/internal/index/openingtree"
)

// openingsMark is the meta of the frame with the directory of an opening table in the
// archive's footer. By it the frame is found without reading others.
const openingsMark = "\x01"

// openingsMemory is the greatest memory for decoding a part of an opening table.
const openingsMemory = 4 << 20

// daysPerYear is the number of days in a year of tagvalue.Day.
const daysPerYear = 12 * 31

// Played returns the data of a frame's games for an opening table, from its index frame;
// first is the number of the first game. Ok is false if the index frame has no replay
// moves or no numeric columns. The error is damage.
func Played(ctx context.Context, index *archive.Frame, first int64, games int, input int) (g openingtable.Games, ok bool, err error) {
	moves, has := index.Stream(KindMoves)
	numbers, hasNumbers := index.Stream(KindNumbers)
	if !has || !hasNumbers {
		return g, false, nil
	}
	columns, err := ParseColumns(numbers, games)
	if err != nil {
		return g, false, err
	}
	replay, err := ParseReplay(ctx, moves, games, input)
	if err != nil {
		return g, false, err
	}
	g.Games, g.Moves = columns.Games(first), replay.Game
	return g, true, nil
}

// Games returns the data of a frame's games for openingtree; first is the number of the
// first game.
func (c *Columns) Games(first int64) []openingtree.Game {
	all := make([]openingtree.Game, c[Result].count)
	var column []uint64
	each := func(k Column, set func(g *openingtree.Game, v uint64)) {
		column = c.Append(column[:0], k)
		for i, v := range column {
			set(&all[i], v)
		}
	}
	each(Result, func(g *openingtree.Game, v uint64) {
		g.Result = tagvalue.OtherResult
		if v > 0 && v <= uint64(tagvalue.OtherResult) {
			g.Result = tagvalue.Result(v - 1)
		}
	})
	each(WhiteElo, func(g *openingtree.Game, v uint64) { g.WhiteElo = RatingOf(v) })
	each(BlackElo, func(g *openingtree.Game, v uint64) { g.BlackElo = RatingOf(v) })
	each(Day, func(g *openingtree.Game, v uint64) { g.Year = int(min(v/daysPerYear, maxYear)) })
	for i := range all {
		all[i].Number = first + int64(i)
	}
	return all
}

// RatingOf returns the rating for a number of a column, 0 if there is none.
func RatingOf(n uint64) int { return int(min(max(n, 1)-1, tagvalue.MaxNumber)) }

// maxYear is the greatest year, which has as many digits as are read of tags.
const maxYear = 9999

// WriteOpenings writes an opening table of the frames written so far. Build makes it and
// fills in the directory. If made is false, no table is written.
func (w *Writer) WriteOpenings(d *openingtable.Directory, build func(emit func(block []byte) error) (made bool, err error)) error {
	if w.bare {
		// Otherwise the first block would be read as the index of the last games.
		if err := w.writeHeld(); err != nil {
			return err
		}
	}
	d.Covers = w.next
	sum := w.all.Sum(nil)
	made, err := build(func(block []byte) error {
		return w.writeOpenings(sum, archive.Stream{Kind: KindOpenings, Data: block}, "")
	})
	if err != nil || !made {
		return err
	}
	return w.writeOpenings(sum, archive.Stream{Kind: KindDirectory, Data: d.Append(nil)}, openingsMark)
}

// writeOpenings writes a part of an opening table.
func (w *Writer) writeOpenings(sum []byte, s archive.Stream, mark string) error {
	b, err := archive.AppendFrame(nil, &archive.Frame{Streams: []archive.Stream{{Kind: kindChecksum, Data: sum}, s}})
	if err != nil {
		return err
	}
	w.wrote(b)
	if w.full {
		w.held.each = append(w.held.each, nil)
		addChecksum(w.sums, uint32(archive.Checksum(b)))
	} else {
		w.held.first = w.next
	}
	return w.w.WriteEncoded(b, []byte(mark))
}

// OpeningTable is the opening table of a container.
type OpeningTable struct {
	openingtable.Directory
	sum [8]byte // XXH64 of the checksums of the frames that it covers
}

// OpeningsFrame returns the number of the frame with the directory of the last opening
// table, or -1. It reads no frame.
func OpeningsFrame(frames Frames) int {
	for n := frames.Len() - 1; n >= 0; n-- {
		if e := frames.Entry(n); e.Games == 0 && e.Input == 0 && string(e.Meta) == openingsMark {
			return n
		}
	}
	return -1
}

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
