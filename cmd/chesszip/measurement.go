package main

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"time"

	"github.com/chesszip/chesszip"
)

// measurement is one pass of one level over one file, made by a process of
// its own.
type measurement struct {
	File    string
	Archive string // written, or read if Back
	Level   int
	Threads int
	Back    bool // decompress Archive and compare it with File
	AtLeast time.Duration
}

// measured is what such a process prints.
type measured struct {
	Stats chesszip.Stats
	Took  took     // of the fastest pass
	Sum   [32]byte // SHA-256 of the archive
	Peak  int64    `json:"-"` // filled in by the parent
}

// took is how long a pass took in seconds: by the clock, and of a processor, which
// other programs do not change much; 0 where that is not known.
type took struct{ Clock, Processor float64 }

// Short passes are made again until they add up to this, unless the measurement says
// something else, and the fastest one counts: the first is slower, since tables are made
// and files are read.
const measureAtLeast = 500 * time.Millisecond

// seconds is what counts of a pass.
func (t took) seconds() float64 {
	if t.Processor > 0 {
		return t.Processor
	}
	return t.Clock
}

// fastest makes passes until they add up to enough, and returns the fastest.
func fastest(ctx context.Context, atLeast time.Duration, pass func() (took, error)) (best took, err error) {
	for total := 0.0; total < atLeast.Seconds(); {
		if err := stopped(ctx); err != nil {
			return best, err
		}
		t, err := pass()
		if err != nil {
			return best, err
		}
		total += max(t.Clock, 1e-6)
		if best.seconds() == 0 || t.seconds() < best.seconds() {
			best = t
		}
	}
	return best, nil
}

// spawn makes the measurement.
func (m *measurement) spawn(ctx context.Context) (r measured, err error) {
	self, err := os.Executable()
	if err != nil {
		return r, failed("", "find this program: %w", err)
	}
	args := []string{"bench", fmt.Sprint("--measure-level=", m.Level), "--measure-archive=" + m.Archive,
		fmt.Sprint("--measure-back=", m.Back), fmt.Sprint("--measure-at-least=", m.AtLeast), fmt.Sprint("--threads=", m.Threads), "--", m.File}
	cmd := exec.CommandContext(ctx, self, args...)
	words := new(strings.Builder)
	cmd.Stderr = words
	out, err := cmd.Output()
	if err != nil {
		if text := strings.TrimSpace(words.String()); text != "" {
			err = errors.New(strings.TrimPrefix(text, "chesszip: error: "))
		}
		return r, failed("", "%w", err)
	}
	if err := json.Unmarshal(out, &r); err != nil {
		return r, failed("", "measure: %w", err)
	}
	r.Peak = peakMemory(cmd.ProcessState)
	return r, nil
}

// run is the process that spawn starts.
func (m *measurement) run(ctx context.Context, c *console) error {
	var r measured
	var err error
	r.Took, err = fastest(ctx, m.AtLeast, func() (t took, err error) {
		start, used := time.Now(), processorTime()
		r.Stats, err = m.pass(ctx)
		return took{time.Since(start).Seconds(), (processorTime() - used).Seconds()}, err
	})
	if by := stopped(ctx); by != nil {
		return by
	}
	if err != nil {
		return failed("", "%s at level %d: %w", m.File, m.Level, err)
	}
	if !m.Back {
		b, err := os.Open(m.Archive)
		if err != nil {
			return failed("", "%w", err)
		}
		defer b.Close()
		h := sha256.New()
		if _, err := io.Copy(h, b); err != nil {
			return failed("", "%w", err)
		}
		h.Sum(r.Sum[:0])
	}
	text, err := json.Marshal(r)
	if err != nil {
		return err
	}
	return c.print(append(text, '\n'))
}

func (m *measurement) pass(ctx context.Context) (stats chesszip.Stats, err error) {
	plainFile, err := os.Open(m.File)
	if err != nil {
		return stats, err
	}
	defer plainFile.Close()
	if m.Back {
		archive, err := os.Open(m.Archive)
		if err != nil {
			return stats, err
		}
		defer archive.Close()
		same := newComparer(plainFile)
		stats, err = chesszip.Decompress(ctx, same, bufio.NewReaderSize(archive, bufferSize), &chesszip.ReaderOptions{Levels: allLevels(nil), Threads: m.Threads})
		if err != nil {
			return stats, err
		}
		return stats, same.end()
	}
	archive, err := scratch(m.Archive)
	if err != nil {
		return stats, err
	}
	w := bufio.NewWriterSize(archive, bufferSize)
	stats, err = chesszip.Compress(ctx, w, bufio.NewReaderSize(plainFile, bufferSize), &chesszip.WriterOptions{Level: namedLevel(m.Level), Threads: m.Threads})
	if err == nil {
		err = w.Flush()
	}
	return stats, errors.Join(err, archive.Close())
}

// comparer is a writer that takes only the bytes it wants.
type comparer struct {
	want *bufio.Reader
	buf  []byte
}

func newComparer(want io.Reader) *comparer {
	return &comparer{want: bufio.NewReaderSize(want, bufferSize)}
}

var errOtherBytes = errors.New("other bytes came back")

func (c *comparer) Write(b []byte) (int, error) {
	c.buf = append(c.buf[:0], b...)
	if _, err := io.ReadFull(c.want, c.buf); err != nil || !bytes.Equal(c.buf, b) {
		return 0, errOtherBytes
	}
	return len(b), nil
}

// end reports whether all wanted bytes have come.
func (c *comparer) end() error {
	if _, err := c.want.ReadByte(); err != io.EOF {
		return errOtherBytes
	}
	return nil
}
