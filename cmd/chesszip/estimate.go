package main

import (
	"fmt"
	"math"
	"time"
)

// estimate predicts when work will be done, from the progress so far. Frames are done a
// few MB at a time: it averages over a long time, counts down between two frames, and
// corrects itself only if it was clearly wrong. Times count from its beginning.
type estimate struct {
	total  int64
	begun  bool
	done   int64
	at     time.Duration // time of that progress
	bytes  float64       // done recently; older ones count less
	span   float64       // the seconds for these, weighted equally
	end    time.Duration // predicted end
	known  bool
	within time.Duration // how much later than end the prediction may be before end is moved
}

// Weights of an estimate: it is moved if wrong by a tenth of the remaining time, and a
// moment.
const (
	forgetAfter = 40.0 // seconds after which work counts half
	slack       = 0.1
	moment      = 2 * time.Second
)

// begin sets the progress before the work began.
func (e *estimate) begin(done int64, at time.Duration) {
	*e = estimate{total: e.total, begun: true, done: done, at: at}
}

// reach sets the progress now.
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

// rate returns bytes a second, 0 if not known.
func (e *estimate) rate() float64 {
	if e.span == 0 {
		return 0
	}
	return e.bytes / e.span
}

// left returns the remaining time. It is not known before two pieces are done, or a
// second has passed.
func (e *estimate) left(at time.Duration) (left time.Duration, ok bool) {
	if !e.known || e.total <= 0 || e.span < 1 {
		return 0, false
	}
	left = e.end - at
	if left < 0 { // this piece takes longer than the last ones
		late := (at - e.at).Seconds()
		left = time.Duration(float64(e.total-e.done) / e.bytes * (e.span + late) * float64(time.Second))
	}
	return max(left, time.Second), true
}

// leftText formats a time no more exactly than an estimate can be.
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
