package main

import (
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/chesszip/chesszip"
)

// writing is what commands that make archives of archives have in common.
type writing struct {
	reading
	level int
	index []string
}

func newMerge(c *console) *cobra.Command {
	w := &writing{reading: reading{console: c}, level: 6}
	repack := false
	cmd := &cobra.Command{
		Use:   "merge -o ARCHIVE [flags] FILE...",
		Short: "join archives into one",
		Long: `Writes one archive of the games of several, one file after the other, and of
those that lie end to end in a file. Where all of them code moves alike their frames are copied, which is as fast as the disk;
else, and for PGN files, all games are compressed anew. --repack does so anyway:
small frames, as many a short append leaves them, become large ones, which are
smaller together.`,
		Example: `  chesszip merge -o all.czip 2013.czip 2014.czip
  chesszip merge --repack --level 9 -o small.czip games.czip`,
		Args: arguments(cobra.MinimumNArgs(1), "-o ARCHIVE [flags] FILE..."),
	}
	f := cmd.Flags()
	w.outputFlags(f)
	f.BoolVar(&repack, "repack", false, "compress all games anew")
	f.IntVarP(&w.level, "level", "l", 6, "`LEVEL` of what is compressed anew, 1 to 9: 1 to 3 fast, 4 to 6 default, 7 to 9 max")
	f.StringSliceVar(&w.index, "index", nil, "keep, of what is compressed anew, what makes searching fast: "+indexKinds)
	w.readFlags(f)
	return w.verb(cmd, func(args []string) error {
		if w.output == "" {
			return misuse("chesszip merge -o all.czip a.czip b.czip", "merge needs -o, the archive to write")
		}
		var from []*chesszip.Archive
		for _, name := range args {
			a, err := w.open(name)
			if err != nil {
				return err
			}
			defer a.close()
			from = append(from, a.Archive)
		}
		if w.damaged {
			return reported{statusCorrupt}
		}
		stats, err := w.write(w.output, from, repack)
		if err != nil {
			return w.explain(strings.Join(args, ", "), err)
		}
		if w.talks() {
			w.say("%s: %s of %s in %s", oneLine(w.output), plural(stats.Games, "game"), plural(int64(len(args)), "file"), byteText(stats.Out))
		}
		return nil
	})
}

// write makes an archive of others.
func (w *writing) write(name string, from []*chesszip.Archive, repack bool) (stats chesszip.Stats, err error) {
	if w.level < 1 || w.level > 9 {
		return stats, misuse("", "no level %d: levels are 1 to 9", w.level)
	}
	o, err := w.options()
	if err != nil {
		return stats, err
	}
	o.Level, o.Repack = namedLevel(w.level), repack
	if o.Index, err = indexOf(w.index); err != nil {
		return stats, err
	}
	merge := func(to io.Writer) (err error) {
		stats, err = chesszip.Merge(to, from, o)
		return err
	}
	if name == stdio {
		if isTerminal(w.out) && !w.force {
			return stats, misuse("redirect it, or name a file with -o", "an archive is not written to a terminal")
		}
		err = buffered(w.ctx, w.out, stdoutName, merge)
		return stats, err
	}
	out, err := createOutput(w.ctx, name, w.force, nil)
	if err != nil {
		return stats, err
	}
	defer out.discard()
	if err := buffered(w.ctx, out, name, merge); err != nil {
		return stats, err
	}
	return stats, out.commit(nil)
}
