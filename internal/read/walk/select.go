package walk

import (
	"bytes"
	"context"
	"slices"
	"sync/atomic"

	"github.com/chesszip/chesszip/internal/base/ctxio"
	"github.com/chesszip/chesszip/internal/base/ordered"
)

// maxWaiting is how many bytes of texts Select keeps that are asked for later.
const maxWaiting = 16 << 20

// Select calls yield with the texts of the games of the given numbers, in the order asked
// for; a number may come twice, and has memory of its own each time. It decodes each frame
// once for all games that are asked of it, several frames at once. It keeps the texts that
// come later in the order, up to 16 MiB; frames of those beyond are decoded again.
//
// Where a game cannot be had, there is no text but an error, and the others follow while
// yield returns true: ErrNoGame, damage, or that of the reader. After an error of ctx,
// which comes with number 0, nothing follows.
func Select(ctx context.Context, p Part, numbers []int64, yield func(number int64, text []byte, err error) bool) {
	s := selection{part: p, numbers: numbers, found: map[int]selected{}}
	if err := s.run(ctx, yield); err != nil && err != errEnough {
		yield(0, nil, ctxio.Instead(ctx, err))
	}
}

// selection is a Select that is going on. A place is that of a number among those
// asked for.
type selection struct {
	ctx     context.Context
	part    Part
	numbers []int64
	next    int              // the place that is yielded next
	found   map[int]selected // what waits, by place
	waiting int              // bytes of it
}

type selected struct {
	text  []byte
	again bool // text is that of a later place, too
	err   error
	// dropped says that the text was there, but is to be decoded again.
	dropped bool
}

// wanted is what is asked of a frame: games by their numbers in it, ascending, and the
// places of each.
type wanted struct {
	first  int64 // number of the frame's first game
	items  []int
	places [][]int
}

// group sorts places by frame, in the order in which frames come up first. What is no
// game of the archive is found out here.
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

// look decodes what is wanted of a frame, up to what is damaged.
func (s *selection) look(w *wanted) []selected {
	got := make([]selected, len(w.items))
	v, _, err := s.part.ViewOf(s.ctx, w.first+int64(w.items[0]))
	if err != nil {
		for i := range got {
			got[i].err = err
		}
		return got
	}
	v.Keep()
	defer v.Done()
	texts, err := v.Some(w.items)
	for i := range got {
		if i < len(texts) {
			got[i].text = texts[i]
		} else {
			got[i].err = err
		}
	}
	return got
}

// take keeps what was found of a frame until it is its turn, those that come first
// rather than others.
func (s *selection) take(w *wanted, got []selected) {
	for i, places := range w.places {
		for k, place := range places {
			g := got[i]
			g.again = k+1 < len(places)
			s.found[place] = g
			s.waiting += len(g.text)
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
			s.waiting -= len(g.text)
			s.found[place] = selected{dropped: true}
		}
	}
}

// flush yields what was found up to the first place of which nothing is known.
func (s *selection) flush(yield func(number int64, text []byte, err error) bool) error {
	for ; s.next < len(s.numbers); s.next++ {
		g, ok := s.found[s.next]
		if !ok || g.dropped {
			return nil
		}
		delete(s.found, s.next)
		s.waiting -= len(g.text)
		if g.again {
			g.text = bytes.Clone(g.text)
		}
		if !yield(s.numbers[s.next], g.text, g.err) {
			return errEnough
		}
	}
	return nil
}

// run looks at all frames, and again at those whose texts were too many to wait.
func (s *selection) run(ctx context.Context, yield func(number int64, text []byte, err error) bool) error {
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
		var missed atomic.Bool // the next text was dropped: begin with its frame
		next := func() (w *wanted, more bool, err error) {
			if len(frames) == 0 || missed.Load() {
				return nil, false, nil
			}
			w, frames = frames[0], frames[1:]
			return w, true, nil
		}
		look := func(_ int, w *wanted) (result, error) { return result{w, s.look(w)}, nil }
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
