package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"time"

	"github.com/klauspost/compress/zstd"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/internal/test/usage"
	"github.com/chesszip/chesszip/levels"
	"github.com/chesszip/chesszip/movelist/learned"
)

// lichess is about how many games Lichess has published.
const lichess = 7_000_000_000

// measured is a step on all games of a file, on one core.
type measured struct {
	name  string
	took  time.Duration // of processor time
	games int64
}

// measurement measures a file of PGN.
type measurement struct {
	text   []byte
	games  int64
	packed map[string][]byte // archives, by what they are
	order  []string          // of packed
	steps  []measured
}

// measure prints, for a file of PGN, what each step takes on one core, and what it would
// take for all games of Lichess if they were like these.
func measure(ctx context.Context, out io.Writer, files []string) error {
	if len(files) != 1 {
		return errors.New("measure needs one file of PGN, not packed")
	}
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	text, err := os.ReadFile(files[0])
	if err != nil {
		return err
	}
	m := &measurement{text: text, packed: map[string][]byte{}}
	for _, step := range []func(context.Context) error{m.writing, m.reading, m.pipeline} {
		if err := step(ctx); err != nil {
			return err
		}
	}
	m.print(out, files[0])
	return nil
}

// step runs a step and notes how long it took.
func (m *measurement) step(name string, do func() error) error {
	runtime.GC()
	begun := usage.ProcessorTime()
	err := do()
	took := time.Duration((usage.ProcessorTime() - begun) * float64(time.Millisecond))
	m.steps = append(m.steps, measured{name, max(took, time.Microsecond), m.games})
	return err
}

// writing measures what makes archives.
func (m *measurement) writing(ctx context.Context) error {
	a, err := chesszip.OpenPGN(ctx, bytes.NewReader(m.text), int64(len(m.text)), nil)
	if err != nil {
		return err
	}
	if m.games = a.NumGames(); m.games == 0 {
		return errors.New("the file has no games")
	}
	var z bytes.Buffer
	w, err := zstd.NewWriter(&z, zstd.WithEncoderLevel(zstd.SpeedBestCompression))
	if err == nil {
		_, err = w.Write(m.text)
	}
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		return err
	}
	m.keep("PGN.zst", z.Bytes())
	err = m.step("unpack PGN.zst and cut it", func() error {
		r, err := zstd.NewReader(&z, zstd.WithDecoderConcurrency(1))
		if err != nil {
			return err
		}
		defer r.Close()
		for _, err := range chesszip.SplitPoints(ctx, r) {
			if err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	for _, c := range []struct {
		name string
		o    chesszip.WriterOptions
	}{
		{"level 1", chesszip.WriterOptions{}},
		{"level 1, positions and numbers", chesszip.WriterOptions{Open: chesszip.ColumnMoves | chesszip.ColumnNumbers}},
		{"level 6", chesszip.WriterOptions{Level: learned.V1}},
	} {
		var b bytes.Buffer
		c.o.Threads = 1
		err := m.step("compress, "+c.name, func() error {
			_, err := chesszip.Compress(ctx, &b, bytes.NewReader(m.text), &c.o)
			return err
		})
		if err != nil {
			return err
		}
		m.keep(c.name, b.Bytes())
	}
	return nil
}

func (m *measurement) keep(name string, b []byte) {
	m.packed[name], m.order = b, append(m.order, name)
}

func (m *measurement) open(ctx context.Context, name string) (*chesszip.Archive, error) {
	b := m.packed[name]
	return chesszip.Open(ctx, bytes.NewReader(b), int64(len(b)), &chesszip.ReaderOptions{Levels: levels.All(), Threads: 1})
}

// reading measures what reads archives.
func (m *measurement) reading(ctx context.Context) error {
	najdorf, err := (&options{moves: "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6"}).position()
	if err != nil {
		return err
	}
	for _, name := range []string{"level 1", "level 6"} {
		a, err := m.open(ctx, name)
		if err != nil {
			return err
		}
		err = m.step("decode, "+name, func() error {
			_, err := a.WriteTo(ctx, io.Discard)
			return err
		})
		if err != nil {
			return err
		}
	}
	for _, name := range []string{"level 1", "level 1, positions and numbers"} {
		a, err := m.open(ctx, name)
		if err != nil {
			return err
		}
		err = m.step("explore the Najdorf, "+name, func() error {
			_, err := a.Games().Explore(ctx, najdorf)
			return err
		})
		if err != nil {
			return err
		}
		err = m.step("main lines, "+name, func() error {
			for _, err := range a.Games().Lines(ctx) {
				if err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
		err = m.step("count elo:2400+, "+name, func() error {
			q, err := chesszip.ParseQuery("elo:2400+")
			if err == nil {
				_, err = a.Games().Where(q).Count(ctx)
			}
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// pipeline measures the opening tree as a job on Prism in this process.
func (m *measurement) pipeline(ctx context.Context) error {
	dir, err := os.MkdirTemp("", "czipbeam-measure-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "games.czip")
	if err := os.WriteFile(path, m.packed["level 1, positions and numbers"], 0o600); err != nil {
		return err
	}
	for _, plies := range []int{10, 20} {
		o := &options{output: filepath.Join(dir, fmt.Sprint(plies)), plies: plies, min: 1}
		err := m.step(fmt.Sprintf("tree of %d half-moves on Prism, level 1, positions and numbers", plies), func() error {
			return o.job(ctx, "tree", []string{path}, io.Discard)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// print prints what was measured, and the same for all games of Lichess.
func (m *measurement) print(out io.Writer, name string) {
	each := func(n int) float64 { return float64(n) / float64(m.games) }
	fmt.Fprintf(out, "%s: %d games, %d bytes\n\n| what | bytes a game | for %.0e games |\n|---|---|---|\n", filepath.Base(name), m.games, len(m.text), float64(lichess))
	size := func(what string, n int) {
		fmt.Fprintf(out, "| %s | %.1f | %.2f TB |\n", what, each(n), each(n)*lichess/1e12)
	}
	size("PGN", len(m.text))
	for _, what := range m.order {
		size(what, len(m.packed[what]))
	}
	fmt.Fprintf(out, "\n| step on one core | seconds | games/s | MB/s of PGN | hours of a core for %.0e games |\n|---|---|---|---|---|\n", float64(lichess))
	for _, s := range m.steps {
		rate := float64(s.games) / s.took.Seconds()
		fmt.Fprintf(out, "| %s | %.2f | %.0f | %.1f | %.0f |\n", s.name, s.took.Seconds(), rate, float64(len(m.text))/1e6/s.took.Seconds(), lichess/rate/3600)
	}
}
