package main

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/chesszip/chesszip/internal/attack"
	"github.com/chesszip/chesszip/internal/attack/hostile"
	"github.com/chesszip/chesszip/internal/corpus"
)

// taken is what one run of the command took.
type taken struct {
	peak int64 // bytes
	cpu  time.Duration
	err  string
}

// bench measures families with the verbs of the command.
type bench struct {
	command, dir string
	limit        time.Duration
	small        int
	levels       []string
	rates        map[string]float64 // seconds a MB of ordinary games, by verb and level
}

// printTable prints what hostile texts, and archives of them, take.
func printTable(args []string) error {
	flags := flag.NewFlagSet("table", flag.ContinueOnError)
	command := flags.String("command", "", "the chesszip to measure")
	small := flags.Int("size", 1<<20, "bytes of the smaller input; the larger one has four times as many")
	only := flags.String("only", "", "families whose names hold this")
	levels := flags.String("levels", "-1,-6,-9", "levels")
	verbs := flags.String("verbs", "list,count,stats,filter,find,convert,get,decompress", "verbs beside compress")
	limit := flags.Duration("limit", 3*time.Minute, "give a run up after so long")
	if err := flags.Parse(args); err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "limits-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	b := &bench{command: *command, dir: dir, limit: *limit, small: *small, levels: strings.Split(*levels, ","), rates: map[string]float64{}}
	fmt.Print("| input | verb | MiB | peak MiB | s a MB | x ordinary | 4n / n | size |\n|---|---|--:|--:|--:|--:|--:|--:|\n")
	names := []string{ordinary}
	for _, f := range hostile.Families() {
		if strings.Contains(f.Name, *only) {
			names = append(names, f.Name)
		}
	}
	for _, name := range names {
		if err := b.family(name, strings.Split(*verbs, ",")); err != nil {
			return err
		}
	}
	return nil
}

// ordinary is the name of the input that others are compared with.
const ordinary = "ordinary games"

// makeInput writes an input of a family to a file. It is a process of its own, so
// that the one that measures stays small: what wait says of a child's memory is
// at least what its parent had.
func makeInput(name, size, file string) error {
	n, err := strconv.Atoi(size)
	if err != nil {
		return err
	}
	if name == ordinary {
		b, err := corpus.Read("pgn/lichess-old-test.pgn")
		if err != nil {
			b, err = corpus.Read(corpus.Sample)
		}
		if err != nil {
			return err
		}
		for len(b) < n {
			b = append(b, b...)
		}
		return os.WriteFile(file, b[:n], 0o600)
	}
	all := hostile.Families()
	i := slices.IndexFunc(all, func(f hostile.Family) bool { return f.Name == name })
	if i < 0 {
		return fmt.Errorf("no family %q", name)
	}
	return os.WriteFile(file, all[i].Make(n), 0o600)
}

// family prints the lines of one family.
func (b *bench) family(name string, verbs []string) error {
	sizes := []int{b.small, 4 * b.small}
	files := make([]string, len(sizes))
	self, err := os.Executable()
	if err != nil {
		return err
	}
	for i, n := range sizes {
		files[i] = filepath.Join(b.dir, fmt.Sprintf("in%d.pgn", i))
		if out, err := exec.Command(self, "make", name, strconv.Itoa(n), files[i]).CombinedOutput(); err != nil {
			return fmt.Errorf("%s: %s", name, out)
		}
	}
	for _, level := range b.levels {
		packed := make([]string, len(files))
		of := make([]taken, len(files))
		for i, file := range files {
			packed[i] = filepath.Join(b.dir, fmt.Sprintf("packed%d%s.czip", i, level))
			of[i] = b.run("-q", "-f", level, "-T", "2", "-o", packed[i], file)
		}
		b.line(name, "compress "+level, files, packed, of)
		for _, v := range attack.Verbs() {
			if !slices.Contains(verbs, v.Name) {
				continue
			}
			if v.On == attack.Texts && level == b.levels[0] {
				for i := range files {
					of[i] = b.run(append([]string{"-q"}, v.Args(files[i], b.dir)...)...)
				}
				b.line(name, v.Name+", text", files, nil, of)
			}
			for i := range files {
				of[i] = b.run(append([]string{"-q"}, v.Args(packed[i], b.dir)...)...)
			}
			b.line(name, v.Name+", archive "+level, files, nil, of)
		}
	}
	return nil
}

// run runs the command; both kinds of output go nowhere.
func (b *bench) run(args ...string) taken {
	cmd := exec.Command(b.command, args...)
	if err := cmd.Start(); err != nil {
		return taken{err: err.Error()}
	}
	late := time.AfterFunc(b.limit, func() { _ = cmd.Process.Kill() })
	_ = cmd.Wait()
	t := taken{peak: maxResident(cmd.ProcessState), cpu: cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()}
	if !late.Stop() {
		t.err = "given up"
	}
	return t
}

// extra is what a run may take beside its input.
const extra = 50 * time.Millisecond

// line prints what a verb took of a small and a large input.
func (b *bench) line(name, verb string, files, packed []string, of []taken) {
	size := func(file string) float64 {
		info, err := os.Stat(file)
		if err != nil {
			return 0
		}
		return float64(info.Size())
	}
	rate := max(0, (of[1].cpu-extra).Seconds()) / size(files[1]) * 1e6
	if name == ordinary {
		b.rates[verb] = of[1].cpu.Seconds() / size(files[1]) * 1e6
	}
	grown := ""
	if packed != nil {
		grown = fmt.Sprintf("%.2f %%", 100*size(packed[1])/size(files[1]))
	}
	times := fmt.Sprintf("%.1f", rate/b.rates[verb])
	fmt.Printf("| %s | %s | %.1f | %d | %.3f | %s | %.1f | %s | %s\n", name, verb, size(files[1])/(1<<20), max(of[0].peak, of[1].peak)>>20, rate,
		times, of[1].cpu.Seconds()/max(of[0].cpu, 10*time.Millisecond).Seconds(), grown, of[0].err+of[1].err)
}
