// Package cli is the two commands with their common parts: their exit statuses, and the
// rules for output files, each of which is renamed into place when it is complete.
package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"sync"
	"syscall"

	"github.com/chesszip/chesszip"
	"github.com/spf13/pflag"
)

// Exit statuses of a command.
const (
	Done    = 0
	Failed  = 1
	Misuse  = 2
	Corrupt = 3
)

// Error is an error with its exit status and a hint about what to do.
type Error struct {
	Status int
	Err    error
	Hint   string
}

func (e *Error) Error() string { return e.Err.Error() }
func (e *Error) Unwrap() error { return e.Err }

// named adds the name of an input to its error. An output's error has its name already.
func named(name string, err error) error {
	var known *Error
	if errors.As(err, &known) {
		return err
	}
	var path *os.PathError
	if errors.As(err, &path) && path.Op == "open" {
		err = path.Err
	}
	return fmt.Errorf("%s: %w", name, err)
}

// Wrong returns an error of the command line.
func Wrong(hint, format string, a ...any) error {
	return &Error{Misuse, fmt.Errorf(format, a...), hint}
}

// Main runs a command until it ends or is interrupted, and ends the program.
func Main(name string, run func(ctx context.Context, args []string, out, errw io.Writer) error) {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	os.Exit(Report(os.Stderr, name, err))
}

// Report prints an error with its hint, and returns the status.
func Report(to io.Writer, name string, err error) int {
	if err == nil || errors.Is(err, pflag.ErrHelp) {
		return Done
	}
	if failures, ok := err.(interface{ Unwrap() []error }); ok { // of several files
		status := Failed
		for _, err := range failures.Unwrap() {
			status = max(status, Report(to, name, err))
		}
		return status
	}
	var known *Error
	fmt.Fprintf(to, "%s: error: %v\n", name, err)
	if errors.As(err, &known) {
		if known.Hint != "" {
			fmt.Fprintf(to, "%s: hint: %s\n", name, known.Hint)
		}
		return known.Status
	}
	return Failed
}

// Files are the places of a command's outputs.
type Files struct {
	Output string // of a single input
	Dir    string // of all outputs; "" for the folders of their inputs
	Force  bool
	Jobs   int
}

// AddFlags adds the flags of f.
func (f *Files) AddFlags(flags *pflag.FlagSet, jobs int) {
	flags.StringVarP(&f.Output, "output", "o", "", "write to `FILE`, of a single input")
	flags.StringVarP(&f.Dir, "dir", "C", "", "write into the folder `DIR`")
	flags.BoolVarP(&f.Force, "force", "f", false, "overwrite files")
	flags.IntVarP(&f.Jobs, "threads", "T", jobs, "work on so many files and row groups at once")
}

// Task is an input and its output.
type Task struct{ In, Out string }

// Tasks returns the output of each input: its name with another suffix. It is an error
// if two are equal, or if an output is an input or exists.
func (f *Files) Tasks(inputs []string, ending string, known ...string) ([]Task, error) {
	switch {
	case len(inputs) == 0:
		return nil, Wrong("--help says more", "no file is named")
	case f.Output != "" && (len(inputs) > 1 || f.Dir != ""):
		return nil, Wrong("-C names a folder for several", "-o is for a single input")
	case f.Jobs < 1 || f.Jobs > chesszip.MaxThreads:
		return nil, Wrong("", "--threads must be 1 to %d", chesszip.MaxThreads)
	}
	var tasks []Task
	from := map[string]string{}
	for _, in := range inputs {
		out := f.Output
		if out == "" {
			if in == "-" {
				return nil, Wrong("-o names it", "standard input has no name to write to")
			}
			out = withEnding(in, ending, known)
			if f.Dir != "" {
				out = filepath.Join(f.Dir, filepath.Base(out))
			}
		}
		if other, ok := from[filepath.Clean(out)]; ok {
			return nil, Wrong("convert them one after the other, with -o", "%s and %s would both be written to %s", other, in, out)
		}
		from[filepath.Clean(out)] = in
		if err := f.allowed(out, inputs); err != nil {
			return nil, err
		}
		tasks = append(tasks, Task{in, out})
	}
	return tasks, nil
}

// withEnding returns a name with its suffixes among known replaced.
func withEnding(name, ending string, known []string) string {
	dir, base := filepath.Split(name)
	for cut := true; cut; {
		cut = false
		for _, end := range known {
			if rest, ok := strings.CutSuffix(base, end); ok && rest != "" {
				base, cut = rest, true
			}
		}
	}
	return dir + base + ending
}

// allowed returns why an output may not be written.
func (f *Files) allowed(out string, inputs []string) error {
	info, err := os.Stat(out)
	if err != nil {
		if _, err := os.Lstat(out); err == nil && !f.Force {
			return &Error{Failed, fmt.Errorf("%s exists already", out), "-f overwrites it"}
		}
		return nil
	}
	for _, in := range inputs {
		if other, err := os.Stat(in); err == nil && os.SameFile(info, other) {
			return Wrong("write to another file", "%s is the input itself, %s", out, in)
		}
	}
	switch {
	case info.IsDir():
		return &Error{Failed, fmt.Errorf("%s is a directory", out), "-C writes into it"}
	case !info.Mode().IsRegular():
		return &Error{Failed, fmt.Errorf("%s is no plain file", out), ""}
	case !f.Force:
		return &Error{Failed, fmt.Errorf("%s exists already", out), "-f overwrites it"}
	}
	return nil
}

// Each runs work on tasks, as many at once as there are threads, gives each its share of
// threads, and prints the messages in order. A failing task does not end the others.
func (f *Files) Each(ctx context.Context, tasks []Task, say io.Writer, work func(ctx context.Context, t Task, threads int) (string, error)) error {
	atOnce := min(f.Jobs, len(tasks))
	threads := max(1, f.Jobs/atOnce)
	type result struct {
		words string
		err   error
	}
	results := make([]chan result, len(tasks))
	slots := make(chan struct{}, atOnce)
	var all sync.WaitGroup
	for i := range tasks {
		results[i] = make(chan result, 1)
	}
	all.Go(func() {
		for i := range tasks {
			slots <- struct{}{}
			all.Go(func() {
				defer func() { <-slots }()
				words, err := "", context.Cause(ctx)
				if err == nil {
					words, err = work(ctx, tasks[i], threads)
				}
				results[i] <- result{words, err}
			})
		}
	})
	var failures []error
	for i := range tasks {
		r := <-results[i]
		if r.words != "" {
			fmt.Fprintln(say, r.words)
		}
		if r.err != nil && !errors.Is(r.err, context.Canceled) {
			failures = append(failures, r.err)
		}
	}
	all.Wait()
	if ctx.Err() != nil {
		return errors.New("interrupted; what was not done is not there")
	}
	return errors.Join(failures...)
}
