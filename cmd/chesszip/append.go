package main

import (
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"github.com/chesszip/chesszip"
)

func newAppend(c *console) *cobra.Command {
	j := &job{console: c}
	inPlace, dedupe := false, false
	cmd := &cobra.Command{
		Use:   "append [flags] ARCHIVE FILE...",
		Short: "add games to an archive",
		Long: `Add games to an archive: those of PGN files, packed or not, or of standard input
(-), at the level and with the indexes that the archive has.

The frames of the archive are copied, not decoded, to a new file, which replaces
the old one when it is complete. With --in-place nothing is copied: new frames,
and a new index if there are many, are written after the end of the archive. If
the machine crashes meanwhile, the archive has an incomplete end: all commands
except -d and -t skip it, and the next append removes it. Use chesszip recover
first if you want to keep the games of its complete frames.

With --dedupe, only games that are not there are added: duplicates are defined as
by chesszip dedupe, and the archive keeps its own. FILEs may then be archives
also. Of the archive, names and dates are read, and decoded are the games of
players with the same initials on the same day.

If several archives are concatenated, games are added to the last.`,
		Example: `  chesszip append games.czip today.pgn
  curl URL | chesszip append games.czip
  chesszip append --dedupe games.czip twic1610.pgn
  chesszip append --in-place huge.czip today.pgn.zst`,
		Args: func(cmd *cobra.Command, args []string) error {
			err := arguments(cobra.MinimumNArgs(2), "[flags] ARCHIVE FILE...")(cmd, args)
			if len(args) == 1 && piped(c.in) {
				j.unnamed, err = err, nil
			}
			return err
		},
	}
	f := cmd.Flags()
	f.SortFlags = false
	f.BoolVar(&inPlace, "in-place", false, "write after the end of the archive, copy nothing")
	f.BoolVar(&dedupe, "dedupe", false, "add only games that are not there")
	f.StringSliceVar(&j.index, "index", nil, indexUsage)
	f.StringVarP(&j.dict, "model", "D", "", "use the model in `FILE` that the archive was made with")
	f.IntVarP(&j.threads, "threads", "T", 0, "use `N` threads (0: one for each processor)")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		j.ctx = cmd.Context()
		if err := j.prepare(); err != nil {
			return err
		}
		if j.unnamed != nil {
			args = append(args, stdio)
		}
		j.args = args[1:]
		return j.append(args[0], args[1:], inPlace, dedupe)
	}
	return cmd
}

// append adds the games of files to an archive; with dedupe, those that it does not have.
func (j *job) append(name string, files []string, inPlace, dedupe bool) error {
	if isURL(name) {
		return errURL("append writes to a file", name)
	}
	r := &reading{console: j.console, ctx: j.ctx, model: j.dict, threads: j.threads, unnamed: j.unnamed}
	in := j.inputs(append(files, j.dict)...)
	old, err := r.open(name)
	if err != nil {
		return err
	}
	defer old.close()
	if err := old.mustBeArchive(); err != nil {
		return err
	}
	if gaps := old.Gaps(); len(gaps) > 0 {
		if g := gaps[len(gaps)-1]; g.Offset+g.Length == old.Size() {
			return corrupt(fmt.Sprintf("chesszip recover -o saved.pgn %s saves all games; append to an archive of these", oneLine(name)),
				"%s: nothing is appended behind %s that are not a whole archive", name, plural(g.Length, "byte"))
		}
	}
	var all io.Reader
	var read []*input
	fresh := &newGames{}
	if dedupe {
		if fresh, err = r.newGames(files, old); err == nil {
			defer fresh.close()
			all = fresh.text
		}
	} else {
		all, read, err = j.concatenated(files, old)
	}
	defer func() {
		for _, in := range read {
			in.close()
		}
	}()
	if err != nil {
		return err
	}
	// Complete the addition before changing the archive.
	added, err := j.createOutput(j.ctx, name, true, in)
	if err != nil {
		return err
	}
	defer added.discard()
	if err := added.unchanged(old.info); err != nil {
		return err
	}
	size := old.Size()
	if err := added.beginAppended(old.in.file.(*os.File), size, inPlace); err != nil {
		return err
	}
	src := &errorReader{r: all}
	var stats chesszip.Stats
	err = buffered(j.ctx, added, name, func(w io.Writer) (err error) {
		stats, err = chesszip.Append(j.ctx, w, old.file, size, src, j.appendOptions())
		return err
	})
	if src.err != nil {
		return src.err
	}
	if err != nil {
		return r.explain(name, err)
	}
	for _, in := range read {
		in.tellChanged()
	}
	leftOut := ""
	if fresh.dropped > 0 {
		leftOut = ", " + plural(fresh.dropped, "duplicate") + " left out"
	}
	if stats.Out == 0 && size == old.info.Size() { // nothing to add
		if leftOut != "" {
			j.finished(name+": nothing added"+leftOut, stats)
		}
		return nil
	}
	if inPlace {
		err = added.writeBehind(int64(len(inPlaceMark)), size, old.info)
	} else {
		err = added.commit(nil)
	}
	if err == nil {
		if o, _ := old.WriterOptions(); !inPlace || o.Open&chesszip.OpeningTable != 0 {
			r.tellDamage(old) // it was read, to be copied or for the opening table
		}
		err = r.status(nil)
		j.finished(name+": "+gamesOrContent(&stats)+" added"+leftOut+", "+byteText(stats.In)+" as "+byteText(stats.Out), stats)
	}
	return err
}

// inPlaceMark begins the temporary file of append --in-place, which has the new frames
// without the archive before them.
const inPlaceMark = "appended"

// beginAppended writes the archive of the given size, or the mark, before the new
// frames.
func (o *output) beginAppended(old *os.File, size int64, inPlace bool) error {
	if inPlace {
		_, err := io.WriteString(o, inPlaceMark)
		return err
	}
	head := make([]byte, beginning)
	if _, err := old.ReadAt(head, 0); err != nil {
		return failed("", "read %s: %w", o.name, bare(err))
	}
	o.begins(head)
	// A file system with shared blocks copies nothing.
	if _, err := io.Copy(o.file, io.LimitReader(old, size)); err != nil {
		return writeError(o.name, err)
	}
	return nil
}

// concatenated reads files one after the other, each unpacked if it is packed. The
// caller must close the inputs, also after an error.
func (j *job) concatenated(files []string, old *opened) (_ io.Reader, inputs []*input, err error) {
	var all []io.Reader
	for _, name := range files {
		in, err := openInput(j.ctx, j.console, name)
		if err != nil {
			return nil, inputs, err
		}
		inputs = append(inputs, in)
		switch {
		case in.info != nil && os.SameFile(in.info, old.info):
			err = misuse("", "%s is the archive itself", name)
		case len(in.peek()) == 0 && j.unnamed != nil:
			err = j.unnamed
		case isArchive(in.peek()):
			err = failed("chesszip merge joins archives", "%s is an archive", in.name)
		default:
			err = in.unpack()
		}
		if err != nil {
			return nil, inputs, err
		}
		all = append(all, &explainedReader{in})
	}
	return io.MultiReader(all...), inputs, nil
}

// explainedReader reads an input, with explained errors.
type explainedReader struct{ in *input }

func (e *explainedReader) Read(b []byte) (int, error) {
	n, err := e.in.r.Read(b)
	if err != nil && err != io.EOF {
		err = e.in.readError(err)
	}
	return n, err
}
