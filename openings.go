package chesszip

import (
	"context"
	"errors"
	"slices"
	"sync"

	"github.com/chesszip/chesszip/archive"
	"github.com/chesszip/chesszip/internal/frameindex"
	"github.com/chesszip/chesszip/internal/openingtable"
	"github.com/chesszip/chesszip/internal/spill"
)

// staleEighths is the part of the games that an opening table covers by which an
// archive has to grow before the table is made anew.
const staleEighths = 8

// errNoTable says that too few games have an index for an opening table, or that it
// would be as large as they are.
var errNoTable = errors.New("chesszip: no opening table")

// openingGames are the games that an opening table is made of, in the order of an
// archive that is being written.
type openingGames struct {
	parts []openingPart
	games int64
	plies int64
	spill spill.Spill // the index frames of what is compressed
	kept  int         // how many these are

	mu   sync.Mutex
	left map[int]int64 // frames whose games cannot be counted, and how many these have
}

// openingPart are the games of a frame.
type openingPart struct {
	frame int // its number in the archive
	first int64
	games int64
	load  func(ctx context.Context) (g openingtable.Games, ok bool, err error)
}

// addFrame adds the games of a frame that was compressed.
func (o *openingGames) addFrame(frame int, e *encodedFrame) error {
	return o.addIndexed(frame, e.counts.Games, e.input, e.index)
}

// addIndexed adds the games of a frame of so many bytes of input, with its encoded
// index frame, nil for none.
func (o *openingGames) addIndexed(frame int, games int64, input int, index []byte) error {
	if games == 0 {
		return nil
	}
	if index == nil {
		o.add(frame, games, 0, func(context.Context) (g openingtable.Games, ok bool, err error) { return g, false, nil })
		return nil
	}
	kept, first := o.kept, o.games
	o.kept++
	o.add(frame, games, int64(len(index)), func(ctx context.Context) (g openingtable.Games, ok bool, err error) {
		b, err := o.spill.Read(kept)
		if err != nil {
			return g, false, err
		}
		f, _, err := archive.DecodeFrame(b, nil)
		if err != nil {
			return g, false, err
		}
		return frameindex.Played(ctx, &f, first, int(games), input)
	})
	return o.spill.Append(index)
}

// add adds the games of a frame, whose index frame has so many bytes.
func (o *openingGames) add(frame int, games, index int64, load func(ctx context.Context) (openingtable.Games, bool, error)) {
	o.parts = append(o.parts, openingPart{frame, o.games, games, load})
	o.games += games
	o.plies += index // a half-move takes about one
}

// close forgets what was kept.
func (o *openingGames) close() { o.spill.Close() }

// load returns the games of a part; where the index does not have them, they are left
// out.
func (o *openingGames) load(ctx context.Context, i int) (openingtable.Games, error) {
	p := &o.parts[i]
	g, ok, err := p.load(ctx)
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
// with its blocks. The error is errNoTable where too many games are left out, or more
// positions than games are frequent.
func (o *openingGames) build(ctx context.Context, stop func(), threads int, limits openingtable.Limits, d *openingtable.Directory, emit func(block []byte) error) error {
	d.Threshold, d.Games = openingtable.Threshold, o.games
	src := openingtable.Source{Parts: len(o.parts), Plies: o.plies, Load: o.load}
	err := openingtable.Build(ctx, stop, threads, &src, limits, d, func(block []byte) error {
		if !o.few() {
			return errNoTable
		}
		return emit(block)
	})
	if err == openingtable.ErrMany || err == nil && !o.few() {
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
