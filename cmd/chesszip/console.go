package main

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"golang.org/x/term"
)

// console is where a run reads, writes and speaks.
type console struct {
	in   io.Reader
	out  io.Writer // data
	errw io.Writer // words

	quiet   bool // say errors only
	verbose bool // say what was done, to a terminal or not
}

// talks reports whether the closing line is wanted.
func (c *console) talks() bool {
	return c.verbose || !c.quiet && isTerminal(c.errw)
}

// say prints a line of words.
func (c *console) say(format string, args ...any) {
	fmt.Fprintf(c.errw, format+"\n", args...)
}

// fail prints an error and its hint.
func (c *console) fail(err error) {
	c.say("chesszip: error: %s", oneLine(err.Error()))
	if h := hintOf(err); h != "" {
		c.say("chesszip: hint: %s", h)
	}
}

// oneLine keeps what a hostile file name or tag could do to a terminal out of
// a message.
func oneLine(s string) string {
	return strings.Map(func(r rune) rune {
		if strconv.IsPrint(r) {
			return r
		}
		return '?'
	}, s)
}

// isTerminal reports whether f is a file that is a terminal.
func isTerminal(f any) bool {
	fd, ok := f.(interface{ Fd() uintptr })
	return ok && term.IsTerminal(int(fd.Fd()))
}

// byteText says n bytes for people, with three digits: "15.3 MB".
func byteText(n int64) string {
	const units = "kMGTPE"
	if n < 1000 {
		return fmt.Sprintf("%d bytes", n)
	}
	f, unit := float64(n)/1000, 0
	for f >= 999.5 && unit < len(units)-1 {
		f, unit = f/1000, unit+1
	}
	digits := 2
	if f >= 99.95 {
		digits = 0
	} else if f >= 9.995 {
		digits = 1
	}
	return fmt.Sprintf("%.*f %cB", digits, f, units[unit])
}

// countText writes n with a comma between groups of three digits.
func countText[T int | int64 | uint64](n T) string {
	s := fmt.Sprint(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// plural returns "1 game" or "2,000 games".
func plural(n int64, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return countText(n) + " " + what + "s"
}
