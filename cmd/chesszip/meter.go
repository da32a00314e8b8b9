package main

import (
	"context"
	"sync"
	"time"

	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"
)

// meterDelay is how long a job may take before a bar appears: small files
// come and go without a flicker.
const meterDelay = 300 * time.Millisecond

// meter is a progress bar. A nil meter shows nothing.
type meter struct {
	all  *mpb.Progress
	bar  *mpb.Bar
	once sync.Once
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
	all := mpb.New(mpb.WithOutput(c.drawn), mpb.WithWidth(40), mpb.WithRenderDelay(delay))
	name := decor.Name(shorten(oneLine(what), 32), decor.WCSyncSpaceR)
	rate := decor.AverageSpeed(decor.SizeB1000(0), "% .1f ")
	if total <= 0 {
		bar := all.AddSpinner(0, mpb.BarRemoveOnComplete(),
			mpb.PrependDecorators(name), mpb.AppendDecorators(decor.CurrentKiloByte("% .1f "), rate))
		return &meter{all: all, bar: bar}
	}
	bar := all.AddBar(total, mpb.BarRemoveOnComplete(),
		mpb.PrependDecorators(name, decor.Percentage(decor.WCSyncSpace)),
		mpb.AppendDecorators(rate, decor.AverageETA(decor.ET_STYLE_GO)))
	return &meter{all: all, bar: bar}
}

// shorten keeps the last n runes of a name, where the file's own is.
func shorten(s string, n int) string {
	if r := []rune(s); len(r) > n {
		return "..." + string(r[len(r)-n+3:])
	}
	return s
}

// add counts n bytes more.
func (m *meter) add(n int) {
	if m != nil {
		m.bar.IncrBy(n)
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
