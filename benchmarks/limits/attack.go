package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/chesszip/chesszip/internal/attack"
	"github.com/chesszip/chesszip/internal/attack/table"
)

// attackAll runs the operations of the table on many altered archives, in
// processes of their own, one of which may die without ending the run. It prints
// a line for each finding and returns how many there were.
func attackAll(args []string) (findings int, err error) {
	flags := flag.NewFlagSet("attack", flag.ContinueOnError)
	n := flags.Uint64("n", 200_000, "how many cases")
	from := flags.Uint64("from", 0, "number of the first")
	workers := flags.Uint64("workers", 2, "how many processes")
	minutes := flags.Float64("minutes", 60, "stop after so many")
	if err := flags.Parse(args); err != nil {
		return 0, err
	}
	self, err := os.Executable()
	if err != nil {
		return 0, err
	}
	rates, err := measuredRates()
	if err != nil {
		return 0, err
	}
	var all sync.WaitGroup
	lines := make(chan string)
	done := make([]uint64, *workers)
	end := time.Now().Add(time.Duration(*minutes * float64(time.Minute)))
	for w := range *workers {
		all.Go(func() {
			for next := *from + w; next < *from+*n && time.Now().Before(end); {
				last := worker(self, rates, next, *from+*n, *workers, end, lines)
				done[w] += (last-next) / *workers + 1 // the last one may be unfinished
				next = last + *workers
			}
		})
	}
	go func() { all.Wait(); close(lines) }()
	for line := range lines {
		findings++
		fmt.Println(line)
	}
	total := uint64(0)
	for _, d := range done {
		total += d
	}
	fmt.Fprintf(os.Stderr, "limits: %d cases of %d, %d findings, %.0f s of processor time\n", total, *n, findings, attack.ChildrenTime().Seconds())
	return findings, nil
}

// measuredRates returns what ordinary archives take, for the workers.
func measuredRates() (string, error) {
	r, err := attack.NewRunner(nil)
	if err != nil {
		return "", err
	}
	b, err := json.Marshal(r.Rates())
	return string(b), err
}

// peakAlone runs an operation in a process of its own, which has loaded nothing
// else, and returns its peak of resident memory.
func peakAlone(op *table.Operation, src []byte) (int64, bool) {
	self, err := os.Executable()
	if err != nil {
		return 0, false
	}
	cmd := exec.Command(self, "one", op.Names[0])
	cmd.Stdin = bytes.NewReader(src)
	out, err := cmd.Output()
	if err != nil {
		return 0, false
	}
	n, err := strconv.ParseInt(strings.TrimSpace(string(out)), 10, 64)
	return n, err == nil
}

// one runs an operation on the standard input, and prints the peak of resident
// memory. (What wait says of a child counts its parent's memory at the fork.)
func one(name string) error {
	src, err := io.ReadAll(os.Stdin)
	if err != nil {
		return err
	}
	for _, op := range table.Operations() {
		if op.Names[0] == name {
			_ = op.Do(src)
			if n, known := attack.Resident(); known {
				fmt.Println(n)
			}
			return nil
		}
	}
	return fmt.Errorf("no operation %s", name)
}

// worker runs one process from a case on, and returns the number of the last.
func worker(self, rates string, from, to, step uint64, end time.Time, lines chan<- string) (last uint64) {
	u := func(n uint64) string { return strconv.FormatUint(n, 10) }
	// 6 GB of address space keep what would take all memory from doing so.
	cmd := exec.Command("sh", "-c", `ulimit -v 6000000; exec "$0" "$@"`, self, "worker", u(from), u(to), u(step), end.Format(time.RFC3339), rates)
	var said strings.Builder
	cmd.Stderr = &said
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		lines <- fmt.Sprintf("%d\t%v", from, err)
		return to
	}
	last = from
	var at string
	for s := bufio.NewScanner(out); s.Scan(); {
		line := s.Text()
		switch {
		case strings.HasPrefix(line, "at\t"):
			at = line
			if n, err := strconv.ParseUint(strings.Split(line, "\t")[1], 10, 64); err == nil {
				last = n
			}
		default:
			lines <- line
		}
	}
	if err := cmd.Wait(); err != nil {
		message, _, _ := strings.Cut(strings.TrimSpace(said.String()), "\n\n")
		lines <- fmt.Sprintf("%d\tthe process died (%v)\t%s\t%s", last, err, strings.TrimPrefix(at, "at\t"), strings.ReplaceAll(message[:min(len(message), 600)], "\n", " | "))
		return last
	}
	return last
}

// A worker gives up when an operation holds more than mostHeap, or when it has taken
// mostTime and mostTimes as long as it may: it would take all there is.
const (
	mostHeap  = 1 << 30
	mostTime  = 20 * time.Second
	mostTimes = 2
)

// work is the process of a worker.
func work(args []string) error {
	var v [3]uint64
	for i := range v {
		n, err := strconv.ParseUint(args[i], 10, 64)
		if err != nil {
			return err
		}
		v[i] = n
	}
	end, err := time.Parse(time.RFC3339, args[3])
	if err != nil {
		return err
	}
	rates := attack.Rates{}
	if err := json.Unmarshal([]byte(args[4]), &rates); err != nil {
		return err
	}
	r, err := attack.NewRunner(rates)
	if err != nil {
		return err
	}
	r.Peak = peakAlone
	var mu sync.Mutex
	began, most, what := attack.ProcessorTime(), mostTime, ""
	r.At = func(number uint64, c *attack.Case, op *table.Operation, limit time.Duration) {
		mu.Lock()
		most = max(mostTime, mostTimes*limit)
		began, what = attack.ProcessorTime(), fmt.Sprintf("%d\t%s\t%s", number, op.Names[0], c)
		mu.Unlock()
		fmt.Printf("at\t%d\t%s\t%s\n", number, op.Names[0], c)
	}
	go func() {
		for range time.Tick(10 * time.Millisecond) {
			mu.Lock()
			if took := attack.ProcessorTime() - began; attack.HeapObjects() > mostHeap || took > most {
				fmt.Fprintf(os.Stderr, "gave up: %d MiB, %.0f s: %s\n", attack.HeapObjects()>>20, took.Seconds(), what)
				os.Exit(3)
			}
			mu.Unlock()
		}
	}()
	for n := v[0]; n < v[1] && time.Now().Before(end); n += v[2] {
		found, err := r.Try(n)
		if err != nil {
			return err
		}
		for i := range found {
			fmt.Println(found[i].String())
		}
	}
	return nil
}
