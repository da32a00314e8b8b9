// Package openings makes the opening tables of archives. It collects the games of the
// frames while an archive is written, or finds those of one that is there, and has the
// table made of their index frames:
//
//	written   Games.Add behind each frame that was made, AddCopied and AddSegment behind
//	          one that was taken as it is --> Games.Write behind the last
//	goes on   Games.AddMember first; Games.Outgrown says whether to make the table anew
//	there     Verify makes every table anew and compares
//
// An index frame that may be gone later is kept until the table is made: of what is
// compressed all, which takes a temporary file where they are many. Games whose index
// does not say what they are have no part in a table; if they are too many, there is none.
package openings

import (
	"context"
	"sync"

	"github.com/chesszip/chesszip/archive"
	"github.com/chesszip/chesszip/internal/base/extsort"
	"github.com/chesszip/chesszip/internal/index"
	"github.com/chesszip/chesszip/internal/index/openingtable"
	"github.com/chesszip/chesszip/internal/read/view"
)

// Games are the games that an opening table is made of, in the order of their archive.
// There are none in the zero Games. They are for one goroutine at a time.
type Games struct {
	parts []part
	games int64
	plies int64
	spill extsort.Spill // the index frames that are kept
	kept  int           // how many these are

	mu   sync.Mutex
	left map[int]int64 // frames whose games cannot be counted, and how many these have
}

// part are the games of a frame.
type part struct {
	frame int // its number in the archive
	first int64
	games int64
	load  func(ctx context.Context) (g openingtable.Games, ok bool, err error)
}

// Add adds the games of a frame by its number in the archive that is written, with its
// encoded index frame, nil for none, which is kept. Input is how many bytes the frame
// gives back. The error is that of the temporary file.
func (g *Games) Add(frame int, games int64, input int, entry []byte) error {
	if games == 0 {
		return nil
	}
	if entry == nil {
		g.add(frame, games, 0, func(context.Context) (p openingtable.Games, ok bool, err error) { return p, false, nil })
		return nil
	}
	kept, first := g.kept, g.games
	g.kept++
	g.add(frame, games, int64(len(entry)), func(ctx context.Context) (p openingtable.Games, ok bool, err error) {
		b, err := g.spill.Read(kept)
		if err != nil {
			return p, false, err
		}
		f, _, err := archive.DecodeFrame(b, nil)
		if err != nil {
			return p, false, err
		}
		p, ok, err = index.Played(ctx, &f, first, int(games), input)
		if ctx.Err() != nil {
			return p, false, ctx.Err()
		}
		return p, ok && err == nil, nil // damage inside is that of a frame that was copied
	})
	return g.spill.Append(entry)
}

// AddCopied is Add for a segment of f that was copied. The errors are those of reading
// its index frame, too, and damage of that.
func (g *Games) AddCopied(ctx context.Context, frame int, f *view.File, s view.Segment) error {
	e := f.Entry(s.Frame)
	var index []byte
	if s.Index >= 0 {
		read, err := f.Frame(ctx, s.Index)
		if err != nil {
			return err
		}
		if index, err = archive.AppendFrame(nil, &read); err != nil {
			return err
		}
	}
	return g.Add(frame, e.Games, int(e.Input), index)
}

// AddSegment adds the games of a segment of f, whose frame has a number in the archive
// that is written. Nothing is kept: f is read once more when the table is made.
func (g *Games) AddSegment(frame int, f *view.File, s view.Segment) {
	games, index, first := f.Entry(s.Frame).Games, int64(0), g.games
	if games == 0 {
		return
	}
	if s.Index >= 0 {
		index = f.Entry(s.Index).Length
	}
	g.add(frame, games, index, func(ctx context.Context) (openingtable.Games, bool, error) {
		v := f.View(ctx, s)
		defer v.Done()
		return v.Played(first)
	})
}

// AddMember is AddSegment for all segments of a member of f, whose frames have the numbers
// that they have in the member.
func (g *Games) AddMember(f *view.File, member int) {
	from := f.Starts(member)
	f.EachSegmentOf(member, func(s view.Segment) { g.AddSegment(s.Frame-from, f, s) })
}

// add adds the games of a frame, whose index frame has so many bytes.
func (g *Games) add(frame int, games, index int64, load func(ctx context.Context) (openingtable.Games, bool, error)) {
	g.parts = append(g.parts, part{frame, g.games, games, load})
	g.games += games
	g.plies += index // a half-move takes about one
}

// Close forgets what was kept.
func (g *Games) Close() { g.spill.Close() }
