package tags

import (
	"slices"

	"github.com/chesszip/chesszip/internal/column/tags/values"
	"github.com/chesszip/chesszip/internal/entropy/contextmix"
	"github.com/chesszip/chesszip/internal/entropy/rangecoder"
)

// Identifiers have one length, and the same bytes before them in all values:
//
//	| form | before: length uvarint, bytes | alphabet, 32 bytes | length uvarint |
//	| exceptions: length uvarint, column of texts | string of the range coder |
//
// Form 0 has both: bit c%8 of byte c/8 of the alphabet, the lowest being 0, is set if
// byte c is a letter of it. The other forms are those of values.Usual, which omit
// what is known. All letters are equally likely.

// identifiers is the form of a column's identifiers.
type identifiers struct {
	before  []byte
	length  int // of the rest after before
	letters *values.Alphabet
}

// codeIdentifiers codes a column of identifiers that are not numbers.
func codeIdentifiers(c *coding) bool {
	if !c.writing() {
		return c.identifiers(0, new(identifiers))
	}
	if c.column.findNumbers() {
		return false
	}
	if c.column.distinctValues()*10 < len(c.column.Values)*9 {
		return false
	}
	ids := new(identifiers)
	if ids.before, ids.length, ids.letters = values.FindIdentifiers(c.column.Values); ids.letters == nil {
		return false
	}
	method, best := c.head, []byte(nil)
	for form := range values.UsualForms + 1 {
		as := *ids
		if form > 0 {
			var before string
			before, as.letters = values.Usual(form)
			// With many values the alphabet is worth its bytes.
			if before != "" && before != string(ids.before) || !ids.letters.Within(as.letters) ||
				len(ids.letters.Letters) != len(as.letters.Letters) && len(c.column.Values) >= fewValues {
				continue
			}
		}
		c.head, c.exceptions = slices.Clone(method), nil
		c.coder = &contextmix.Coder{Enc: rangecoder.NewEncoder(nil)}
		if c.identifiers(form, &as); best == nil || len(c.head) < len(best) {
			best = c.head
		}
	}
	c.head = best
	return true
}

// identifiers codes the values in a form.
func (c *coding) identifiers(form int, ids *identifiers) bool {
	c.identifierForm(form, ids)
	ids.length = c.number(ids.length)
	if len(ids.letters.Letters) == 0 && ids.length > 0 {
		c.fail("the alphabet of identifiers has no letters")
	}
	if !c.beginWith(len(c.column.Rows)) {
		return false
	}
	var exception rangecoder.Bit
	letters, all := ids.letters, uint32(len(ids.letters.Letters))
	length := len(ids.before) + ids.length
	c.each(func(k int, _ int32) (v []byte, ok bool) {
		if c.writing() {
			v = c.column.Values[k]
			if c.flag(&exception, len(v) != length) {
				return v, false
			}
			for _, ch := range v[len(ids.before):] {
				c.coder.Below(uint32(letters.Numbers[ch]), all)
			}
			return v, true
		}
		if c.flag(&exception, false) || !c.charge(length) {
			return nil, false
		}
		at := len(c.room)
		c.room = append(c.room, ids.before...)
		for range ids.length {
			c.room = append(c.room, letters.Letters[c.coder.Below(0, all)])
		}
		return c.room[at:len(c.room):len(c.room)], true
	})
	c.end(true)
	return true
}

// identifierForm codes the form, the bytes before identifiers, and their alphabet.
func (c *coding) identifierForm(form int, ids *identifiers) {
	form = c.form(form, values.UsualForms, "identifiers")
	usual := ""
	if form > 0 {
		usual, ids.letters = values.Usual(form)
		if !c.writing() {
			ids.before = []byte(usual)
		}
	}
	if usual == "" {
		ids.before = c.bytes(ids.before)
	}
	switch {
	case form > 0:
	case c.writing():
		c.head = append(c.head, ids.letters.Set[:]...)
	default:
		ids.letters = values.ReadAlphabet([values.AlphabetSize]byte(c.take(values.AlphabetSize, "the alphabet of identifiers")))
	}
}
