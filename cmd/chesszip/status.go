package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"syscall"
)

// The exit statuses, in the words at the end of every help text.
const (
	statusDone    = 0
	statusFailed  = 1
	statusMisuse  = 2
	statusCorrupt = 3
	statusNone    = 4

	statusHelp = "Exit status: 0 done, 1 failed, 2 wrong use, 3 input corrupt, 4 nothing found."
)

// problem is an error with its exit status and, perhaps, a hint about what to do.
type problem struct {
	status int
	err    error
	hint   string
}

func (p *problem) Error() string { return p.err.Error() }
func (p *problem) Unwrap() error { return p.err }

// failed, misuse and corrupt return problems with the status of their name. An empty
// hint is not printed.
func failed(hint, format string, args ...any) error {
	return &problem{statusFailed, inOurWords(format, args), hint}
}

func misuse(hint, format string, args ...any) error {
	return &problem{statusMisuse, inOurWords(format, args), hint}
}

func corrupt(hint, format string, args ...any) error {
	return &problem{statusCorrupt, inOurWords(format, args), hint}
}

// hasProblem reports whether an error has been explained.
func hasProblem(err error) bool { return errors.As(err, new(*problem)) }

// reported is the outcome of a run whose errors have been printed already.
type reported struct{ status int }

func (t reported) Error() string { return fmt.Sprintf("exit status %d", t.status) }

// exitStatus maps the error of run to the exit status.
func exitStatus(err error) int {
	var p *problem
	var t reported
	switch {
	case err == nil:
		return statusDone
	case errors.As(err, &t):
		return t.status
	case errors.As(err, &p):
		return p.status
	}
	return statusFailed
}

// hintOf returns the hint that goes with err, or "".
func hintOf(err error) string {
	var p *problem
	if errors.As(err, &p) {
		return p.hint
	}
	return ""
}

// stopped returns the reason why ctx ended, or nil while it has not.
func stopped(ctx context.Context) error {
	if ctx.Err() == nil {
		return nil
	}
	return context.Cause(ctx)
}

// writeError explains an error of writing to name. A reader that has gone, as head does
// when it has its lines, is an interruption, without a message.
func writeError(name string, err error) error {
	if readerGone(err) {
		return &problem{status: statusFailed, err: &interrupted{syscall.SIGPIPE, name == stdoutName}}
	}
	hint := ""
	if errors.Is(err, syscall.ENOSPC) {
		hint = "free some room, or write elsewhere with -o"
	}
	return failed(hint, "write %s: %w", name, bare(err))
}

// createError returns that no file can be created in a folder, with a hint.
func createError(folder string, err error) error {
	hint := "write elsewhere"
	switch {
	case missing(folder):
		hint = "make the folder first: mkdir -p " + folder
	case errors.Is(err, syscall.ENOSPC):
		hint = "free some room, or write elsewhere"
	case errors.Is(err, syscall.ENAMETOOLONG):
		hint = "choose a shorter name"
	}
	return failed(hint, "create a file in %s: %w", folder, bare(err))
}

// bare removes the operation and the name from a file error: the message around it names
// the file that the user knows, not the temporary one.
func bare(err error) error {
	var p *fs.PathError
	if errors.As(err, &p) {
		return p.Err
	}
	var l *os.LinkError
	if errors.As(err, &l) {
		return l.Err
	}
	return err
}
