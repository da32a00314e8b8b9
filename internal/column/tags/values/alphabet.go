package values

// AlphabetSize is the number of bytes that an Alphabet is stored in.
const AlphabetSize = 32

// Alphabet is a set of bytes, which are numbered in ascending order.
type Alphabet struct {
	// Set has bit c%8 of byte c/8, the lowest being 0, for byte c.
	Set     [AlphabetSize]byte
	Letters []byte
	Numbers [256]uint8 // of the letters
}

// NewAlphabet returns the Alphabet of the bytes of a text.
func NewAlphabet(text []byte) *Alphabet {
	var set [AlphabetSize]byte
	for _, c := range text {
		set[c/8] |= 1 << (c % 8)
	}
	return ReadAlphabet(set)
}

// ReadAlphabet returns the Alphabet of a Set.
func ReadAlphabet(set [AlphabetSize]byte) *Alphabet {
	a := &Alphabet{Set: set}
	for c := range 256 {
		if set[c/8]>>(c%8)&1 != 0 {
			a.Numbers[c] = uint8(len(a.Letters))
			a.Letters = append(a.Letters, byte(c))
		}
	}
	return a
}

// Within reports whether b has all letters of a.
func (a *Alphabet) Within(b *Alphabet) bool {
	for i := range a.Set {
		if a.Set[i]&^b.Set[i] != 0 {
			return false
		}
	}
	return true
}
