// Package openings makes the opening tables of archives. It collects the games of the
// frames while an archive is written, or those of an existing one, and makes the table
// from their open columns:
//
//	new archive   Games.Add after each new frame, AddCopied and AddSegment after a copied
//	              one --> Games.Write after the last
//	append        first Games.AddMember; Games.Outgrown decides whether to rebuild the table
//	verification  Verify rebuilds every table and compares
//
// Frames that may not be readable later are kept until the table is made: all those of a
// compression, in a temporary file if they are many. Games whose moves or numbers are not
// open are left out; if these are too many, there is no table.
package openings

import (
	"context"
	"sync"

	"github.com/chesszip/chesszip/internal/archive"
	"github.com/chesszip/chesszip/internal/base/extsort"
	"github.com/chesszip/chesszip/internal/column/open"
	"github.com/chesszip/chesszip/internal/index/openingtable"
	"github.com/chesszip/chesszip/internal/read/view"
	"github.com/chesszip/chesszip/movelist/learned"
)

// Games are the games of an opening table, in the order of their archive. The zero Games
// has none. Only one goroutine may use it at a time.
type Games struct {
	Level *learned.Level // of the frames that Add keeps

	parts []part
	games int64
	plies int64
	spill extsort.Spill // kept frames
	kept  int           // number of these

	mu   sync.Mutex
	left map[int]int64 // frames without the necessary columns, and their numbers of games
}

// part is the games of a frame.
type part struct {
	frame int // number of the frame in the archive
	first int64
	games int64
	load  func(ctx context.Context) (g openingtable.Games, ok bool, err error)
}

// needs are the columns that a table is made of.
const needs = open.Moves | open.Numbers

// Add adds the games of an encoded frame, given by its number in the new archive, and
// keeps it if its columns are open. The error is that of the temporary file.
func (g *Games) Add(frame int, games int64, encoded []byte, set open.Set) error {
	if games == 0 {
		return nil
	}
	if set&needs != needs && games > view.FewGames {
		g.add(frame, games, 0, leaveOut)
		return nil
	}
	kept, first := g.kept, g.games
	g.kept++
	g.add(frame, games, int64(len(encoded)), func(ctx context.Context) (p openingtable.Games, ok bool, err error) {
		b, err := g.spill.Read(kept)
		if err != nil {
			return p, false, err
		}
		f, _, err := archive.DecodeFrame(b, nil)
		if err != nil {
			return p, false, err
		}
		var held view.Held
		held.Add(f, archive.Entry{Games: f.Games, Input: f.Input, Length: int64(len(b))})
		from := view.NewFile(&held, g.Level)
		v := from.View(ctx, view.Segment{})
		if _, err := v.Load(); err != nil {
			return p, false, err
		}
		return v.Played(first)
	})
	return g.spill.Append(encoded)
}

// Continue records that the game of the frame added last goes on in another frame: it is
// left out.
func (g *Games) Continue() { g.parts[len(g.parts)-1].load = leaveOut }

func leaveOut(context.Context) (p openingtable.Games, ok bool, err error) { return p, false, nil }

// AddCopied is Add for a copied segment of f. The errors include those of reading it.
func (g *Games) AddCopied(ctx context.Context, frame int, f *view.File, s view.Segment) error {
	e, set := f.Entry(s.Frame), f.Open(s.Frame)
	var encoded []byte
	if e.Games > 0 && (set&needs == needs || e.Games <= view.FewGames) {
		read, err := f.Frame(ctx, s.Frame)
		if err != nil {
			return err
		}
		if encoded, err = archive.AppendFrame(nil, &read); err != nil {
			return err
		}
	}
	if err := g.Add(frame, e.Games, encoded, set); err != nil || s.More == 0 {
		return err
	}
	g.Continue()
	return nil
}

// AddSegment adds the games of a segment of f; frame is the number in the new archive.
// It keeps nothing: f is read again when the table is made.
func (g *Games) AddSegment(frame int, f *view.File, s view.Segment) {
	e, size, first := f.Entry(s.Frame), int64(0), g.games
	if e.Games == 0 {
		return
	}
	if f.Open(s.Frame)&needs == needs || e.Games <= view.FewGames {
		size = e.Length
	}
	g.add(frame, e.Games, size, func(ctx context.Context) (openingtable.Games, bool, error) {
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

// add adds the games of a frame of some size.
func (g *Games) add(frame int, games, size int64, load func(ctx context.Context) (openingtable.Games, bool, error)) {
	g.parts = append(g.parts, part{frame, g.games, games, load})
	g.games += games
	g.plies += size // a half-move takes about one byte
}

// Close deletes the kept frames.
func (g *Games) Close() { g.spill.Close() }
