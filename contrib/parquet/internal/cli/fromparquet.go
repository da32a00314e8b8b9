package cli

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"slices"
	"time"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/contrib/parquet/table"
	"github.com/chesszip/chesszip/movelist/learned"
	"github.com/spf13/pflag"
)

const fromUsage = `parquet2czip writes the games of Parquet files as archives of chesszip.

A FILE is a table that czip2parquet has written, what a query has made of one, or another
with the columns that Lichess publishes: games.parquet becomes games.czip beside it.

Examples:
  parquet2czip games.parquet
  parquet2czip --pgn -o games.pgn games.parquet
  parquet2czip --level 1 -C archives *.parquet

Usage:
  parquet2czip [flags] FILE...

Flags:
`

// FromParquet is the command parquet2czip.
func FromParquet(ctx context.Context, args []string, out, errw io.Writer) error {
	var files Files
	flags := pflag.NewFlagSet("parquet2czip", pflag.ContinueOnError)
	flags.SetOutput(io.Discard)
	flags.SortFlags = false
	text := flags.Bool("pgn", false, "write PGN")
	level := flags.Int("level", 6, "level of the archive: 1 to 9, as chesszip has them")
	files.AddFlags(flags, runtime.GOMAXPROCS(0))
	quiet := flags.BoolP("quiet", "q", false, "do not say how many games there are")
	if err := flags.Parse(args); errors.Is(err, pflag.ErrHelp) {
		_, err := fmt.Fprint(out, fromUsage, flags.FlagUsages())
		return err
	} else if err != nil {
		return Wrong("--help lists the flags", "%w", err)
	}
	model, ok := levelOf(*level)
	if !ok {
		return Wrong("", "--level must be from 1 to 9")
	}
	ending := ".czip"
	if *text {
		ending = ".pgn"
	}
	if slices.Contains(flags.Args(), "-") {
		return Wrong("write it to a file first", "a table is read at any place, which standard input cannot be")
	}
	tasks, err := files.Tasks(flags.Args(), ending, ".parquet")
	if err != nil {
		return err
	}
	say := errw
	if *quiet {
		say = io.Discard
	}
	return files.Each(ctx, tasks, say, func(ctx context.Context, t Task, threads int) (string, error) {
		begin := time.Now()
		var games int64
		err := files.Write(ctx, t.Out, func(f *os.File) (err error) {
			if *text {
				games, err = fromTable(ctx, nopCloser{bufio.NewWriterSize(f, 1<<20)}, t.In)
				return err
			}
			w := chesszip.NewWriter(ctx, f, &chesszip.WriterOptions{Level: model, Threads: threads})
			games, err = fromTable(ctx, w, t.In)
			return err
		})
		if err != nil {
			return "", explainTable(t.In, err)
		}
		return fmt.Sprintf("%s: %d games in %.1f s", t.Out, games, time.Since(begin).Seconds()), nil
	})
}

// levelOf returns the model of a level, nil for levels without a model.
func levelOf(n int) (*learned.Level, bool) {
	switch {
	case n < 1 || n > 9:
		return nil, false
	case n <= 3:
		return nil, true
	case n <= 6:
		return learned.V1, true
	}
	return learned.V1Max, true
}

// nopCloser is a writer whose Close only flushes.
type nopCloser struct{ *bufio.Writer }

func (w nopCloser) Close() error { return w.Flush() }

// fromTable writes the games of the file name.
func fromTable(ctx context.Context, to io.WriteCloser, name string) (games int64, err error) {
	f, err := os.Open(name)
	if err != nil {
		return 0, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return 0, err
	}
	if !info.Mode().IsRegular() {
		return 0, errors.New("is no plain file, which a table must be in")
	}
	games, err = table.Read(ctx, to, f, info.Size())
	if err != nil {
		return games, err
	}
	return games, to.Close()
}

// explainTable adds the file to an error, and its status.
func explainTable(name string, err error) error {
	err = named(name, err)
	if errors.Is(err, table.ErrTable) {
		return &Error{Status: Corrupt, Err: err}
	}
	return err
}
