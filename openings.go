package chesszip

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"

	"github.com/chesszip/chesszip/archive"
	"github.com/chesszip/chesszip/internal/frameindex"
	"github.com/chesszip/chesszip/internal/frameview"
	"github.com/chesszip/chesszip/internal/openingtable"
	"github.com/chesszip/chesszip/internal/spill"
)

// staleEighths is the part of the games that an opening table covers by which an
// archive has to grow before the table is made anew.
const staleEighths = 8

// errNoTable says that too few games have an index for an opening table.
var errNoTable = errors.New("chesszip: no opening table")

// openingGames are the games that an opening table is made of, in the order of an
// archive that is being written.
type openingGames struct {
	parts  []openingPart
	games  int64
	plies  int64
	spill  spill.Spill // of the index frames of what is compressed
	spills int

	mu   sync.Mutex
	left map[int]int64 // frames whose games cannot be counted, and how many these have
}

// openingPart are the games of a frame.
type openingPart struct {
	frame int // its number in the archive
	first int64
	games int64
	// Either they are in an archive, or the index frame was kept.
	archive *Archive
	segment frameview.Segment
	input   int64
	kept    int
}

// addSegment adds the games of a segment, whose frame has a number in the new archive.
func (o *openingGames) addSegment(frame int, a *Archive, s frameview.Segment) {
	e := a.frames.Entry(s.Frame)
	if e.Games == 0 {
		return
	}
	p := openingPart{frame: frame, first: o.games, games: e.Games, archive: a, segment: s}
	if s.Index >= 0 {
		o.plies += a.frames.Entry(s.Index).Length // a byte or so for each
	}
	o.add(p)
}

// addFrame adds the games of a frame that was compressed.
func (o *openingGames) addFrame(frame int, e *encodedFrame) error {
	if e.counts.Games == 0 {
		return nil
	}
	p := openingPart{frame: frame, first: o.games, games: e.counts.Games, input: int64(e.input), kept: -1}
	if e.index != nil {
		p.kept = o.spills
		o.spills++
		if err := o.spill.Append(e.index); err != nil {
			return err
		}
	}
	o.plies += int64(len(e.index))
	o.add(p)
	return nil
}

func (o *openingGames) add(p openingPart) {
	o.games += p.games
	o.parts = append(o.parts, p)
}

// close forgets what was kept.
func (o *openingGames) close() { o.spill.Close() }

// load returns the games of a part; where the index does not have them, they are left
// out.
func (o *openingGames) load(ctx context.Context, i int) (openingtable.Games, error) {
	p := &o.parts[i]
	g, ok, err := p.load(ctx, o)
	if err == nil && !ok {
		o.mu.Lock()
		defer o.mu.Unlock()
		if o.left == nil {
			o.left = map[int]int64{}
		}
		o.left[p.frame] = p.games
	}
	return g, err
}

func (p *openingPart) load(ctx context.Context, o *openingGames) (g openingtable.Games, ok bool, err error) {
	if p.archive != nil {
		v := p.archive.frames.View(ctx, p.segment)
		defer v.Done()
		return v.Played(p.first)
	}
	if p.kept < 0 {
		return g, false, nil
	}
	b, err := o.spill.Read(p.kept)
	if err != nil {
		return g, false, err
	}
	f, _, err := archive.DecodeFrame(b, nil)
	if err != nil {
		return g, false, err
	}
	return frameindex.Played(ctx, &f, p.first, int(p.games), int(p.input))
}

// few reports whether the games that are left out are few enough: what is not in the
// table is looked through.
func (o *openingGames) few() bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	n := int64(0)
	for _, games := range o.left {
		n += games
	}
	return n*staleEighths <= o.games
}

// build makes the table of all games; d says how many frames it covers. Emit is called
// with its blocks. The error is errNoTable where too many games are left out.
func (o *openingGames) build(ctx context.Context, stop func(), threads int, limits openingtable.Limits, d *openingtable.Directory, emit func(block []byte) error) error {
	d.Threshold, d.Games = openingtable.Threshold, o.games
	src := openingtable.Source{Parts: len(o.parts), Plies: o.plies, Load: o.load}
	err := openingtable.Build(ctx, stop, threads, &src, limits, d, func(block []byte) error {
		if !o.few() {
			return errNoTable
		}
		return emit(block)
	})
	if err == nil && !o.few() {
		err = errNoTable
	}
	for frame := range o.left {
		d.Left = append(d.Left, frame)
	}
	slices.Sort(d.Left)
	return err
}

// writeOpenings writes the opening table of the frames that out has so far; none where
// there are no games, or the index of most does not say what they are.
func (s *settings) writeOpenings(ctx context.Context, stop func(), out *frameindex.Writer, o *openingGames) error {
	if o.games == 0 {
		return nil
	}
	var d openingtable.Directory
	return out.WriteOpenings(&d, func(emit func(block []byte) error) (made bool, err error) {
		err = o.build(ctx, stop, s.Threads, s.openings, &d, emit)
		if errors.Is(err, errNoTable) || isDamage(err) {
			return false, nil
		}
		return err == nil, err
	})
}

// hasOpenings reports whether any member of a has an opening table.
func (a *Archive) hasOpenings() bool {
	for _, m := range a.members {
		if frameindex.OpeningsFrame(m) >= 0 {
			return true
		}
	}
	return false
}

// addMember adds the games of a member, whose frames keep their numbers.
func (o *openingGames) addMember(a *Archive, member int) {
	from, to := a.frames.Starts(member), a.frames.Starts(member+1)
	for _, s := range a.segments {
		if s.Frame >= from && s.Frame < to {
			o.addSegment(s.Frame-from, a, s)
		}
	}
}

// verifyOpenings makes the opening tables of all members anew and compares them.
func (a *Archive) verifyOpenings(ctx context.Context, found func(Damage)) error {
	for i := range a.members {
		t, err := a.frames.Openings(ctx, i)
		frame := a.frames.Starts(i) + max(frameindex.OpeningsFrame(a.members[i]), 0)
		if err == nil && t != nil {
			frame, err = a.compareOpenings(ctx, i, t)
		}
		if err = keepFirst(err, nil); err != nil {
			if !isDamage(err) {
				return err
			}
			found(Damage{Frame: frame, First: a.frames.FirstGame(frame), Err: err})
		}
	}
	return nil
}

// compareOpenings makes a table anew. It returns the frame that differs, and how.
func (a *Archive) compareOpenings(ctx context.Context, member int, t *frameview.Openings) (frame int, err error) {
	work, stop := context.WithCancel(ctx)
	defer stop()
	have := t.Directory()
	o := &openingGames{}
	o.addMember(a, member)
	o.parts = slices.DeleteFunc(o.parts, func(p openingPart) bool { return p.frame >= have.Covers })
	o.games = 0
	for _, p := range o.parts {
		o.games += p.games
	}
	d := openingtable.Directory{Covers: have.Covers}
	block, frame := 0, t.Frame()
	wrong := func(n int) error {
		frame = n
		return fmt.Errorf("%w: frame %d: the opening table is not that of the games", ErrCorrupt, n+1)
	}
	err = o.build(work, stop, a.set.Threads, openingtable.VerifyLimits(), &d, func(want []byte) error {
		if block >= len(have.Blocks) {
			return wrong(t.Frame())
		}
		frame = t.BlockFrame(block)
		got, err := t.Block(work, block)
		if err != nil {
			return err
		}
		if block++; string(got) != string(want) {
			return wrong(frame)
		}
		return nil
	})
	if errors.Is(err, errNoTable) {
		err = nil // there are damaged index frames, which were found
	} else if err == nil && string(d.Append(nil)) != string(have.Append(nil)) {
		err = wrong(t.Frame())
	}
	return frame, cmp.Or(ctx.Err(), err)
}

// openingFrames calls yield with the frames of the opening tables of all members, if a
// is all of the file.
func (a *Archive) openingFrames(yield func(frame int) bool) {
	if a.part {
		return
	}
	for i := range a.members {
		t, err := a.frames.Openings(context.Background(), i)
		if err != nil || t == nil {
			continue
		}
		for n := t.BlockFrame(0); n <= t.Frame(); n++ {
			if !yield(n) {
				return
			}
		}
	}
}
