//go:build js && wasm

package main

import (
	"strconv"
	"unicode/utf8"
)

// writer writes JSON; JSON.parse of one string is much faster than a call for each part.
// It adds the commas.
type writer struct{ b []byte }

func (w *writer) comma() {
	if n := len(w.b); n > 0 {
		switch w.b[n-1] {
		case '{', '[', ':':
		default:
			w.b = append(w.b, ',')
		}
	}
}

// open begins an object or an array, and end ends it.
func (w *writer) open(c byte) {
	w.comma()
	w.b = append(w.b, c)
}

func (w *writer) end(c byte) { w.b = append(w.b, c) }

// key begins a member of an object.
func (w *writer) key(name string) *writer {
	w.text(name)
	w.b = append(w.b, ':')
	return w
}

func (w *writer) number(n int64) {
	w.comma()
	w.b = strconv.AppendInt(w.b, n, 10)
}

func (w *writer) flag(v bool) {
	w.comma()
	w.b = strconv.AppendBool(w.b, v)
}

func (w *writer) null() {
	w.comma()
	w.b = append(w.b, "null"...)
}

// text writes a string; each byte that is not UTF-8 becomes U+FFFD.
func (w *writer) text(s string) {
	w.comma()
	w.b = append(w.b, '"')
	start := 0
	for i := 0; i < len(s); {
		c := s[i]
		if c >= ' ' && c < utf8.RuneSelf && c != '"' && c != '\\' {
			i++
			continue
		}
		size := 1
		if c >= utf8.RuneSelf {
			var r rune
			if r, size = utf8.DecodeRuneInString(s[i:]); r != utf8.RuneError || size > 1 {
				i += size
				continue
			}
		}
		w.b = append(w.b, s[start:i]...)
		switch {
		case c == '"' || c == '\\':
			w.b = append(w.b, '\\', c)
		case c >= utf8.RuneSelf:
			w.b = utf8.AppendRune(w.b, utf8.RuneError)
		default:
			const hex = "0123456789abcdef"
			w.b = append(w.b, '\\', 'u', '0', '0', hex[c>>4], hex[c&15])
		}
		i += size
		start = i
	}
	w.b = append(w.b, s[start:]...)
	w.b = append(w.b, '"')
}

// texts writes an array of strings.
func (w *writer) texts(all []string) {
	w.open('[')
	for _, s := range all {
		w.text(s)
	}
	w.end(']')
}
