package walk

import "github.com/chesszip/chesszip/internal/read/view"

// frames calls tell with the numbers of the frames of a segment that are read.
func (r Reads) frames(s view.Segment, tell func(frame int)) {
	switch {
	case r == ReadsAll:
		for n := range s.Frames {
			tell(n)
		}
	case s.Index < 0 || r == ReadsItems:
		tell(s.Frame)
	case r == ReadsIndexes:
		tell(s.Index)
	}
}

// aheadBytes is how much of what will be read a reader is told at once.
const aheadBytes = 2 << 20

// ahead tells a Foreseer what will be read soon.
type ahead struct {
	part    Part
	first   int   // segments that are read at once, of which nothing is told
	told    int   // of the segments
	taken   int   // of the segments
	waiting int64 // bytes that were told, of segments that were not taken
}

// ahead returns an ahead for the segments of p, of which the first few are read at once.
// It is nil where nobody wants to know.
func (p Part) ahead(first int) *ahead {
	if p.Ahead == nil || len(p.Segments) <= first {
		return nil
	}
	return &ahead{part: p, first: first, told: first}
}

// take says that the next segment is worked on.
func (l *ahead) take() {
	if l == nil {
		return
	}
	p := &l.part
	if l.taken >= l.first {
		p.Reads.frames(p.Segments[l.taken], func(n int) { l.waiting -= p.Frames.Entry(n).Length })
	}
	l.taken++
	for ; l.told < len(p.Segments) && l.waiting < aheadBytes; l.told++ {
		p.Reads.frames(p.Segments[l.told], func(n int) {
			e := p.Frames.Entry(n)
			p.Ahead.Ahead(e.Offset, e.Length)
			l.waiting += e.Length
		})
	}
}

// OneByOne calls yield with the segments of p one after the other, and tells what comes
// behind them.
func (p Part) OneByOne(yield func(s view.Segment) bool) {
	soon := p.ahead(1)
	for _, s := range p.Segments {
		soon.take()
		if !yield(s) {
			return
		}
	}
}
