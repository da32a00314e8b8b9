// Command access measures what it takes to read some games of an archive, beside
// decoding all of it on one thread: 400 games scattered over the archive, ten in
// a row, and neighbours one after the other. Each time is the best of three, as
// processor seconds do not depend on who else works.
//
//	go run ./benchmarks/access FILE.czip...
package main

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"time"

	"github.com/chesszip/chesszip"
)

func main() {
	if len(os.Args) < 2 {
		fmt.Fprintln(os.Stderr, "usage: access FILE.czip...")
		os.Exit(2)
	}
	for _, name := range os.Args[1:] {
		if err := measure(name); err != nil {
			fmt.Fprintln(os.Stderr, "access:", err)
			os.Exit(1)
		}
	}
}

// question is a way to read games, and how often it does so.
type question struct {
	name  string
	times int
	ask   func(a *chesszip.Archive, from int64) error
}

func measure(name string) error {
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	ctx := context.Background()
	open := func() (*chesszip.Archive, error) {
		return chesszip.Open(ctx, f, info.Size(), &chesszip.Options{Threads: 1})
	}
	a, err := open()
	if err != nil {
		return err
	}
	rng := rand.New(rand.NewPCG(1, 2))
	scattered := make([]int64, 400)
	for i := range scattered {
		scattered[i] = rng.Int64N(a.Games())
	}
	starts := make([]int64, 20)
	for i := range starts {
		starts[i] = rng.Int64N(a.Games() - 10)
	}
	questions := []question{
		{"all", 1, func(a *chesszip.Archive, _ int64) error {
			_, err := a.CopyAll(ctx, io.Discard)
			return err
		}},
		{"game", len(starts), func(a *chesszip.Archive, from int64) error {
			_, err := a.Game(ctx, from)
			return err
		}},
		{"tags", len(starts), func(a *chesszip.Archive, from int64) error {
			_, err := a.Tags(ctx, from)
			return err
		}},
		{"ten by Range", len(starts), func(a *chesszip.Archive, from int64) error {
			for _, err := range a.Range(ctx, from, from+10) {
				if err != nil {
					return err
				}
			}
			return nil
		}},
		{"ten by Game", len(starts), func(a *chesszip.Archive, from int64) error {
			for i := range int64(10) {
				if _, err := a.Game(ctx, from+i); err != nil {
					return err
				}
			}
			return nil
		}},
	}
	var all time.Duration
	fmt.Printf("%s\n", name)
	for _, q := range questions {
		best := time.Duration(1 << 62)
		for range 3 {
			var took time.Duration
			for i := range q.times {
				a, err := open() // nothing is kept from the last time
				if err != nil {
					return err
				}
				start := time.Now()
				if err := q.ask(a, starts[i%len(starts)]); err != nil {
					return err
				}
				took += time.Since(start)
			}
			best = min(best, took/time.Duration(q.times))
		}
		if q.name == "all" {
			all = best
		}
		fmt.Printf("%-16s %12v %8.4f of all\n", q.name, best, float64(best)/float64(all))
	}
	return nil
}
