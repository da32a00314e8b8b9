package main

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/chesszip/chesszip/internal/archive"
	"github.com/chesszip/chesszip/internal/test/attack"
	"github.com/chesszip/chesszip/internal/test/attack/hostile"
	"github.com/chesszip/chesszip/internal/test/attack/table"
	"github.com/chesszip/chesszip/internal/test/corpus"
	"github.com/chesszip/chesszip/internal/test/usage"
)

// taken is the memory and time of one run of the command.
type taken struct {
	peak int64 // bytes
	cpu  time.Duration
	err  string
}

// row is the result of a command for an input.
type row struct {
	verb              string
	peak              int64
	rate, times, grow float64
	seconds           float64
	size              float64 // of the output of compress, relative to its input
	err               string
}

// bench measures families with the commands.
type bench struct {
	command, dir string
	limit        time.Duration
	small        int
	levels       []string
	rates        map[string]float64 // seconds a MB of ordinary games, by command and level
	worst        bool               // one line for each input
	rows         []row              // of the input
}

// printTable prints the results for hostile texts, and for archives of them.
func printTable(args []string) error {
	flags := flag.NewFlagSet("limits", flag.ContinueOnError)
	worst := flags.Bool("worst", false, "a line for each input, with the worst of its verbs")
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
	b := &bench{command: *command, dir: dir, limit: *limit, small: *small, levels: strings.Split(*levels, ","), rates: map[string]float64{}, worst: *worst}
	if *worst {
		fmt.Print("| input | compress: peak MiB | s a MB | x ordinary | 4n / n | size | other verbs: peak MiB | x ordinary | 4n / n | the worst verbs |\n|---|--:|--:|--:|--:|--:|--:|--:|--:|---|\n")
	} else {
		fmt.Print("| input | verb | peak MiB | s a MB | x ordinary | 4n / n | size | |\n|---|---|--:|--:|--:|--:|--:|---|\n")
	}
	names, err := inputNames()
	if err != nil {
		return err
	}
	names = slices.DeleteFunc(names, func(name string) bool { return name != ordinary && !strings.Contains(name, *only) })
	for _, name := range names {
		b.rows = b.rows[:0]
		if err := b.family(name, strings.Split(*verbs, ",")); err != nil {
			return err
		}
		b.print(name)
	}
	return nil
}

// inputNames returns the names of all inputs: ordinary games, hostile texts, and
// hostile archives.
func inputNames() ([]string, error) {
	names := []string{ordinary}
	for _, f := range hostile.Families() {
		names = append(names, f.Name)
	}
	archives, err := attack.Archives()
	for _, f := range archives {
		names = append(names, anArchive+f.Name)
	}
	return names, err
}

// anArchive begins the name of an input that is an archive.
const anArchive = "archive: "

// ordinary is the name of the input for comparison.
const ordinary = "ordinary games"

// makeInput writes an input of a family to a file. It runs as a separate process, so
// that the measuring process stays small: wait reports for a child at least its parent's
// memory.
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
	if archived, ok := strings.CutPrefix(name, anArchive); ok {
		name = archived
		if all, err = attack.Archives(); err != nil {
			return err
		}
	}
	i := slices.IndexFunc(all, func(f hostile.Family) bool { return f.Name == name })
	if i < 0 {
		return fmt.Errorf("no family %q", name)
	}
	b := all[i].Make(n)
	stands := fmt.Sprint(standsFor(b))
	if err := os.WriteFile(file+standing, []byte(stands), 0o600); err != nil {
		return err
	}
	return os.WriteFile(file, b, 0o600)
}

// standing ends the name of a file that holds the decompressed size of another.
const standing = ".stands"

// standsFor returns the size of an input or, for an archive, the claimed decompressed
// size, at most 4 MiB for each frame.
func standsFor(b []byte) int64 {
	n := int64(len(b))
	r, err := archive.NewReader(bytes.NewReader(b), n, nil)
	if err != nil {
		return n
	}
	for i := range r.Len() {
		n += min(r.Entry(i).Input, 4<<20)
	}
	return n
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
	if strings.HasPrefix(name, anArchive) {
		b.archives(name, files, verbs)
		return nil
	}
	for _, level := range b.levels {
		packed := make([]string, len(files))
		of := make([]taken, len(files))
		for i, file := range files {
			packed[i] = filepath.Join(b.dir, fmt.Sprintf("packed%d%s.czip", i, level))
			of[i] = b.run("-q", "-f", level, "-T", "2", "-o", packed[i], file)
		}
		b.line(name, "compress "+level, files, packed, of)
		for _, v := range table.Verbs() {
			if !slices.Contains(verbs, v.Name) {
				continue
			}
			if v.On == table.Texts && level == b.levels[0] {
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

// archives measures inputs that are archives, compared with ordinary ones of the first
// level, or of the level -6 if they use that.
func (b *bench) archives(name string, files, verbs []string) {
	level := b.levels[0]
	if strings.Contains(name, "-6") || strings.Contains(name, "predicts") {
		level = "-6"
	}
	for _, v := range table.Verbs() {
		if v.Args == nil || !slices.Contains(verbs, v.Name) {
			continue
		}
		of := make([]taken, len(files))
		for i := range files {
			of[i] = b.run(append([]string{"-q"}, v.Args(files[i], b.dir)...)...)
		}
		b.line(name, v.Name+", archive "+level, files, nil, of)
	}
}

// run runs the command, and discards its output.
func (b *bench) run(args ...string) taken {
	cmd := exec.Command(b.command, args...)
	if err := cmd.Start(); err != nil {
		return taken{err: err.Error()}
	}
	late := time.AfterFunc(b.limit, func() { _ = cmd.Process.Kill() })
	_ = cmd.Wait()
	t := taken{peak: usage.MaxResident(cmd.ProcessState), cpu: cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()}
	if !late.Stop() {
		t.err = "given up"
	}
	return t
}

// extra is the time that a run may take apart from its input.
const extra = 50 * time.Millisecond

// line computes the row of a command from a small and a large input. The rate is
// relative to that of the command on ordinary games.
func (b *bench) line(name, verb string, files, packed []string, of []taken) {
	size := func(file string) float64 {
		if b, err := os.ReadFile(file + standing); err == nil {
			n, _ := strconv.ParseFloat(string(b), 64)
			return n
		}
		info, err := os.Stat(file)
		if err != nil {
			return 0
		}
		return float64(info.Size())
	}
	r := row{verb: verb, peak: max(of[0].peak, of[1].peak), seconds: of[1].cpu.Seconds(), err: of[0].err + of[1].err}
	r.rate = max(0, (of[1].cpu-extra).Seconds()) / size(files[1]) * 1e6
	if name == ordinary {
		b.rates[verb] = of[1].cpu.Seconds() / size(files[1]) * 1e6
	}
	if b.rates[verb] > 0 {
		r.times = r.rate / b.rates[verb]
	}
	r.grow = of[1].cpu.Seconds() / max(of[0].cpu, 10*time.Millisecond).Seconds()
	if packed != nil {
		r.size = size(packed[1]) / size(files[1])
	}
	b.rows = append(b.rows, r)
}

// print prints the lines of an input, or one line of the worst values.
func (b *bench) print(name string) {
	if !b.worst {
		for _, r := range b.rows {
			fmt.Printf("| %s | %s | %d | %.3f | %.1f | %.1f | %s | %s |\n", name, r.verb, r.peak>>20, r.rate, r.times, r.grow, percent(r.size), r.err)
		}
		return
	}
	var compress, other row
	var slowest, largest string
	for _, r := range b.rows {
		to := &other
		if strings.HasPrefix(r.verb, "compress") {
			to = &compress
		} else {
			if r.peak > other.peak {
				largest = r.verb
			}
			if r.times > other.times {
				slowest = r.verb
			}
		}
		to.peak, to.rate, to.times, to.size = max(to.peak, r.peak), max(to.rate, r.rate), max(to.times, r.times), max(to.size, r.size)
		if r.seconds > 0.5 { // below that, loading dominates
			to.grow = max(to.grow, r.grow)
		}
		if r.err != "" {
			slowest += " " + r.verb + " " + r.err
		}
	}
	fmt.Printf("| %s | %d | %.2f | %.1f | %s | %s | %d | %.1f | %s | %s; %s |\n", name, compress.peak>>20, compress.rate, compress.times,
		times(compress.grow), percent(compress.size), other.peak>>20, other.times, times(other.grow), largest, slowest)
}

func percent(part float64) string {
	if part == 0 {
		return ""
	}
	return fmt.Sprintf("%.2f %%", 100*part)
}

func times(n float64) string {
	if n == 0 {
		return "-"
	}
	return fmt.Sprintf("%.1f", n)
}
