package main

import (
	"context"
	"sync"
	"time"

	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"

	"github.com/chesszip/chesszip"
)

// meterDelay is how long a job may take before a bar appears: small files
// come and go without a flicker.
const meterDelay = 300 * time.Millisecond

// meter is a progress bar of what is done, not of what is read. A nil meter shows
// nothing.
type meter struct {
	all  *mpb.Progress
	bar  *mpb.Bar
	once sync.Once

	mu    sync.Mutex
	since time.Time
	work  estimate
	read  int64 // bytes of the file
	given int64 // and what they unpacked to
	told  bool  // reach says what is done: else what is read is
}

// newMeter shows the progress of one pass over total bytes, 0 if their number
// is not known, until ctx ends. It returns nil where no one looks.
func (c *console) newMeter(ctx context.Context, what string, total int64) *meter {
	if c.quiet || c.drawn == nil {
		return nil
	}
	m := c.draws(what, total)
	context.AfterFunc(ctx, m.close)
	return m
}

func (c *console) draws(what string, total int64) *meter {
	delay := make(chan struct{})
	time.AfterFunc(meterDelay, func() { close(delay) })
	m := &meter{
		all:   mpb.New(mpb.WithOutput(c.drawn), mpb.WithWidth(24), mpb.WithRenderDelay(delay)),
		since: time.Now(), work: estimate{total: total},
	}
	name := decor.Name(shorten(oneLine(what), 32), decor.WCSyncSpaceR)
	end := mpb.AppendDecorators(decor.Any(func(decor.Statistics) string { return m.text(time.Since(m.since)) }))
	if total <= 0 {
		m.bar = m.all.AddSpinner(0, mpb.BarRemoveOnComplete(), mpb.PrependDecorators(name), end)
	} else {
		m.bar = m.all.AddBar(total, mpb.BarRemoveOnComplete(), mpb.PrependDecorators(name, decor.Percentage(decor.WCSyncSpace)), end)
	}
	return m
}

// text is what stands behind the bar.
func (m *meter) text(at time.Duration) string {
	m.mu.Lock()
	defer m.mu.Unlock()
	s := " "
	if m.work.total <= 0 {
		s += byteText(m.work.done) + "  "
	}
	if rate := m.work.rate(); rate > 0 {
		s += byteText(int64(rate)) + "/s"
	}
	if left, ok := m.work.left(at); ok {
		s += "  " + leftText(left) + " left"
	}
	return s
}

// shorten keeps the last n runes of a name, where the file's own is.
func shorten(s string, n int) string {
	if r := []rune(s); len(r) > n {
		return "..." + string(r[len(r)-n+3:])
	}
	return s
}

// add counts n bytes more that were read of the file.
func (m *meter) add(n int) {
	if m == nil {
		return
	}
	m.mu.Lock()
	m.read += int64(n)
	read, told := m.read, m.told
	m.mu.Unlock()
	if !told {
		m.reach(read)
	}
}

// unpacked counts n bytes more of what the file unpacks to.
func (m *meter) unpacked(n int) {
	if m != nil {
		m.mu.Lock()
		m.given += int64(n)
		m.mu.Unlock()
	}
}

// reach says how many bytes are done. Where they are those of a packed file, unpacked,
// it is as much of the file as of them.
func (m *meter) reach(done int64) {
	if m == nil {
		return
	}
	m.mu.Lock()
	if m.given > 0 && m.read > 0 {
		done = int64(float64(m.read) * min(1, float64(done)/float64(m.given)))
	}
	m.work.reach(done, time.Since(m.since))
	done = m.work.done
	m.mu.Unlock()
	m.bar.SetCurrent(done)
}

// progress is reach, as an option of the library. What was done before is no work.
func (m *meter) progress(before int64) func(chesszip.Progress) {
	if m == nil {
		return nil
	}
	m.told = true
	return func(p chesszip.Progress) {
		m.reach(p.In)
		if p.In <= before {
			m.mu.Lock()
			m.work.begin(m.work.done, time.Since(m.since))
			m.mu.Unlock()
		}
	}
}

// close takes the bar off the screen.
func (m *meter) close() {
	if m != nil {
		m.once.Do(func() {
			m.bar.Abort(true)
			m.all.Wait()
		})
	}
}
