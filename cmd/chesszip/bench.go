package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"
)

// benchmark is what bench found out about one file.
type benchmark struct {
	File    string   `json:"file"`
	Bytes   int64    `json:"bytes"`
	Games   int64    `json:"games"`
	Plies   int64    `json:"plies"`
	Threads int      `json:"threads"`
	Machine string   `json:"machine"`
	Rows    []result `json:"results"`
}

// result is what one program, at one setting, made of a file. Speeds are by the time of
// processors, those with clock by the clock; memory is the resident peak of the process;
// a zero is not known.
type result struct {
	Name           string  `json:"name"`
	Note           string  `json:"note,omitempty"` // why there is nothing else
	Bytes          int64   `json:"bytes,omitempty"`
	BytesPerGame   float64 `json:"bytes_per_game,omitempty"`
	BitsPerPly     float64 `json:"bits_per_ply,omitempty"` // of the moves alone; only our own levels know
	CompressMBs    float64 `json:"compress_mb_per_s,omitempty"`
	DecompressMBs  float64 `json:"decompress_mb_per_s,omitempty"`
	CompressClock  float64 `json:"compress_mb_per_clock_s,omitempty"`
	ExpandClock    float64 `json:"decompress_mb_per_clock_s,omitempty"`
	CompressPeak   int64   `json:"compress_peak_bytes,omitempty"`
	DecompressPeak int64   `json:"decompress_peak_bytes,omitempty"`
}

type bench struct {
	*console
	threads int
	json    bool
	noPeers bool
	atLeast time.Duration
}

func newBench(c *console) *cobra.Command {
	b := &bench{console: c}
	var child measurement
	cmd := &cobra.Command{
		Use:   "bench [--json] FILE...",
		Short: "measure every level beside other compressors",
		Long: `Compresses and decompresses each file at every level, and with zstd -19, xz -9,
bzip2 -9 and zpaq -m5 where they are installed, and prints bytes a game, bits a
ply (of the moves alone), megabytes a second each way and peak memory.

Every result is compared with the file. Each level and program runs in a
process of its own, with one thread unless -T says more for chesszip, one after
the other; each takes its default checks: chesszip decodes what it writes.
Speeds are by the time of processors, user and system, which a busy machine
changes less than the clock; passes of less than half a second are repeated,
and the fastest counts. Of the other programs that is the whole process, of
chesszip the pass in it. With --json there are speeds by the clock, too.
Memory is the most that the process had. Files are written to a folder of its
own among the temporary ones, with room for two copies of the file, and removed.`,
		Example: `  chesszip bench games.pgn
  chesszip bench --json --no-peers games.pgn > bench.json`,
		Args: arguments(cobra.MinimumNArgs(1), "[--json] FILE..."),
	}
	f := cmd.Flags()
	f.BoolVar(&b.json, "json", false, "print JSON")
	f.BoolVar(&b.noPeers, "no-peers", false, "measure chesszip only")
	f.IntVarP(&b.threads, "threads", "T", 1, "let chesszip work on `N` frames at once (0: one a processor)")
	// The program runs itself with these, so that each level's memory is that
	// of a process of its own.
	f.IntVar(&child.Level, "measure-level", 0, "")
	f.StringVar(&child.Archive, "measure-archive", "", "")
	f.BoolVar(&child.Back, "measure-back", false, "")
	f.DurationVar(&b.atLeast, "measure-at-least", measureAtLeast, "")
	for _, name := range []string{"measure-level", "measure-archive", "measure-back", "measure-at-least"} {
		f.Lookup(name).Hidden = true
	}
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if err := checkThreads(b.threads); err != nil {
			return err
		}
		if child.Archive != "" {
			child.File, child.Threads, child.AtLeast = args[0], b.threads, b.atLeast
			return child.run(cmd.Context(), c)
		}
		return b.run(cmd.Context(), args)
	}
	return cmd
}

func (b *bench) run(ctx context.Context, files []string) error {
	if err := b.mayPrint(b.inputs(files...)); err != nil {
		return err
	}
	status := statusDone
	all := []benchmark{}
	for _, name := range files {
		r, err := b.file(ctx, name)
		if by := stopped(ctx); by != nil {
			return by
		}
		if err != nil {
			b.fail(err)
			status = max(status, exitStatus(err))
			continue
		}
		all = append(all, *r)
		if !b.json {
			if err := b.console.print(r.text()); err != nil {
				return err
			}
		}
	}
	if b.json {
		text, err := json.MarshalIndent(all, "", "  ")
		if err == nil {
			err = b.console.print(append(text, '\n'))
		}
		if err != nil {
			return err
		}
	}
	if status != statusDone {
		return reported{status}
	}
	return nil
}

// file measures everything on one file, in a folder of its own.
func (b *bench) file(ctx context.Context, name string) (r *benchmark, err error) {
	dir, err := os.MkdirTemp("", benchPrefix)
	if err != nil {
		return nil, failed("", "%w", err)
	}
	defer os.RemoveAll(dir)
	plainName, err := b.unpacked(ctx, dir, name)
	if err != nil {
		return nil, err
	}
	info, err := os.Stat(plainName)
	if err != nil {
		return nil, failed("", "%s: %w", name, bare(err))
	}
	r = &benchmark{File: name, Bytes: info.Size(), Threads: b.threads, Machine: machine()}
	if r.Bytes == 0 {
		return nil, failed("", "%s is empty: nothing to measure", name)
	}
	if err := b.levels(ctx, r, dir, plainName); err != nil {
		return nil, err
	}
	if !b.noPeers {
		for _, p := range peers {
			b.progress("%s: %s", name, p.name)
			row, err := p.measure(ctx, dir, plainName, b.atLeast)
			if err != nil {
				return nil, err
			}
			r.Rows = append(r.Rows, row)
		}
	}
	for i := range r.Rows {
		if r.Games > 0 {
			r.Rows[i].BytesPerGame = float64(r.Rows[i].Bytes) / float64(r.Games)
		}
	}
	return r, nil
}

// levelNames are the levels that may differ, and the one measured for each.
var levelNames = [...]struct {
	level int
	name  string
}{{1, "-1"}, {6, "-6"}, {9, "-9"}}

func (b *bench) levels(ctx context.Context, r *benchmark, dir, file string) error {
	archives := map[[32]byte]string{}
	for _, l := range levelNames {
		b.progress("%s: chesszip %s", r.File, l.name)
		m := measurement{File: file, Archive: filepath.Join(dir, "level.czip"), Level: l.level, Threads: b.threads, AtLeast: b.atLeast}
		there, err := m.spawn(ctx)
		if err != nil {
			return err
		}
		r.Games, r.Plies = there.Stats.Games, there.Stats.Plies
		if same, ok := archives[there.Sum]; ok {
			r.Rows = append(r.Rows, result{Name: "chesszip " + l.name, Note: "the same bytes as " + same, Bytes: there.Stats.Out})
			continue
		}
		archives[there.Sum] = l.name
		m.Back = true
		back, err := m.spawn(ctx)
		if err != nil {
			return err
		}
		row := result{Name: "chesszip " + l.name, Bytes: there.Stats.Out, CompressPeak: there.Peak, DecompressPeak: back.Peak}
		row.speeds(r.Bytes, there.Took, back.Took)
		if r.Plies > 0 {
			row.BitsPerPly = float64(there.Stats.MoveBits) / float64(r.Plies)
		}
		r.Rows = append(r.Rows, row)
	}
	return nil
}

// unpacked returns the name of a plain file with the contents of name, which
// is name itself unless it is packed or no regular file.
func (b *bench) unpacked(ctx context.Context, dir, name string) (path string, err error) {
	in, err := openInput(ctx, b.console, name)
	if err != nil {
		return "", err
	}
	defer in.close()
	if err := in.unpack(); err != nil {
		return "", err
	}
	if in.pack == plain && regular(in.source()) && in.path != "" {
		// Other programs take a leading dash for a flag.
		if path, err = filepath.Abs(in.path); err != nil {
			return "", failed("", "%s: %w", name, err)
		}
		return path, nil
	}
	path = filepath.Join(dir, "input.pgn")
	f, err := scratch(path)
	if err != nil {
		return "", failed("", "%w", err)
	}
	src := &errorReader{r: in.r}
	_, err = io.Copy(f, src)
	if src.err != nil {
		err = in.readError(src.err)
	} else if err != nil {
		err = writeError("a temporary copy of "+name, err)
	}
	if closing := f.Close(); err == nil && closing != nil {
		err = writeError("a temporary copy of "+name, closing)
	}
	return path, err
}

// progress says what is being measured to someone who waits for it.
func (b *bench) progress(format string, args ...any) {
	if b.talks() {
		b.say("measuring "+format, args...)
	}
}

// speeds fills in the speeds of two passes over a file of so many bytes.
func (r *result) speeds(bytes int64, there, back took) {
	r.CompressMBs, r.DecompressMBs = rate(bytes, there.seconds()), rate(bytes, back.seconds())
	r.CompressClock, r.ExpandClock = rate(bytes, there.Clock), rate(bytes, back.Clock)
}

func rate(bytes int64, seconds float64) float64 { return float64(bytes) / 1e6 / max(seconds, 1e-9) }

func machine() string {
	return fmt.Sprintf("%s/%s, %d processors, %s", runtime.GOOS, runtime.GOARCH, runtime.NumCPU(), runtime.Version())
}

// text returns the table of one file.
func (r *benchmark) text() []byte {
	b := new(bytes.Buffer)
	fmt.Fprintf(b, "%s: %s bytes, %s", r.File, countText(r.Bytes), plural(r.Games, "game"))
	if r.Plies > 0 {
		fmt.Fprintf(b, ", %s plies", countText(r.Plies))
	}
	fmt.Fprintf(b, "\n%s; chesszip with %s\n\n", r.Machine, threadsText(r.Threads))
	t := tabwriter.NewWriter(b, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(t, "\t\t\tbytes\tbits\tMB/s CPU\t\tMiB\t\t")
	fmt.Fprintln(t, "\tbytes\t%\ta game\ta ply\tin\tout\tin\tout\t")
	var notes []string
	for _, row := range r.Rows {
		if row.Note != "" {
			notes = append(notes, row.Name+": "+row.Note)
		}
		if row.CompressMBs == 0 {
			continue
		}
		fmt.Fprintf(t, "%s\t%s\t%.2f\t%s\t%s\t%s\t%s\t%s\t%s\t\n", row.Name, countText(row.Bytes),
			100*float64(row.Bytes)/float64(r.Bytes), known(row.BytesPerGame, 1), known(row.BitsPerPly, 2),
			speedText(row.CompressMBs), speedText(row.DecompressMBs),
			known(float64(row.CompressPeak)/(1<<20), 0), known(float64(row.DecompressPeak)/(1<<20), 0))
	}
	t.Flush()
	if len(notes) > 0 {
		fmt.Fprintf(b, "\n%s\n", strings.Join(notes, "\n"))
	}
	b.WriteByte('\n')
	return b.Bytes()
}

func threadsText(n int) string {
	if n == 0 {
		return "a thread a processor"
	}
	return plural(int64(n), "thread")
}

// speedText writes a speed with two digits or more.
func speedText(f float64) string {
	switch {
	case f >= 10:
		return known(f, 0)
	case f >= 1:
		return known(f, 1)
	case f >= 0.1:
		return known(f, 2)
	}
	return known(f, 3)
}

// known writes a figure, or a dash for one that is not known.
func known(f float64, digits int) string {
	if f == 0 {
		return "-"
	}
	return fmt.Sprintf("%.*f", digits, f)
}
