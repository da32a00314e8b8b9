// Command chesszip makes files of chess games small and gives every byte
// back; it also shows what a position costs (explain) and counts moves (perft).
//
// Data goes to standard output, words to standard error. The exit status is
// 0 done, 1 failed, 2 wrong use, 3 input corrupt; with several files it is
// the highest of theirs. It is 4 where filter, find, explore or get find nothing in
// any file and nothing else is wrong. A run that is interrupted removes its unfinished
// output, unless that can be resumed, and then dies of the signal, so that shell loops
// stop with it. It
// dies of SIGPIPE, without a word, when no one reads its output any more.
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
	// Writing to a pipe that no one reads any more is an error, not the end: there may
	// be a file to remove.
	signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE)
	go func() {
		by := &interrupted{signal: <-signals}
		stop(by)
		// Frames at work may take a while to notice. The program does not wait for them:
		// nothing is left behind but what is in memory.
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
		// This signal does nothing when it is sent; writing once more ends the program by
		// it, as it does programs that do not look at the error.
		signal.Reset(syscall.SIGPIPE)
		_, _ = os.Stdout.Write([]byte{'\n'})
	}
	os.Exit(exitStatus(err))
}

// interruptGrace is how long a run has to end by itself after a signal.
const interruptGrace = 500 * time.Millisecond

// interrupted is the cause of a context that a signal ended. Of a pipe whose reader
// has gone it is an error of its own.
type interrupted struct {
	signal os.Signal
	stdout bool // the pipe was standard output
}

func (e *interrupted) Error() string { return "stopped by signal: " + e.signal.String() }

// dieOf ends this process by the signal that it was sent, which is how a
// shell learns that its loop should end too. It returns where a process
// cannot signal itself.
func dieOf(sig os.Signal) {
	signal.Reset(sig)
	self, err := os.FindProcess(os.Getpid())
	if err != nil || self.Signal(sig) != nil {
		return
	}
	time.Sleep(time.Second) // the signal arrives at some other thread
}
