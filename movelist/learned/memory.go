package learned

import (
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/model/moves"
	"github.com/chesszip/chesszip/internal/rangecoder"
	"github.com/chesszip/chesszip/internal/recall"
)

// memory is what a Writer remembers of the groups that it has written.
type memory struct {
	choices recall.Memory
	starts  []int        // the first choice of each group
	known   recall.Print // of what is known of the game
}

func (m *memory) reset() {
	m.choices.Reset()
	m.starts = m.starts[:0]
}

// begin begins a game, the first of a group or not.
func (m *memory) begin(group bool, k *moves.Known) {
	if group {
		m.starts = append(m.starts, m.choices.Len())
	}
	m.known = k.Print(0)
}

// add keeps a choice.
func (m *memory) add(past *Past, p *board.Position, legal []board.Move, cum, width uint32, index int) {
	m.choices.Add(recall.Choice{
		Print: printOf(m.known, past, p, legal), Low: uint16(cum), Width: uint16(width), Index: uint16(index),
	})
}

// printOf is the fingerprint of what a choice depends on.
func printOf(known recall.Print, past *Past, p *board.Position, legal []board.Move) recall.Print {
	return past.past.Print(known).Position(p, legal)
}

// recalled is where a Reader is in a memory.
type recalled struct {
	memory   *memory
	from, to int // the groups that are predicted in any case
	group    int // the one being read
	cursor   recall.Cursor
	known    recall.Print // of what is known of the game
}

// begin begins a game, the first of a group or not.
func (r *recalled) begin(group bool, k *moves.Known) {
	r.known = k.Print(0)
	if !group {
		return
	}
	r.group++
	r.cursor = recall.Cursor{}
	if (r.group < r.from || r.group >= r.to) && r.group < len(r.memory.starts) {
		r.cursor = r.memory.choices.From(r.memory.starts[r.group])
	}
}

// read reads a choice, if it is remembered and fits what was coded, else -1.
func (r *recalled) read(d *rangecoder.Decoder, past *Past, p *board.Position, legal []board.Move) (index int) {
	if !r.cursor.Any() {
		return -1
	}
	return r.cursor.Read(d, printOf(r.known, past, p, legal), len(legal))
}
