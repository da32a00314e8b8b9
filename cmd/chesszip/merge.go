package main

import (
	"errors"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/chesszip/chesszip"
)

// writing is the common part of commands that make archives of archives.
type writing struct {
	reading
	level   int
	index   []string
	bare    bool // no opening table
	decoded bool // games were compressed again
}

func newMerge(c *console) *cobra.Command {
	w := &writing{reading: reading{console: c}, level: 6}
	repack := false
	cmd := &cobra.Command{
		Use:   "merge -o ARCHIVE [flags] FILE...",
		Short: "join archives into one",
		Long: `Join archives into one, one file after the other. Concatenated archives in a file
are joined also.

If all of them code moves alike, their frames are copied, as fast as the disk is.
Otherwise, and for PGN files, all games are compressed again; --repack always does
this. It makes archives smaller that have many small frames, as short appends
leave them. The indexes of any file are made for all games, unless --index names
others.

If a file has an opening table (--index openings), one of all games is made, for
which all moves are read; --no-openings leaves it out.`,
		Example: `  chesszip merge -o all.czip 2013.czip 2014.czip
  chesszip merge --repack --level 9 -o small.czip games.czip`,
		Args: arguments(cobra.MinimumNArgs(1), "-o ARCHIVE [flags] FILE..."),
	}
	f := cmd.Flags()
	w.outputFlags(f)
	f.BoolVar(&repack, "repack", false, "compress all games again")
	f.IntVarP(&w.level, "level", "l", 6, "`LEVEL` of games that are compressed again, 0 to 9")
	f.StringSliceVar(&w.index, "index", nil, "with games that are compressed again, "+indexUsage)
	f.BoolVar(&w.bare, "no-openings", false, "leave out the opening table")
	w.readFlags(f)
	return w.verb(cmd, func(args []string) error {
		if w.output == "" {
			return misuse("chesszip merge -o all.czip a.czip b.czip", "merge needs -o, the archive to write")
		}
		if err := endingOf(w.output).mustBeArchive(w.output); err != nil {
			return err
		}
		var from []*chesszip.Archive
		var read []*opened
		for _, name := range args {
			a, err := w.open(name)
			if err != nil {
				return err
			}
			defer a.close()
			if err := w.sayNoGames(a); err != nil {
				return err
			}
			from, read = append(from, a.Archive), append(read, a)
		}
		if w.damaged {
			return reported{statusCorrupt}
		}
		stats, err := w.writeTo(w.output, w.inputs(append(args, w.model)...), from, repack)
		if err != nil {
			return w.mergeError(read, err)
		}
		for _, a := range read {
			a.in.tellChanged()
			if w.decoded && !a.plain {
				w.tellDamage(a) // of indexes; copied frames have been compared
			}
		}
		if w.talks() {
			w.say("%s: %s of %s in %s", oneLine(w.output), plural(stats.Games, "game"), plural(int64(len(args)), "file"), byteText(stats.Out))
		}
		return w.status(nil)
	})
}

// mergeError explains an error of merging files: for damage, in which of them it is, and
// what to do.
func (w *writing) mergeError(read []*opened, err error) error {
	name, hint := "", ""
	for _, a := range read {
		if name += ", " + a.name; a.plain || !errors.Is(err, chesszip.ErrCorrupt) {
			continue
		}
		if games, damaged, e := a.VerifyChecksums(w.ctx); isReadable(e) && len(damaged) > 0 {
			name, hint = ", "+a.name, mendHint(a, games)
			break
		}
	}
	err = w.explain(strings.TrimPrefix(name, ", "), err)
	var p *problem
	if errors.As(err, &p) && p.status == statusCorrupt && p.hint == "" {
		p.hint = hint
	}
	return err
}

// writeTo makes an archive of others, which are read from the files in, at the given
// name or on standard output.
func (w *writing) writeTo(name string, in inputs, from []*chesszip.Archive, repack bool) (stats chesszip.Stats, err error) {
	if name != stdio {
		p, err := w.place(name, w.force, in)
		if err != nil {
			return stats, err
		}
		return w.writeAt(p, from, repack)
	}
	if w.out.terminal && !w.force {
		return stats, misuse("redirect it, or name a file with -o", "an archive is not written to a terminal")
	}
	out, err := w.data(in)
	if err != nil {
		return stats, err
	}
	merge, err := w.merge(&stats, from, repack)
	if err != nil {
		return stats, err
	}
	err = buffered(w.ctx, out, stdoutName, merge)
	return stats, err
}

// writeAt makes an archive of others at a place.
func (w *writing) writeAt(p *place, from []*chesszip.Archive, repack bool) (stats chesszip.Stats, err error) {
	merge, err := w.merge(&stats, from, repack)
	if err != nil {
		return stats, err
	}
	out, err := p.create(w.ctx)
	if err != nil {
		return stats, err
	}
	defer out.discard()
	if err := buffered(w.ctx, out, p.name, merge); err != nil {
		return stats, err
	}
	return stats, out.commit(nil)
}

// merge returns a function that writes an archive of others and sets stats.
func (w *writing) merge(stats *chesszip.Stats, from []*chesszip.Archive, repack bool) (func(io.Writer) error, error) {
	anew, err := w.anew()
	if err != nil {
		return nil, err
	}
	return func(to io.Writer) (err error) {
		if !repack {
			*stats, err = chesszip.Merge(w.ctx, to, from, &chesszip.MergeOptions{NoOpenings: w.bare})
		}
		if repack || errors.Is(err, chesszip.ErrRepack) {
			w.decoded = true
			var input int64
			for _, a := range from {
				input += inputOf(a)
			}
			meter := w.newMeter(w.ctx, "merge", input)
			defer meter.close()
			anew.Progress = meter.progress(0)
			if len(w.index) == 0 && w.level > 0 {
				anew.Open = w.indexLike(from)
			}
			*stats, err = chesszip.Merge(w.ctx, to, from, &chesszip.MergeOptions{Repack: anew})
		}
		return err
	}, nil
}

// indexLike returns the kinds of index of all archives together.
func (w *writing) indexLike(from []*chesszip.Archive) (index chesszip.Columns) {
	for _, a := range from {
		// An error of an archive comes up again when its games are read.
		o, _ := a.WriterOptions()
		index |= o.Open
	}
	if w.bare {
		index &^= chesszip.OpeningTable
	}
	return index
}

// anew returns the settings for compressing games again.
func (w *writing) anew() (*chesszip.WriterOptions, error) {
	if err := mustBeLevel(w.level); err != nil {
		return nil, err
	}
	own, err := w.readModel(w.ctx, w.model)
	if err != nil {
		return nil, err
	}
	anew := &chesszip.WriterOptions{Threads: w.threads}
	if anew.Open, err = indexOf(w.index); err != nil {
		return nil, err
	}
	setLevel(anew, w.level)
	if anew.Level != nil && own != nil {
		anew.Level = own
	}
	return anew, nil
}

func mustBeLevel(level int) error {
	if level < 0 || level > 9 {
		return misuse("", "no level %d: levels are 0 to 9", level)
	}
	return nil
}
