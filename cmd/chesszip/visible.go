package main

import (
	"io"
	"slices"
	"strconv"
	"unicode"
	"unicode/utf8"
)

// visible makes control characters visible on their way to a terminal, which would obey
// them: ESC becomes \x1b. Line feeds, tabs and the CR of CR LF pass. An incomplete end
// of a write, a CR or the beginning of a rune, is held until the next one or flush.
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
		if n := plainLen(text); n > 0 {
			out = append(out, text[:n]...)
			text = text[n:]
			continue
		}
		var n int
		out, n = appendVisible(out, text)
		text = text[n:]
	}
	v.buf = out
	if _, err := v.w.Write(out); err != nil {
		return 0, err
	}
	return len(b), nil
}

// flush writes what is held, as incomplete.
func (v *visible) flush() error {
	var out []byte
	for n := 0; len(v.held) > 0; v.held = v.held[n:] {
		out, n = appendVisible(out, v.held)
	}
	_, err := v.w.Write(out)
	return err
}

// plainLen returns the length of the line feed, tab or CR LF at the beginning of text,
// or 0.
func plainLen(text []byte) int {
	switch {
	case text[0] == '\n' || text[0] == '\t':
		return 1
	case text[0] == '\r' && len(text) > 1 && text[1] == '\n':
		return 2
	}
	return 0
}

// appendVisible appends the first rune of text, or its first byte if that is not UTF-8,
// in a form for a terminal, and returns its length in text.
func appendVisible[T string | []byte](dst []byte, text T) (out []byte, n int) {
	r, n := utf8.DecodeRune([]byte(text[:min(len(text), utf8.UTFMax)]))
	if r == utf8.RuneError && n == 1 {
		r = rune(text[0])
	}
	if printable(r) {
		return utf8.AppendRune(dst, r), n
	}
	return appendEscaped(dst, text[:n]), n
}

// printable reports whether a rune may reach a terminal: it is not a control character,
// and does not change the direction of writing.
func printable(r rune) bool { return strconv.IsPrint(r) || unicode.Is(unicode.Zs, r) }

func appendEscaped[T string | []byte](dst []byte, bytes T) []byte {
	const digits = "0123456789abcdef"
	for i := range len(bytes) {
		dst = append(dst, '\\', 'x', digits[bytes[i]>>4], digits[bytes[i]&15])
	}
	return dst
}

// shown returns s on one line, as UTF-8 and with its control characters visible.
func shown(s string) string {
	if printableASCII(s) {
		return s
	}
	var out []byte
	for n := 0; s != ""; s = s[n:] {
		out, n = appendVisible(out, s)
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
