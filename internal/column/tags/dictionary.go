package tags

import (
	"bytes"
	"math/bits"
	"slices"

	"github.com/chesszip/chesszip/internal/binfmt"
	"github.com/chesszip/chesszip/internal/contextmix"
	"github.com/chesszip/chesszip/internal/rangecoder"
)

// A dictionary numbers the values of a column by first appearance:
//
//	| flags | digits uvarint | columns: number + 1 uvarint x 3, 0 for none |
//	| string of the range coder |
//
// For each value: whether it is the one that came last with the same value of
// the first column named, or else whether it is new, or else its number, in as
// many digits as the header says. The contexts are the value before and those
// of the columns named. A new value is spelled. Some columns begin with values
// that are known beforehand. With flag 1, the names of the
// players stand in values as the bytes 1 and 2.

const (
	flagNames  = 1
	references = 3
)

// role is one of the columns that share a dictionary.
type role struct {
	refs   [references]*Column
	last   map[int]int
	before int    // the value before
	missed uint32 // whether the last values were not those foretold
	fresh  uint32 // whether they were new
}

// dictionary codes the numbers of values.
type dictionary struct {
	t       *Table
	c       contextmix.Coder
	m       *contextmix.Model
	speller *speller
	roster  *roster // for names of players
	roles   [2]role
	digits  int
	known   [][]byte
	limit   int
}

func newDictionary(t *Table, c contextmix.Coder, digits, values, limit int) *dictionary {
	d := &dictionary{t: t, c: c, digits: digits, limit: limit}
	for i := range d.roles {
		d.roles[i].last = map[int]int{}
		d.roles[i].before = -1
	}
	d.m = t.Room.NewModel(&d.c, modelSize(values*(digits+2)*6), 200)
	d.speller = newSpeller(t.Room, &d.c, modelSize(values*100))
	return d
}

// free leaves the memory of the models to others.
func (d *dictionary) free() {
	d.t.Room.Free(d.m)
	d.t.Room.Free(d.speller.m)
}

// modelSize is the size of a model that sees about so many bits and contexts.
func modelSize(n int) uint { return uint(min(max(bits.Len(uint(n)), 10), 18)) }

// code codes the value of a game in a column, given what the columns named
// have. The writer gives its number and, for a new one, its text; false where
// what is read is no value.
func (d *dictionary) code(column int, id int, text []byte, ref [references]int) (int, bool) {
	o := &d.roles[column]
	key := ref[0]
	foretold, ok := o.last[key]
	h := func(a int, b uint32) uint32 { return contextmix.Hash(uint32(column<<8|a), b) }
	p := uint32(o.before + 1)
	a, b, c := uint32(ref[0]+1), uint32(ref[1]+1), uint32(ref[2]+1)
	if ok {
		f := uint32(foretold)
		same := uint32(0)
		if foretold == o.before {
			same = 1
		}
		d.m.Begin(h(1, o.missed&15), h(2, a), h(3, f), h(4, b<<16^a), h(5, p<<16^f), h(6, o.missed&255|same<<8), h(7, c<<16^f))
		if d.m.Flag(id == foretold) {
			o.missed <<= 1
			o.fresh <<= 1
			o.before = foretold
			return foretold, true
		}
		o.missed = o.missed<<1 | 1
		d.m.Begin(h(8, o.fresh&255), h(9, a), h(10, b), h(11, p))
	} else {
		d.m.Begin(h(12, o.fresh&255), h(13, b), h(14, c), h(15, p))
	}
	isNew := d.m.Flag(id >= len(d.known))
	o.fresh <<= 1
	if isNew {
		o.fresh |= 1
		if d.roster != nil {
			text, ok = d.roster.code(text)
		} else {
			text, ok = d.speller.code(text, d.limit)
		}
		if !ok {
			return 0, false
		}
		id = len(d.known)
		d.known = append(d.known, text)
	} else {
		d.m.Begin(contextmix.Hash(16, 0), h(17, p), h(18, a), h(19, b), h(20, b<<16^a), h(21, p<<16^a), h(22, c), h(23, c<<16^a))
		if id = d.m.Index(id, d.digits); id >= len(d.known) {
			return 0, false
		}
	}
	o.last[key] = id
	o.before = id
	return id, true
}

// references returns what the columns named have for a game.
func (o *role) references(t *Table, game int32) (r [references]int) {
	for i, c := range o.refs {
		r[i] = c.id(t, game)
	}
	return r
}

// appendDictionary codes the i-th column as a dictionary.
func (t *Table) appendDictionary(i int) []byte {
	c := t.Columns[i]
	coded := &Column{Rows: c.Rows, Values: c.Values}
	out := []byte{methodDictionary, 0}
	white, black := t.players(i)
	if named := t.named(c, white, black); named != nil {
		out[1] = flagNames
		coded.Values = named
	}
	known := seeds(c.Name)
	number := make(map[string]int, len(known))
	for k, v := range known {
		number[string(v)] = k
	}
	for _, v := range coded.Values {
		if _, ok := number[string(v)]; !ok {
			number[string(v)] = len(number)
		}
	}
	digits := bits.Len(uint(len(number)))
	out = binfmt.AppendUvarint(out, uint64(digits))
	from := t.Columns[:i]
	if p := t.playerPair(); p != nil && i < p.lead {
		from = append(slices.Clone(from), p.white, p.black) // which depend on no other
	}
	refs := t.chooseReferences(from, coded)
	out = t.appendNumbersOf(out, refs[:])
	d := newDictionary(t, contextmix.Coder{Enc: rangecoder.NewEncoder(out)}, digits, len(c.Values), 0)
	d.roles[0].refs = refs
	d.known = slices.Clone(known)
	for k, game := range c.Rows {
		d.code(0, number[string(coded.Values[k])], coded.Values[k], d.roles[0].references(t, game))
	}
	d.free()
	return d.c.Enc.Finish()
}

// appendNumbersOf appends the numbers of columns + 1, 0 for none.
func (t *Table) appendNumbersOf(dst []byte, columns []*Column) []byte {
	for _, c := range columns {
		n := 0
		if c != nil {
			n = t.number(c) + 1
		}
		dst = binfmt.AppendUvarint(dst, uint64(n))
	}
	return dst
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

// chooseReferences finds the columns among those given that tell most about c:
// those with whose value that of c came the last time, too, most often.
func (t *Table) chooseReferences(from []*Column, c *Column) (best [references]*Column) {
	c.distinct()
	var scores [references]int
	same := 0
	for k := 1; k < len(c.ids); k++ {
		if c.ids[k] == c.ids[k-1] {
			same++
		}
	}
	if same > len(c.ids)-len(c.ids)/50 {
		return best // as the date, which is read sooner without others
	}
	least := max(same+len(c.ids)/50, len(c.ids)/20)
	for _, r := range from {
		// Ratings tell little that the players do not, and take long to read.
		if t.group != nil && slices.Contains(t.group.members[:], r) || r.Name == "" || len(r.Values)*2 < len(c.Values) || len(r.distinct()) < 2 {
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

// maxDigits bounds the numbers of a dictionary.
const maxDigits = 24

func (r *reader) dictionary() error {
	if len(r.src) == 0 {
		return corrupt("a column is malformed or cut")
	}
	flags := r.src[0]
	r.src = r.src[1:]
	digits, err := r.number()
	if err != nil || digits > maxDigits || flags > flagNames {
		return corrupt("a dictionary is malformed")
	}
	var refs [references]*Column
	for k := range refs {
		if refs[k], err = r.column(); err != nil {
			return err
		}
	}
	var white, black *Column
	if flags != 0 {
		self := r.t.number(r.c)
		w, b := r.t.find("White", self), r.t.find("Black", self)
		if w < 0 || b < 0 {
			return corrupt("a dictionary needs the players")
		}
		for _, k := range []int{w, b} {
			if err := r.need(k); err != nil {
				return err
			}
		}
		white, black = r.t.Columns[w], r.t.Columns[b]
	}
	d := newDictionary(r.t, contextmix.Coder{Dec: rangecoder.NewDecoder(r.src)}, digits, len(r.c.Rows), r.limit)
	d.roles[0].refs = refs
	d.known = slices.Clone(seeds(r.c.Name))
	rows := r.t.rows(r.c)
	values := make([][]byte, len(rows))
	total := 0
	for k, game := range rows {
		id, ok := d.code(0, -1, nil, d.roles[0].references(r.t, game))
		if !ok || d.c.Dec.Err() != nil {
			return corrupt("a dictionary ends too early")
		}
		v := d.known[id]
		if flags&flagNames != 0 {
			v = restoreNames(v, white.value(r.t, game), black.value(r.t, game))
		}
		if total += len(v); total > r.limit {
			return corrupt("a column is longer than its frame's input")
		}
		values[k] = v
	}
	r.c.Values = values
	d.free()
	return r.done(!d.c.Dec.AtEnd())
}
