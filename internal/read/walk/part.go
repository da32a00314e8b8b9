package walk

import (
	"math"
	"slices"
	"sort"

	"github.com/chesszip/chesszip/internal/read/view"
)

// Reads is the set of frames of segments that a walk is sure to read.
type Reads uint8

const (
	ReadsUnknown Reads = iota // frames of which no columns are open
	ReadsItems                // the first frames of segments
	ReadsAll
)

// Foreseer is a reader of remote bytes that wants to know the next reads.
type Foreseer interface {
	// Ahead announces a read of length bytes at an offset of the file.
	Ahead(offset, length int64)
}

// Part is a file, or a part of it: segments in their order, the gaps between them, and
// how to visit them.
type Part struct {
	Frames   *view.File
	Segments []view.Segment
	Gaps     []Gap
	Reads    Reads
	Threads  int      // number of segments worked on at once, at least 1
	Ahead    Foreseer // or nil
	Cut      bool     // the segments are not all of the file
}

// Span returns the number of the first game of p, and the number after that of the last.
func (p Part) Span() (from, to int64) {
	if len(p.Segments) == 0 {
		return 0, 0
	}
	last := p.Segments[len(p.Segments)-1].Frame
	return p.Frames.FirstGame(p.Segments[0].Frame), p.Frames.FirstGame(last) + p.Frames.Entry(last).Games
}

// Without returns p without the segments for which drop returns true. It calls drop for
// each once, in their order. All gaps stay.
func (p Part) Without(drop func(s view.Segment) bool) Part {
	for i, s := range p.Segments {
		if !drop(s) {
			continue
		}
		kept := slices.Clone(p.Segments[:i])
		for _, s := range p.Segments[i+1:] {
			if !drop(s) {
				kept = append(kept, s)
			}
		}
		p.Segments = kept
		break
	}
	return p
}

// WithGames returns the segments of p with games. It reads no frames.
func (p Part) WithGames() Part {
	return p.Without(func(s view.Segment) bool { return p.Frames.Entry(s.Frame).Games == 0 })
}

// OfGames returns the segments of p with the games from <= number < to, and the gaps
// between them. Both numbers must be in the span of p; an empty range gives at most one
// segment.
func (p Part) OfGames(from, to int64) Part {
	low, high := p.Span()
	first := sort.Search(len(p.Segments), func(i int) bool {
		n := p.Segments[i].Frame
		return p.Frames.FirstGame(n)+p.Frames.Entry(n).Games > from
	})
	end := len(p.Segments)
	for k, s := range p.Segments[first:] {
		if e := p.Frames.Entry(s.Frame); e.Games > 0 && p.Frames.FirstGame(s.Frame) >= to {
			end = first + k
			break
		}
	}
	front, back := math.MinInt, math.MaxInt
	if from > low && first < end {
		front = p.Segments[first].Frame + 1
	}
	if to < high && first < end {
		back = p.Segments[end-1].Frame
	}
	return p.within(first, end, front, back).WithGames()
}

// Slice returns the part of p with the segments i <= number < j, and the gaps before and
// between them; the last part of p also has those after it.
func (p Part) Slice(i, j int) Part {
	low, high := math.MinInt, math.MaxInt
	if i > 0 {
		low = p.Segments[i-1].Frame + 1
	}
	switch n := len(p.Segments); {
	case i == j && n > 0:
		high = math.MinInt
	case j < n:
		high = p.Segments[j-1].Frame
	}
	p = p.within(i, j, low, high)
	p.Cut = true
	return p
}

// within returns the segments of p with i <= number < j, and the gaps before frames with
// numbers from low to high.
func (p Part) within(i, j, low, high int) Part {
	gaps := p.Gaps
	p.Segments, p.Gaps = p.Segments[i:j], nil
	for _, g := range gaps {
		if g.Frame >= low && g.Frame <= high {
			p.Gaps = append(p.Gaps, g)
		}
	}
	return p
}

// Cuts splits p into parts of at most the given number of games, or of one segment if
// that has more; without any games it is one part.
func (p Part) Cuts(games int64) []Part {
	var parts []Part
	start, held := 0, int64(0)
	for i, s := range p.Segments {
		n := p.Frames.Entry(s.Frame).Games
		if i > start && held+n > games {
			parts = append(parts, p.Slice(start, i))
			start, held = i, 0
		}
		held += n
	}
	return append(parts, p.Slice(start, len(p.Segments)))
}

// Runs calls yield with the segments of p in each member of the file that has some, and
// the number of the member. No gaps belong to a member.
func (p Part) Runs(yield func(member int, run Part) bool) {
	run := p
	run.Gaps, run.Cut = nil, true
	for rest := p.Segments; len(rest) > 0; rest = rest[len(run.Segments):] {
		member := p.Frames.MemberOf(rest[0].Frame)
		end := p.Frames.Starts(member + 1)
		n := slices.IndexFunc(rest, func(s view.Segment) bool { return s.Frame >= end })
		if n < 0 {
			n = len(rest)
		}
		run.Segments = rest[:n]
		if !yield(member, run) {
			return
		}
	}
}

// Members returns the segments of p in each member of the file, as Runs does, including
// members without any.
func (p Part) Members() []Part {
	all := make([]Part, p.Frames.Members())
	for i := range all {
		all[i] = p
		all[i].Segments, all[i].Gaps, all[i].Cut = nil, nil, true
	}
	for member, run := range p.Runs {
		all[member] = run
	}
	return all
}
