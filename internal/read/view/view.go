// Package view reads the contents of frames, in the same way for games in columns, text,
// lists of positions, training records, and plain PGN: the number of items, their tags,
// half-moves, moves, and exact texts. All code that reads a file uses a View.
package view

import (
	"context"
	"errors"

	"github.com/chesszip/chesszip/internal/archive"
	"github.com/chesszip/chesszip/internal/base/budget"
	"github.com/chesszip/chesszip/internal/base/corrupt"
	"github.com/chesszip/chesszip/internal/column/open"
	"github.com/chesszip/chesszip/internal/frame/game"
)

// errFewer is damage.
var errFewer = errors.New("the frame has fewer games than it claims")

// View is a segment of a file. It reads a frame on first use. It must not be used by
// several goroutines at once.
//
// A View belongs to a call with a context. Soon after the context is done, results of
// the View are not valid, even without an error; the caller must check the context.
type View struct {
	ctx     context.Context
	steps   *budget.Budget // counts work on texts
	file    *File
	segment Segment
	keep    bool // the frame is likely to be used again
	f       *archive.Frame
	parts   *archive.Frame  // open columns, read without the rest of the frame
	read    map[uint16]bool // kinds of streams that were looked for there
	numbers *open.Columns   // after its first use
	replay  *Replay         // after its first use
	decoder *game.Decoder   // of a frame to cache, after its first use

	whole bool // text and ends are set
	text  []byte
	ends  []int
}

// Keep declares that other items of the frame are likely to be read next: Done then
// caches the decoded frame for the next View with Keep.
func (v *View) Keep() {
	v.keep = true
	if k := v.file.cache.take(v.segment.Frame); k != nil {
		v.f, v.decoder = k.f, k.decoder
		if v.decoder != nil {
			v.decoder.Until(v.ctx)
		}
		v.text, v.ends, v.whole = k.text, k.ends, k.whole
	}
}

// Done declares that the View is not used for now.
func (v *View) Done() {
	if !v.keep || v.f == nil || v.Huge() {
		return
	}
	if v.ctx != nil && v.ctx.Err() != nil {
		if v.decoder != nil { // its contents may be incomplete
			v.file.release(v.decoder)
		}
		v.forget()
		return
	}
	k := &kept{frame: v.segment.Frame, f: v.f}
	if v.whole {
		k.text, k.ends, k.whole = v.text, v.ends, true
	}
	if v.decoder != nil && v.decoder.Held() > 0 {
		v.decoder.Until(context.Background())
		k.decoder = v.decoder
	} else if v.decoder != nil {
		v.file.release(v.decoder)
	}
	for _, old := range v.file.cache.put(k) {
		if old.decoder != nil {
			v.file.release(old.decoder)
		}
	}
	v.forget()
}

// forget drops what the View has read.
func (v *View) forget() {
	v.f, v.parts, v.read, v.numbers, v.replay, v.decoder = nil, nil, nil, nil, nil, nil
	v.text, v.ends, v.whole = nil, nil, false
}

// View returns a View of a segment.
func (f *File) View(ctx context.Context, s Segment) *View {
	return &View{ctx: ctx, steps: new(budget.Budget).Until(ctx), file: f, segment: s}
}

// ViewOf returns a View of the segment of a game, and the number of the game in it;
// false if there is no such game.
func (f *File) ViewOf(ctx context.Context, game int64) (v *View, item int, ok bool) {
	n, within, ok := f.find(game)
	if !ok {
		return nil, 0, false
	}
	s := Segment{Frame: n}
	end := f.Starts(f.MemberOf(n) + 1)
	if f.Entry(n).Games == 1 {
		for k := n + 1; k < end && f.Entry(k).Games == 0 && f.Entry(k).Input > 0; k++ {
			s.More++
		}
	}
	return f.View(ctx, s), int(within), true
}

// Step counts the work on a half-move of a text of the View. It returns false once the
// context is done.
func (v *View) Step() bool { return v.steps.Step(budget.FastPly) }

// Segment returns the segment of the view.
func (v *View) Segment() Segment { return v.segment }

// Items returns the number of items: games, 0 if the frame holds none.
func (v *View) Items() int { return int(v.file.Entry(v.segment.Frame).Games) }

// First returns the number of the first item in the file.
func (v *View) First() int64 { return v.file.FirstGame(v.segment.Frame) }

// Huge reports whether the view's only item is larger than a frame.
func (v *View) Huge() bool { return v.segment.More > 0 }

// frame returns the frame of the items.
func (v *View) frame() (*archive.Frame, error) {
	if v.f == nil {
		f, err := v.file.Frame(v.ctx, v.segment.Frame)
		if err != nil {
			return nil, err
		}
		v.f = &f
	}
	return v.f, nil
}

// Load reads the whole frame of the items, from which open columns are then taken.
func (v *View) Load() (*archive.Frame, error) { return v.frame() }

// Check reads the frame of the items, and returns an error unless it has as many as the
// index claims, and no more than a frame may hold.
func (v *View) Check() error {
	f, err := v.frame()
	if err != nil {
		return err
	}
	return v.checkGames(f.Games)
}

// checkGames returns an error if a frame may not hold so many games.
func (v *View) checkGames(games int64) error {
	if games > game.MaxGames {
		return v.placed(corrupt.Newf("the frame claims %d games, a frame holds at most %d", games, game.MaxGames))
	}
	return nil
}

// Placed returns err as damage of the frame of the items.
func (v *View) Placed(err error) error { return placed(v.segment.Frame, err) }

func (v *View) placed(err error) error { return v.Placed(err) }
