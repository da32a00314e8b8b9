package chunk

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"github.com/chesszip/chesszip/internal/base/budget"
)

// Progress calls a function with the state of a run: whenever a frame is done, and
// several times a second while frames are worked on. What is done of these is estimated
// from the units of their work. A nil Progress does nothing.
type Progress struct {
	call func(*Stats)
	next atomic.Int64 // when to call it again, in nanoseconds since begun

	begun time.Time
	mu    sync.Mutex // guards the rest; call is called with it
	last  Stats
	work  map[*work]bool
	done  int64 // bytes of frames that are done and not yet in last
	units int64 // of the work on all frames that are done
	usual int64 // their estimates
}

// work is the work on a frame.
type work struct {
	bytes, usual int64
	units        atomic.Int64
}

const (
	// progressEvery is the time between two calls.
	progressEvery = 100 * time.Millisecond
	// mostDone is the greatest part of a frame in work, in percent, that counts as done.
	mostDone = 95
)

// NewProgress returns a Progress that calls a function, one call at a time; nil for nil.
func NewProgress(call func(*Stats)) *Progress {
	if call == nil {
		return nil
	}
	return &Progress{call: call, begun: time.Now(), work: map[*work]bool{}}
}

// Begin begins the work on a frame: it must be done with the returned context. Bytes is
// what the frame takes of the input, and usual the units of work that such a frame
// usually takes, which serve until one is done. End ends the work.
func (p *Progress) Begin(ctx context.Context, bytes, usual int64) (_ context.Context, end func()) {
	if p == nil {
		return ctx, func() {}
	}
	w := &work{bytes: bytes, usual: usual}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.work[w] = true
	ctx = budget.Watch(ctx, func(units int) {
		w.units.Add(int64(units))
		p.look()
	})
	return ctx, func() { p.end(w) }
}

func (p *Progress) end(w *work) {
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.work, w)
	p.done += w.bytes
	p.usual += w.usual
	p.units += w.units.Load()
}

// Report sets the state after a frame. Bytes are those of Begin, or 0 if there was none.
func (p *Progress) Report(s *Stats, bytes int64) {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.done -= bytes
	p.last = *s
	p.call(s)
}

// percent estimates how much of the work on a frame is done.
func (p *Progress) percent(w *work) int64 {
	usual := float64(w.usual)
	if p.usual > 0 {
		usual *= float64(p.units) / float64(p.usual)
	}
	return int64(min(100*float64(w.units.Load())/max(usual, 1), mostDone))
}

// look calls the function if it is time.
func (p *Progress) look() {
	at := time.Since(p.begun)
	next := p.next.Load()
	if int64(at) < next || !p.next.CompareAndSwap(next, int64(at+progressEvery)) || !p.mu.TryLock() {
		return
	}
	defer p.mu.Unlock()
	s := p.last
	s.In += p.done
	for w := range p.work {
		s.In += w.bytes * p.percent(w) / 100
	}
	p.call(&s)
}
