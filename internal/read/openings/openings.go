// Package openings makes the opening tables of archives. It collects the games of the
// frames while an archive is written, or those of an existing one, and makes the table
// from their index frames:
//
//	new archive   Games.Add after each new frame, AddCopied and AddSegment after a copied
//	              one --> Games.Write after the last
//	append        first Games.AddMember; Games.Outgrown decides whether to rebuild the table
//	verification  Verify rebuilds every table and compares
//
// Index frames that may not be readable later are kept until the table is made: all
// those of a compression, in a temporary file if they are many. Games without the
// necessary index are left out; if these are too many, there is no table.
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

// Games are the games of an opening table, in the order of their archive. The zero Games
// has none. Only one goroutine may use it at a time.
type Games struct {
	parts []part
	games int64
	plies int64
	spill extsort.Spill // kept index frames
	kept  int           // number of these

	mu   sync.Mutex
	left map[int]int64 // frames without the necessary index, and their numbers of games
}

// part is the games of a frame.
type part struct {
	frame int // number of the frame in the archive
	first int64
	games int64
	load  func(ctx context.Context) (g openingtable.Games, ok bool, err error)
}

// Add adds the games of a frame, given by its number in the new archive, and keeps its
// encoded index frame entry, or nil. Input is the number of decompressed bytes of the
// frame. The error is that of the temporary file.
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
		return p, ok && err == nil, nil // damage inside comes from a copied frame
	})
	return g.spill.Append(entry)
}

// AddCopied is Add for a copied segment of f. The errors include those of reading its
// index frame, and damage of it.
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

// AddSegment adds the games of a segment of f; frame is the number in the new archive.
// It keeps nothing: f is read again when the table is made.
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

// AddMember is AddSegment for all segments of a member of f; frames keep their numbers
// in the member.
func (g *Games) AddMember(f *view.File, member int) {
	from := f.Starts(member)
	f.EachSegmentOf(member, func(s view.Segment) { g.AddSegment(s.Frame-from, f, s) })
}

// add adds the games of a frame; index is the size of its index frame.
func (g *Games) add(frame int, games, index int64, load func(ctx context.Context) (openingtable.Games, bool, error)) {
	g.parts = append(g.parts, part{frame, g.games, games, load})
	g.games += games
	g.plies += index // a half-move takes about one byte
}

// Close deletes the kept index frames.
func (g *Games) Close() { g.spill.Close() }
