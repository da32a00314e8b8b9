package door

import (
	"strings"
	"sync"
	"time"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/pgn"
)

// gameColumns makes batches of games.
type gameColumns struct {
	want  Want
	batch *Batch
	plies int64
	steps int64

	number, result, flags, ends        *Column
	start, startEnds                   *Column
	moves, uci, uciEnds, clocks, evals *Column
	tags, tagsEnds, text, textEnds     *Column
	tree, treeEnds                     *Column
}

// columnsOfGames are the columns for want, in their order.
func columnsOfGames(want Want) []Column {
	all := []Column{
		{Name: "number", Type: "<i8", Width: 1}, {Name: "result", Type: "|i1", Width: 1}, {Name: "flags", Type: "|u1", Width: 1},
		{Name: "ply_ends", Type: "<i8", Width: 1}, {Name: "start", Type: "text"}, {Name: "start_ends", Type: "<i8", Width: 1},
	}
	for _, c := range []struct {
		want    Want
		columns []Column
	}{
		{WantMoves, []Column{{Name: "moves", Type: "<u2"}}},
		{WantUCI, []Column{{Name: "uci", Type: "text"}, {Name: "uci_ends", Type: "<i8", Width: 1}}},
		{WantClocks, []Column{{Name: "clocks", Type: "<i8"}}},
		{WantEvals, []Column{{Name: "evals", Type: "<i2"}}},
		{WantTags, []Column{{Name: "tags", Type: "text"}, {Name: "tags_ends", Type: "<i8", Width: 1}}},
		{WantText, []Column{{Name: "text", Type: "text"}, {Name: "text_ends", Type: "<i8", Width: 1}}},
		{WantTree, []Column{{Name: "tree", Type: "text"}, {Name: "tree_ends", Type: "<i8", Width: 1}}},
	} {
		if want&c.want != 0 {
			all = append(all, c.columns...)
		}
	}
	return all
}

func newGameColumns(want Want) *gameColumns {
	w := &gameColumns{want: want}
	w.renew()
	return w
}

// renew starts a new batch.
func (w *gameColumns) renew() {
	w.batch, w.plies = &Batch{Columns: columnsOfGames(w.want)}, 0
	w.find()
}

// find sets the pointers to the columns.
func (w *gameColumns) find() {
	at := func(name string) *Column {
		if i := w.batch.Column(name); i >= 0 {
			return &w.batch.Columns[i]
		}
		return nil
	}
	w.number, w.result, w.flags, w.ends = at("number"), at("result"), at("flags"), at("ply_ends")
	w.start, w.startEnds = at("start"), at("start_ends")
	w.moves, w.uci, w.uciEnds, w.clocks, w.evals = at("moves"), at("uci"), at("uci_ends"), at("clocks"), at("evals")
	w.tags, w.tagsEnds, w.text, w.textEnds = at("tags"), at("tags_ends"), at("text"), at("text_ends")
	w.tree, w.treeEnds = at("tree"), at("tree_ends")
}

// take returns the batch, and starts another.
func (w *gameColumns) take() *Batch {
	b := w.batch
	w.renew()
	return b
}

// resultOf returns 1 if White won, -1 if Black won, 0 for a draw and NoResult otherwise.
func resultOf(text string) int8 {
	switch strings.TrimSpace(text) {
	case "1-0":
		return 1
	case "0-1":
		return -1
	case "1/2-1/2", "1/2":
		return 0
	}
	return NoResult
}

// standard is the standard start position.
var standard = sync.OnceValue(board.Start)

func (w *gameColumns) add(g *chesszip.Game) {
	w.batch.Rows++
	w.number.int64(g.Number + 1)
	w.result.int8(resultOf(g.Result))
	w.flags.uint8(flagsOf(g))
	if g.Known && g.Line.Start != standard() {
		w.start.Data = g.Line.Start.AppendFEN(w.start.Data)
	}
	w.startEnds.int64(int64(len(w.start.Data)))
	w.plies += int64(len(g.Line.Moves))
	w.ends.int64(w.plies)
	if w.moves != nil {
		for _, m := range g.Line.Moves {
			w.moves.uint16(uint16(m))
		}
	}
	if w.uci != nil {
		w.uci.Data = appendUCI(w.uci.Data, &g.Line.Start, g.Line.Moves)
		w.uciEnds.int64(int64(len(w.uci.Data)))
	}
	if w.clocks != nil {
		addClocks(w.clocks, g.Remarks, len(g.Line.Moves))
	}
	if w.evals != nil {
		addEvals(w.evals, g.Remarks, len(g.Line.Moves))
	}
	if w.tags != nil {
		w.tags.Data = appendTags(w.tags.Data, g.Tags)
		w.tagsEnds.int64(int64(len(w.tags.Data)))
	}
	if w.text != nil {
		w.text.Data = append(w.text.Data, g.Text...)
		w.textEnds.int64(int64(len(w.text.Data)))
	}
	if w.tree != nil {
		w.tree.Data = appendTree(w.tree.Data, string(g.Text))
		w.treeEnds.int64(int64(len(w.tree.Data)))
	}
}

// Bits of the column flags.
const (
	FlagKnown  = 1 << iota // the start position and the rules are known
	FlagClocks             // a move has a clock
	FlagEvals              // a move has an evaluation
)

func flagsOf(g *chesszip.Game) (flags uint8) {
	if g.Known {
		flags = FlagKnown
	}
	for i := range g.Remarks {
		if g.Remarks[i].HasClock {
			flags |= FlagClocks
		}
		if g.Remarks[i].HasEval {
			flags |= FlagEvals
		}
	}
	return flags
}

func addClocks(c *Column, plies []pgn.Ply, n int) {
	for i := range n {
		left := int64(NoClock)
		if i < len(plies) && plies[i].HasClock {
			left = int64(plies[i].Clock / time.Millisecond)
		}
		c.int64(left)
	}
}

func addEvals(c *Column, plies []pgn.Ply, n int) {
	for i := range n {
		score := int16(NoEval)
		if i < len(plies) && plies[i].HasEval {
			score = int16(plies[i].Eval)
		}
		c.uint16(uint16(score))
	}
}

// appendTags appends tags; of tags with the same name, the first. A NUL inside one
// becomes U+FFFD, since it ends names and values.
func appendTags(dst []byte, tags []pgn.Tag) []byte {
	for i := range tags {
		if !first(tags, i) {
			continue
		}
		dst = append(appendClean(dst, tags[i].Name), 0)
		dst = append(appendClean(dst, tags[i].Value), 0)
	}
	return dst
}

func first(tags []pgn.Tag, i int) bool {
	for k := range i {
		if tags[k].Name == tags[i].Name {
			return false
		}
	}
	return true
}

func appendClean(dst []byte, text string) []byte {
	if strings.IndexByte(text, 0) >= 0 {
		text = strings.ReplaceAll(text, "\x00", "\uFFFD")
	}
	return append(dst, text...)
}

// addHits adds the columns for the place of a pattern.
func (w *gameColumns) addHits() {
	w.batch.Columns = append(w.batch.Columns, Column{Name: "ply", Type: "<i4", Width: 1}, Column{Name: "steps", Type: "<i4"}, Column{Name: "step_ends", Type: "<i8", Width: 1})
	w.find()
	w.steps = 0
}

// addHit sets the place of the pattern for the game that was added last.
func (w *gameColumns) addHit(ply int, steps []int) {
	c := w.batch.Columns[len(w.batch.Columns)-3:]
	c[0].int32(int32(ply))
	for _, s := range steps {
		c[1].int32(int32(s))
	}
	w.steps += int64(len(steps))
	c[2].int64(w.steps)
}
