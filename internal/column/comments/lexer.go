package comments

import (
	"bytes"
	"strings"
)

// Bounds of a comment: the bytes of its template, its slots, and the moves of a line.
const (
	maxTemplate = 1 << 10
	maxSlots    = 256
	maxLine     = 1 << 12
)

// slotKind is the kind of a slot; in a template it is the byte for the slot.
type slotKind byte

const (
	slotNumber slotKind = 1 + iota // 12, -0.35, +0.05
	slotClock                      // 0:09:55.7, 1:30
	slotLine                       // Nf3 d5 c4
	slotName                       // the value of a tag; the next kinds are for other tags
	numSlots   = slotName + NumNames
)

// leastName is the least length of a tag's value that is searched for.
const leastName = 3

// name returns the kind of the tag whose value text begins with as a separate word,
// the longest if there are several, and its length, or 0.
func name(text []byte, names *[NumNames][]byte) (kind slotKind, n int) {
	if names == nil {
		return 0, 0
	}
	for k, v := range names {
		if len(v) < leastName || len(v) <= n || v[0] != text[0] || !bytes.HasPrefix(text, v) {
			continue
		}
		if end := len(v); end < len(text) && (letter(text[end]) || digit(text[end])) {
			continue
		}
		kind, n = slotName+slotKind(k), len(v)
	}
	return kind, n
}

// slot is a part of a comment that changes from one comment to the next.
type slot struct {
	kind  slotKind
	text  []byte
	key   uint32 // of the words before it
	value int64  // in 10^-places, of a clock in 10^-places seconds
	form  written
}

// written is the spelling of a number.
type written struct {
	minus  bool
	plus   bool
	lead   int // digits before the point or the first colon, at most 12
	parts  int // 1, or 2 and 3 for minutes:seconds and hours:minutes:seconds
	places int // digits after the point, at most 6
	zero   bool
}

// lexed is a comment as a template and its slots.
type lexed struct {
	template []byte // the comment's bytes, with a slotKind for each slot
	slots    []slot
}

func letter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }
func digit(c byte) bool  { return c >= '0' && c <= '9' }

// read cuts text into l. It returns false if text holds a byte for a slot, or exceeds
// the limits of a template.
func (l *lexed) read(text []byte, names *[NumNames][]byte) bool {
	l.template, l.slots = l.template[:0], l.slots[:0]
	for i := 0; i < len(text); {
		if len(l.template) > maxTemplate || len(l.slots) > maxSlots {
			return false
		}
		c := text[i]
		if c >= 1 && c < byte(numSlots) {
			return false
		}
		word := i == 0 || !letter(text[i-1]) && !digit(text[i-1])
		if !word && !digit(c) && c != '+' && c != '-' {
			l.template = append(l.template, c)
			i++
			continue
		}
		n := 0
		var s slot
		if word {
			s.kind, n = name(text[i:], names)
		}
		if word && n == 0 && letter(c) {
			n = lineLength(text[i:])
			s.kind = slotLine
		}
		if n == 0 && (digit(c) || i+1 < len(text) && digit(text[i+1]) && l.signed(text, i)) {
			n = s.number(text[i:])
		}
		if n == 0 {
			l.template = append(l.template, c)
			i++
			continue
		}
		s.text = text[i : i+n]
		s.key = keyOf(l.template)
		l.template = append(l.template, byte(s.kind))
		l.slots = append(l.slots, s)
		i += n
	}
	return true
}

// signed reports whether the + or - at index i belongs to a number. After a letter or
// a digit it does not, except after a number that has a sign.
func (l *lexed) signed(text []byte, i int) bool {
	if text[i] != '+' && text[i] != '-' {
		return false
	}
	if i == 0 || !letter(text[i-1]) && !digit(text[i-1]) {
		return true
	}
	n := len(l.template)
	if n == 0 || l.template[n-1] != byte(slotNumber) {
		return false
	}
	last := &l.slots[len(l.slots)-1]
	return last.form.minus || last.form.plus
}

// keyLength is the number of bytes before a slot that identify it.
const keyLength = 6

// keyOf hashes the last bytes of a template, back to the first slot that has words
// after it.
func keyOf(template []byte) uint32 {
	h := uint32(2166136261)
	words := false
	for i := len(template) - 1; i >= 0 && i >= len(template)-keyLength; i-- {
		if template[i] >= byte(numSlots) {
			words = true
		} else if words {
			break
		}
		h = (h ^ uint32(template[i])) * 16777619
	}
	return h
}

// number reads a number or clock and returns its length, 0 if it is too long.
func (s *slot) number(text []byte) (n int) {
	f := &s.form
	f.parts = 1
	if f.minus, f.plus = text[0] == '-', text[0] == '+'; f.minus || f.plus {
		n++
	}
	for n < len(text) && digit(text[n]) {
		s.value = s.value*10 + int64(text[n]-'0')
		f.lead++
		if n++; f.lead > 12 {
			return 0
		}
	}
	f.zero = f.lead > 1 && text[n-f.lead] == '0'
	s.kind = slotNumber
	if f.lead <= 4 && !f.minus && !f.plus {
		for f.parts < 3 && n+2 < len(text) && text[n] == ':' && text[n+1] >= '0' && text[n+1] < '6' && digit(text[n+2]) &&
			(n+3 == len(text) || !digit(text[n+3])) {
			s.value = s.value*60 + int64(text[n+1]-'0')*10 + int64(text[n+2]-'0')
			f.parts++
			n += 3
			s.kind = slotClock
		}
	}
	if n+1 < len(text) && text[n] == '.' && digit(text[n+1]) && f.lead <= 9 {
		at := n + 1
		for at < len(text) && digit(text[at]) && at-n <= 6 {
			at++
		}
		if at == len(text) || !digit(text[at]) {
			for _, c := range text[n+1 : at] {
				s.value = s.value*10 + int64(c-'0')
				f.places++
			}
			n = at
		}
	}
	if f.minus {
		s.value = -s.value
	}
	return n
}

// lineLength returns the length of the moves that text begins with, at most maxLine,
// with single blanks between them; or 0.
func lineLength(text []byte) (n int) {
	at := 0
	for range maxLine {
		k := wordLength(text[at:])
		if !moveWord(text[at : at+k]) {
			return n
		}
		n = at + k
		if n+1 >= len(text) || text[n] != ' ' {
			return n
		}
		at = n + 1
	}
	return n
}

func wordLength(text []byte) (n int) {
	for n < len(text) && (letter(text[n]) || digit(text[n]) || text[n] == '=' || text[n] == '+' || text[n] == '#' || text[n] == '-') {
		n++
	}
	return n
}

// moveWord reports whether a word looks like a move: in SAN, in long SAN with
// the square it comes from, or as two squares.
func moveWord(w []byte) bool {
	if n := len(w); n > 0 && (w[n-1] == '+' || w[n-1] == '#') {
		w = w[:n-1]
	}
	if string(w) == "O-O" || string(w) == "O-O-O" {
		return true
	}
	if n := len(w); n > 2 && w[n-2] == '=' {
		w = w[:n-2]
	} else if n == 5 && w[4] >= 'a' {
		w = w[:4] // e7e8q
	}
	n := len(w)
	if n < 2 || n > 6 || !square(w[n-2], w[n-1]) {
		return false
	}
	w = w[:n-2]
	if len(w) > 0 && strings.IndexByte("KQRBN", w[0]) >= 0 {
		w = w[1:]
	}
	if n := len(w); n > 0 && (w[n-1] == 'x' || w[n-1] == '-') {
		w = w[:n-1]
	}
	switch len(w) {
	case 0:
		return true
	case 1:
		return w[0] >= 'a' && w[0] <= 'h' || w[0] >= '1' && w[0] <= '8'
	}
	return len(w) == 2 && square(w[0], w[1])
}

func square(file, rank byte) bool {
	return file >= 'a' && file <= 'h' && rank >= '1' && rank <= '8'
}
