package main

import (
	"context"
	"sync"
	"time"

	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"

	"github.com/chesszip/chesszip"
)

// meterDelay is how long a job runs before a bar appears, so that small files do not
// flicker.
const meterDelay = 300 * time.Millisecond

// meter is a progress bar of work done, not of bytes read. A nil meter shows nothing.
type meter struct {
	all  *mpb.Progress
	bar  *mpb.Bar
	once sync.Once

	mu    sync.Mutex
	since time.Time
	work  estimate
	read  int64 // bytes read of the file
	given int64 // their unpacked size
	told  bool  // reach reports the work done; otherwise bytes read count
}

// newMeter shows the progress of one pass over total bytes, 0 if not known, until ctx
// ends. It returns nil without a terminal.
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

// text returns the text after the bar.
func (m *meter) text(at time.Duration) string {
	m.mu.Lock()
	defer m.mu.Unlock()
	s := " "
	if m.work.total <= 0 {
		s += byteText(m.work.done) + "  "
	}
	if rate := m.work.rate(); rate > 0 && at >= time.Second {
		if m.given > 0 && m.read > 0 { // of what is unpacked, as at the end
			rate *= float64(m.given) / float64(m.read)
		}
		s += byteText(int64(rate)) + "/s"
	}
	if left, ok := m.work.left(at); ok {
		s += "  " + leftText(left) + " left"
	}
	return s
}

// shorten keeps the last n runes of a path, which has the file's own name.
func shorten(s string, n int) string {
	if r := []rune(s); len(r) > n {
		return "..." + string(r[len(r)-n+3:])
	}
	return s
}

// add counts n more bytes read of the file.
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

// unpacked counts n more unpacked bytes.
func (m *meter) unpacked(n int) {
	if m != nil {
		m.mu.Lock()
		m.given += int64(n)
		m.mu.Unlock()
	}
}

// reach sets how many bytes are done. For a packed file these are unpacked bytes, and
// are converted to bytes of the file.
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

// progress is reach, as an option of the library. Earlier progress is not work of this
// run.
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

// close removes the bar.
func (m *meter) close() {
	if m != nil {
		m.once.Do(func() {
			m.bar.Abort(true)
			m.all.Wait()
		})
	}
}
