package text

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"sort"
	"testing"
	"time"

	"github.com/klauspost/compress/zstd"
	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/internal/corpus"
)

// tagColumns returns the values of every tag in the first games of a file.
func tagColumns(pgn []byte, games int) map[string][][]byte {
	cols := map[string][][]byte{}
	for line := range bytes.Lines(pgn) {
		name, value, ok := bytes.Cut(bytes.TrimSpace(line), []byte(" \""))
		if !ok || name[0] != '[' || !bytes.HasSuffix(value, []byte("\"]")) {
			continue
		}
		if string(name) == "[Event" {
			if games--; games < 0 {
				break
			}
		}
		k := string(name[1:])
		cols[k] = append(cols[k], value[:len(value)-2])
	}
	return cols
}

// TestColumns prints, with CHESSZIP_COLUMNS set, what each tag costs in bytes
// a game beside zstd and xz, and holds what the package promises of them.
func TestColumns(t *testing.T) {
	z, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedBestCompression), zstd.WithEncoderCRC(false))
	require.NoError(t, err)
	files := []string{"lichess-old", "master", "chesscom"}
	if f := os.Getenv("CHESSZIP_COLUMNS"); f != "" && f != "1" {
		files = []string{f}
	}
	report := os.Getenv("CHESSZIP_COLUMNS") != ""
	for _, file := range files {
		pgn := corpus.Need(t, "pgn/"+file+"-train.pgn")
		const games = 4000
		cols := tagColumns(pgn[:min(len(pgn), 8<<20)], games)
		n := float64(len(cols["Event"]))
		var names []string
		for k := range cols {
			names = append(names, k)
		}
		sort.Strings(names)
		var raw, zs, xs, us int
		var enc, dec time.Duration
		for _, k := range names {
			values := cols[k]
			body := join(values)
			zn := len(z.EncodeAll(body, nil))
			xn := 0
			if report {
				cmd := exec.Command("xz", "-9e", "--format=raw", "-c")
				cmd.Stdin = bytes.NewReader(body)
				out, _ := cmd.Output()
				xn = len(out)
			}
			start := time.Now()
			b := Append(nil, values)
			enc += time.Since(start)
			start = time.Now()
			got, err := Decode(b, len(values), len(body))
			dec += time.Since(start)
			require.NoError(t, err)
			if !bytes.Equal(join(got), body) {
				t.Errorf("%s/%s: came back changed", file, k)
			}
			raw, zs, xs, us = raw+len(body), zs+zn, xs+xn, us+len(b)
			if report {
				fmt.Printf("%-12s %-18s raw %6.2f  zstd %6.3f  xz %6.3f  text %6.3f B/game  %+.0f %%\n", file, k, float64(len(body))/n, float64(zn)/n, float64(xn)/n, float64(len(b))/n, 100*float64(len(b))/float64(zn)-100)
			}
		}
		if report {
			fmt.Printf("%-12s %-18s raw %6.2f  zstd %6.3f  xz %6.3f  text %6.3f B/game  %+.1f %%, xz %+.1f %%; %.2f MB/s enc, %.2f dec\n\n", file, "all", float64(raw)/n, float64(zs)/n, float64(xs)/n, float64(us)/n,
				100*float64(us)/float64(zs)-100, 100*float64(us)/float64(xs)-100, float64(raw)/1e6/enc.Seconds(), float64(raw)/1e6/dec.Seconds())
		}
	}
}
