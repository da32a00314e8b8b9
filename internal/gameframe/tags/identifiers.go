package tags

import (
	"bytes"

	"github.com/chesszip/chesszip/internal/binfmt"
	"github.com/chesszip/chesszip/internal/corrupt"
	"github.com/chesszip/chesszip/internal/gameframe/tags/valueform"
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

const (
	// leastIdentifier is the length below which values are no identifiers.
	leastIdentifier = 4
	// leastLetters and mostLetters bound the letters of an alphabet that is
	// found by looking at values.
	leastLetters = 10
	mostLetters  = 64
)

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

// identifiers is how the values of a column are identifiers.
type identifiers struct {
	before     []byte
	length     int // of what is behind before
	exceptions [][]byte
	letters    *valueform.Alphabet
}

// encodeIdentifiers stores a column of identifiers that are not numbers.
func encodeIdentifiers(e *encoder) ([]byte, bool) {
	if e.format != nil {
		return nil, false
	}
	ids := findIdentifiers(e.column)
	if ids == nil {
		return nil, false
	}
	out := binfmt.AppendBytes([]byte{0}, ids.before)
	out = ids.append(append(out, ids.letters.Set[:]...), e.column.Values, ids.letters)
	for k, u := range usualIdentifiers {
		if u.before != "" && u.before != string(ids.before) {
			continue
		}
		a := valueform.NewAlphabet([]byte(u.letters))
		// Of many values the alphabet is worth its bytes.
		if !ids.letters.Within(a) || len(ids.letters.Letters) != len(a.Letters) && len(e.column.Values) >= fewValues {
			continue
		}
		other := []byte{byte(k + 1)}
		if u.before == "" {
			other = binfmt.AppendBytes(other, ids.before)
		}
		if other = ids.append(other, e.column.Values, a); len(other) < len(out) {
			out = other
		}
	}
	return out, true
}

// findIdentifiers returns how the values of c are identifiers; nil if they are
// none.
func findIdentifiers(c *Column) *identifiers {
	if len(c.distinctValues())*10 < len(c.Values)*9 {
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
	ids := new(identifiers)
	var usual [][]byte
	for _, v := range c.Values {
		if len(v) == length {
			usual = append(usual, v)
		} else {
			ids.exceptions = append(ids.exceptions, v)
		}
	}
	before, _ := valueform.Affixes(usual)
	ids.before = before[:bytes.LastIndexByte(before, '/')+1]
	ids.length = length - len(ids.before)
	var letters []byte
	for _, v := range usual {
		letters = append(letters, v[len(ids.before):]...)
	}
	ids.letters = valueform.NewAlphabet(letters)
	if n := len(ids.letters.Letters); ids.length < leastIdentifier || n < leastLetters || n > mostLetters {
		return nil
	}
	return ids
}

// append appends values, in the letters of an alphabet.
func (ids *identifiers) append(dst []byte, values [][]byte, a *valueform.Alphabet) []byte {
	dst = binfmt.AppendUvarint(dst, uint64(ids.length))
	coder := encode(appendExceptions(dst, ids.exceptions))
	var exception rangecoder.Bit
	for _, v := range values {
		if len(v) != len(ids.before)+ids.length {
			exception.Encode(coder.Enc, 1)
			continue
		}
		exception.Encode(coder.Enc, 0)
		for _, ch := range v[len(ids.before):] {
			coder.Below(uint32(a.Numbers[ch]), uint32(len(a.Letters)))
		}
	}
	return coder.Enc.Finish()
}

// decodeIdentifiers reads what encodeIdentifiers stores.
func decodeIdentifiers(d *decoder) error {
	before, a, err := d.identifierForm()
	if err != nil {
		return err
	}
	length, err := d.number()
	if err != nil {
		return err
	}
	if len(a.Letters) == 0 && length > 0 {
		return corrupt.New("the alphabet of identifiers has no letters")
	}
	exceptions, err := d.exceptions(len(d.column.Rows))
	if err != nil {
		return err
	}
	coder := d.coder()
	var exception rangecoder.Bit
	rows := d.table.rows(d.column)
	values := make([][]byte, len(rows))
	var room []byte
	for k, game := range rows {
		if exception.Decode(coder.Dec) != 0 {
			values[k], err = exceptions.take()
		} else if err = d.charge(len(before) + length); err == nil {
			at := len(room)
			room = append(room, before...)
			for range length {
				room = append(room, a.Letters[coder.Below(0, uint32(len(a.Letters)))])
			}
			values[k] = room[at:len(room):len(room)]
		}
		if coder.Dec.Err() != nil {
			err = errEnds()
		}
		if err != nil {
			return corrupt.AtGame(int(game), err)
		}
	}
	d.column.Values = values
	return d.end(coder, exceptions)
}

// identifierForm reads what stands before identifiers, and their alphabet.
func (d *decoder) identifierForm() (before []byte, a *valueform.Alphabet, err error) {
	form, err := d.byte()
	if err != nil {
		return nil, nil, err
	}
	if int(form) > len(usualIdentifiers) {
		return nil, nil, corrupt.Newf("identifiers have form %d, the last is %d", form, len(usualIdentifiers))
	}
	if form > 0 {
		u := &usualIdentifiers[form-1]
		before, a = []byte(u.before), valueform.NewAlphabet([]byte(u.letters))
	}
	if len(before) == 0 {
		if before, err = d.bytes(); err != nil {
			return nil, nil, err
		}
	}
	if form == 0 {
		if len(d.src) < valueform.AlphabetSize {
			return nil, nil, corrupt.New("the alphabet of identifiers is cut off")
		}
		a = valueform.ReadAlphabet([valueform.AlphabetSize]byte(d.src))
		d.src = d.src[valueform.AlphabetSize:]
	}
	return before, a, nil
}
