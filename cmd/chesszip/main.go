// Command chesszip compresses PGN files, and searches the archives; decompression
// returns every byte. It also shows the encodings of a position (explain) and counts
// moves (perft).
//
// Data goes to standard output, messages to standard error. The exit status is 0 done, 1
// failed, 2 wrong use, 3 input corrupt; with several files it is the highest of theirs.
// It is 4 if filter, find, explore or get find nothing in any file and nothing else is
// wrong. An interrupted run removes its unfinished output, unless that can be resumed,
// and then dies of the signal, so that shell loops stop with it. It dies of SIGPIPE,
// without a message, if its output is no longer read.
package main

import (
	"context"
	"errors"
	"os"
	"os/signal"
	"syscall"
	"time"
)

func main() {
	ctx, stop := context.WithCancelCause(context.Background())
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	if !signal.Ignored(syscall.SIGHUP) { // by nohup
		signal.Notify(signals, syscall.SIGHUP)
	}
	// Writing to a pipe without a reader must be an error, not the end of the process:
	// there may be a file to remove.
	signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE)
	go func() {
		by := &interrupted{signal: <-signals}
		stop(by)
		// Frames in progress may take a while to stop. The program does not wait for
		// them: they leave only memory.
		time.Sleep(interruptGrace)
		dieOf(by.signal)
		os.Exit(statusFailed)
	}()

	err := run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr)
	var by *interrupted
	switch {
	case !errors.As(err, &by):
	case by.signal != syscall.SIGPIPE:
		dieOf(by.signal)
	case by.stdout:
		// SIGPIPE has no effect when it is sent; another write ends the program by it,
		// as it ends programs that ignore write errors.
		signal.Reset(syscall.SIGPIPE)
		_, _ = os.Stdout.Write([]byte{'\n'})
	}
	os.Exit(exitStatus(err))
}

// interruptGrace is the time for a run to end by itself after a signal.
const interruptGrace = 500 * time.Millisecond

// interrupted is the cause of a context that a signal ended, or the error of a pipe
// whose reader has gone.
type interrupted struct {
	signal os.Signal
	stdout bool // the pipe was standard output
}

func (e *interrupted) Error() string { return "stopped by signal: " + e.signal.String() }

// dieOf ends this process by the signal that it received, so that a shell loop ends too.
// It returns if a process cannot signal itself.
func dieOf(sig os.Signal) {
	signal.Reset(sig)
	self, err := os.FindProcess(os.Getpid())
	if err != nil || self.Signal(sig) != nil {
		return
	}
	time.Sleep(time.Second) // the signal arrives at another thread
}
