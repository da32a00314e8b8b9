// The command openings measures look-ups in the opening table of an archive: it prints
// bytes a game, positions, and the microseconds of a look-up, cold and warm. The shell
// script beside it does the rest.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/chesszip/chesszip/archive"
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/budget"
	"github.com/chesszip/chesszip/internal/frameview"
	"github.com/chesszip/chesszip/internal/openingtable"
	"github.com/chesszip/chesszip/internal/openingtree"
)

func main() {
	if err := run(os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "openings:", err)
		os.Exit(1)
	}
}

// How many look-ups are measured.
const (
	coldLookups = 50
	warmLookups = 500
)

func run(args []string, out io.Writer) error {
	if len(args) != 1 {
		return errors.New("give an archive")
	}
	file, err := os.Open(args[0])
	if err != nil {
		return err
	}
	defer file.Close()
	positions, size, games, err := list(file)
	if err != nil {
		return err
	}
	ask := func(f *frameview.File, i, of int) error {
		n, _, err := f.OpeningNode(context.Background(), 0, &positions[i*(len(positions)-1)/of])
		if err == nil && n == nil {
			err = errors.New("a position of the table is not found")
		}
		return err
	}
	begin := time.Now()
	for i := range coldLookups {
		f, err := open(file)
		if err == nil {
			err = ask(f, i, coldLookups)
		}
		if err != nil {
			return err
		}
	}
	cold := time.Since(begin) / coldLookups
	f, err := open(file)
	if err != nil {
		return err
	}
	begin = time.Now()
	for i := range warmLookups {
		if err := ask(f, i, warmLookups); err != nil {
			return err
		}
	}
	warm := time.Since(begin) / warmLookups
	_, err = fmt.Fprintf(out, "%.2f | %d | %d | %d\n", float64(size)/float64(games), len(positions), cold.Microseconds(), warm.Microseconds())
	return err
}

func reader(file *os.File) (*archive.Reader, error) {
	info, err := file.Stat()
	if err != nil {
		return nil, err
	}
	return archive.NewReader(file, info.Size(), nil)
}

func open(file *os.File) (*frameview.File, error) {
	r, err := reader(file)
	if err != nil {
		return nil, err
	}
	return frameview.NewFile(r, nil), nil
}

// list returns the positions of the table, and the bytes of its frames.
func list(file *os.File) (positions []board.Position, size, games int64, err error) {
	f, err := open(file)
	if err != nil {
		return nil, 0, 0, err
	}
	t, err := f.Openings(context.Background(), 0)
	if err != nil || t == nil {
		return nil, 0, 0, errors.Join(err, errors.New("there is no table"))
	}
	size = f.Entry(t.Frame()).Length
	for i := range t.Directory().Blocks {
		size += f.Entry(t.BlockFrame(i)).Length
		block, err := t.Block(context.Background(), i)
		if err != nil {
			return nil, 0, 0, err
		}
		err = t.Directory().Each(block, budget.New(4<<20), func(k openingtable.Key, _ *openingtree.Node) error {
			p, _ := k.Position()
			positions = append(positions, p)
			return nil
		})
		if err != nil {
			return nil, 0, 0, err
		}
	}
	return positions, size, f.Games(), nil
}
