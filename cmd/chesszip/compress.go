package main

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/chesszip/chesszip"
)

func newCompress(c *console) *cobra.Command {
	j := &job{console: c, level: 6}
	cmd := j.verb(&cobra.Command{
		Use:   "compress [flags] [FILE...]",
		Short: "make archives, as chesszip FILE... does",
		Long: `Make an archive of each file, or with -o one of all: chesszip compress FILE... is
chesszip FILE... in words. Standard input becomes an archive on standard output.`,
		Example: `  chesszip compress games.pgn
  chesszip compress -0 -o all.czip 2013.pgn 2014.pgn.zst`,
	})
	j.compressFlags(cmd.Flags())
	return cmd
}

// verb makes a command of a job, with the flags of files.
func (j *job) verb(cmd *cobra.Command) *cobra.Command {
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		j.ctx = cmd.Context()
		return j.run(args)
	}
	f := cmd.Flags()
	f.SortFlags = false
	j.fileFlags(f)
	return cmd
}

// compress makes an archive of one file.
func (j *job) compress(name string) (err error) {
	in, err := openInput(j.ctx, j.console, name)
	if err != nil {
		return err
	}
	defer in.close()
	if isArchive(in.peek()) && !j.force {
		return failed("-f compresses it once more", "%s is a chesszip archive already", in.name)
	}
	if !j.noUnpack {
		if err := in.unpack(); err != nil {
			return err
		}
	}
	if j.toStdout(name) {
		return j.compressToStdout(in)
	}
	if j.output == "" && !in.regular() && !isURL(name) {
		return failed("name the archive with -o, or use -c", "%s is not a regular file", in.name)
	}
	target, err := j.target(in.path, in.pack)
	if err != nil {
		return err
	}
	if j.remove {
		if err := in.mayRemove(); err != nil {
			return err
		}
	}
	out, kept, err := j.beginOutput(in, target)
	if err != nil {
		return err
	}
	defer out.discard()

	sum, stats, err := j.encode(out, target, in, kept)
	if err != nil {
		return j.stopped(out, target, in, err)
	}
	if j.remove {
		if out.temp == "" {
			return failed("", "%s cannot be read back to verify it: %s stays", target, in.name)
		}
		if err := out.sync(); err != nil {
			return err
		}
		if err := j.verify(out, in, sum, stats); err != nil {
			if stopped(j.ctx) == nil {
				out.work.Load().drop()
			}
			return err
		}
	}
	if err := out.commit(in.source()); err != nil {
		return err
	}
	if j.remove {
		if err := in.removeSource(); err != nil {
			return err
		}
	} else {
		in.tellChanged()
	}
	if len(j.args) > 1 {
		j.finished(target+": "+achieved(stats)+j.verified(), stats)
		return nil
	}
	j.finished(target+": "+achieved(stats), stats)
	if j.talks() {
		j.say(" %s%s; chesszip -d %s gives the file back", strings.TrimPrefix(j.verified(), ","), j.spent(stats.In-kept.before()), target)
	}
	return nil
}

// verified returns a remark if the archive has not been compared with its input.
func (j *job) verified() string {
	if j.noVerify {
		return ", not verified"
	}
	return ", every byte verified"
}

// spent returns a remark about the time of work on so many bytes, if someone has waited.
func (j *job) spent(input int64) string {
	took := time.Since(j.begun)
	if j.drawn == nil || took < time.Second {
		return ""
	}
	return fmt.Sprintf(", %s, %s/s", leftText(took), byteText(int64(float64(input)/took.Seconds())))
}

// compressToStdout writes an archive to standard output.
func (j *job) compressToStdout(in *input) error {
	w, err := j.data(j.reads)
	if err != nil {
		return err
	}
	_, stats, err := j.encode(w, stdoutName, in, nil)
	if err == nil {
		in.tellChanged()
		j.finished(stdoutName+": "+achieved(stats)+j.verified(), stats)
	}
	return err
}

// encode compresses in to w, named where in messages, or resumes kept, and returns the
// hash of its input.
func (j *job) encode(w io.Writer, where string, in *input, kept *begun) (sum []byte, stats chesszip.Stats, err error) {
	in.raw.meter = j.newMeter(j.ctx, in.name, in.size())
	defer in.raw.meter.close()
	options := j.compressOptions()
	options.Progress = in.raw.meter.progress(kept.before())
	h := sha256.New()
	src := &errorReader{r: in.r}
	if in.pack != plain {
		src.meter = in.raw.meter
	}
	var p *problem
	if kept != nil && j.talks() {
		j.say("%s: %s were done before", where, kept.done())
	}
	err = buffered(j.ctx, w, where, func(buf io.Writer) (err error) {
		if out, ok := w.(*output); ok {
			if journal := out.work.Load(); journal != nil {
				journal.flush, options.Journal = buf.(*bufio.Writer).Flush, journal
			}
		}
		stats, err = j.compressTo(buf, io.TeeReader(src, h), kept, options)
		return err
	})
	switch {
	case src.err != nil:
		err = in.readError(src.err)
	case errors.Is(err, chesszip.ErrResume): // the caller adds to it
	case errors.As(err, &p) || stopped(j.ctx) != nil:
	case errors.Is(err, chesszip.ErrNoList):
		err = failed("leave out --sort: it is for lists of positions (FEN, EPD, CSV), a line each", "%s: %w", in.name, err)
	case err != nil:
		err = failed("", "%s: %w", in.name, err)
	case stats.Sorted:
		j.say("%s: the order of lines is not kept (--sort)", where)
	}
	return h.Sum(nil), stats, err
}

// verify reads the finished archive back, decodes it and compares the result with the
// input, though every frame has been compared before: the input is about to be removed.
func (j *job) verify(out *output, in *input, want []byte, stats chesszip.Stats) error {
	if _, err := out.file.Seek(0, io.SeekStart); err != nil {
		return failed("", "read %s back: %w", out.name, bare(err))
	}
	back := &guardedReader{ctx: j.ctx, r: out.file, name: out.name}
	back.meter = j.newMeter(j.ctx, "verify "+in.name, stats.Out)
	defer back.meter.close()
	got := sha256.New()
	options := j.readOptions()
	options.Progress = back.meter.progress(0)
	_, err := chesszip.Decompress(j.ctx, got, bufio.NewReaderSize(back, bufferSize), options)
	if back.err != nil {
		return back.err
	}
	if err != nil || !sameSum(got, want) {
		return unverified(in.name, "nothing was written, and nothing removed", err)
	}
	return nil
}

func sameSum(got hash.Hash, want []byte) bool { return bytes.Equal(got.Sum(nil), want) }

// unverified is the error for a bug: the archive does not give its input back.
func unverified(name, consequence string, err error) error {
	if err == nil {
		err = fmt.Errorf("other bytes came back")
	}
	return failed(consequence+"; please report this: it is a bug, or bad memory",
		"%s: the archive does not give the file back: %w", name, err)
}

// archiveName returns the name of the archive of a file: the name with .czip, without
// the suffix of a packing that the archive does not hold.
func archiveName(path string, p packing) string {
	if base := strings.TrimSuffix(path, p.suffix()); base != "" && !os.IsPathSeparator(base[len(base)-1]) {
		path = base
	}
	return path + suffix
}

// mayRemove refuses to remove a source that its archive cannot give back exactly.
func (in *input) mayRemove() error {
	if in.path == "" {
		return misuse("", "--rm does not go with standard input")
	}
	if in.pack != plain {
		return failed("leave out --rm, or keep the file packed inside with --no-unpack",
			"%s is %s: its archive would give back what it unpacks to, so it is not removed", in.name, in.pack)
	}
	if info, err := os.Lstat(in.path); err == nil && info.Mode()&fs.ModeSymlink != 0 {
		return failed("leave out --rm", "%s is a symbolic link: its archive would give back a file", in.name)
	}
	if !in.regular() {
		return failed("leave out --rm", "%s is not a regular file", in.name)
	}
	return nil
}

// removeSource removes the input file, unless it has changed.
func (in *input) removeSource() error {
	now, err := os.Lstat(in.path)
	if err != nil {
		return failed("", "%s: %w", in.name, bare(err))
	}
	if !os.SameFile(now, in.info) || in.changed() {
		return failed("begin again with -f", "%s has changed meanwhile: it is not removed", in.name)
	}
	if err := os.Remove(in.path); err != nil {
		return failed("", "remove %s: %w", in.name, bare(err))
	}
	return nil
}

// achieved describes a compression in a few words.
func achieved(s chesszip.Stats) string {
	b := new(strings.Builder)
	fmt.Fprintf(b, "%s to %s", byteText(s.In), byteText(s.Out))
	if s.In > 0 {
		fmt.Fprintf(b, " (%.1f %%)", 100*float64(s.Out)/float64(s.In))
	}
	b.WriteString(", " + gamesOrContent(&s))
	if s.Games > 0 {
		fmt.Fprintf(b, " of %.1f bytes", float64(s.Out)/float64(s.Games))
	}
	return b.String()
}

// total is the closing line of several files.
func (j *job) total() string {
	what := map[mode]string{compressing: "compressed", decompressing: "decompressed", checking: "tested"}[j.mode]
	head := plural(int64(j.files), "file") + " " + what + ": "
	tail := j.spent(j.sum.In)
	if j.mode == compressing {
		return head + achieved(j.sum) + j.verified() + tail
	}
	return head + returned(j.sum) + tail
}

// errorReader remembers why a read failed.
type errorReader struct {
	r     io.Reader
	meter *meter // counts unpacked bytes, or nil
	err   error
}

func (e *errorReader) Read(b []byte) (int, error) {
	n, err := e.r.Read(b)
	e.meter.unpacked(n)
	if err != nil && err != io.EOF {
		e.err = err
	}
	return n, err
}
