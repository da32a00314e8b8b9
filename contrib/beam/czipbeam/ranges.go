package czipbeam

import (
	"errors"
	"fmt"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/sdf"
)

// Range is a restriction: items From up to, not including, To of an element, which are
// frames of an archive or pieces of a text. Sizes are theirs, in bytes.
type Range struct {
	From, To int64
	Sizes    []int64
}

// Bytes returns the size of the range.
func (r Range) Bytes() (n int64) {
	for _, size := range r.Sizes {
		n += size
	}
	return n
}

// cut returns the items before at and those from there on.
func (r Range) cut(at int64) (before, behind Range) {
	k := at - r.From
	return Range{r.From, at, r.Sizes[:k:k]}, Range{at, r.To, r.Sizes[k:]}
}

// Split cuts the range into ranges of about so many bytes; an item is never cut.
func (r Range) Split(bytes int64) (all []Range) {
	held := int64(0)
	for i := r.From; i < r.To; {
		size := r.Sizes[i-r.From]
		if held > 0 && held+size > bytes {
			var before Range
			before, r = r.cut(i)
			all, held = append(all, before), 0
		}
		held += size
		i++
	}
	return append(all, r)
}

// Tracker tracks which items of a Range were claimed. Positions are int64, the numbers
// of items, each claimed once and in order. Progress and splits go by bytes.
type Tracker struct {
	rest    Range
	next    int64 // the item behind the last that was claimed
	done    int64 // bytes of those that were claimed
	stopped bool
	err     error
}

var _ sdf.BoundableRTracker = (*Tracker)(nil)

// NewTracker returns a Tracker of a Range.
func NewTracker(r Range) *Tracker { return &Tracker{rest: r, next: r.From} }

// TryClaim claims item pos, an int64: the next one, or the end, which is false.
func (t *Tracker) TryClaim(pos any) bool {
	at, ok := pos.(int64)
	switch {
	case t.stopped:
		t.err = errors.New("czipbeam: claim behind the end")
	case !ok || at != t.next && at < t.rest.To:
		t.err = fmt.Errorf("czipbeam: claim of %v, want %d", pos, t.next)
	case at < t.rest.To:
		t.done += t.rest.Sizes[at-t.rest.From]
		t.next++
		return true
	}
	t.stopped = true
	return false
}

// GetError returns what was wrong with the claims.
func (t *Tracker) GetError() error { return t.err }

// TrySplit leaves the items that were claimed, and a fraction of the bytes of the others,
// and returns the rest as the residual, nil where nothing is left.
func (t *Tracker) TrySplit(fraction float64) (primary, residual any, err error) {
	if t.stopped || t.IsDone() {
		return t.rest, nil, nil
	}
	keep := min(max(fraction, 0), 1) * float64(t.rest.Bytes()-t.done)
	at, kept := t.next, int64(0)
	for at < t.rest.To && float64(kept) < keep {
		kept += t.rest.Sizes[at-t.rest.From]
		at++
	}
	if at >= t.rest.To {
		return t.rest, nil, nil
	}
	var rest Range
	t.rest, rest = t.rest.cut(at)
	return t.rest, rest, nil
}

// GetProgress returns the bytes of what was claimed, and of what was not.
func (t *Tracker) GetProgress() (done, remaining float64) {
	return float64(t.done), float64(t.rest.Bytes() - t.done)
}

// IsDone reports whether all items were claimed.
func (t *Tracker) IsDone() bool { return t.err == nil && t.next >= t.rest.To }

// GetRestriction returns the Range.
func (t *Tracker) GetRestriction() any { return t.rest }

// IsBounded reports that a Range has an end.
func (t *Tracker) IsBounded() bool { return true }
