package main

import (
	"io"
	"strconv"
	"unicode/utf8"
)

// visible makes control characters visible on their way to a terminal, which
// would obey them: ESC becomes \x1b. Line feeds, tabs and the CR of CR LF pass.
type visible struct {
	w    io.Writer
	buf  []byte
	held bool // a CR that may be followed by LF
}

func (v *visible) Write(b []byte) (int, error) {
	out := v.buf[:0]
	for i := 0; i < len(b); {
		c := b[i]
		if v.held {
			v.held = false
			if c == '\n' {
				out = append(out, "\r\n"...)
				i++
				continue
			}
			out = appendEscaped(out, "\r")
		}
		size := 1
		switch {
		case c == '\r':
			v.held = true
		case c == '\n' || c == '\t' || c >= ' ' && c < 0x7f:
			out = append(out, c)
		default:
			// A rune that a write cuts in two is shown as its bytes.
			r, n := utf8.DecodeRune(b[i:])
			size = n
			if printable(r, n) {
				out = append(out, b[i:i+n]...)
			} else {
				out = appendEscaped(out, b[i:i+n])
			}
		}
		i += size
	}
	v.buf = out
	if _, err := v.w.Write(out); err != nil {
		return 0, err
	}
	return len(b), nil
}

// printable reports whether a rune of n bytes may reach a terminal: it is no
// control, does not turn the direction of writing, and is UTF-8.
func printable(r rune, n int) bool {
	return (r != utf8.RuneError || n > 1) && strconv.IsPrint(r)
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
	plain := true
	for i := range len(s) {
		plain = plain && s[i] >= ' ' && s[i] < 0x7f
	}
	if plain {
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
