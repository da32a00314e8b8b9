package main

import (
	"io"
	"slices"
	"strconv"
	"unicode"
	"unicode/utf8"
)

// visible makes control characters visible on their way to a terminal, which
// would obey them: ESC becomes \x1b. Line feeds, tabs and the CR of CR LF pass. What a
// write has cut off, a CR or the beginning of a rune, is held until the next one or
// flush.
type visible struct {
	w    io.Writer
	buf  []byte
	held []byte
}

func (v *visible) Write(b []byte) (int, error) {
	text := b
	if len(v.held) > 0 {
		text = slices.Concat(v.held, b)
		v.held = v.held[:0]
	}
	out := v.buf[:0]
	for len(text) > 0 {
		if text[0] == '\r' && len(text) == 1 || text[0] >= utf8.RuneSelf && !utf8.FullRune(text) {
			v.held = append(v.held, text...)
			break
		}
		n := visibleLen(text)
		if n > 0 {
			out = append(out, text[:n]...)
		} else {
			_, n = utf8.DecodeRune(text)
			out = appendEscaped(out, text[:n])
		}
		text = text[n:]
	}
	v.buf = out
	if _, err := v.w.Write(out); err != nil {
		return 0, err
	}
	return len(b), nil
}

// flush writes what is held: it ended in the middle.
func (v *visible) flush() error {
	out := appendEscaped(nil, v.held)
	v.held = v.held[:0]
	_, err := v.w.Write(out)
	return err
}

// visibleLen returns how many bytes at the front of text may reach a terminal as they
// are: those of its first rune, or CR LF; 0 if they must be escaped.
func visibleLen(text []byte) int {
	switch text[0] {
	case '\n', '\t':
		return 1
	case '\r':
		if len(text) > 1 && text[1] == '\n' {
			return 2
		}
		return 0
	}
	r, n := utf8.DecodeRune(text)
	if !printable(r, n) {
		return 0
	}
	return n
}

// printable reports whether a rune of n bytes may reach a terminal: it is no
// control, does not turn the direction of writing, and is UTF-8.
func printable(r rune, n int) bool {
	return (r != utf8.RuneError || n > 1) && (strconv.IsPrint(r) || unicode.Is(unicode.Zs, r))
}

func appendEscaped[T string | []byte](dst []byte, bytes T) []byte {
	const digits = "0123456789abcdef"
	for i := range len(bytes) {
		dst = append(dst, '\\', 'x', digits[bytes[i]>>4], digits[bytes[i]&15])
	}
	return dst
}

// shown returns s on one line and with its control characters visible.
func shown(s string) string {
	if printableASCII(s) {
		return s
	}
	var out []byte
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		if printable(r, n) {
			out = append(out, s[i:i+n]...)
		} else {
			out = appendEscaped(out, s[i:i+n])
		}
		i += n
	}
	return string(out)
}

// printableASCII reports whether a text has printable ASCII only.
func printableASCII(s string) bool {
	for i := range len(s) {
		if s[i] < ' ' || s[i] >= 0x7f {
			return false
		}
	}
	return true
}
