package walk

import "github.com/chesszip/chesszip/internal/read/view"

// reads calls tell with the numbers of the frames of a segment that are read.
func (p Part) reads(s view.Segment, tell func(frame int)) {
	switch {
	case p.Reads == ReadsAll:
		for n := range s.Frames {
			tell(n)
		}
	case p.Reads == ReadsItems || p.Frames.Open(s.Frame) == 0:
		tell(s.Frame)
	}
}

// aheadBytes is how many bytes are announced to a reader at once.
const aheadBytes = 2 << 20

// ahead announces reads to a Foreseer.
type ahead struct {
	part    Part
	first   int   // number of segments read at once at the start, which are not announced
	told    int   // number of segments announced
	taken   int   // number of segments taken
	waiting int64 // bytes announced, of segments not yet taken
}

// ahead returns an ahead for the segments of p, the first few of which are read at once.
// It is nil if p has no Foreseer.
func (p Part) ahead(first int) *ahead {
	if p.Ahead == nil || len(p.Segments) <= first {
		return nil
	}
	return &ahead{part: p, first: first, told: first}
}

// take must be called when work on the next segment begins.
func (l *ahead) take() {
	if l == nil {
		return
	}
	p := &l.part
	if l.taken >= l.first {
		p.reads(p.Segments[l.taken], func(n int) { l.waiting -= p.Frames.Entry(n).Length })
	}
	l.taken++
	for ; l.told < len(p.Segments) && l.waiting < aheadBytes; l.told++ {
		p.reads(p.Segments[l.told], func(n int) {
			e := p.Frames.Entry(n)
			p.Ahead.Ahead(e.Offset, e.Length)
			l.waiting += e.Length
		})
	}
}

// OneByOne calls yield with the segments of p in order, and announces those that follow.
func (p Part) OneByOne(yield func(s view.Segment) bool) {
	soon := p.ahead(1)
	for _, s := range p.Segments {
		soon.take()
		if !yield(s) {
			return
		}
	}
}
