package main

import (
	"fmt"
	"math"
	"time"
)

// estimate says when work will be done, of how much was done when. Frames are done a few
// MB at a time, so that it looks at a long stretch, counts down between two of them, and
// takes back what it said only if it was clearly wrong. Times count from its beginning.
type estimate struct {
	total  int64
	begun  bool
	done   int64
	at     time.Duration // when that much was done
	bytes  float64       // done lately, the longer ago the less it counts
	span   float64       // the seconds that these took, counted likewise
	end    time.Duration // when all will be done
	known  bool
	within time.Duration // what end may be off by before it is put off
}

// How an estimate forgets, and when it is put off: by a tenth of what was left, and a
// moment.
const (
	forgetAfter = 40.0 // seconds until work counts half
	slack       = 0.1
	moment      = 2 * time.Second
)

// begin says how much was there before the work began.
func (e *estimate) begin(done int64, at time.Duration) {
	*e = estimate{total: e.total, begun: true, done: done, at: at}
}

// reach says how much is done now.
func (e *estimate) reach(done int64, at time.Duration) {
	if !e.begun {
		e.begin(0, 0)
	}
	took := (at - e.at).Seconds()
	if done <= e.done || took <= 0 {
		return
	}
	keep := math.Exp2(-took / max(forgetAfter, at.Seconds()/4))
	e.bytes = e.bytes*keep + float64(done-e.done)
	e.span = e.span*keep + took
	e.done, e.at = done, at
	end := at + time.Duration(float64(e.total-done)/e.rate()*float64(time.Second))
	if late := end - e.end; !e.known || late < 0 || late > e.within {
		e.end, e.known = end, true
		e.within = time.Duration(slack*float64(end-at)) + moment
	}
}

// rate is in bytes a second, 0 where it is not known.
func (e *estimate) rate() float64 {
	if e.span == 0 {
		return 0
	}
	return e.bytes / e.span
}

// left is how long the work will take from now on. It is not known before two pieces
// were done, or a second has gone.
func (e *estimate) left(at time.Duration) (left time.Duration, ok bool) {
	if !e.known || e.total <= 0 || e.span < 1 {
		return 0, false
	}
	left = e.end - at
	if left < 0 { // a piece takes longer than those before, and this one counts, too
		late := (at - e.at).Seconds()
		left = time.Duration(float64(e.total-e.done) / e.bytes * (e.span + late) * float64(time.Second))
	}
	return max(left, time.Second), true
}

// leftText says how long something takes, not more exactly than an estimate can be.
func leftText(d time.Duration) string {
	s := int64(d.Round(time.Second) / time.Second)
	switch {
	case s >= 3600:
		return fmt.Sprintf("%d h %02d min", s/3600, s%3600/60)
	case s >= 600:
		return fmt.Sprintf("%d min", (s+30)/60)
	case s >= 60:
		return fmt.Sprintf("%d min %02d s", s/60, s%60)
	}
	return fmt.Sprintf("%d s", s)
}
