package main

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/levels"
	"github.com/chesszip/chesszip/movelist"
	"github.com/chesszip/chesszip/movelist/learned"
)

// mode is the action of the root command on each file.
type mode uint8

const (
	compressing mode = iota
	decompressing
	checking
	training
)

// job is a run of the root command: its flags, and its results.
type job struct {
	*console
	ctx context.Context

	mode     mode
	level    int    // 0 to 9
	threads  int    // 0: number of processors
	output   string // -o, "" if not given
	stdout   bool   // -c
	force    bool   // -f
	resume   bool   // --resume
	remove   bool   // --rm
	noUnpack bool
	noVerify bool
	checkAll bool           // --full-check
	sort     bool           // --sort
	folders  bool           // -r
	index    []string       // --index
	dict     string         // -D, "" if not given
	model    *learned.Level // the model in it

	args    []string       // file arguments
	unnamed error          // as in reading
	reads   inputs         // these, and the model
	begun   time.Time      // when the run began
	files   int            // number of them done without an error
	sum     chesszip.Stats // totals of those
}

// The lowest digits of learned.V1 and learned.V1Max; lower digits need no model.
const (
	learnedLevel = 4
	maxLevel     = 7
)

// suffix ends the name of every archive.
const suffix = ".czip"

// run does the job on each file. After an error it continues with the next one; the
// highest status of all is the result. Only an interruption, or an output that cannot be
// written, ends it early.
func (j *job) run(files []string) error {
	j.begun = time.Now()
	if len(files) == 0 {
		files = []string{stdio}
	}
	if j.folders {
		endings := archiveEndings
		if j.mode == compressing || j.mode == training {
			endings = listEndings
		}
		var err error
		if files, err = filesIn(files, endings); err != nil {
			return err
		}
	}
	if err := j.check(files); err != nil {
		return err
	}
	if err := j.prepare(); err != nil {
		return err
	}
	if j.mode == training {
		return j.train(files)
	}
	j.args, j.reads = files, j.inputs(append(files, j.dict)...)
	if err := j.checkTargets(); err != nil {
		return err
	}
	if j.joins() {
		return j.compressJoined(files)
	}
	status := statusDone
	for _, name := range files {
		err := j.file(name)
		if by := stopped(j.ctx); by != nil {
			return by
		}
		if j.out.err != nil {
			return j.out.err
		}
		if err != nil {
			j.fail(err)
			status = max(status, exitStatus(err))
		}
	}
	if j.files > 1 && j.talks() {
		j.say("%s", j.total())
	}
	if status != statusDone {
		return reported{status}
	}
	return nil
}

// joins reports whether several files become one archive.
func (j *job) joins() bool {
	return j.mode == compressing && len(j.args) > 1 && (j.output != "" || j.stdout)
}

// prepare reads the model, and checks the flags that several commands share.
func (j *job) prepare() (err error) {
	if _, err := indexOf(j.index); err != nil {
		return err
	}
	if err := checkThreads(j.threads); err != nil {
		return err
	}
	if j.mode != training {
		limitMemory(j.threads, memoryToCompress)
	}
	j.model, err = j.readModel(j.ctx, j.dict)
	return err
}

// check refuses flags that contradict one another, before anything is read or
// written.
func (j *job) check(files []string) error {
	piped, address := false, ""
	for _, f := range files {
		piped = piped || f == stdio
		if isURL(f) {
			address = f
		}
	}
	toStdout := j.stdout || j.output == stdio || piped && j.output == ""
	switch {
	case j.level < 0 || j.level > 9:
		return misuse("", "no level %d: levels are -0 to -9", j.level)
	case j.mode == training && (j.stdout || j.remove):
		return misuse("", "--train does not go with -c or --rm")
	case j.mode == training: // several files train one model
		return nil
	}
	packs := j.mode == compressing
	for _, bad := range [...]struct {
		given      bool
		hint, text string
	}{
		{!packs && len(j.index) > 0, "", "--index is about compressing"},
		{!packs && j.sort, "", "--sort is about compressing"},
		{!packs && j.resume, "", "--resume is about compressing"},
		{packs && toStdout && j.resume, "name a file with -o", "--resume continues a file, not with standard output"},
		{j.remove && address != "", "leave out --rm", "--rm removes files, and " + address + " is an address"},
		{j.remove && j.sort, "leave out one of them",
			"--rm removes only what can be given back, --sort does not keep the order of lines"},
		{j.output != "" && len(files) > 1 && !packs, "leave out -o: each file gets a name of its own; chesszip cat -o joins the games",
			fmt.Sprintf("-o takes one archive, not %d", len(files))},
		{packs && len(files) > 1 && (j.output != "" || j.stdout) && (j.remove || j.resume), "leave it out",
			"--rm and --resume do not go with one archive of several files"},
		{j.output != "" && j.output != stdio && j.stdout, "", "-o and -c each name a place to write to"},
		{piped && len(files) > 1, "", "standard input goes alone, not with other files"},
		{j.mode == checking && (j.output != "" || j.stdout), "", "-t writes nothing: it cannot go with -o or -c"},
		{!packs && j.noUnpack, "", "--no-unpack is about compressing"},
		{j.remove && (j.mode == checking || toStdout), "", "--rm needs an output file that holds what is removed"},
		{j.dict != "" && packs && j.level < learnedLevel, "leave out -D, or the level",
			fmt.Sprintf("-%d uses no model: -D needs level -%d or more", j.level, learnedLevel)},
		{packs && j.level == 0 && len(j.index) > 0, "leave out --index", "-0 opens all columns, and makes the opening table"},
		{j.checkAll && j.noVerify, "leave out one of them", "--full-check decodes all that is written, --no-verify nothing"},
		{j.remove && j.noVerify, "leave out one of them", "--rm removes only what has been verified, --no-verify verifies nothing"},
		{piped && !packs && isTerminal(j.in), "name an archive, or pipe one in", "an archive is not typed at a terminal"},
		{piped && isTerminal(j.in) && j.output == "" && !j.stdout, "chesszip --help shows how", "usage: chesszip [flags] FILE..."},
		{packs && toStdout && j.out.terminal && !j.force, "redirect it, or name a file with -o", "an archive is not written to a terminal"},
	} {
		if bad.given {
			return misuse(bad.hint, "%s", bad.text)
		}
	}
	return nil
}

// checkTargets refuses, before anything is written, an output that is one of the files,
// and two outputs with one name. Other errors of a file are reported when it is
// processed.
func (j *job) checkTargets() error {
	if j.mode == checking {
		return nil
	}
	made := map[string]string{}
	for _, name := range j.args {
		if j.toStdout(name) {
			if err := j.mayPrint(j.reads); err != nil {
				return err
			}
			continue
		}
		target, err := j.target(name, packingOfFile(name))
		if err != nil {
			continue
		}
		if info, err := os.Stat(target); err == nil {
			if err := j.reads.refuse(target, info); err != nil {
				return err
			}
		}
		if other, ok := made[filepath.Clean(target)]; ok && j.force && !j.joins() {
			return misuse("leave out -f", "%s and %s would both become %s", other, name, target)
		}
		made[filepath.Clean(target)] = name
	}
	switch {
	case j.output == "":
		return nil
	case j.mode == compressing:
		return endingOf(j.output).mustBeArchive(j.output)
	}
	return endingOf(j.output).mustPack(j.output)
}

// target returns the name of the output for a file with some packing.
func (j *job) target(path string, p packing) (string, error) {
	switch {
	case j.output != "":
		return j.output, nil
	case isURL(path):
		var err error
		if path, err = urlName(path); err != nil {
			return "", err
		}
	}
	switch {
	case j.mode == decompressing:
		base, ok := strings.CutSuffix(path, suffix)
		if !ok || base == "" || filepath.Base(path) == suffix {
			return "", failed("name the file with -o, or use -c",
				"%s does not end in %s: what to call the file is not known", path, suffix)
		}
		return base, nil
	case j.noUnpack:
		p = plain
	}
	return archiveName(path, p), nil
}

// file does the job on one file.
func (j *job) file(name string) error {
	if isURL(name) && j.mode != checking && j.output == "" && !j.stdout {
		if _, err := urlName(name); err != nil { // before anything is fetched
			return err
		}
	}
	switch j.mode {
	case decompressing:
		return j.decompress(name)
	case checking:
		return j.test(name)
	}
	return j.compress(name)
}

// compressOptions returns the settings to compress with.
func (j *job) compressOptions() *chesszip.WriterOptions {
	o := &chesszip.WriterOptions{Threads: j.threads, Unchecked: j.noVerify, FullCheck: j.checkAll, Sort: j.sort}
	o.Open, _ = indexOf(j.index) // check has validated it
	setLevel(o, j.level)
	if o.Level != nil && j.model != nil {
		o.Level = j.model
	}
	return o
}

// readOptions returns the settings to decompress with.
func (j *job) readOptions() *chesszip.ReaderOptions {
	return &chesszip.ReaderOptions{Levels: allLevels(j.model), Threads: j.threads}
}

// appendOptions returns the settings to append with.
func (j *job) appendOptions() *chesszip.AppendOptions {
	index, _ := indexOf(j.index) // check has validated it
	return &chesszip.AppendOptions{Levels: allLevels(j.model), Threads: j.threads, Open: index}
}

// allLevels returns the levels that any archive may need, and that of -D, if any.
func allLevels(own *learned.Level) []movelist.Level {
	if own == nil {
		return levels.All()
	}
	return append([]movelist.Level{own}, levels.All()...)
}

// setLevel sets the level of a digit: 0 for a database, 1 to 9 for a level.
func setLevel(o *chesszip.WriterOptions, digit int) {
	o.Level, o.Plain = nil, digit == 0
	switch {
	case digit == 0:
		o.Open = chesszip.AllColumns
	case digit >= maxLevel:
		o.Level = learned.V1Max
	case digit >= learnedLevel:
		o.Level = learned.V1
	}
}

// indexes are the values of --index.
var indexes = map[string]chesszip.Columns{
	"players":   chesszip.ColumnNames,
	"positions": chesszip.ColumnMoves,
	"numbers":   chesszip.ColumnNumbers,
	"openings":  chesszip.OpeningTable,
}

// indexUsage explains --index, whose kinds are in filesHelp.
const indexUsage = "open the columns `KINDS`, such as players,openings, to be searched faster; -0 opens all"

// indexOf returns the value of --index.
func indexOf(names []string) (index chesszip.Columns, err error) {
	for _, name := range names {
		if indexes[name] == 0 {
			hint := cmp.Or(didYouMean(name, flagValues(nil, "index")), "--index players,numbers keeps these two")
			return 0, misuse(hint, "no index of %q: there are players, numbers, positions and openings", name)
		}
		index |= indexes[name]
	}
	return index, nil
}

// toStdout reports whether the output of file name goes to standard output.
func (j *job) toStdout(name string) bool {
	return j.stdout || j.output == stdio || j.output == "" && name == stdio
}

// finished adds the results of a file to the totals, and prints its closing line if it
// is the only file or -v is given. Several files have one line at the end.
func (j *job) finished(line string, s chesszip.Stats) {
	j.files++
	j.sum.In += s.In
	j.sum.Out += s.Out
	j.sum.Games += s.Games
	if j.verbose || (len(j.args) == 1 || j.joins()) && j.talks() {
		j.say("%s", line)
	}
}

// buffered lets write fill a buffer before w, named name in messages. If w fails, that
// is the error. Data before another error is written: valid data up to damage is useful
// in a pipe.
func buffered(ctx context.Context, w io.Writer, name string, write func(w io.Writer) error) error {
	out := &guardedWriter{ctx: ctx, w: w, name: name}
	buf := bufio.NewWriterSize(out, bufferSize)
	err := write(buf)
	if flushed := buf.Flush(); err == nil {
		err = flushed
	}
	if out.err != nil {
		return out.err
	}
	return err
}

// checkThreads refuses a number for -T that is out of range.
func checkThreads(n int) error {
	if n < 0 || n > chesszip.MaxThreads {
		return misuse("-T 0 uses every processor", "-T %d: want 0 to %d threads", n, chesszip.MaxThreads)
	}
	return nil
}

// guardedWriter writes until the run is interrupted, and stores its error.
type guardedWriter struct {
	ctx   context.Context
	w     io.Writer
	name  string
	count int64
	err   error
}

func (g *guardedWriter) Write(b []byte) (int, error) {
	if g.err != nil {
		return 0, g.err
	}
	if g.err = stopped(g.ctx); g.err != nil {
		return 0, g.err
	}
	n, err := g.w.Write(b)
	g.count += int64(n)
	if err != nil {
		var p *problem
		if !errors.As(err, &p) {
			err = writeError(g.name, err)
		}
		g.err = err
	}
	return n, err
}
