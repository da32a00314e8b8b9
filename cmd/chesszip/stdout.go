package main

import (
	"errors"
	"io"
	"os"

	"golang.org/x/term"
)

// stdout is standard output. It remembers why it could not be written to, so that no
// run ends well whose data were lost.
type stdout struct {
	w        io.Writer
	terminal bool
	shown    *visible // nil unless w is a terminal
	started  bool
	err      error
}

// newStdout returns standard output.
func newStdout(w io.Writer) *stdout {
	s := &stdout{w: w, terminal: isTerminal(w)}
	if s.terminal {
		s.shown = &visible{w: rawStdout{s}}
	}
	return s
}

var errClosed = errors.New("it is closed")

// rawStdout writes bytes as they are.
type rawStdout struct{ *stdout }

func (r rawStdout) Write(b []byte) (int, error) {
	s := r.stdout
	if s.err != nil || len(b) == 0 {
		return 0, s.err
	}
	if f, ok := s.w.(*os.File); ok && !s.started && closedAtStart(f) {
		s.err = failed("redirect it to a file or a pipe; > /dev/null throws it away", "write %s: %w", stdoutName, errClosed)
		return 0, s.err
	}
	s.started = true
	n, err := s.w.Write(b)
	if err != nil {
		s.err = writeError(stdoutName, err)
		err = s.err
	}
	return n, err
}

// Write implements io.Writer. What a terminal would obey is made visible on its way
// there.
func (s *stdout) Write(b []byte) (int, error) {
	if s.shown != nil {
		return s.shown.Write(b)
	}
	return rawStdout{s}.Write(b)
}

// helpText is standard output for what is not data: programs ask for the version to
// see whether there is one, and send it nowhere in a way that looks like closed.
type helpText struct{ *stdout }

func (h helpText) Write(b []byte) (int, error) {
	h.started = true
	return h.stdout.Write(b)
}

// finish writes what is held back, and returns the first error there was.
func (s *stdout) finish() error {
	if s.shown != nil {
		_ = s.shown.flush() // s knows
	}
	return s.err
}

// data returns standard output for the data of a command that reads the given
// files. It is none of them.
func (c *console) data(in inputs) (io.Writer, error) {
	if err := c.mayPrint(in); err != nil {
		return nil, err
	}
	return c.out, nil
}

// rawData is data for decompression: even a terminal gets the bytes as they are.
func (c *console) rawData(in inputs) (io.Writer, error) {
	if err := c.mayPrint(in); err != nil {
		return nil, err
	}
	return rawStdout{c.out}, nil
}

// painted returns standard output for lines that may hold colours, and of which all that
// comes from files has passed shown; nil where it shows none.
func (c *console) painted() io.Writer {
	if !c.out.terminal || os.Getenv("NO_COLOR") != "" {
		return nil
	}
	return rawStdout{c.out}
}

func (c *console) mayPrint(in inputs) error {
	if f, ok := c.out.w.(*os.File); ok {
		if info, err := f.Stat(); err == nil {
			return in.refuse(stdoutName, info)
		}
	}
	return nil
}

// print writes to standard output what a command has made without reading files.
func (c *console) print(b []byte) error {
	_, err := c.out.Write(b)
	return err
}

// printJSON prints v as writeJSON does.
func (c *console) printJSON(v any) error { return writeJSON(c.out, v) }

// styled is standard output for words that have colours, after data has said that it may
// be written to: whoever writes to it makes control characters visible.
func (c *console) styled() io.Writer { return rawStdout{c.out} }

// columns returns the width of the terminal that standard output is, 0 if it is none.
func (c *console) columns() int {
	if !c.out.terminal {
		return 0
	}
	if f, ok := c.out.w.(*os.File); ok {
		if n, _, err := term.GetSize(int(f.Fd())); err == nil && n > 0 {
			return n
		}
	}
	return helpWidth
}
