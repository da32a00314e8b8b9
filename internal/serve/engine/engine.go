// Package engine runs a chess engine that the user names, by the UCI protocol, and gives
// its best lines of a position. Nothing that the engine says is believed unchecked: lines
// are cut at the first move that is not legal, what is malformed is dropped, and an
// engine that hangs, dies or sends too much is ended with an error.
//
//	e, err := engine.Start(ctx, &engine.Options{Program: "stockfish"})
//	err = e.Search(ctx, &engine.Question{Start: board.Start(), Lines: 3}, func(u *engine.Update) error { ... })
//	e.Close()
//
// Views keeps one process for each of several views. An Engine takes one search at a
// time.
package engine

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
)

// Options are the program and its limits.
type Options struct {
	Program string        // a path, or a name that is looked up
	Threads int           // default 1
	Hash    int           // MiB of the engine's table, default 64
	Time    time.Duration // the longest search, default 30 seconds
	Lines   int           // the most lines of a search, default 5

	patience time.Duration // for an answer of the engine, 0 for the usual one
}

// usual returns o with defaults in place of zeros.
func (o Options) usual() Options {
	positive := func(n *int, usual int) {
		if *n <= 0 {
			*n = usual
		}
	}
	positive(&o.Threads, 1)
	positive(&o.Hash, 64)
	positive(&o.Lines, 5)
	if o.Time <= 0 {
		o.Time = 30 * time.Second
	}
	if o.patience <= 0 {
		o.patience = 20 * time.Second
	}
	return o
}

// Failure is an error of the engine.
type Failure struct {
	Name string // of the engine or its program
	What string // what it did, such as "does not answer"
	Err  error  // the cause, or nil
}

// Error implements error.
func (f *Failure) Error() string {
	text := "the engine " + f.Name + " " + f.What
	if f.Err != nil {
		text += ": " + f.Err.Error()
	}
	return text
}

// Unwrap returns the cause.
func (f *Failure) Unwrap() error { return f.Err }

// Engine is a running process.
type Engine struct {
	options Options
	process *process
	name    string           // as it calls itself
	offers  map[string]limit // its options with numbers or check boxes
	lines   int              // the most lines that it gives
	chess96 bool             // as UCI_Chess960 was set
}

// limit is the range of an option.
type limit struct{ low, high int }

// Start starts the program, which must name itself and be ready soon.
func Start(ctx context.Context, o *Options) (*Engine, error) {
	e := &Engine{options: o.usual(), offers: map[string]limit{}}
	e.name = plain(e.options.Program)
	path, err := exec.LookPath(e.options.Program)
	if err != nil {
		return nil, &Failure{e.name, "cannot be started", errors.Unwrap(err)}
	}
	if e.process, err = startProcess(path); err != nil {
		return nil, &Failure{e.name, "cannot be started", err}
	}
	if err := e.greet(ctx); err != nil {
		e.Close()
		return nil, err
	}
	return e, nil
}

// Name returns the name that the engine gives itself by id name.
func (e *Engine) Name() string { return e.name }

// Close ends the process at once.
func (e *Engine) Close() { e.process.kill() }

// greet learns the engine's name and options, and sets the limits.
func (e *Engine) greet(ctx context.Context) error {
	named := false
	err := e.exchange(ctx, "uci", func(text string) (done bool, err error) {
		if name, ok := strings.CutPrefix(text, "id name "); ok && plain(name) != "" {
			e.name, named = plain(name), true
		}
		e.offer(text)
		return text == "uciok", nil
	})
	if err != nil {
		return err
	}
	if !named {
		return &Failure{e.name, "does not say its name (id name)", nil}
	}
	e.set("Threads", e.options.Threads)
	e.set("Hash", e.options.Hash)
	e.lines = min(e.options.Lines, max(1, e.offers["multipv"].high))
	return e.ready(ctx)
}

// mostOffers is the greatest number of options that are looked at.
const mostOffers = 1000

// offer remembers an option that the engine has.
func (e *Engine) offer(text string) {
	words := strings.Fields(text)
	at := slices.Index(words, "type")
	if len(words) < 5 || words[0] != "option" || words[1] != "name" || at < 3 || at+1 == len(words) || len(e.offers) >= mostOffers {
		return
	}
	l := limit{0, 1}
	if words[at+1] == "spin" {
		for i := at + 2; i+1 < len(words); i += 2 {
			n, err := strconv.Atoi(words[i+1])
			switch {
			case err != nil:
				return
			case words[i] == "min":
				l.low = n
			case words[i] == "max":
				l.high = n
			}
		}
	}
	e.offers[strings.ToLower(strings.Join(words[2:at], " "))] = l
}

// set sets an option with a number, if the engine has it, as far as its range allows.
func (e *Engine) set(name string, n int) {
	if l, ok := e.offers[strings.ToLower(name)]; ok {
		e.process.send(fmt.Sprintf("setoption name %s value %d", name, max(l.low, min(n, l.high))))
	}
}

// ready waits until the engine has done what it was told.
func (e *Engine) ready(ctx context.Context) error {
	return e.exchange(ctx, "isready", func(text string) (bool, error) { return text == "readyok", nil })
}

// exchange sends a command and passes lines of the answer to take until it is done.
func (e *Engine) exchange(ctx context.Context, command string, take func(text string) (done bool, err error)) error {
	e.process.send(command)
	e.process.allow()
	late := time.NewTimer(e.options.patience)
	defer late.Stop()
	for {
		select {
		case l, ok := <-e.process.lines:
			if err := e.check(ok); err != nil {
				return err
			}
			if done, err := take(l); done || err != nil {
				return err
			}
		case <-late.C:
			return &Failure{e.name, fmt.Sprintf("does not answer %q within %v", command, e.options.patience), nil}
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
}

// check returns an error if the process has ended, as ok says, or sends too much.
func (e *Engine) check(ok bool) error {
	switch {
	case !ok:
		return &Failure{e.name, "has ended", e.process.kill()}
	case e.process.flooded():
		return &Failure{e.name, fmt.Sprintf("sends more than %d MB/s", floodRate>>20), nil}
	}
	return nil
}

// mostName is the greatest length of a name, in letters.
const mostName = 80

// plain returns a name without what is not shown.
func plain(name string) string {
	name = strings.Map(func(c rune) rune {
		if unicode.IsPrint(c) && c != unicode.ReplacementChar {
			return c
		}
		return -1
	}, strings.ToValidUTF8(name, ""))
	letters := []rune(strings.TrimSpace(name))
	return string(letters[:min(len(letters), mostName)])
}
