package chesszip

import "github.com/chesszip/chesszip/internal/frameview"

// frames calls tell with the numbers of the frames of a segment that are read.
func (l likely) frames(s frameview.Segment, tell func(frame int)) {
	switch {
	case l == likelyAll:
		for n := range s.Frames {
			tell(n)
		}
	case s.Index < 0 || l == likelyFrames:
		tell(s.Frame)
	case l == likelyIndexes:
		tell(s.Index)
	}
}

// aheadBytes is how much of what will be read a reader is told at once.
const aheadBytes = 2 << 20

// ahead tells a reader that wants to know it what will be read soon, see Open.
type ahead struct {
	tell     func(offset, length int64)
	archive  *Archive
	segments []frameview.Segment
	of       likely
	first    int   // segments that are read at once, of which nothing is told
	told     int   // of the segments
	taken    int   // of the segments
	waiting  int64 // bytes that were told, of segments that were not taken
}

// newAhead returns an ahead for segments, of which the first few are read at once. It is
// nil where the reader does not want to know.
func (a *Archive) newAhead(segments []frameview.Segment, of likely, first int) *ahead {
	r, ok := a.r.(aheadReader)
	if !ok || len(segments) <= first {
		return nil
	}
	return &ahead{tell: r.Ahead, archive: a, segments: segments, of: of, first: first, told: first}
}

// take says that the next segment is worked on.
func (l *ahead) take() {
	if l == nil {
		return
	}
	if l.taken >= l.first {
		l.of.frames(l.segments[l.taken], func(n int) { l.waiting -= l.archive.frames.Entry(n).Length })
	}
	l.taken++
	for ; l.told < len(l.segments) && l.waiting < aheadBytes; l.told++ {
		l.of.frames(l.segments[l.told], func(n int) {
			e := l.archive.frames.Entry(n)
			l.tell(e.Offset, e.Length)
			l.waiting += e.Length
		})
	}
}
