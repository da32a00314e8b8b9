package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/chesszip/chesszip"
)

// An interrupted compression can be resumed. Next to its temporary file is a journal: a
// line of JSON, which describes the input and the options, and then the library's
// journal. It exists from the second frame on.

// keepAfter is how long a compression must have run for an interruption, or a full disk,
// to keep its work. A killed run always keeps it.
const keepAfter = 30 * time.Second

// syncEvery is how long written data may stay in memory only.
const syncEvery = 10 * time.Second

// resumeHelp explains the flag.
const resumeHelp = `A compression that is killed leaves its work on the disk; so does one that is
stopped after 30 seconds, or at any time with --resume. The next run with the
same output then ends with status 2: add --resume to continue, or -f to begin
again. To continue, the input must have the same size, time and bytes (from a
pipe, the same bytes), and the flags that change the archive must be the same.
The archive becomes the same, byte for byte, as without the interruption.`

// beginningLine is the first line of a journal.
type beginningLine struct {
	Program string    `json:"program"`
	Options string    `json:"options"`
	Input   string    `json:"input"`
	Size    int64     `json:"size,omitempty"` // 0 if not known
	Time    time.Time `json:"time,omitzero"`
}

// beginningOf describes what a job is about to compress, and how.
func (j *job) beginningOf(in *input) beginningLine {
	program, _, _ := strings.Cut(version(), " ")
	b := beginningLine{Program: program, Options: j.optionsText(), Input: in.name}
	if regular(in.source()) {
		b.Size, b.Time = in.info.Size(), in.info.ModTime().UTC()
	}
	return b
}

// optionsText returns the flags on which the bytes of an archive depend, in a canonical
// form.
func (j *job) optionsText() string {
	text := []string{"-1"}
	switch {
	case j.level == 0:
		text[0] = "-0"
	case j.model != nil:
		text[0] = fmt.Sprintf("-D (model %016x)", j.model.ID())
	case j.level >= maxLevel:
		text[0] = "-9"
	case j.level >= learnedLevel:
		text[0] = "-6"
	}
	if len(j.index) > 0 {
		kinds := slices.Clone(j.index)
		slices.Sort(kinds)
		text = append(text, "--index "+strings.Join(slices.Compact(kinds), ","))
	}
	for _, f := range []struct {
		given bool
		text  string
	}{{j.sort, "--sort"}, {j.noVerify, "--no-verify"}, {j.noUnpack, "--no-unpack"}} {
		if f.given {
			text = append(text, f.text)
		}
	}
	return strings.Join(text, " ")
}

// differs returns why the archive begun as b cannot be completed as now, "" if it can.
func (b *beginningLine) differs(now *beginningLine) string {
	switch {
	case b.Program != now.Program:
		return fmt.Sprintf("it was begun by chesszip %s, this is %s", b.Program, now.Program)
	case b.Options != now.Options:
		return fmt.Sprintf("it was begun with %s, not with %s", b.Options, now.Options)
	case b.Size == 0 || now.Size == 0: // a pipe: the bytes will be compared
		return ""
	case b.Size != now.Size:
		return fmt.Sprintf("%s had %s bytes then, and %s has %s", b.Input, countText(b.Size), now.Input, countText(now.Size))
	case !b.Time.Equal(now.Time):
		return fmt.Sprintf("%s was changed after it was begun", now.Input)
	}
	return ""
}

// begun is an unfinished archive of an earlier run, open and locked.
type begun struct {
	*chesszip.Unfinished
	line    beginningLine
	head    int64 // length of that line
	file    *os.File
	path    string
	journal *os.File
}

func (b *begun) close() {
	b.journal.Close()
	b.file.Close()
}

// before returns how many bytes of the input are already done.
func (b *begun) before() int64 {
	if b == nil {
		return 0
	}
	return b.Input()
}

// done returns how much of the input is done, for people.
func (b *begun) done() string {
	s := byteText(b.Input())
	if b.line.Size > 0 {
		s += " of " + byteText(b.line.Size)
	}
	if b.Games() > 0 {
		s += ", " + plural(b.Games(), "game")
	}
	return s
}

// archiveBegins returns the first bytes of archives.
func archiveBegins() []byte {
	head, _ := chesszip.Encode(nil, nil, nil)
	return head[:beginning]
}

// findBegun returns the unfinished archive for target, named name in messages: nil if
// there is none with frames and a journal; of several, that with most of the input. The
// error reports that another run is writing it, or that ctx has ended.
func findBegun(ctx context.Context, target, name string) (most *begun, err error) {
	for i := 1; i <= slots; i++ {
		path := tempName(target, i)
		f, err := takeLeftover(path, archiveBegins())
		for n := 0; errors.Is(err, errLocked) && n < lockPatience; n++ {
			time.Sleep(lockPause)
			f, err = takeLeftover(path, archiveBegins())
		}
		var b *begun
		switch {
		case errors.Is(err, errLocked):
			err = beingWritten(name)
		case f == nil:
			err = nil // not ours
		default:
			b, err = openBegun(ctx, f, path, journalName(target, i))
		}
		if err != nil {
			if most != nil {
				most.close()
			}
			return nil, err
		}
		if b != nil && (most == nil || b.Input() > most.Input()) {
			most, b = b, most
		}
		if b != nil {
			b.close()
		}
	}
	return most, nil
}

// openBegun reads the journal of an unfinished file. It returns nil, and closes the
// file, if that cannot be resumed.
func openBegun(ctx context.Context, f *os.File, path, journal string) (*begun, error) {
	b := &begun{file: f, path: path}
	if b.journal = openJournal(journal); b.journal == nil {
		f.Close()
		return nil, nil
	}
	size, err := f.Seek(0, io.SeekEnd)
	if err == nil && b.readLine() {
		var all int64
		if all, err = b.journal.Seek(0, io.SeekEnd); err == nil {
			b.Unfinished, err = chesszip.OpenUnfinished(ctx, f, size, io.NewSectionReader(b.journal, b.head, all-b.head), all-b.head)
		}
	}
	if by := stopped(ctx); by != nil || err != nil || b.Unfinished == nil || b.Frames() == 0 {
		b.close()
		return nil, by // after a read error the file cannot be resumed
	}
	return b, nil
}

// maxJournalLine is the greatest length of a journal's first line, in bytes.
const maxJournalLine = 64 << 10

func (b *begun) readLine() bool {
	head := make([]byte, maxJournalLine)
	n, err := b.journal.ReadAt(head, 0)
	if err != nil && err != io.EOF {
		return false
	}
	end := bytes.IndexByte(head[:n], '\n')
	if end < 0 || json.Unmarshal(head[:end], &b.line) != nil {
		return false
	}
	b.head = int64(end) + 1
	return true
}

// refuseBegun refuses to write to a target with an unfinished archive.
func (p *place) refuseBegun(ctx context.Context) error {
	if p.force {
		return nil
	}
	b, err := findBegun(ctx, p.target, p.name)
	if b == nil {
		var by *interrupted
		if errors.As(err, &by) {
			return err
		}
		return nil // creating the output finds another run
	}
	defer b.close()
	return misuse("--resume continues it, if it is compressed as before ("+b.line.Options+"); -f begins again",
		"%s is unfinished: an earlier run was stopped when %s were done", p.name, b.done())
}

// resumable is the journal of an output that is being written.
type resumable struct {
	to     *output
	always bool // keep it whenever the run is stopped
	begun  time.Time
	flush  func() error // flushes the buffer before the output

	mu     sync.Mutex
	file   *os.File
	path   string
	held   []byte // not yet in a file
	writes int
	synced time.Time
	giveUp bool // the output has failed
	ended  bool
}

// lazyWrites is how many writes of a journal are delayed: its options, and the record of
// the first frame, unless always is set. Most files have no more.
const lazyWrites = 2

// Write implements io.Writer, for the library's journal: one call a frame.
func (w *resumable) Write(b []byte) (int, error) {
	if err := w.flush(); err != nil {
		return 0, err
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.ended {
		return 0, os.ErrClosed
	}
	w.writes++
	if w.file == nil {
		w.held = append(w.held, b...)
		if w.writes < lazyWrites || w.writes == lazyWrites && !w.always {
			return len(b), nil
		}
		f, err := createJournal(w.path)
		if err == nil {
			w.file = f
			_, err = f.Write(w.held)
		}
		w.held = nil
		return len(b), w.failed(err)
	}
	n, err := w.file.Write(b)
	if err == nil && time.Since(w.synced) >= syncEvery {
		if err = w.to.file.Sync(); err == nil {
			err = w.file.Sync()
		}
		w.synced = time.Now()
	}
	return n, w.failed(err)
}

func (w *resumable) failed(err error) error {
	if err != nil {
		err = writeError("the journal of "+w.to.name, err)
	}
	return err
}

// keeps reports whether the unfinished output is to stay.
func (w *resumable) keeps() bool {
	if w == nil {
		return false
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.file != nil && !w.giveUp && worthKeeping(w.always, time.Since(w.begun))
}

// worthKeeping reports whether a run that was stopped but not killed keeps its output.
func worthKeeping(asked bool, took time.Duration) bool { return asked || took >= keepAfter }

// drop marks the output as not resumable.
func (w *resumable) drop() {
	if w != nil {
		w.mu.Lock()
		w.giveUp = true
		w.mu.Unlock()
	}
}

// end closes the journal, and removes it unless the output stays unfinished.
func (w *resumable) end(kept bool) {
	if w == nil {
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.ended = true
	if w.file == nil {
		return
	}
	w.file.Close()
	w.file = nil
	if !kept {
		removeJournal(w.path)
	}
}

// beginOutput creates the output of a compression, or takes over that of an earlier run,
// and then returns what is kept of it.
func (j *job) beginOutput(in *input, target string) (*output, *begun, error) {
	p, err := j.place(target, j.force, j.reads)
	if err != nil {
		return nil, nil, err
	}
	var b *begun
	if j.resume && !p.direct {
		if b, err = findBegun(j.ctx, p.target, p.name); err != nil {
			return nil, nil, err
		}
	}
	line := j.beginningOf(in)
	if b != nil {
		if why := b.line.differs(&line); why != "" {
			b.close()
			return nil, nil, misuse("-f without --resume begins again", "%s cannot be resumed: %s", target, why)
		}
	}
	var out *output
	if b == nil {
		out, err = p.create(j.ctx)
	} else {
		out, err = p.takeOver(j.ctx, b)
	}
	if err != nil || out.temp == "" {
		return out, nil, err
	}
	w := &resumable{to: out, path: journalOf(p.target, out.temp), always: j.resume, begun: time.Now()}
	if b != nil {
		w.file = b.journal
	} else {
		text, err := json.Marshal(&line)
		if err != nil {
			out.discard()
			return nil, nil, err
		}
		w.held = append(text, '\n')
	}
	out.work.Store(w)
	return out, b, nil
}

// takeOver makes the file of an earlier run the output of this one.
func (p *place) takeOver(ctx context.Context, b *begun) (*output, error) {
	o := &output{place: *p, ctx: ctx, file: b.file, temp: b.path}
	err := b.file.Truncate(b.Size())
	if err == nil {
		_, err = b.file.Seek(b.Size(), io.SeekStart)
	}
	if err == nil {
		err = b.journal.Truncate(b.head + b.JournalSize())
	}
	if err == nil {
		_, err = b.journal.Seek(0, io.SeekEnd)
	}
	if err != nil {
		b.close()
		return nil, writeError(p.name, err)
	}
	o.begins(archiveBegins())
	o.alive = context.AfterFunc(ctx, o.remove)
	return o, nil
}

// compressTo compresses, or resumes b.
func (j *job) compressTo(w io.Writer, src io.Reader, b *begun, options *chesszip.WriterOptions) (chesszip.Stats, error) {
	if b == nil {
		return chesszip.Compress(j.ctx, w, src, options)
	}
	return b.Resume(j.ctx, w, src, options)
}

// stopped handles an output whose compression ended with err.
func (j *job) stopped(out *output, target string, in *input, err error) error {
	if errors.Is(err, chesszip.ErrResume) {
		return misuse("-f without --resume begins again", "%s cannot be resumed: %s is not what it was begun with", target, in.name)
	}
	if out.work.Load().keeps() {
		j.say("chesszip: %s is unfinished but kept: the same command with --resume continues", target)
	}
	return err
}
