package attack

import (
	"fmt"
	"slices"

	"github.com/chesszip/chesszip/internal/base/budget"
	"github.com/chesszip/chesszip/internal/index"
	"github.com/chesszip/chesszip/internal/index/openingtable"
	"github.com/chesszip/chesszip/internal/test/attack/table"
)

// takeFrame takes a frame of another archive, perhaps an index frame, or its meta in the
// footer.
func (a *alteration) takeFrame() string {
	other := &a.seeds[a.below(len(a.seeds))]
	f := a.frame()
	src, err := other.archive()
	if f == nil || err != nil {
		return ""
	}
	c, err := open(src)
	if err != nil || len(c.frames) == 0 {
		return ""
	}
	n := a.below(len(c.frames))
	did := fmt.Sprintf("%d of %s", n, other.Name)
	switch a.below(4) {
	case 0:
		f.meta = c.frames[n].meta
		return "the statistics of " + did
	case 1:
		a.frames = slices.Insert(a.frames, a.below(len(a.frames)+1), c.frames[n])
	default:
		*f = c.frames[n]
	}
	return did
}

// takeTable appends the opening table of other games, which may claim to leave out
// nothing.
func (a *alteration) takeTable() string {
	donor := &a.seeds[len(a.seeds)-1-a.below(2)] // those with a table
	whole := a.byte()&1 != 0
	src, err := donor.archive()
	if err != nil {
		return ""
	}
	c, err := open(src)
	if err != nil {
		return ""
	}
	a.frames = slices.DeleteFunc(a.frames, func(f storedFrame) bool { return f.openings() })
	covers := len(a.frames)
	for n, f := range c.frames {
		if !f.openings() {
			continue
		}
		if data, ok := f.Stream(table.KindDirectory); ok {
			d, err := openingtable.ParseDirectory(data, n, 1<<40, budget.New(1<<20))
			if err != nil {
				return ""
			}
			if d.Covers = covers; whole {
				d.Left = nil
			}
			f.put(table.KindDirectory, d.Append(nil))
		}
		a.frames = append(a.frames, f)
	}
	a.note = (&index.Note{Openings: len(a.frames) - 1}).Append(nil)
	return "of " + donor.Name
}
