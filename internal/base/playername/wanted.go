package playername

import (
	"bytes"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Wanted is a name of several words to search for. Several goroutines may use it at
// once.
//
// A name is read as a surname and given names. The surname is before a comma; in a
// name without one it is the first words, the last ones, or all. A particle at the
// end of the given names may belong to the surname: "Wely, Loek van" is also "van
// Wely, Loek".
//
// A name fits if both names can be read so that the surnames are equal and the given
// names fit, one by one from the first; additional ones are ignored. Given names fit
// if one is a beginning of the other, such as its initial. Words with digits must be
// equal.
type Wanted struct {
	readings [2][]reading // with apostrophes separating words, and joining them
	keys     [][]byte     // every name that fits has one of these words
	letters  []byte       // their first letters
}

// reading is a name read as surname and given names.
type reading struct {
	surname []string
	given   []given
}

// given is a given name. Two or three capitals, as in "Capablanca, JR", may be initials.
type given struct {
	word     string
	capitals bool
}

// maxWords is the most words of a name that is read as surname and given names.
const maxWords = 8

// particles are words of surnames that some files put after the given names.
var particles = map[string]bool{
	"van": true, "von": true, "de": true, "der": true, "den": true, "del": true, "dela": true, "dos": true, "das": true, "da": true,
	"di": true, "do": true, "du": true, "la": true, "le": true, "ter": true, "ten": true, "zu": true, "zur": true, "zum": true, "af": true,
	"av": true, "al": true, "el": true, "bin": true, "ben": true, "ibn": true,
}

// NewWanted returns the Wanted of a name, or nil if it is one word or more than
// maxWords.
func NewWanted(value string) *Wanted {
	w := &Wanted{}
	for i := range w.readings {
		all := readingsOf(value, i == 1)
		if len(all) == 0 || len(all[0].surname)+len(all[0].given) < 2 {
			return nil
		}
		w.readings[i] = all
		surname := all[0].surname
		w.keys = append(w.keys, []byte(surname[len(surname)-1]))
		if len(all[0].given) == 0 { // there is no comma: the first words may be the surname
			w.keys = append(w.keys, []byte(surname[0]))
		}
	}
	for _, k := range w.keys {
		w.letters = append(w.letters, k[0])
	}
	return w
}

// Untitled returns the words of a name without titles and brackets.
func Untitled(value string) string {
	p := partsOf(value)
	return strings.Join(append(p.front, p.behind...), " ")
}

// Keys returns words; every name that fits has at least one of them.
func (w *Wanted) Keys() [][]byte { return w.keys }

// Fits reports whether a name, which is UTF-8, fits.
func (w *Wanted) Fits(name []byte) bool { return w.anyReading(name, givenFit) }

// Near reports whether a name is close to the wanted one: the surnames are equal, and
// the first given names begin alike, or the name has none.
func (w *Wanted) Near(name []byte) bool {
	return w.anyReading(name, func(wanted, name []given) bool {
		return len(wanted) > 0 && (len(name) == 0 || wanted[0].initial() == name[0].initial())
	})
}

func (w *Wanted) anyReading(name []byte, fit func(wanted, name []given) bool) bool {
	if !w.HasKey(name) {
		return false
	}
	for i, wanted := range w.readings {
		if i > 0 && !HasApostrophe(name) && slices.EqualFunc(wanted, w.readings[0], reading.equal) {
			break
		}
		for _, n := range readingsOf(string(name), i == 1) {
			for _, r := range wanted {
				if slices.Equal(r.surname, n.surname) && fit(r.given, n.given) {
					return true
				}
			}
		}
	}
	return false
}

// HasKey reports whether a name has one of the keys. Few names have, and all that
// fit.
func (w *Wanted) HasKey(name []byte) bool {
	var room [64]byte
	for _, joined := range [...]bool{false, true} {
		if joined && !HasApostrophe(name) {
			break
		}
		for at := 0; ; {
			if !joined {
				at = Pass(name, at, w.letters)
			}
			word, start, end := NextWord(room[:0], name, at, joined)
			if start == end {
				break
			}
			for _, k := range w.keys {
				if bytes.Equal(word, k) {
					return true
				}
			}
			at = end
		}
	}
	return false
}

func (r reading) equal(o reading) bool {
	return slices.Equal(r.surname, o.surname) && slices.Equal(r.given, o.given)
}

// readingsOf returns the ways to read a name, none if it has too many words.
func readingsOf(value string, joined bool) (all []reading) {
	p := partsOf(value)
	surname, behind := appendWords(nil, p.front, joined), givenOf(p.behind, joined)
	if n := len(surname) + len(behind); n == 0 || n > maxWords {
		return nil
	}
	if p.comma && len(surname) > 0 && len(behind) > 0 {
		all = append(all, reading{surname, behind})
		for i := len(behind) - 1; i > 0 && particles[behind[i].word]; i-- {
			r := reading{given: behind[:i]}
			for _, g := range behind[i:] {
				r.surname = append(r.surname, g.word)
			}
			r.surname = append(r.surname, surname...)
			all = append(all, r)
		}
		return all
	}
	front := append(givenOf(p.front, joined), behind...)
	words := make([]string, len(front))
	for i, g := range front {
		words[i] = g.word
	}
	number := func(i int) bool { return unicode.IsDigit(rune(words[i][0])) } // Stockfish 15.1 is not 1, Stockfish
	for i := range words {
		if !number(i) {
			all = append(all, reading{words[i:], front[:i]})
		}
		if i > 0 && !number(0) {
			all = append(all, reading{words[:i], front[i:]})
		}
	}
	return all
}

func givenOf(fields []string, joined bool) (all []given) {
	for _, f := range fields {
		letters := 0
		for _, c := range f {
			if unicode.IsUpper(c) {
				letters++
			} else if classOf(c) == letter {
				letters = 0
				break
			}
		}
		for _, w := range appendWords(nil, []string{f}, joined) {
			all = append(all, given{w, (letters == 2 || letters == 3) && utf8.RuneCountInString(w) == letters})
		}
	}
	return all
}

func (g given) initial() rune {
	c, _ := utf8.DecodeRuneInString(g.word)
	return c
}

// givenFit reports whether given names fit the wanted ones; without wanted ones any
// fit.
func givenFit(wanted, name []given) bool {
	if len(wanted) == 0 {
		return true
	}
	return len(name) > 0 && (fitOneByOne(wanted, name) || fitOneByOne(spelledOut(wanted), spelledOut(name)))
}

func fitOneByOne(a, b []given) bool {
	for i := range min(len(a), len(b)) {
		if x, y := a[i].word, b[i].word; x != y && (strings.ContainsFunc(x+y, unicode.IsDigit) || !strings.HasPrefix(x, y) && !strings.HasPrefix(y, x)) {
			return false
		}
	}
	return true
}

// spelledOut returns given names with those that may be initials split into initials.
func spelledOut(names []given) (all []given) {
	for _, g := range names {
		if !g.capitals {
			all = append(all, g)
			continue
		}
		for _, c := range g.word {
			all = append(all, given{word: string(c)})
		}
	}
	return all
}
