package main

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// peer is another compressor to be measured beside ours, found on the PATH.
type peer struct {
	name    string // as in the table
	program string
	// there and back are the arguments to compress IN to OUT and back, where
	// FILE was the first IN. The words stand for the names; without them the
	// program is a filter.
	there, back []string
}

var peers = [...]peer{
	{"zstd -19", "zstd", []string{"-19", "-T1", "-q", "-c"}, []string{"-d", "-q", "-c"}},
	{"xz -9", "xz", []string{"-9", "-T1", "-q", "-c"}, []string{"-d", "-q", "-c"}},
	{"bzip2 -9", "bzip2", []string{"-9", "-q", "-c"}, []string{"-d", "-q", "-c"}},
	{"zpaq -m5", "zpaq", []string{"add", "OUT", "IN", "-m5", "-t1"}, []string{"extract", "IN", "FILE", "-to", "OUT", "-force", "-t1"}},
}

// measure compresses file and decompresses the result, in the folder dir. An
// absent or failing program is a note in its row; the error is an interruption
// or a trouble with our own files.
func (p *peer) measure(ctx context.Context, dir, file string, atLeast time.Duration) (row result, err error) {
	row = result{Name: p.name}
	if _, err := exec.LookPath(p.program); err != nil {
		row.Note = "not installed"
		return row, nil
	}
	// zpaq adds its suffix to names that lack it.
	archive, again := filepath.Join(dir, "peer.zpaq"), filepath.Join(dir, "peer.back")
	defer os.RemoveAll(archive)
	defer os.RemoveAll(again)
	info, err := os.Stat(file)
	if err != nil {
		return row, failed("", "%w", err)
	}
	there, err := fastest(ctx, atLeast, func() (t took, err error) {
		_ = os.RemoveAll(archive) // zpaq adds to what is there
		t, row.CompressPeak, err = p.pass(ctx, p.there, file, file, archive)
		return t, err
	})
	if err == nil {
		var back took
		back, err = fastest(ctx, atLeast, func() (t took, err error) {
			t, row.DecompressPeak, err = p.pass(ctx, p.back, file, archive, again)
			return t, err
		})
		row.speeds(info.Size(), there, back)
	}
	if by := stopped(ctx); by != nil {
		return row, by
	}
	if err == nil {
		err = sameFiles(file, again)
	}
	if err != nil {
		return result{Name: p.name, Note: err.Error()}, nil
	}
	packed, err := os.Stat(archive)
	if err != nil {
		return row, failed("", "%w", err)
	}
	row.Bytes = packed.Size()
	return row, nil
}

// pass runs the program once, on a way from or to file.
func (p *peer) pass(ctx context.Context, args []string, file, from, to string) (t took, peak int64, err error) {
	named := false
	var words []string
	for _, a := range args {
		switch a {
		case "IN":
			a, named = from, true
		case "OUT":
			a = to
		case "FILE":
			a = file
		}
		words = append(words, a)
	}
	cmd := exec.CommandContext(ctx, p.program, words...)
	complaint := new(strings.Builder)
	cmd.Stderr = complaint
	if !named {
		in, err := os.Open(from)
		if err != nil {
			return t, 0, err
		}
		defer in.Close()
		out, err := scratch(to)
		if err != nil {
			return t, 0, err
		}
		defer out.Close()
		cmd.Stdin, cmd.Stdout = in, out
	}
	start := time.Now()
	err = cmd.Run()
	t.Clock = time.Since(start).Seconds()
	if err != nil {
		if text, _, _ := strings.Cut(strings.TrimSpace(complaint.String()), "\n"); text != "" {
			err = errors.New(text)
		}
		return t, 0, err
	}
	t.Processor = (cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()).Seconds()
	return t, peakMemory(cmd.ProcessState), nil
}

// sameFiles compares two files.
func sameFiles(want, got string) error {
	w, err := os.Open(want)
	if err != nil {
		return err
	}
	defer w.Close()
	g, err := os.Open(got)
	if err != nil {
		return err
	}
	defer g.Close()
	same := newComparer(w)
	if _, err := g.WriteTo(same); err != nil {
		return err
	}
	return same.end()
}
