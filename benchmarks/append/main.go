// Command append measures what appending games one at a time costs, beside all of
// them at once: bytes, frames, reads to open, and bytes written for each game's own
// frame.
//
//	go run ./benchmarks/append [-games 400] [-base 1000] FILE.pgn
//
// The first -base games of FILE are compressed, the -games behind them appended, once
// together and once each alone, at the levels Fast and Default, with the archive opened
// anew each time as a server would.
package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/internal/attack/ordinary"
	"github.com/chesszip/chesszip/movelist/learned"
)

func main() {
	if err := run(os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "append:", err)
		os.Exit(1)
	}
}

func run(args []string, out io.Writer) error {
	flags := flag.NewFlagSet("append", flag.ContinueOnError)
	games := flags.Int("games", 400, "how many are appended")
	base := flags.Int("base", 1000, "how many are in the archive before")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if flags.NArg() != 1 {
		return errors.New("give a PGN file")
	}
	src, err := os.ReadFile(flags.Arg(0))
	if err != nil {
		return err
	}
	all := cut(src, *base+*games)
	if len(all) < *base+*games {
		return fmt.Errorf("%s has %d games, not %d", flags.Arg(0), len(all), *base+*games)
	}
	fmt.Fprintln(out, "| level | games | at once | one by one | ratio | frames | written / frames | reads to open, at most |")
	fmt.Fprintln(out, "|---|--:|--:|--:|--:|--:|--:|--:|")
	for _, level := range []*learned.Level{nil, learned.V1} {
		m, err := measure(all[:*base], all[*base:], level)
		if err != nil {
			return err
		}
		name := "fast"
		if level != nil {
			name = level.Name()
		}
		fmt.Fprintf(out, "| %s | %d | %d | %d | %.2f | %d | %.2f | %d |\n", name, *games, m.atOnce, m.single,
			float64(m.single)/float64(m.atOnce), m.frames, float64(m.single)/float64(m.frames), m.reads)
	}
	return nil
}

// cut returns the first games of a file.
func cut(src []byte, games int) (all [][]byte) {
	for len(all) < games && len(src) > 0 {
		game := ordinary.FirstGames(src, 1)
		all, src = append(all, game), src[len(game):]
	}
	return all
}

// measured is what one level takes, in bytes.
type measured struct {
	atOnce, single, frames int64
	reads                  int
}

func measure(base, games [][]byte, level *learned.Level) (m measured, err error) {
	ctx := context.Background()
	levels := []*learned.Level{level}
	o, more := &chesszip.ReaderOptions{Levels: levels}, &chesszip.AppendOptions{Levels: levels, Threads: 1}
	var file bytes.Buffer
	if _, err := chesszip.Compress(ctx, &file, bytes.NewReader(bytes.Join(base, nil)), &chesszip.WriterOptions{Level: level, Threads: 1}); err != nil {
		return m, err
	}
	b := bytes.Clone(file.Bytes())
	stats, err := chesszip.Append(ctx, io.Discard, bytes.NewReader(b), int64(len(b)), bytes.NewReader(bytes.Join(games, nil)), more)
	if err != nil {
		return m, err
	}
	m.atOnce = stats.Out
	before := len(b)
	for _, g := range games {
		r := &counting{r: bytes.NewReader(b)}
		if _, err := chesszip.Open(ctx, r, int64(len(b)), o); err != nil {
			return m, err
		}
		m.reads = max(m.reads, r.calls)
		var added bytes.Buffer
		if _, err := chesszip.Append(ctx, &added, r, int64(len(b)), bytes.NewReader(g), more); err != nil {
			return m, err
		}
		b = append(b, added.Bytes()...)
	}
	m.single = int64(len(b) - before)
	a, err := chesszip.Open(ctx, bytes.NewReader(b), int64(len(b)), o)
	if err != nil {
		return m, err
	}
	for _, f := range a.Frames() {
		if f.Offset >= int64(before) {
			m.frames += f.Stored
		}
	}
	return m, nil
}

// counting counts reads.
type counting struct {
	r     io.ReaderAt
	calls int
}

func (c *counting) ReadAt(b []byte, at int64) (int, error) {
	c.calls++
	return c.r.ReadAt(b, at)
}
