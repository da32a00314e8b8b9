// Command stream measures the memory that a long stream takes: it sends files of games,
// one after the other and over again, through the command, and prints the most memory
// that the process had resident.
//
//	go run ./benchmarks/stream [-size 1000000000] [-threads 2] [-only text] FILE.pgn...
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/chesszip/chesszip/internal/usage"
)

var (
	size    = flag.Int64("size", 1_000_000_000, "bytes of the stream")
	threads = flag.Int("threads", 2, "threads of the command")
	only    = flag.String("only", "", "run only what has this in its line")
)

// limit is what the command may take, in MiB.
const limit = 256

// lines are what the stream goes through. OUT is a file that is removed, and what stands
// before a bar runs in a process of its own.
var lines = []string{
	"-1 --stdout -",
	"filter --elo 2600- --tc blitz -1 -o OUT -",
	"filter --elo 2600- --tc blitz -o OUT -",
	"filter --result 1/2-1/2 -1 -o OUT -",
	"count --eco C -",
	"stats -",
	"-1 -c - | filter --result 1/2-1/2 -o OUT -",
	"-1 -c - | cat -o OUT -",
}

func main() {
	flag.Parse()
	if err := run(flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "stream:", err)
		os.Exit(1)
	}
}

func run(files []string) error {
	if len(files) == 0 {
		return fmt.Errorf("name files of games")
	}
	dir, err := os.MkdirTemp("", "stream")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	chesszip := filepath.Join(dir, "chesszip")
	build := exec.Command("go", "build", "-o", chesszip, "./cmd/chesszip")
	build.Stderr = os.Stderr
	if err := build.Run(); err != nil {
		return fmt.Errorf("build: %w", err)
	}
	fmt.Printf("| %d bytes through | peak MiB | seconds of processor time | bytes out |\n|---|--:|--:|--:|\n", *size)
	tooMuch := false
	for _, line := range lines {
		if !strings.Contains(line, *only) {
			continue
		}
		mib, err := measure(chesszip, dir, line, files)
		if err != nil {
			return fmt.Errorf("%s: %w", line, err)
		}
		tooMuch = tooMuch || mib > limit
	}
	if tooMuch {
		return fmt.Errorf("more than %d MiB", limit)
	}
	return nil
}

// counter counts what is written to it.
type counter int64

func (c *counter) Write(b []byte) (int, error) {
	*c += counter(len(b))
	return len(b), nil
}

// measure sends the stream through a line, and prints what its last command took.
func measure(chesszip, dir, line string, files []string) (mib int64, err error) {
	out := filepath.Join(dir, "out.czip")
	defer os.Remove(out)
	var from io.Reader = &repeated{files: files, left: *size}
	var written counter
	var commands []*exec.Cmd
	parts := strings.Split(line, " | ")
	for i, part := range parts {
		args := append(strings.Fields(strings.ReplaceAll(part, "OUT", out)), "-T", strconv.Itoa(*threads))
		c := exec.Command(chesszip, args...)
		c.Env = append(os.Environ(), "GOMAXPROCS="+strconv.Itoa(*threads))
		c.Stdin, c.Stderr = from, os.Stderr
		if i < len(parts)-1 {
			if from, err = c.StdoutPipe(); err != nil {
				return 0, err
			}
		} else {
			c.Stdout = &written
		}
		commands = append(commands, c)
	}
	for _, c := range commands {
		if err := c.Start(); err != nil {
			return 0, err
		}
	}
	last := commands[len(commands)-1]
	if err := last.Wait(); err != nil {
		return 0, err
	}
	for _, c := range commands[:len(commands)-1] {
		if err := c.Wait(); err != nil {
			return 0, err
		}
	}
	if info, err := os.Stat(out); err == nil {
		written = counter(info.Size())
	}
	s := last.ProcessState
	mib = usage.MaxResident(s) >> 20
	fmt.Printf("| `%s` | %d | %.0f | %d |\n", strings.ReplaceAll(line, "OUT", "x.czip"), mib, (s.UserTime() + s.SystemTime()).Seconds(), written)
	return mib, nil
}

// repeated gives files one after the other, and over again, up to a number of bytes.
type repeated struct {
	files []string
	next  int
	file  *os.File
	left  int64
}

func (r *repeated) Read(p []byte) (int, error) {
	if r.left == 0 {
		return 0, io.EOF
	}
	if r.file == nil {
		f, err := os.Open(r.files[r.next%len(r.files)])
		if err != nil {
			return 0, err
		}
		r.file, r.next = f, r.next+1
	}
	n, err := r.file.Read(p[:min(int64(len(p)), r.left)])
	r.left -= int64(n)
	if err == io.EOF {
		r.file.Close()
		r.file, err = nil, nil
	}
	return n, err
}
