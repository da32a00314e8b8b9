// Command cancel measures how soon calls return when their context is done: the
// processor time from the cancel to the return, and the longest between two looks at
// the context, in milliseconds, on one thread.
//
//	go run ./benchmarks/cancel [-where] [-of text] [-only text]
package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"strings"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/internal/budget"
	"github.com/chesszip/chesszip/internal/corpus"
	"github.com/chesszip/chesszip/internal/corpus/made"
	"github.com/chesszip/chesszip/internal/usage"
	"github.com/chesszip/chesszip/levels"
	"github.com/chesszip/chesszip/movelist/learned"
)

var (
	where = flag.Bool("where", false, "say where the longest pause ended")
	of    = flag.String("of", "", "measure only inputs and levels that have this in their name, such as \"games, fast\"")
	only  = flag.String("only", "", "measure only what has this in its name")
)

func main() {
	flag.Parse()
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "cancel:", err)
		os.Exit(1)
	}
}

// call is one of the library that takes a context.
type call func(ctx context.Context) error

// cuts is at how many places each call is cancelled.
const cuts = 4

func run() error {
	fmt.Printf("%-34s %9s %9s %9s %9s\n", "call", "whole", "looks", "pause", "cancel")
	games, err := corpus.Read(corpus.Sample)
	if err != nil {
		return err
	}
	games = bytes.Repeat(games, 1+(2<<20)/len(games))
	inputs := []struct {
		name string
		text []byte
	}{
		{"long game", made.LongGame(4000)},
		{"long comment", made.LongComment(4<<20-100, false)},
		{"long line", made.LongComment(4<<20-100, true)},
		{"games", games},
	}
	for _, in := range inputs {
		for _, level := range []*learned.Level{nil, learned.V1, learned.V1Max} {
			if kind := in.name + ", " + nameOf(level); !strings.Contains(kind, *of) {
				continue
			}
			if err := ofLevel(in.name, in.text, level); err != nil {
				return err
			}
		}
	}
	return nil
}

// ofLevel measures all calls on an input at one level.
func ofLevel(name string, text []byte, level *learned.Level) error {
	if level != nil && name == "games" {
		text = text[:min(len(text), 1<<19)]
	}
	var packed bytes.Buffer
	o := &chesszip.ReaderOptions{Levels: levels.All(), Threads: 1}
	write := &chesszip.WriterOptions{Level: level, Threads: 1}
	if _, err := chesszip.Compress(context.Background(), &packed, bytes.NewReader(text), write); err != nil {
		return err
	}
	in := bytes.NewReader(packed.Bytes())
	size := int64(packed.Len())
	a, err := chesszip.Open(context.Background(), in, size, o)
	if err != nil {
		return err
	}
	never, err := chesszip.ParsePattern("fen:k7/8/1K6/8/8/8/8/QQQQQQQQ")
	if err != nil {
		return err
	}
	calls := []struct {
		verb string
		do   call
	}{
		{"compress", func(ctx context.Context) error {
			_, err := chesszip.Compress(ctx, io.Discard, bytes.NewReader(text), write)
			return err
		}},
		{"decompress", func(ctx context.Context) error {
			_, err := chesszip.Decompress(ctx, io.Discard, bytes.NewReader(packed.Bytes()), o)
			return err
		}},
		{"verify", func(ctx context.Context) error { _, _, err := a.Verify(ctx); return err }},
		{"recover", func(ctx context.Context) error {
			_, err := chesszip.Recover(ctx, io.Discard, in, size, o)
			return err
		}},
		{"find", func(ctx context.Context) error { _, err := a.FindCount(ctx, never, nil); return err }},
		{"filter", func(ctx context.Context) error {
			return last(a.Filter(ctx, new(chesszip.Query).Add("event", "nobody")))
		}},
		{"range", func(ctx context.Context) error { return last(a.Range(ctx, 0, a.Games())) }},
		{"merge, repack", func(ctx context.Context) error {
			_, err := chesszip.Merge(ctx, io.Discard, []*chesszip.Archive{a}, &chesszip.MergeOptions{Repack: write})
			return err
		}},
		{"train", func(ctx context.Context) error {
			return chesszip.Train(ctx, io.Discard, []chesszip.TrainingGames{{Name: "x", Games: bytes.NewReader(text)}}, nil)
		}},
	}
	for _, c := range calls {
		full := fmt.Sprintf("%s, %s, %s", c.verb, name, nameOf(level))
		if c.verb == "train" && (level != nil || name != "games") || !strings.Contains(full, *only) {
			continue
		}
		if err := measure(full, c.do); err != nil {
			return fmt.Errorf("%s: %w", full, err)
		}
	}
	return nil
}

// nameOf returns the name of a level.
func nameOf(l *learned.Level) string {
	if l == nil {
		return "fast"
	}
	return l.Name()
}

// last goes through a sequence and returns its last error.
func last[T any](all func(yield func(T, error) bool)) (err error) {
	for _, e := range all {
		err = e
	}
	return err
}

// measure measures a call: once to its end, and cancelled at several looks.
func measure(name string, do call) error {
	looks := 0
	pause, stack := 0.0, []byte(nil)
	start := usage.ProcessorTime()
	at := start
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	err := do(budget.Watch(ctx, func(int) {
		looks++
		now := usage.ProcessorTime()
		if now-at > pause {
			if pause = now - at; *where {
				stack = debug.Stack()
			}
		}
		at = now
	}))
	whole := usage.ProcessorTime() - start
	if err != nil {
		return err
	}
	worst := 0.0
	for k := range min(cuts, looks) {
		took, err := cancelled(do, 1+looks*k/cuts)
		if !errors.Is(err, context.Canceled) {
			return fmt.Errorf("cancelled at look %d of %d: %w", 1+looks*k/cuts, looks, err)
		}
		worst = max(worst, took)
	}
	fmt.Printf("%-34s %9.1f %9d %9.2f %9.2f\n", name, whole, looks, pause, worst)
	if *where {
		fmt.Printf("%s\n", stack)
	}
	return nil
}

// cancelled cancels a call at a look, and returns the processor milliseconds it still
// took.
func cancelled(do call, at int) (took float64, err error) {
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	looks, from := 0, 0.0
	err = do(budget.Watch(ctx, func(int) {
		if looks++; looks == at {
			from = usage.ProcessorTime()
			stop()
		}
	}))
	return usage.ProcessorTime() - from, err
}
