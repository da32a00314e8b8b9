package main

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"syscall"

	"github.com/spf13/pflag"
	"golang.org/x/term"
)

// console is the input, the output and the messages of a run. Data goes to out by data
// or print; messages by say, which passes no control characters.
type console struct {
	in    io.Reader
	out   *stdout
	errw  io.Writer // for messages
	drawn io.Writer // for progress bars; nil if no terminal

	remotes remotes
	colour  colourWhen
	quiet   bool // only errors
	verbose bool // reports also without a terminal
	// scidFlags keeps deleted games of SCID and the flags of all.
	scidFlags bool

	flags *pflag.FlagSet // of the command
}

func newConsole(in io.Reader, out, errw io.Writer) *console {
	c := &console{in: in, out: newStdout(out), errw: errw}
	if isTerminal(errw) {
		c.errw, c.drawn = &visible{w: errw}, errw
	}
	return c
}

// has reports whether the command has a flag.
func (c *console) has(flag string) bool { return c.flags != nil && c.flags.Lookup(flag) != nil }

// talks reports whether the closing line is wanted.
func (c *console) talks() bool {
	return !c.quiet && (c.verbose || c.drawn != nil)
}

// say prints a message line that is not an error, unless the console is quiet.
func (c *console) say(format string, args ...any) {
	if !c.quiet {
		c.message(format, args)
	}
}

// sayError prints an error line that does not end the work.
func (c *console) sayError(format string, args ...any) { c.message("chesszip: error: "+format, args) }

// message prints a line. Names and content in it cannot make it two lines, nor control a
// terminal, now or when someone reads a log.
func (c *console) message(format string, args []any) {
	fmt.Fprintln(c.errw, shown(c.redacted(fmt.Sprintf(format, args...))))
}

// fail prints an error and its hint. It prints nothing if the reader of a pipe has gone.
func (c *console) fail(err error) {
	var by *interrupted
	if errors.As(err, &by) && by.signal == syscall.SIGPIPE {
		return
	}
	c.sayError("%s", strings.ReplaceAll(err.Error(), "\n", "; "))
	if h := hintOf(err); h != "" {
		c.message("chesszip: hint: %s", []any{h})
	}
}

// oneLine is shown, for a part of a message that is measured or stored.
func oneLine(s string) string { return shown(s) }

// isTerminal reports whether f is a file that is a terminal.
func isTerminal(f any) bool {
	fd, ok := f.(interface{ Fd() uintptr })
	return ok && term.IsTerminal(int(fd.Fd()))
}

// byteText formats n bytes for people, with three digits: "15.3 MB".
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
