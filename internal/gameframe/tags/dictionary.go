package tags

import (
	"bytes"
	"math/bits"
	"slices"

	"github.com/chesszip/chesszip/internal/binfmt"
	"github.com/chesszip/chesszip/internal/corrupt"
	"github.com/chesszip/chesszip/internal/gameframe/tags/dictionary"
)

// A dictionary numbers the values of a column by first appearance, as package
// dictionary says:
//
//	| flags | digits uvarint | columns: number + 1 uvarint x 3, 0 for none |
//	| string of the range coder |
//
// A value depends on the one before it and on those of the columns named. Some
// columns begin with values that are known beforehand. With flag 1, the bytes 1
// and 2 in values stand for the names of White and Black.

const (
	flagNames    = 1
	whiteByte    = 1
	blackByte    = 2
	shortestName = 3 // that is replaced
)

// encodeDictionary stores a column whose values recur.
func encodeDictionary(e *encoder) ([]byte, bool) {
	c := e.column
	if e.format != nil && len(c.distinctValues())*2 >= len(c.Values) {
		return nil, false
	}
	t := e.table
	marked := &Column{Rows: c.Rows, Values: c.Values}
	out := []byte{0}
	if named := e.replaceNames(); named != nil {
		out[0] = flagNames
		marked.Values = named
	}
	known := dictionary.Initial(c.Name)
	number := make(map[string]int, len(known))
	for k, v := range known {
		number[string(v)] = k
	}
	for _, v := range marked.Values {
		if _, ok := number[string(v)]; !ok {
			number[string(v)] = len(number)
		}
	}
	digits := bits.Len(uint(len(number)))
	out = binfmt.AppendUvarint(out, uint64(digits))
	from := t.Columns[:e.at]
	if p := t.playerColumns(); p != nil && e.at < p.lead {
		from = append(slices.Clone(from), p.white, p.black) // which depend on no other
	}
	refs := t.chooseReferences(from, marked)
	out = e.appendReferences(out, refs[:]...)
	coder := encode(out)
	d := dictionary.New(dictionary.Options{Room: t.Room, Coder: coder, Digits: digits, Values: len(c.Values), Known: known})
	for k, game := range c.Rows {
		v := dictionary.Value{References: t.ids(refs, game), Number: number[string(marked.Values[k])], Text: marked.Values[k]}
		_, _ = d.Code(&v, 0) // writing does not fail
	}
	d.Free()
	return coder.Enc.Finish(), false
}

// ids returns the numbers of the values that some columns have for a game.
func (t *Table) ids(columns [dictionary.References]*Column, game int32) (r [dictionary.References]int) {
	for i, c := range columns {
		r[i] = c.id(t, game)
	}
	return r
}

// replaceNames returns the values with the players' names in them replaced, nil
// if few have any.
func (e *encoder) replaceNames() [][]byte {
	t, c := e.table, e.column
	w, b := t.find("White", e.at), t.find("Black", e.at)
	if w < 0 || b < 0 {
		return nil
	}
	white, black := t.Columns[w], t.Columns[b]
	out := make([][]byte, len(c.Values))
	n := 0
	for i, v := range c.Values {
		if bytes.IndexByte(v, whiteByte) >= 0 || bytes.IndexByte(v, blackByte) >= 0 {
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
	if len(white) >= shortestName && bytes.Contains(v, white) {
		v = bytes.Replace(v, white, []byte{whiteByte}, 1)
	}
	if len(black) >= shortestName && bytes.Contains(v, black) {
		v = bytes.Replace(v, black, []byte{blackByte}, 1)
	}
	return v
}

func restoreNames(v, white, black []byte) []byte {
	if bytes.IndexByte(v, blackByte) >= 0 {
		v = bytes.Replace(v, []byte{blackByte}, black, 1)
	}
	if bytes.IndexByte(v, whiteByte) >= 0 {
		v = bytes.Replace(v, []byte{whiteByte}, white, 1)
	}
	return v
}

// chooseReferences finds the columns among those given that tell most about c:
// those with whose value that of c came the last time, too, most often.
func (t *Table) chooseReferences(from []*Column, c *Column) (best [dictionary.References]*Column) {
	c.distinctValues()
	var scores [dictionary.References]int
	same := 0
	for k := 1; k < len(c.ids); k++ {
		if c.ids[k] == c.ids[k-1] {
			same++
		}
	}
	if same > len(c.ids)-len(c.ids)/50 {
		return best // such as the date, which is read sooner without others
	}
	least := max(same+len(c.ids)/50, len(c.ids)/20)
	for _, r := range from {
		// Ratings tell little that the players do not, and take long to read.
		if t.isRating(r) || r.Name == "" || len(r.Values)*2 < len(c.Values) || len(r.distinctValues()) < 2 {
			continue
		}
		hits := t.hits(r, c)
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

// hits returns how many values of c are those that came last with the same
// value of r.
func (t *Table) hits(r, c *Column) (hits int) {
	last := make([]int, len(r.distinctValues())+1)
	for j, id := range c.ids {
		at := &last[r.id(t, c.Rows[j])+1]
		if *at == id+1 {
			hits++
		}
		*at = id + 1
	}
	return hits
}

// decodeDictionary reads what encodeDictionary stores.
func decodeDictionary(d *decoder) error {
	flags, err := d.byte()
	if err != nil {
		return err
	}
	digits, err := d.number()
	if err != nil {
		return err
	}
	if digits > dictionary.MaxDigits || flags > flagNames {
		return corrupt.Newf("a dictionary has flags %d and %d digits; at most %d and %d are expected", flags, digits, flagNames, dictionary.MaxDigits)
	}
	var refs [dictionary.References]*Column
	for k := range refs {
		if refs[k], err = d.reference(); err != nil {
			return err
		}
	}
	var white, black *Column
	if flags&flagNames != 0 {
		if white, black, err = d.players(); err != nil {
			return err
		}
	}
	t, coder := d.table, d.coder()
	dict := dictionary.New(dictionary.Options{Room: t.Room, Coder: coder, Digits: digits, Values: len(d.column.Rows), Known: dictionary.Initial(d.column.Name)})
	rows := t.rows(d.column)
	values := make([][]byte, len(rows))
	for k, game := range rows {
		value := dictionary.Value{References: t.ids(refs, game)}
		id, err := dict.Code(&value, d.left())
		if coder.Dec.Err() != nil {
			err = errEnds()
		}
		if err != nil {
			return corrupt.AtGame(int(game), err)
		}
		v := dict.Text(id)
		if flags&flagNames != 0 {
			v = restoreNames(v, white.value(t, game), black.value(t, game))
		}
		if err := d.charge(len(v)); err != nil {
			return corrupt.AtGame(int(game), err)
		}
		values[k] = v
	}
	d.column.Values = values
	dict.Free()
	return d.end(coder, texts{})
}

// players returns the decoded columns of the players, which are before this one.
func (d *decoder) players() (white, black *Column, err error) {
	for _, p := range []struct {
		name string
		to   **Column
	}{{"White", &white}, {"Black", &black}} {
		k := d.table.find(p.name, d.at)
		if k < 0 {
			return nil, nil, corrupt.Newf("the values need a column [%s] before them", p.name)
		}
		if err := d.need(k); err != nil {
			return nil, nil, err
		}
		*p.to = d.table.Columns[k]
	}
	return white, black, nil
}
