package walk

import (
	"bytes"
	"context"
	"slices"
	"sync/atomic"

	"github.com/chesszip/chesszip/internal/base/ctxio"
	"github.com/chesszip/chesszip/internal/base/ordered"
)

// maxWaiting is the greatest size of texts that Select keeps for later, in bytes.
const maxWaiting = 16 << 20

// Select calls yield with the texts of the games with the given numbers, in the given
// order; a number may occur twice, and has its own memory each time. It decodes each
// frame once for all its games, several frames at once. Texts that are needed later are
// kept, up to 16 MiB; frames of those beyond are decoded again.
//
// If a game cannot be read, yield gets an error instead of its text, and the others
// follow while yield returns true: ErrNoGame, damage, or that of the reader. After an
// error of ctx, which comes with number 0, nothing follows.
func Select(ctx context.Context, p Part, numbers []int64, yield func(number int64, text []byte, err error) bool) {
	s := selection{part: p, numbers: numbers, found: map[int]selected{}}
	if err := s.run(ctx, yield); err != nil && err != errEnough {
		yield(0, nil, ctxio.Instead(ctx, err))
	}
}

// selection is a running Select. A place is an index of the requested numbers.
type selection struct {
	ctx     context.Context
	part    Part
	numbers []int64
	next    int              // place to be yielded next
	found   map[int]selected // waiting texts, by place
	waiting int              // bytes of these
}

type selected struct {
	text  []byte
	again bool // text is also needed at a later place
	err   error
	// dropped reports that the text was decoded, but must be decoded again.
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

// look decodes the requested games of a frame, up to damage.
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

// take keeps the texts of a frame until they are needed; the first to be needed have
// priority.
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

// flush yields results up to the first place without one.
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

// run decodes all frames, and again those whose texts exceeded the limit.
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
