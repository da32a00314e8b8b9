package tags

import (
	"bytes"

	"github.com/chesszip/chesszip/internal/binfmt"
	"github.com/chesszip/chesszip/internal/contextmix"
	"github.com/chesszip/chesszip/internal/rangecoder"
)

// Identifiers have the same bytes before them in all values, and are of one
// length:
//
//	| form | before: length uvarint, bytes | alphabet, 32 bytes | length uvarint |
//	| exceptions: length uvarint, column of texts | string of the range coder |
//
// Form 0 has both, where bit c%8 of byte c/8 of the alphabet, the lowest being 0,
// says that byte c is a letter of it; other forms are those of usualIdentifiers,
// which lack what they know. Each letter is as likely as any other.

// leastIdentifier is the length below which identifiers are no identifiers.
const leastIdentifier = 4

// alphabet is a set of bytes.
type alphabet struct {
	set     [32]byte
	letters []byte
	number  [256]uint8
}

func (a *alphabet) add(c byte) { a.set[c/8] |= 1 << (c % 8) }

// usualIdentifiers are those of servers: what stands before them, if always the
// same, and their letters.
var usualIdentifiers = [...]struct{ before, letters string }{
	{"https://lichess.org/", digits + capitals + smalls},
	{"https://lichess.org/", digits + smalls},
	{"", digits + capitals + smalls},
	{"", digits + smalls},
	{"", digits},
}

const (
	digits   = "0123456789"
	capitals = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	smalls   = "abcdefghijklmnopqrstuvwxyz"
)

// within reports whether b has all letters of a.
func (a *alphabet) within(b *alphabet) bool {
	for i := range a.set {
		if a.set[i]&^b.set[i] != 0 {
			return false
		}
	}
	return true
}

func (a *alphabet) build() {
	for c := range 256 {
		if a.set[c/8]>>(c%8)&1 != 0 {
			a.number[c] = uint8(len(a.letters))
			a.letters = append(a.letters, byte(c))
		}
	}
}

// appendIdentifiers codes the i-th column as identifiers; nil if it holds none.
func (t *Table) appendIdentifiers(i int) []byte {
	c := t.Columns[i]
	if len(c.distinct())*10 < len(c.Values)*9 {
		return nil
	}
	lengths := map[int]int{}
	for _, v := range c.Values {
		lengths[len(v)]++
	}
	length := 0
	for n, k := range lengths {
		if k > lengths[length] || k == lengths[length] && n > length {
			length = n
		}
	}
	if lengths[length]*10 < len(c.Values)*9 {
		return nil
	}
	var usual [][]byte
	var strange [][]byte
	for _, v := range c.Values {
		if len(v) == length {
			usual = append(usual, v)
		} else {
			strange = append(strange, v)
		}
	}
	before, _ := common(usual)
	if k := bytes.LastIndexByte(before, '/'); k >= 0 {
		before = before[:k+1]
	} else {
		before = nil
	}
	n := length - len(before)
	var a alphabet
	for _, v := range usual {
		for _, ch := range v[len(before):] {
			a.add(ch)
		}
	}
	a.build()
	if n < leastIdentifier || len(a.letters) < 10 || len(a.letters) > 64 {
		return nil
	}
	out := binfmt.AppendBytes([]byte{methodIdentifiers, 0}, before)
	out = append(out, a.set[:]...)
	out = c.appendIdentifiers(out, len(before), n, strange, &a)
	for k, u := range usualIdentifiers {
		if u.before != "" && u.before != string(before) {
			continue
		}
		var b alphabet
		for _, ch := range []byte(u.letters) {
			b.add(ch)
		}
		b.build()
		// Of many values the alphabet is worth its bytes.
		if !a.within(&b) || len(a.letters) != len(b.letters) && len(c.Values) >= fewValues {
			continue
		}
		other := []byte{methodIdentifiers, byte(k + 1)}
		if u.before == "" {
			other = binfmt.AppendBytes(other, before)
		}
		if other = c.appendIdentifiers(other, len(before), n, strange, &b); len(other) < len(out) {
			out = other
		}
	}
	return out
}

// appendIdentifiers appends the values of c, of which all but the strange ones
// have n letters behind what stands before them.
func (c *Column) appendIdentifiers(dst []byte, before, n int, strange [][]byte, a *alphabet) []byte {
	dst = binfmt.AppendUvarint(dst, uint64(n))
	dst = appendTexts(dst, strange)
	coder := contextmix.Coder{Enc: rangecoder.NewEncoder(dst)}
	var exception rangecoder.Bit
	for _, v := range c.Values {
		if len(v) != before+n {
			exception.Encode(coder.Enc, 1)
			continue
		}
		exception.Encode(coder.Enc, 0)
		for _, ch := range v[before:] {
			coder.Below(uint32(a.number[ch]), uint32(len(a.letters)))
		}
	}
	return coder.Enc.Finish()
}

func (r *reader) identifiers() error {
	if len(r.src) == 0 || int(r.src[0]) > len(usualIdentifiers) {
		return corrupt("a column of identifiers is malformed")
	}
	var before []byte
	var a alphabet
	form := int(r.src[0])
	r.src = r.src[1:]
	if form > 0 {
		u := &usualIdentifiers[form-1]
		before = []byte(u.before)
		for _, ch := range []byte(u.letters) {
			a.add(ch)
		}
	}
	if len(before) == 0 {
		var err error
		if before, err = r.bytes(); err != nil {
			return err
		}
	}
	if form == 0 {
		if len(r.src) < len(a.set) {
			return corrupt("a column of identifiers is malformed")
		}
		r.src = r.src[copy(a.set[:], r.src):]
	}
	n, err := r.number()
	if err != nil || n > r.limit {
		return corrupt("a column of identifiers is malformed")
	}
	a.build()
	if len(a.letters) == 0 {
		return corrupt("a column of identifiers has no alphabet")
	}
	strange, err := r.texts()
	if err != nil {
		return err
	}
	coder := contextmix.Coder{Dec: rangecoder.NewDecoder(r.src)}
	var exception rangecoder.Bit
	rows := r.t.rows(r.c)
	values := make([][]byte, len(rows))
	var room []byte
	for k := range values {
		if exception.Decode(coder.Dec) != 0 {
			v, ok := strange.take()
			if !ok {
				return corrupt("a column of identifiers has too few texts")
			}
			values[k] = v
		} else {
			at := len(room)
			room = append(room, before...)
			for range n {
				room = append(room, a.letters[coder.Below(0, uint32(len(a.letters)))])
			}
			values[k] = room[at:len(room):len(room)]
		}
		if coder.Dec.Err() != nil || len(room) > r.limit {
			return corrupt("a column of identifiers ends too early")
		}
	}
	r.c.Values = values
	return r.done(len(strange.left) > 0 || !coder.Dec.AtEnd())
}
