package main

import (
	"bytes"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// forbidden returns the first rune of text that must not reach a terminal: C0 except
// line feed, tab and the CR before a line feed, DEL, C1, also as single bytes, and
// controls of the direction of writing.
func forbidden(text string) (bad rune, found bool) {
	text = strings.ReplaceAll(text, "\r\n", "\n")
	for i, r := range text {
		raw := r == utf8.RuneError && !strings.HasPrefix(text[i:], "\ufffd")
		switch {
		case r == '\n' || r == '\t':
		case raw, r < ' ', r >= 0x7f && r < 0xa0,
			r >= 0x202a && r <= 0x202e, r >= 0x2066 && r <= 0x2069, r == 0x200e, r == 0x200f, r == 0x061c:
			return r, true
		}
	}
	return 0, false
}

// nasty draws bytes, many of which a terminal would obey.
func nasty(t *rapid.T) []byte {
	part := rapid.OneOf(
		rapid.SampledFrom([]string{"\x1b[31m", "\x1b]0;x\x07", "\u202e", "\u2066", "\u200f", "\u061c", "\u0085", "\x9b", "\x7f", "\r", "\r\n", "\n", "\t", "é", "♔", "\xe2\x99", "\xc2", "\xf0\x9f", "\xff", "a", "\u3000"}),
		rapid.String(),
		rapid.Map(rapid.SliceOfN(rapid.Byte(), 0, 5), func(b []byte) string { return string(b) }),
	)
	return []byte(strings.Join(rapid.SliceOfN(part, 0, 20).Draw(t, "text"), ""))
}

// TestVisible checks that nothing forbidden passes, that harmless text does, and that
// the sizes of writes make no difference.
func TestVisible(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := nasty(t)
		var once, cut bytes.Buffer
		v := &visible{w: &once}
		n, err := v.Write(text)
		require.NoError(t, err)
		require.Equal(t, len(text), n)
		require.NoError(t, v.flush())
		v = &visible{w: &cut}
		for rest := text; len(rest) > 0; {
			k := rapid.IntRange(1, len(rest)).Draw(t, "cut")
			_, err := v.Write(rest[:k])
			require.NoError(t, err)
			rest = rest[k:]
		}
		require.NoError(t, v.flush())
		require.Equal(t, once.String(), cut.String())
		if bad, found := forbidden(once.String()); found {
			t.Fatalf("%q becomes %q, with %U", text, once.String(), bad)
		}
		if _, found := forbidden(string(text)); !found && strings.IndexFunc(string(text), func(r rune) bool { return !printable(r) && r != '\n' && r != '\t' && r != '\r' }) < 0 {
			require.Equal(t, string(text), once.String())
		}
	})
	var out bytes.Buffer
	v := &visible{w: &out}
	for _, b := range []byte("Müller M\xfcller 李　\r\n\x1b[1m\xe2\x80\xae\x9b\r\xfc") {
		_, err := v.Write([]byte{b})
		require.NoError(t, err)
	}
	require.NoError(t, v.flush())
	require.Equal(t, "Müller Müller 李　\r\n"+`\x1b[1m\xe2\x80\xae\x9b\x0dü`, out.String())
}

// TestWordsAreOneLine checks that a message is a line without control characters,
// whatever its content.
func TestWordsAreOneLine(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		name := string(nasty(t))
		c, words := quietConsole()
		c.say("chesszip: warning: %s: %d", name, 1)
		c.fail(failed("chesszip -d "+name, "%s: no such file", name))
		require.Equal(t, 3, strings.Count(words.String(), "\n"), words.String())
		require.NotContains(t, words.String(), "\r")
		require.NotContains(t, words.String(), "\t")
		if bad, found := forbidden(words.String()); found {
			t.Fatalf("%q is said as %q, with %U", name, words.String(), bad)
		}
	})
}
