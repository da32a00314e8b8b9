// Command positions prints the FENs of all positions of the games in PGN files,
// one a line, for benchmarks/positions/run.
//
//	go run ./benchmarks/positions FILE.pgn...
//
// With -compare it prints instead, as Markdown, what positions of the games
// take in bits: each alone, by every scheme of codec, by Lichess's binary FEN
// and as a FEN, and together, as a file of FENs packed by xz, 7z, zpaq (where
// they are installed) and chesszip, in the games' order and shuffled.
//
//	go run ./benchmarks/positions -compare [-n 100000] [-every 10] FILE.pgn...
//
// It takes the positions after 10, 20, 30 half-moves and so on, and goes on to
// the next file where there are too few. That is five minutes' work.
package main

import (
	"bufio"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"

	"github.com/chesszip/chesszip/internal/train"
	"github.com/chesszip/chesszip/movegen"
)

func main() {
	comparing := flag.Bool("compare", false, "compare what positions take")
	positions := flag.Int("n", 100_000, "compare so many positions")
	every := flag.Int("every", 10, "compare the positions after so many half-moves, twice as many, and so on")
	flag.Parse()
	var err error
	if *comparing {
		err = compare(flag.Args(), *positions, *every, os.Stdout)
	} else {
		err = run(flag.Args(), os.Stdout)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "positions: error:", err)
		os.Exit(1)
	}
}

func run(names []string, stdout io.Writer) error {
	if len(names) == 0 {
		return errors.New("no files; give PGN files")
	}
	w := bufio.NewWriter(stdout)
	for _, name := range names {
		if err := list(w, name); err != nil {
			return fmt.Errorf("read %s: %w", name, err)
		}
	}
	return w.Flush()
}

func list(w *bufio.Writer, name string) error {
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	games, err := train.Games(f, 1)
	if err != nil {
		return err
	}
	var text []byte
	for _, g := range games {
		p := g.Start
		text = append(p.AppendFEN(text[:0]), '\n')
		for _, m := range g.Moves {
			movegen.Make(&p, m)
			text = append(p.AppendFEN(text), '\n')
		}
		if _, err := w.Write(text); err != nil {
			return err
		}
	}
	return nil
}
