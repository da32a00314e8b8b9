package view

import (
	"github.com/chesszip/chesszip/archive"
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/base/tagvalue"
	"github.com/chesszip/chesszip/internal/index"
)

// CheckIndex compares the index with the items. It returns the errors of the frame's
// statistics, and of its index frame.
func (v *View) CheckIndex() (statistics, entry error) {
	have := v.Statistics()
	var f archive.Frame
	check := v.segment.Index >= 0
	if check {
		f, entry = v.file.Frame(v.ctx, v.segment.Index)
		check = entry == nil && !index.IsOverflow(&f) // which is of other frames
	}
	if len(have) == 0 && !check {
		return nil, entry
	}
	var b index.Builder
	b.Reset(index.ContentOf(&f))
	if err := v.addTo(&b); err != nil {
		return err, entry
	}
	if len(have) > 0 {
		statistics = v.placed(b.CheckStatistics(have))
	}
	if check {
		entry = placed(v.segment.Index, v.checkFrame(&b, &f))
	}
	return statistics, entry
}

// addTo adds the items to b.
func (v *View) addTo(b *index.Builder) error {
	err := v.Tags(nil, true, func(_ int, tags []tagvalue.Tag, facts tagvalue.Facts) bool {
		b.Add(tags, facts)
		return true
	})
	if err != nil || !b.Wants(index.Positions) {
		return err
	}
	type line struct {
		start *board.Position
		moves []board.Move
	}
	lines := make([]line, v.Items())
	err = v.Moves(nil, func(item, ply int, p *board.Position, m board.Move) bool {
		l := &lines[item]
		if ply == 0 {
			start := *p
			l.start = &start
		} else {
			l.moves = append(l.moves, m)
		}
		return true
	})
	for _, l := range lines {
		b.AddMoves(l.start, l.moves)
	}
	return err
}

func (v *View) checkFrame(b *index.Builder, f *archive.Frame) error {
	items, err := v.frame()
	if err != nil {
		return err
	}
	encoded, err := archive.AppendFrame(nil, items)
	if err != nil {
		return err
	}
	return b.CheckFrame(f, archive.Checksum(encoded))
}
