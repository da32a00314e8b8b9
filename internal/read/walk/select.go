package walk

import (
	"bytes"
	"context"
	"slices"
	"sync/atomic"

	"github.com/chesszip/chesszip/internal/base/ctxio"
	"github.com/chesszip/chesszip/internal/base/ordered"
	"github.com/chesszip/chesszip/internal/read/rows"
	"github.com/chesszip/chesszip/internal/read/view"
)

// maxWaiting is the greatest size of rows that Select keeps for later, in bytes.
const maxWaiting = 16 << 20

// Select calls yield with the rows of the games with the given numbers, in the given
// order; a number may occur twice. Look returns the rows of some items of a view, of which
// it may leave out some. Each frame is looked at once for all its games, several frames at
// once. Rows that are needed later are kept, up to 16 MiB; frames of those beyond are
// looked at again.
//
// If a game cannot be read, yield gets an error with its number, and the others follow
// while yield returns true: ErrNoGame, damage, or that of the reader. After an error of
// ctx, which comes with number 0, nothing follows.
func Select(
	ctx context.Context, p Part, numbers []int64,
	look func(v *view.View, items []int) ([]rows.Row, error), yield func(row rows.Row, err error) bool,
) {
	s := selection{part: p, numbers: numbers, look: look, found: map[int]selected{}}
	if err := s.run(ctx, yield); err != nil && err != errEnough {
		yield(rows.Row{}, ctxio.Instead(ctx, err))
	}
}

// selection is a running Select. A place is an index of the requested numbers.
type selection struct {
	ctx     context.Context
	part    Part
	numbers []int64
	look    func(v *view.View, items []int) ([]rows.Row, error)
	next    int              // place to be yielded next
	found   map[int]selected // waiting rows, by place
	waiting int              // bytes of these
}

type selected struct {
	row rows.Row
	has bool // there is a row
	err error
	// dropped reports that the row was read, but must be read again.
	dropped bool
}

// wanted are the requested games of a frame: their numbers in it, ascending, and the
// places of each.
type wanted struct {
	first  int64 // number of the frame's first game
	items  []int
	places [][]int
}

// group sorts places by frame, in the order of the first use of frames. Numbers without
// a game get their error here.
func (s *selection) group(places []int) []*wanted {
	byFrame := map[int64]*wanted{}
	var frames []*wanted
	type at struct{ item, place int }
	games := map[*wanted][]at{}
	for _, place := range places {
		v, item, err := s.part.ViewOf(s.ctx, s.numbers[place])
		if err != nil {
			s.found[place] = selected{err: err}
			continue
		}
		w := byFrame[v.First()]
		if w == nil {
			w = &wanted{first: v.First()}
			byFrame[v.First()] = w
			frames = append(frames, w)
		}
		games[w] = append(games[w], at{item, place})
	}
	for _, w := range frames {
		list := games[w]
		slices.SortStableFunc(list, func(x, y at) int { return x.item - y.item })
		for _, g := range list {
			if n := len(w.items); n > 0 && w.items[n-1] == g.item {
				w.places[n-1] = append(w.places[n-1], g.place)
				continue
			}
			w.items = append(w.items, g.item)
			w.places = append(w.places, []int{g.place})
		}
	}
	return frames
}

// read reads the requested games of a frame, up to damage.
func (s *selection) read(w *wanted) []selected {
	got := make([]selected, len(w.items))
	fail := func(err error) []selected {
		for i := range got {
			if !got[i].has {
				got[i].err = err
			}
		}
		return got
	}
	v, _, err := s.part.ViewOf(s.ctx, w.first+int64(w.items[0]))
	if err != nil {
		return fail(err)
	}
	v.Keep()
	defer v.Done()
	found, err := s.look(v, w.items)
	for i, item := range w.items {
		if len(found) > 0 && found[0].Number == w.first+int64(item) {
			got[i], found = selected{row: found[0], has: true}, found[1:]
		}
	}
	if err != nil {
		return fail(err)
	}
	return got
}

// take keeps the rows of a frame until they are needed; the first to be needed have
// priority.
func (s *selection) take(w *wanted, got []selected) {
	for i, places := range w.places {
		for k, place := range places {
			g := got[i]
			if k > 0 {
				g.row.Text = bytes.Clone(g.row.Text) // the caller may alter it
			}
			s.found[place] = g
			s.waiting += got[i].row.Size()
		}
	}
	if s.waiting <= maxWaiting {
		return
	}
	places := make([]int, 0, len(s.found))
	for place := range s.found {
		places = append(places, place)
	}
	slices.Sort(places)
	for _, place := range slices.Backward(places[1:]) {
		if s.waiting <= maxWaiting {
			break
		}
		if g := s.found[place]; g.err == nil {
			s.waiting -= g.row.Size()
			s.found[place] = selected{dropped: true}
		}
	}
}

// flush yields results up to the first place without one.
func (s *selection) flush(yield func(row rows.Row, err error) bool) error {
	for ; s.next < len(s.numbers); s.next++ {
		g, ok := s.found[s.next]
		if !ok || g.dropped {
			return nil
		}
		delete(s.found, s.next)
		s.waiting -= g.row.Size()
		if g.err != nil {
			g.row, g.has = rows.Row{Number: s.numbers[s.next]}, true
		}
		if g.has && !yield(g.row, g.err) {
			return errEnough
		}
	}
	return nil
}

// run reads all frames, and again those whose rows exceeded the limit.
func (s *selection) run(ctx context.Context, yield func(row rows.Row, err error) bool) error {
	type result struct {
		w   *wanted
		got []selected
	}
	work, stop := context.WithCancel(ctx)
	defer stop()
	s.ctx = work
	for s.next < len(s.numbers) {
		var places []int
		for place := s.next; place < len(s.numbers); place++ {
			if g, ok := s.found[place]; !ok || g.dropped {
				places = append(places, place)
			}
		}
		frames := s.group(places)
		var missed atomic.Bool // the next row was dropped: begin with its frame
		next := func() (w *wanted, more bool, err error) {
			if len(frames) == 0 || missed.Load() {
				return nil, false, nil
			}
			w, frames = frames[0], frames[1:]
			return w, true, nil
		}
		look := func(_ int, w *wanted) (result, error) { return result{w, s.read(w)}, nil }
		done := func(r result) error {
			s.take(r.w, r.got)
			err := s.flush(yield)
			missed.Store(s.found[s.next].dropped)
			return err
		}
		threads := max(1, min(s.part.Threads, len(frames)))
		if err := ordered.Run(work, stop, threads, next, look, done); err != nil {
			return err
		}
		if err := s.flush(yield); err != nil {
			return err
		}
	}
	return nil
}
