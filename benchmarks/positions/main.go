// Command positions prints the FENs of all positions of the games in PGN files,
// one a line, for benchmarks/positions/run.
//
//	go run ./benchmarks/positions FILE.pgn...
package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/chesszip/chesszip/internal/train"
	"github.com/chesszip/chesszip/movegen"
)

func main() {
	if err := run(os.Args[1:], os.Stdout); err != nil {
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
