package values

import (
	"bytes"
	"slices"
)

const (
	// LeastIdentifier is the least length of identifiers.
	LeastIdentifier = 4
	// leastLetters and mostLetters bound the letters of an alphabet that is
	// found by looking at values.
	leastLetters = 10
	mostLetters  = 64
)

// UsualForms is the number of predefined forms of identifiers.
const UsualForms = 5

const (
	digits   = "0123456789"
	capitals = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	smalls   = "abcdefghijklmnopqrstuvwxyz"
)

// usual are the identifiers of servers: the constant bytes before them, if any, and
// their letters.
var usual = [UsualForms]struct{ before, letters string }{
	{"https://lichess.org/", digits + capitals + smalls},
	{"https://lichess.org/", digits + smalls},
	{"", digits + capitals + smalls},
	{"", digits + smalls},
	{"", digits},
}

// Usual returns the constant bytes before the identifiers of a form, 1 to UsualForms,
// if any, and their letters.
func Usual(form int) (before string, letters *Alphabet) {
	u := &usual[form-1]
	return u.before, NewAlphabet([]byte(u.letters))
}

// FindIdentifiers returns the prefix of most values, the length of the rest, and its
// letters, which are nil if the values are not identifiers.
func FindIdentifiers(values [][]byte) (before []byte, length int, letters *Alphabet) {
	lengths := map[int]int{}
	for _, v := range values {
		lengths[len(v)]++
	}
	for n, k := range lengths {
		if k > lengths[length] || k == lengths[length] && n > length {
			length = n
		}
	}
	if lengths[length]*10 < len(values)*9 {
		return nil, 0, nil
	}
	most := slices.DeleteFunc(slices.Clone(values), func(v []byte) bool { return len(v) != length })
	before = Prefix(most)
	before = before[:bytes.LastIndexByte(before, '/')+1]
	length -= len(before)
	var all []byte
	for _, v := range most {
		all = append(all, v[len(before):]...)
	}
	letters = NewAlphabet(all)
	if n := len(letters.Letters); length < LeastIdentifier || n < leastLetters || n > mostLetters {
		return nil, 0, nil
	}
	return before, length, letters
}
