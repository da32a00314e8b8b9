package main

import (
	"errors"
	"io"
	"os"

	"golang.org/x/term"
)

// stdout is standard output. It stores its error, so that a run fails if its data was
// lost.
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

// Write implements io.Writer. For a terminal it makes control characters visible.
func (s *stdout) Write(b []byte) (int, error) {
	if s.shown != nil {
		return s.shown.Write(b)
	}
	return rawStdout{s}.Write(b)
}

// helpText is standard output for what is not data: programs call for the version as a
// test, with output that looks closed.
type helpText struct{ *stdout }

func (h helpText) Write(b []byte) (int, error) {
	h.started = true
	return h.stdout.Write(b)
}

// finish writes what is held back, and returns the first error.
func (s *stdout) finish() error {
	if s.shown != nil {
		_ = s.shown.flush() // s has stored the error
	}
	return s.err
}

// data returns standard output for the data of a command that reads the given files; it
// must not be one of them.
func (c *console) data(in inputs) (io.Writer, error) {
	if err := c.mayPrint(in); err != nil {
		return nil, err
	}
	return c.out, nil
}

// rawData is data for decompression: even a terminal gets the original bytes.
func (c *console) rawData(in inputs) (io.Writer, error) {
	if err := c.mayPrint(in); err != nil {
		return nil, err
	}
	return rawStdout{c.out}, nil
}

// painted returns standard output for lines with colours, in which all text of files has
// passed shown; nil if it shows no colours.
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

// print writes to standard output the result of a command that reads no files.
func (c *console) print(b []byte) error {
	_, err := c.out.Write(b)
	return err
}

// printJSON prints v as writeJSON does.
func (c *console) printJSON(v any) error { return writeJSON(c.out, v) }

// styled is standard output for text with colours, after data has allowed it; the caller
// makes control characters visible.
func (c *console) styled() io.Writer { return rawStdout{c.out} }

// columns returns the width of the terminal of standard output, 0 if it is not one.
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
