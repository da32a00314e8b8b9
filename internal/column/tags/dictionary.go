package tags

import (
	"bytes"
	"math/bits"

	"github.com/chesszip/chesszip/internal/binfmt"
	"github.com/chesszip/chesszip/internal/mixing"
	"github.com/chesszip/chesszip/internal/rangecoder"
)

// A dictionary numbers the values of a column by first appearance:
//
//	| flags | digits uvarint | columns: number + 1 uvarint x 3, 0 for none |
//	| new values: length uvarint, column of texts | string of the range coder |
//
// For each value: whether it is the one that came last with the same value of
// the first column named, or else whether it is new, or else its number, in as
// many digits as the header says. The contexts are the value before and those
// of the columns named. With flag 1, the names of the players stand in values
// as the bytes 1 and 2; with flag 2, new values are looked for in the columns
// named first.

const (
	flagNames  = 1
	flagShared = 2
	references = 3
)

// dictionary codes the numbers of values.
type dictionary struct {
	t      *Table
	c      mixing.Coder
	m      *mixing.Model
	refs   [references]*Column
	digits int
	count  int // values so far
	last   map[int]int
	before int
	missed uint32 // whether the last values were not those foretold
	fresh  uint32 // whether they were new
	bad    bool   // a number beyond the last was read
}

func newDictionary(t *Table, c mixing.Coder, refs [references]*Column, digits, values int) *dictionary {
	d := &dictionary{t: t, c: c, refs: refs, digits: digits, last: map[int]int{}, before: -1}
	d.m = mixing.NewModel(&d.c, modelSize(values*(digits+2)*6), 200)
	return d
}

// modelSize is the size of a model that sees about so many bits and contexts.
func modelSize(n int) uint { return uint(min(max(bits.Len(uint(n)), 10), 18)) }

// code codes the number of the value of a game; count stands for a new one.
func (d *dictionary) code(id int, game int32) int {
	var r [references]int
	for i, c := range d.refs {
		r[i] = c.id(d.t, game)
	}
	key := r[0]
	if d.refs[0] == nil {
		key = 0
	}
	foretold, ok := d.last[key]
	h := func(a int, b uint32) uint32 { return mixing.Hash(uint32(a), b) }
	p := uint32(d.before + 1)
	a, b, c := uint32(r[0]+1), uint32(r[1]+1), uint32(r[2]+1)
	if ok {
		f := uint32(foretold)
		same := uint32(0)
		if foretold == d.before {
			same = 1
		}
		d.m.Begin(h(1, d.missed&15), h(2, a), h(3, f), h(4, b<<16^a), h(5, p<<16^f), h(6, d.missed&255|same<<8), h(7, c<<16^f))
		if d.m.Flag(id == foretold) {
			d.missed <<= 1
			d.fresh <<= 1
			d.before = foretold
			return foretold
		}
		d.missed = d.missed<<1 | 1
		d.m.Begin(h(8, d.fresh&255), h(9, a), h(10, b), h(11, p))
	} else {
		d.m.Begin(h(12, d.fresh&255), h(13, b), h(14, c), h(15, p))
	}
	isNew := d.m.Flag(id >= d.count)
	d.fresh <<= 1
	if isNew {
		d.fresh |= 1
		id = d.count
		d.count++
	} else {
		d.m.Begin(h(16, 0), h(17, p), h(18, a), h(19, b), h(20, b<<16^a), h(21, p<<16^a), h(22, c), h(23, c<<16^a))
		if id = d.m.Index(id, d.digits); id >= d.count {
			d.bad = true
			id = 0
		}
	}
	d.last[key] = id
	d.before = id
	return id
}

// appendDictionary codes the i-th column as a dictionary.
func (t *Table) appendDictionary(i int) []byte {
	c := t.Columns[i]
	values := c.Values
	flags := byte(0)
	white, black := t.players(i)
	if named := t.named(c, white, black); named != nil {
		flags |= flagNames
		values = named
	}
	coded := &Column{Rows: c.Rows, Values: values}
	coded.distinct()
	refs := t.chooseReferences(i, coded)
	// Names of Black are those of White as a rule.
	shared := (*Column)(nil)
	if white != nil && c == black {
		shared = white
	}
	out := append([]byte{}, methodDictionary, 0)
	var known map[string]int
	base := 0
	if shared != nil {
		flags |= flagShared
		known = make(map[string]int)
		for k, v := range shared.distinct() {
			known[string(v)] = k
		}
		base = len(known)
	}
	out[1] = flags
	var fresh [][]byte
	ids := make([]int, len(values))
	number := make(map[string]int)
	for k, v := range values {
		id, ok := known[string(v)]
		if !ok {
			if id, ok = number[string(v)]; !ok {
				id = base + len(number)
				number[string(v)] = id
				fresh = append(fresh, v)
			}
		}
		ids[k] = id
	}
	digits := bits.Len(uint(base + len(fresh)))
	out = binfmt.AppendUvarint(out, uint64(digits))
	var columns [references]*Column
	for k, r := range refs {
		n := 0
		if r != nil {
			columns[k] = r
			n = t.number(r) + 1
		}
		out = binfmt.AppendUvarint(out, uint64(n))
	}
	out = appendTexts(out, fresh)
	d := newDictionary(t, mixing.Coder{Enc: rangecoder.NewEncoder(out)}, columns, digits, len(values))
	d.count = base
	for k, id := range ids {
		d.code(id, c.Rows[k])
	}
	return d.c.Enc.Finish()
}

func (t *Table) number(c *Column) int {
	for k := range t.Columns {
		if t.Columns[k] == c {
			return k
		}
	}
	return -1
}

// players returns the columns of the players before or at the i-th.
func (t *Table) players(i int) (white, black *Column) {
	if k := t.find("White", i+1); k >= 0 {
		white = t.Columns[k]
	}
	if k := t.find("Black", i+1); k >= 0 {
		black = t.Columns[k]
	}
	return white, black
}

// shortName is the length of names that are not looked for in other tags.
const shortName = 3

// named returns the values with the players' names in them replaced, nil if
// few have any.
func (t *Table) named(c, white, black *Column) [][]byte {
	if white == nil || black == nil || c == white || c == black {
		return nil
	}
	out := make([][]byte, len(c.Values))
	n := 0
	for i, v := range c.Values {
		if bytes.IndexByte(v, 1) >= 0 || bytes.IndexByte(v, 2) >= 0 {
			return nil
		}
		out[i] = replaceNames(v, white.value(t, c.Rows[i]), black.value(t, c.Rows[i]))
		if len(out[i]) < len(v) {
			n++
		}
	}
	if n*10 < len(out) {
		return nil
	}
	return out
}

func replaceNames(v, white, black []byte) []byte {
	if len(white) >= shortName && bytes.Contains(v, white) {
		v = bytes.Replace(v, white, []byte{1}, 1)
	}
	if len(black) >= shortName && bytes.Contains(v, black) {
		v = bytes.Replace(v, black, []byte{2}, 1)
	}
	return v
}

func restoreNames(v, white, black []byte) []byte {
	if bytes.IndexByte(v, 2) >= 0 {
		v = bytes.Replace(v, []byte{2}, black, 1)
	}
	if bytes.IndexByte(v, 1) >= 0 {
		v = bytes.Replace(v, []byte{1}, white, 1)
	}
	return v
}

// chooseReferences finds the columns that tell most about c: those whose value
// came with the same value of c the last time most often.
func (t *Table) chooseReferences(i int, c *Column) (best [references]*Column) {
	var scores [references]int
	same := 0
	for k := 1; k < len(c.ids); k++ {
		if c.ids[k] == c.ids[k-1] {
			same++
		}
	}
	least := max(same+len(c.ids)/50, len(c.ids)/20)
	for k, r := range t.Columns[:i] {
		if r.Name == "" || len(r.Values)*2 < len(c.Values) || len(r.distinct()) < 2 {
			continue
		}
		last := make([]int, len(r.distinct())+1)
		hits := 0
		for j, id := range c.ids {
			at := &last[r.id(t, c.Rows[j])+1]
			if *at == id+1 {
				hits++
			}
			*at = id + 1
		}
		_ = k
		for b := range best {
			if hits > scores[b] && (b > 0 || hits > least) {
				copy(best[b+1:], best[b:])
				copy(scores[b+1:], scores[b:])
				best[b], scores[b] = r, hits
				break
			}
		}
	}
	return best
}

func (r *reader) dictionary() error {
	if len(r.src) == 0 {
		return corrupt("a column is malformed or cut")
	}
	flags := r.src[0]
	r.src = r.src[1:]
	digits, err := r.number()
	if err != nil || digits > 24 || flags > flagNames|flagShared {
		return corrupt("a dictionary is malformed")
	}
	var refs [references]*Column
	for k := range refs {
		if refs[k], _, err = r.column(); err != nil {
			return err
		}
	}
	fresh, err := r.texts()
	if err != nil {
		return err
	}
	var known [][]byte
	self := r.t.number(r.c)
	var white, black *Column
	if flags != 0 {
		w, b := r.t.find("White", self+1), r.t.find("Black", self+1)
		if w < 0 || b < 0 {
			return corrupt("a dictionary needs the players")
		}
		for _, k := range []int{w, b} {
			if k != self {
				if err := r.need(k); err != nil {
					return err
				}
			}
		}
		white, black = r.t.Columns[w], r.t.Columns[b]
		if flags&flagShared != 0 {
			if w == self {
				return corrupt("a dictionary needs the players")
			}
			known = append(known, white.distinct()...)
		}
	}
	d := newDictionary(r.t, mixing.Coder{Dec: rangecoder.NewDecoder(r.src)}, refs, digits, len(r.c.Rows))
	d.count = len(known)
	values := make([][]byte, len(r.c.Rows))
	total := 0
	for k, game := range r.c.Rows {
		id := d.code(-1, game)
		if id == len(known) {
			v, ok := fresh.take()
			if !ok {
				return corrupt("a dictionary has too few texts")
			}
			known = append(known, v)
		}
		if d.bad || id >= len(known) || d.c.Dec.Err() != nil {
			return corrupt("a dictionary ends too early")
		}
		v := known[id]
		if flags&flagNames != 0 {
			v = restoreNames(v, white.value(r.t, game), black.value(r.t, game))
		}
		if total += len(v); total > r.limit {
			return corrupt("a column is longer than its frame's input")
		}
		values[k] = v
	}
	if len(fresh.left) > 0 || !d.c.Dec.AtEnd() {
		return corrupt("something is left over in a dictionary")
	}
	r.c.Values = values
	return nil
}
