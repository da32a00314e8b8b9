package view

import (
	"slices"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/base/budget"
)

// MainLine is an item without its text: its start and its moves.
type MainLine struct {
	Known bool // false if the start position or the variant is not known
	Start board.Position
	Moves []board.Move
}

// MainLines returns the main lines of items, given in increasing order, up to the first
// illegal move; of an item larger than the memory limit, from its beginning.
func (v *View) MainLines(items []int) ([]MainLine, error) {
	lines := make([]MainLine, len(items))
	b := lineBuilder{lines: lines, items: items, place: -1}
	if err := v.eachMove(items, b.add); err != nil {
		return nil, err
	}
	b.end()
	return lines, nil
}

// lineBuilder collects the moves of items, one item after the other.
type lineBuilder struct {
	lines []MainLine
	items []int
	moves []board.Move // of all items so far, concatenated
	place int          // of the current item in items, or -1
	first int          // of its moves
}

func (b *lineBuilder) add(item, ply int, p *board.Position, m board.Move) bool {
	if ply == 0 {
		b.end()
		b.place, _ = slices.BinarySearch(b.items, item)
		b.first = len(b.moves)
		b.lines[b.place] = MainLine{Known: true, Start: *p}
		return true
	}
	b.moves = append(b.moves, m)
	return true
}

// end gives the item its moves. Others may follow in the same memory, or in a larger
// copy of it; the moves of an item do not change.
func (b *lineBuilder) end() {
	if b.place >= 0 {
		b.lines[b.place].Moves = b.moves[b.first:len(b.moves):len(b.moves)]
	}
}

// eachMove is Moves for some items, by open moves if there are any.
func (v *View) eachMove(items []int, yield func(item, ply int, p *board.Position, m board.Move) bool) error {
	if v.Huge() {
		return v.Moves(nil, yield)
	}
	lines, err := v.Replay()
	if err != nil {
		return err
	}
	if lines == nil {
		if err := v.checkGames(int64(v.Items())); err != nil {
			return err
		}
		wanted := make([]bool, v.Items())
		for _, item := range items {
			wanted[item] = true
		}
		return v.Moves(wanted, yield)
	}
	for _, item := range items {
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
