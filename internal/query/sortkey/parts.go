package sortkey

import (
	"encoding/binary"
	"strings"
)

// writer writes the parts of a key.
type writer struct {
	key        []byte
	descending bool
}

// part writes a part; if it is not known, only that.
func (w *writer) part(known bool, bytes ...byte) {
	if !known {
		w.key = append(w.key, 1)
		return
	}
	w.key = append(w.key, 0)
	for _, b := range bytes {
		if w.descending {
			b = ^b
		}
		w.key = append(w.key, b)
	}
}

func (w *writer) number(n int, known bool) {
	w.part(known, binary.BigEndian.AppendUint32(nil, uint32(n))...)
}

// maxText is how many bytes of a text are compared.
const maxText = 256

// text writes a text; an empty one is not known.
func (w *writer) text(text string) {
	text = strings.ReplaceAll(text[:min(len(text), maxText)], "\x00", "\x01")
	w.part(text != "", append([]byte(text), 0)...)
}
