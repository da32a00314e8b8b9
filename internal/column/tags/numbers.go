package tags

import (
	"bytes"
	"math/bits"
	"strconv"

	"github.com/chesszip/chesszip/internal/binfmt"
	"github.com/chesszip/chesszip/internal/contextmix"
	"github.com/chesszip/chesszip/internal/rangecoder"
)

// Numbers have the same bytes before and behind them in all values:
//
//	| form | columns: number + 1 uvarint x 3, 0 for none | before, behind: length uvarint, bytes |
//	| exceptions: length uvarint, column of texts | string of the range coder |
//
// Form 0 is an integer, 1 one with a sign, + or -, before all but 0, and 2 a
// time of day, 22:01:31, of which differences are taken round the clock. For
// each value: whether it is an exception, and the difference to what has
// foretold numbers best of late: 0, the number before, the number in one of the
// columns named, or the game's half-moves.

type numberForm byte

const (
	plain numberForm = iota
	signed
	daytime
	numForms
)

const day = 24 * 60 * 60

// parse reads a number of at most 15 digits that append writes the same way.
func (f numberForm) parse(text []byte) (v int64, ok bool) {
	if f == daytime {
		if len(text) != 8 || text[2] != ':' || text[5] != ':' {
			return 0, false
		}
		for _, at := range [...]int{0, 3, 6} {
			a, b := text[at], text[at+1]
			if a < '0' || a > '9' || b < '0' || b > '9' || at > 0 && a > '5' {
				return 0, false
			}
			v = v*60 + int64(a-'0')*10 + int64(b-'0')
		}
		return v, v < day
	}
	digits := text
	if len(text) > 0 && (text[0] == '-' || text[0] == '+' && f == signed) {
		digits = text[1:]
	}
	if len(digits) == 0 || len(digits) > 15 {
		return 0, false
	}
	for _, c := range digits {
		if c < '0' || c > '9' {
			return 0, false
		}
		v = v*10 + int64(c-'0')
	}
	if text[0] == '-' {
		v = -v
	}
	var room [24]byte
	return v, bytes.Equal(f.append(room[:0], v), text)
}

func (f numberForm) append(dst []byte, v int64) []byte {
	switch {
	case f == daytime:
		two := func(v int64) { dst = append(dst, byte('0'+v/10%10), byte('0'+v%10)) }
		two(v / 3600)
		dst = append(dst, ':')
		two(v / 60 % 60)
		dst = append(dst, ':')
		two(v % 60)
		return dst
	case f == signed && v > 0:
		dst = append(dst, '+')
	}
	return strconv.AppendInt(dst, v, 10)
}

// numeric is how a column of numbers is written.
type numeric struct {
	form           numberForm
	before, behind []byte
}

func (n *numeric) parse(text []byte) (int64, bool) {
	if len(text) < len(n.before)+len(n.behind) || !bytes.HasPrefix(text, n.before) || !bytes.HasSuffix(text, n.behind) {
		return 0, false
	}
	return n.form.parse(text[len(n.before) : len(text)-len(n.behind)])
}

// parsed returns the numbers of a column, and which values are none.
func (n *numeric) parsed(c *Column) (v []int64, ok []bool, bad int) {
	v, ok = make([]int64, len(c.Values)), make([]bool, len(c.Values))
	for i, text := range c.Values {
		if v[i], ok[i] = n.parse(text); !ok[i] {
			bad++
		}
	}
	return v, ok, bad
}

// numericOf finds how the values of c are written as numbers, if most of them
// are.
func numericOf(c *Column) (n numeric, v []int64, ok []bool, found bool) {
	if len(c.Values) == 0 {
		return n, nil, nil, false
	}
	before, behind := common(c.Values)
	for _, cut := range []bool{false, true} {
		n = numeric{}
		if cut {
			if len(before)+len(behind) == 0 {
				break
			}
			// Digits that all values share belong to the numbers.
			n.before = bytes.TrimRight(before, "0123456789+-:")
			n.behind = bytes.TrimLeft(behind, "0123456789")
		}
		for n.form = range numForms {
			bad := 0
			v, ok, bad = n.parsed(c)
			if bad*10 <= len(c.Values) {
				return n, v, ok, true
			}
		}
	}
	return n, nil, nil, false
}

// common returns what all values begin and end with, without overlap.
func common(values [][]byte) (before, behind []byte) {
	before, behind = values[0], values[0]
	for _, v := range values[1:] {
		k := 0
		for k < len(v) && k < len(before) && v[k] == before[k] {
			k++
		}
		before = before[:k]
		k = 0
		for k < len(v) && k < len(behind) && v[len(v)-1-k] == behind[len(behind)-1-k] {
			k++
		}
		behind = behind[len(behind)-k:]
	}
	for _, v := range values {
		if len(before)+len(behind) > len(v) {
			return before, nil
		}
	}
	return before, behind
}

const (
	baseZero = iota
	baseBefore
	baseFront
	basePlies
	baseColumns
	numBases = baseColumns + references
)

// counter codes the numbers of a column.
type counter struct {
	t       *Table
	c       contextmix.Coder
	m       *contextmix.Model
	form    numberForm
	refs    [references]*numbered
	last    [fronts]int64
	before  int64 // the last residual
	pace    int64 // 16 times how far numbers are apart of late
	costs   [numBases]uint32
	strange uint32
}

// fronts is of how many numbers before the highest is a base.
const fronts = 3

// numbered is a column of numbers that another refers to.
type numbered struct {
	*Column
	numbers []int64
	ok      []bool
}

// numberedOf returns the numbers of c, nil unless it is stored as numbers.
func numberedOf(c *Column) *numbered {
	if c.numeric == nil {
		return nil
	}
	v, ok, _ := c.numeric.parsed(c)
	return &numbered{c, v, ok}
}

func (n *numbered) number(t *Table, game int32) (int64, bool) {
	if n == nil {
		return 0, false
	}
	i := n.place(t, game)
	if i < 0 {
		return 0, false
	}
	return n.numbers[i], n.ok[i]
}

// code codes the number of a game; false for an exception.
func (n *counter) code(v int64, ok bool, game int32) (int64, bool) {
	n.m.Begin(contextmix.Hash(1, n.strange&15))
	strange := n.m.Flag(!ok)
	n.strange <<= 1
	if strange {
		n.strange |= 1
		return 0, false
	}
	var base [numBases]int64
	var there [numBases]bool
	there[baseZero] = true
	base[baseBefore], there[baseBefore] = n.last[0], true
	base[baseFront], there[baseFront] = n.last[0], true
	for _, v := range n.last[1:] {
		if n.difference(v, base[baseFront]) > 0 {
			base[baseFront] = v
		}
	}
	base[basePlies], there[basePlies] = int64(n.t.Plies[game]), true
	for k, r := range n.refs {
		base[baseColumns+k], there[baseColumns+k] = r.number(n.t, game)
	}
	used := baseZero
	for k := range base {
		if there[k] && n.costs[k] < n.costs[used] {
			used = k
		}
	}
	key := contextmix.Hash(2, uint32(used))
	h := func(a, b uint32) uint32 { return contextmix.Hash(key+a, b) }
	n.m.Begin(key, h(1, class(n.before)), h(2, uint32(n.before)), h(3, class(base[used])), h(4, uint32(base[used])), h(5, class(n.pace>>2)))
	v = n.sum(base[used], n.m.Signed(n.difference(v, base[used])))
	for k := range base {
		cost := uint32(40 << 8)
		if there[k] {
			d := n.difference(v, base[k])
			cost = uint32(bits.Len64(uint64(max(d, -d)))) << 8
		}
		n.costs[k] += cost - n.costs[k]>>4
	}
	n.before = n.difference(v, base[used])
	n.pace += min(max(n.before, -n.before), 1<<20) - n.pace>>4
	copy(n.last[1:], n.last[:])
	n.last[0] = v
	return v, true
}

func (n *counter) difference(v, base int64) int64 {
	d := v - base
	if n.form == daytime {
		d = ((d+day/2)%day+day)%day - day/2
	}
	return d
}

func (n *counter) sum(base, d int64) int64 {
	v := base + d
	if n.form == daytime {
		v = (v%day + day) % day
	}
	return v
}

// class returns a coarse measure of v.
func class(v int64) uint32 {
	a := uint64(max(v, -v))
	n := bits.Len64(a)
	k := uint32(n) << 1
	if n > 1 {
		k |= uint32(a>>(n-2)) & 1
	}
	if v < 0 {
		k |= 1 << 10
	}
	return k
}

func newCounter(t *Table, c contextmix.Coder, form numberForm, refs [references]*numbered, values int) *counter {
	n := &counter{t: t, c: c, form: form, refs: refs}
	n.m = t.Room.NewModel(&n.c, modelSize(values*40), 200)
	return n
}

// appendNumbers codes the i-th column as numbers; nil if it holds none.
func (t *Table) appendNumbers(i int) ([]byte, *numeric) {
	c := t.Columns[i]
	form, v, ok, found := numericOf(c)
	if !found {
		return nil, nil
	}
	var refs [references]*numbered
	n := 0
	out := []byte{methodNumbers, byte(form.form)}
	for k := i - 1; k >= 0 && n < references; k-- {
		r := t.Columns[k]
		if len(r.Values)*2 < len(c.Values) || same(r.Values) {
			continue
		}
		if f := r.numeric; f != nil && (f.form == daytime) == (form.form == daytime) {
			refs[n] = numberedOf(r)
			out = binfmt.AppendUvarint(out, uint64(k+1))
			n++
		}
	}
	for ; n < references; n++ {
		out = append(out, 0)
	}
	out = binfmt.AppendBytes(out, form.before)
	out = binfmt.AppendBytes(out, form.behind)
	var strange [][]byte
	for k, text := range c.Values {
		if !ok[k] {
			strange = append(strange, text)
		}
	}
	out = appendTexts(out, strange)
	count := newCounter(t, contextmix.Coder{Enc: rangecoder.NewEncoder(out)}, form.form, refs, len(v))
	for k := range v {
		count.code(v[k], ok[k], c.Rows[k])
	}
	t.Room.Free(count.m)
	return count.c.Enc.Finish(), &form
}

func (r *reader) numbers() error {
	if len(r.src) == 0 || r.src[0] >= byte(numForms) {
		return corrupt("a column of numbers is malformed")
	}
	form := numeric{form: numberForm(r.src[0])}
	r.src = r.src[1:]
	var refs [references]*numbered
	for k := range refs {
		c, err := r.column()
		if err != nil {
			return err
		}
		if c != nil {
			refs[k] = numberedOf(c)
		}
	}
	var err error
	if form.before, err = r.bytes(); err != nil {
		return err
	}
	if form.behind, err = r.bytes(); err != nil {
		return err
	}
	strange, err := r.texts()
	if err != nil {
		return err
	}
	count := newCounter(r.t, contextmix.Coder{Dec: rangecoder.NewDecoder(r.src)}, form.form, refs, len(r.c.Rows))
	rows := r.t.rows(r.c)
	values := make([][]byte, len(rows))
	var room []byte
	for k, game := range rows {
		v, ok := count.code(0, true, game)
		if count.c.Dec.Err() != nil {
			return corrupt("a column of numbers ends too early")
		}
		if !ok {
			if values[k], ok = strange.take(); !ok {
				return corrupt("a column of numbers has too few texts")
			}
			continue
		}
		at := len(room)
		room = append(room, form.before...)
		room = form.form.append(room, v)
		room = append(room, form.behind...)
		if len(room) > r.limit {
			return corrupt("a column is longer than its frame's input")
		}
		values[k] = room[at:len(room):len(room)]
	}
	r.c.Values, r.c.numeric = values, &form
	r.t.Room.Free(count.m)
	return r.done(len(strange.left) > 0 || !count.c.Dec.AtEnd())
}
