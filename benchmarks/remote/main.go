// Command remote measures what the verbs of chesszip ask of a server: requests, bytes
// and seconds, with and without a wait before each answer. benchmarks/remote/run calls it.
package main

import (
	"bytes"
	"flag"
	"fmt"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/chesszip/chesszip/internal/badserver"
)

// task is what is asked of an archive.
type task struct {
	name string
	args []string // the address stands behind the first
	slow bool     // without an index of openings
}

var tasks = []task{
	{"open (`count`)", []string{"count"}, false},
	{"`list`", []string{"list"}, false},
	{"`get`, one game", []string{"get", "200000"}, false},
	{"`get`, ten games far apart", []string{"get", "5", "40000", "80000", "120000", "160000", "200000", "240000", "280000", "320000", "360000"}, false},
	{"`filter --eco B90`, count", []string{"count", "--eco", "B90"}, false},
	{"`filter --player kasparov`, count", []string{"count", "--player", "kasparov"}, false},
	{"`filter --player kasparov`, texts", []string{"filter", "--player", "kasparov"}, false},
	{"`filter --date 1972`, count", []string{"count", "--date", "1972"}, false},
	{"`explore`, the Najdorf", []string{"explore", "--moves", "1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6"}, true},
	{"`cat --shard 3/10`", []string{"cat", "--shard", "3/10"}, false},
}

func main() {
	program := flag.String("program", "chesszip", "the `FILE` of the command")
	short := flag.Bool("short", false, "leave the wait out")
	flag.Parse()
	if err := run(*program, flag.Args(), *short); err != nil {
		fmt.Fprintln(os.Stderr, "remote:", err)
		os.Exit(1)
	}
}

// run measures all tasks on archives.
func run(program string, archives []string, short bool) error {
	waits := []time.Duration{0, 50 * time.Millisecond}
	if short {
		waits = waits[:1]
	}
	fmt.Print("| archive | task | requests | bytes | of the archive | at once |")
	line := "|---|---|--:|--:|--:|--:|"
	for _, w := range waits {
		fmt.Printf(" s, %s a request |", w)
		line += "--:|"
	}
	fmt.Printf(" s, file |\n%s--:|\n", line)
	for _, path := range archives {
		info, err := os.Stat(path)
		if err != nil {
			return err
		}
		for _, t := range tasks {
			if t.slow && !strings.Contains(path, "openings") {
				continue
			}
			want, took, err := output(program, t, path)
			if err != nil {
				return err
			}
			var cells []string
			for i, w := range waits {
				s := &badserver.Server{Files: os.DirFS(filepath.Dir(path)), Latency: w}
				web := httptest.NewServer(s)
				got, took, err := output(program, t, badserver.At(web.URL, "plain", filepath.Base(path)))
				web.Close()
				if err != nil {
					return err
				}
				if !bytes.Equal(want, bytes.ReplaceAll(got, []byte(web.URL+"/plain/"), nil)) {
					return fmt.Errorf("%s of %s: not what it is of the file", t.name, path)
				}
				requests, n := s.Count()
				if i == 0 {
					cells = append(cells, fmt.Sprint(requests), fmt.Sprintf("%.0f kB", float64(n)/1000), fmt.Sprintf("%.1f %%", 100*float64(n)/float64(info.Size())), fmt.Sprint(s.Most()))
				}
				cells = append(cells, fmt.Sprintf("%.2f", took.Seconds()))
			}
			fmt.Printf("| %s | %s | %s | %.2f |\n", filepath.Base(path), t.name, strings.Join(cells, " | "), took.Seconds())
		}
	}
	return nil
}

// output runs a task, and returns what it prints.
func output(program string, t task, path string) ([]byte, time.Duration, error) {
	args := append([]string{t.args[0], path}, t.args[1:]...)
	cmd := exec.Command(program, args...)
	cmd.Stderr = os.Stderr
	begun := time.Now()
	out, err := cmd.Output()
	return out, time.Since(begun), err
}
