// Command explore measures how soon Archive.Explore answers, in milliseconds of
// processor time on one thread, opening the archive included: the least of some runs.
//
//	go run ./benchmarks/explore [-games 100000] [-runs 5]
package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"math"
	"os"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/corpus"
	"github.com/chesszip/chesszip/internal/usage"
)

var (
	most = flag.Int("games", 100_000, "take so many games of each file")
	runs = flag.Int("runs", 5, "ask each question so often")
)

func main() {
	flag.Parse()
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "explore:", err)
		os.Exit(1)
	}
}

// The positions that are asked for.
var positions = []struct{ name, fen string }{
	{"start", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"},
	{"1. e4 c5", "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"},
	{"Najdorf", "rnbqkb1r/1p2pppp/p2p1n2/8/3NP3/2N5/PPP2PPP/R1BQKB1R w KQkq - 0 6"},
	{"middle game", "r1bq1rk1/pp1nbppp/2p1pn2/3p2B1/2PP4/2N1PN2/PPQ2PPP/R3KB1R w KQ - 0 8"},
	{"ending", "8/5pk1/6p1/8/8/6P1/5PK1/8 w - - 0 1"},
}

// queries are what is asked of the games.
var queries = []struct {
	name  string
	query *chesszip.Query
}{
	{"all games", nil},
	{"ratings from 2000", &chesszip.Query{Terms: []chesszip.Term{{Field: "elo", Value: "2000-"}}}},
	{"won by Black, 2013 on", &chesszip.Query{Terms: []chesszip.Term{{Field: "result", Value: "0-1"}, {Field: "date", Value: "2013-"}}}},
	{"a player's", &chesszip.Query{Terms: []chesszip.Term{{Field: "player", Value: "carlsen"}}}},
	{"nobody's", &chesszip.Query{Terms: []chesszip.Term{{Field: "player", Value: "nobodyofthisname"}}}},
}

func run() error {
	found := false
	for _, name := range []string{"lichess-old-train", "master-train"} {
		src, err := corpus.Read("pgn/" + name + ".pgn")
		if errors.Is(err, corpus.ErrAbsent) {
			continue
		}
		if err != nil {
			return err
		}
		found = true
		if err := measure(name, src); err != nil {
			return err
		}
	}
	if found {
		return nil
	}
	src, err := corpus.Read(corpus.Sample)
	if err != nil {
		return err
	}
	return measure(corpus.Sample, src)
}

// cut returns the first games of a file.
func cut(src []byte) ([]byte, error) {
	a, err := chesszip.OpenPGN(context.Background(), bytes.NewReader(src), int64(len(src)), nil)
	if err != nil || a.Games() <= int64(*most) {
		return src, err
	}
	var out bytes.Buffer
	_, err = a.Copy(context.Background(), &out, 0, int64(*most))
	return out.Bytes(), err
}

func measure(name string, src []byte) error {
	src, err := cut(src)
	if err != nil {
		return err
	}
	for _, in := range []struct {
		name  string
		index chesszip.Index
	}{
		{"positions,numbers", chesszip.IndexPositions | chesszip.IndexNumbers},
		{"positions,numbers,players", chesszip.IndexPositions | chesszip.IndexNumbers | chesszip.IndexPlayers},
	} {
		var packed bytes.Buffer
		stats, err := chesszip.Compress(context.Background(), &packed, bytes.NewReader(src), &chesszip.WriterOptions{Index: in.index, Unchecked: true})
		if err != nil {
			return err
		}
		fmt.Printf("\n%s, %d games, -1 --index %s: milliseconds\n\n%-14s", name, stats.Games, in.name, "")
		for _, q := range queries {
			fmt.Printf(" %22s", q.name)
		}
		fmt.Println()
		for _, p := range positions {
			at, err := board.ParseFEN(p.fen)
			if err != nil {
				return err
			}
			fmt.Printf("%-14s", p.name)
			for _, q := range queries {
				ms, games, err := ask(packed.Bytes(), at, q.query)
				if err != nil {
					return err
				}
				fmt.Printf(" %14d: %6.1f", games, ms)
			}
			fmt.Println()
		}
	}
	return nil
}

// ask returns how long an answer takes, and of how many games it is.
func ask(packed []byte, p board.Position, q *chesszip.Query) (ms float64, games int64, err error) {
	ms = math.Inf(1)
	for range *runs {
		before := usage.ProcessorTime()
		a, err := chesszip.Open(context.Background(), bytes.NewReader(packed), int64(len(packed)), &chesszip.ReaderOptions{Threads: 1})
		if err != nil {
			return 0, 0, err
		}
		x, err := a.Explore(context.Background(), p, q)
		if err != nil {
			return 0, 0, err
		}
		ms, games = min(ms, usage.ProcessorTime()-before), x.Games()
	}
	return ms, games, nil
}
