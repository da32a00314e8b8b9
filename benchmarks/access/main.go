// Command access measures what it takes to read some games of an archive, beside
// decoding all of it, on one thread: 400 games scattered over the archive, ten in
// a row, and neighbours one after the other. Times are the best of three, each of an
// archive that was opened anew; all is measured before and behind the others, and
// they are compared with the better one.
//
//	go run ./benchmarks/access FILE.czip...
package main

import (
	"context"
	"fmt"
	"io"
	"iter"
	"math/rand/v2"
	"os"
	"time"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/levels"
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

// drain reads a sequence to its end.
func drain(games iter.Seq2[chesszip.GameText, error]) error {
	for _, err := range games {
		if err != nil {
			return err
		}
	}
	return nil
}

// question is a way to read games, and how often it does so.
type question struct {
	name  string
	times int
	ask   func(a *chesszip.Archive, from int64) error
}

// rounds is how often a question is measured.
func rounds(name string) int {
	if name == "all" {
		return 1 // it takes long enough
	}
	return 3
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
		return chesszip.Open(ctx, f, info.Size(), &chesszip.ReaderOptions{Levels: levels.All(), Threads: 1})
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
		{"400 by Select", 1, func(a *chesszip.Archive, _ int64) error { return drain(a.Select(ctx, scattered...)) }},
		{"game", len(starts), func(a *chesszip.Archive, from int64) error {
			_, err := a.Game(ctx, from)
			return err
		}},
		{"tags", len(starts), func(a *chesszip.Archive, from int64) error {
			_, err := a.Tags(ctx, from)
			return err
		}},
		{"ten by Range", len(starts), func(a *chesszip.Archive, from int64) error {
			return drain(a.Range(ctx, from, from+10))
		}},
		{"ten by Select", len(starts), func(a *chesszip.Archive, from int64) error {
			return drain(a.Select(ctx, from+9, from+3, from, from+1, from+2, from+4, from+8, from+7, from+6, from+5))
		}},
		{"ten by Game", len(starts), func(a *chesszip.Archive, from int64) error {
			for i := range int64(10) {
				if _, err := a.Game(ctx, from+i); err != nil {
					return err
				}
			}
			return nil
		}},
		{"moves", len(starts), func(a *chesszip.Archive, from int64) error {
			_, _, err := a.Moves(ctx, from)
			return err
		}},
		{"ten by Tags", len(starts), func(a *chesszip.Archive, from int64) error {
			for i := range int64(10) {
				if _, err := a.Tags(ctx, from+i); err != nil {
					return err
				}
			}
			return nil
		}},
	}
	questions = append(questions, questions[0])
	var all time.Duration
	var names []string
	var took []time.Duration
	for _, q := range questions {
		best := time.Duration(1 << 62)
		for range rounds(q.name) {
			var spent time.Duration
			for i := range q.times {
				a, err := open() // nothing is kept from the last time
				if err != nil {
					return err
				}
				start := time.Now()
				if err := q.ask(a, starts[i%len(starts)]); err != nil {
					return err
				}
				spent += time.Since(start)
			}
			best = min(best, spent/time.Duration(q.times))
		}
		if q.name == "all" && (all == 0 || best < all) {
			all = best
		}
		names, took = append(names, q.name), append(took, best)
	}
	fmt.Printf("%s\n", name)
	for i, t := range took {
		fmt.Printf("%-24s %14v %8.4f of all\n", names[i], t, float64(t)/float64(all))
	}
	return nil
}
