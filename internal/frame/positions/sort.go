package positions

import (
	"bytes"
	"cmp"
	"slices"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/base/budget"
	"github.com/chesszip/chesszip/internal/column/positions"
	"github.com/chesszip/chesszip/movegen"
)

// Sorter sorts the lines of a list of positions so that they compress well: a
// position follows one from which a move leads to it, and other positions are sorted
// by the contents of their squares. Lines without a position come first, in their
// order.
type Sorter struct {
	shape    shape
	thorough bool
	legal    []board.Move
}

// NewSorter returns a Sorter for the list that begins with head; thorough is the way
// in which it will be packed. ok is false if it is not a list of positions, one a
// line.
func NewSorter(head []byte, thorough bool) (*Sorter, bool) {
	s, ok := sniff(head)
	if !ok || s.prefix != "" {
		return nil, false
	}
	return &Sorter{shape: s, thorough: thorough}, true
}

// item is a line to be sorted, with indices of other items, 1 + i or 0. A list has
// very many: 64 bytes each.
type item struct {
	pos    board.Position
	start  uint32 // of the line in the list
	size   uint32
	parent int32 // the item from which a move leads here, or which is the same position
	child  int32 // the first child
	next   int32 // the next child of the same parent
	placed bool
}

// text returns the line of an item of a list.
func (i *item) text(list []byte) []byte { return list[i.start:][:i.size] }

// sortWork is the work of looking at a line, in bytes of text.
const sortWork = 16

// shortest is the approximate length of the shortest line with a position.
const shortest = 20

// longLines counts the lines of a list that may have a position.
func longLines(list []byte) (n int) {
	for text := range bytes.Lines(list) {
		if len(text) >= shortest {
			n++
		}
	}
	return n
}

// Append appends the lines of src, of less than 4 GiB, to dst, sorted. The last one
// has a line end if the last one of src has. Of b only the context is used: once it
// is done, the result is meaningless.
func (s *Sorter) Append(dst, src []byte, b *budget.Budget) []byte {
	ended := bytes.HasSuffix(src, []byte("\n"))
	items := make([]item, 0, longLines(src))
	first := len(dst)
	dst = slices.Grow(dst, len(src)+1)
	at := 0
	for text := range bytes.Lines(src) {
		if !b.Step(sortWork) {
			return dst
		}
		start := at
		at += len(text)
		text = bytes.TrimSuffix(text, []byte("\n"))
		var l line
		if s.shape.read(bytes.TrimSuffix(text, []byte("\r")), &l); l.Position {
			items = append(items, item{pos: l.pos, start: uint32(start), size: uint32(len(text))})
		} else {
			dst = append(append(dst, text...), '\n')
		}
	}
	slices.SortFunc(items, func(x, y item) int {
		if !b.Step(1) {
			return 0 // the order does not matter any more
		}
		if n := s.compare(&x.pos, &y.pos); n != 0 {
			return n
		}
		return bytes.Compare(x.text(src), y.text(src))
	})
	if s.relate(items, b); b.Stopped() {
		return dst
	}
	var stack []int32
	place := func(root int) {
		stack = append(stack[:0], int32(root)+1)
		for len(stack) > 0 {
			i := &items[stack[len(stack)-1]-1]
			stack = stack[:len(stack)-1]
			i.placed = true
			dst = append(append(dst, i.text(src)...), '\n')
			before := len(stack)
			for k := i.child; k > 0; k = items[k-1].next {
				if !items[k-1].placed {
					stack = append(stack, k)
				}
			}
			slices.Reverse(stack[before:])
		}
	}
	for _, ring := range [2]bool{false, true} {
		for i := range items {
			if items[i].parent == 0 != ring && !items[i].placed {
				place(i)
			}
		}
	}
	if !ended && len(dst) > first {
		dst = dst[:len(dst)-1]
	}
	return dst
}

// sortedRanks are the ranks in the order of comparison: those that change least
// first.
var sortedRanks = [8]int{0, 7, 1, 6, 2, 5, 3, 4}

// compare compares positions by their numbers of pieces, in the order in which
// learned boards code them, and then by the contents of the squares.
func (s *Sorter) compare(p, q *board.Position) int {
	if p.Board != q.Board {
		if s.thorough {
			for _, piece := range positions.CountOrder() {
				if n := q.Pieces(piece).Count() - p.Pieces(piece).Count(); n != 0 {
					return n
				}
			}
		}
		a, b := p.Planes(), q.Planes()
		differ := positions.Differences(&a, &b)
		for _, rank := range sortedRanks {
			if part := differ >> (8 * rank) & 0xff; part != 0 {
				sq := board.SquareAt(int(part.First()), rank)
				return cmp.Compare(p.At(sq), q.At(sq))
			}
		}
	}
	return cmp.Or(cmp.Compare(p.FullmoveNumber, q.FullmoveNumber), cmp.Compare(p.Turn, q.Turn), cmp.Compare(p.Castling, q.Castling),
		cmp.Compare(p.EnPassant, q.EnPassant), cmp.Compare(p.HalfmoveClock, q.HalfmoveClock))
}

// relate finds a parent for each item that has one: the first equal position, or else
// the first from which a move leads here.
func (s *Sorter) relate(items []item, b *budget.Budget) {
	index := make(map[uint64]int32, len(items))
	for i := range items {
		h := positions.Hash(&items[i].pos)
		if first, ok := index[h]; ok && positions.Same(&items[first-1].pos, &items[i].pos) {
			items[i].parent = first
		} else if !ok {
			index[h] = int32(i) + 1
		}
	}
	for i := range items {
		if items[i].parent != 0 && positions.Same(&items[items[i].parent-1].pos, &items[i].pos) {
			continue
		}
		if !b.Step(sortWork) {
			return
		}
		s.legal = movegen.AppendLegal(s.legal[:0], &items[i].pos)
		for _, m := range s.legal {
			p := items[i].pos
			movegen.Make(&p, m)
			k, ok := index[positions.Hash(&p)]
			if !ok && p.EnPassant != 0 {
				p.EnPassant = 0
				k, ok = index[positions.Hash(&p)]
			}
			if ok && items[k-1].parent == 0 && k-1 != int32(i) {
				items[k-1].parent = int32(i) + 1
			}
		}
	}
	// Equal positions come first.
	for _, again := range [2]bool{false, true} {
		for i := len(items) - 1; i >= 0; i-- {
			if p := items[i].parent; p > 0 && positions.Same(&items[p-1].pos, &items[i].pos) == again {
				items[i].next = items[p-1].child
				items[p-1].child = int32(i) + 1
			}
		}
	}
}
