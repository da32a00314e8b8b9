package view

import (
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/base/budget"
	"github.com/chesszip/chesszip/internal/base/tagvalue"
	"github.com/chesszip/chesszip/internal/column/open"
	"github.com/chesszip/chesszip/pgn"
)

// MainLine is an item without its text: its start, its moves, and its result.
type MainLine struct {
	Known  bool // false if the start position or the variant is not known
	Start  board.Position
	Moves  []board.Move
	Result tagvalue.Result
}

// MainLines returns the main lines of the items from <= item < to, up to the first
// illegal move; of an item larger than the memory limit, from its beginning.
func (v *View) MainLines(from, to int) ([]MainLine, error) {
	if _, err := v.interval(from, to); err != nil {
		return nil, err
	}
	lines := make([]MainLine, v.Items())
	b := lineBuilder{lines: lines, item: -1}
	if err := v.eachMove(from, to, b.add); err != nil {
		return nil, err
	}
	b.end()
	err := v.results(from, to, lines)
	return lines[from:to], err
}

// lineBuilder collects the moves of items, one item after the other.
type lineBuilder struct {
	lines []MainLine
	moves []board.Move // of all items so far, concatenated
	item  int          // current item, or -1
	first int          // of its moves
}

func (b *lineBuilder) add(item, ply int, p *board.Position, m board.Move) bool {
	if ply == 0 {
		b.end()
		b.item, b.first = item, len(b.moves)
		b.lines[item] = MainLine{Known: true, Start: *p}
		return true
	}
	b.moves = append(b.moves, m)
	return true
}

// end gives the item its moves. Others may follow in the same memory, or in a larger
// copy of it; the moves of an item do not change.
func (b *lineBuilder) end() {
	if b.item >= 0 {
		b.lines[b.item].Moves = b.moves[b.first:len(b.moves):len(b.moves)]
	}
}

// eachMove is Moves for the items from <= item < to, by open moves if there are any.
func (v *View) eachMove(from, to int, yield func(item, ply int, p *board.Position, m board.Move) bool) error {
	if v.Huge() {
		text, err := v.Head()
		if err != nil {
			return err
		}
		var line pgn.Line
		ply := -1
		line.Each(text, func(p *board.Position, m board.Move) bool {
			ply++
			return v.Step() && yield(0, ply, p, m)
		})
		return nil
	}
	lines, err := v.Replay()
	if err != nil {
		return err
	}
	if lines == nil {
		wanted := make([]bool, v.Items())
		for item := from; item < to; item++ {
			wanted[item] = true
		}
		return v.Moves(wanted, yield)
	}
	for item := from; item < to; item++ {
		if !v.Step() {
			return budget.ErrStopped
		}
		ply := -1
		err := lines.Each(item, func(p *board.Position, m board.Move) bool {
			ply++
			return v.Step() && yield(item, ply, p, m)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// results reads the results of the items from <= item < to into lines.
func (v *View) results(from, to int, lines []MainLine) error {
	columns, err := v.Columns(open.Result)
	if err != nil {
		return err
	}
	if columns != nil {
		for item, value := range columns.Append(nil, open.Result) {
			lines[item].Result = tagvalue.Result(min(value-1, uint64(tagvalue.OtherResult)))
		}
		return nil
	}
	return v.Tags([]string{"Result"}, false, func(item int, _ []tagvalue.Tag, facts tagvalue.Facts) bool {
		lines[item].Result = facts.Result
		return item+1 < to
	})
}
