package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/chesszip/chesszip"
)

func newSplit(c *console) *cobra.Command {
	w := &writing{reading: reading{console: c}, level: 6}
	games, parts := int64(0), 0
	cmd := &cobra.Command{
		Use:   "split (--games N | --parts N) [flags] ARCHIVE",
		Short: "cut an archive into several",
		Long: `Writes archives of the parts of one: games.czip becomes games-001.czip,
games-002.czip and so on, or PREFIX-001.czip with -o PREFIX. It cuts between
frames, which hold up to 4,000 games, so that a part may have fewer games than
asked for, or a frame's where less was asked for.`,
		Example: `  chesszip split --games 100000 games.czip
  chesszip split --parts 4 -o part games.czip      part-001.czip to part-004.czip`,
		Args: arguments(cobra.ExactArgs(1), "(--games N | --parts N) [flags] ARCHIVE"),
	}
	f := cmd.Flags()
	f.Int64VarP(&games, "games", "g", 0, "at most `N` games a part")
	f.IntVarP(&parts, "parts", "p", 0, "`N` parts of about as many frames")
	f.StringVarP(&w.output, "output", "o", "", "call the parts `PREFIX`-001.czip and so on")
	f.BoolVarP(&w.force, "force", "f", false, "overwrite files")
	w.readFlags(f)
	return w.verb(cmd, func(args []string) error {
		if (games > 0) == (parts > 0) || games < 0 || parts < 0 {
			return misuse("chesszip split --help shows how", "give --games N or --parts N")
		}
		a, err := w.open(args[0])
		if err != nil {
			return err
		}
		defer a.close()
		if err := a.mustBeArchive(); err != nil {
			return err
		}
		if w.damaged {
			return reported{statusCorrupt}
		}
		var cut []*chesszip.Archive
		if games > 0 {
			if cut, err = a.Parts(games); err != nil {
				return err
			}
		} else {
			for i := range parts {
				cut = append(cut, a.Shard(i, parts))
			}
		}
		prefix := w.output
		if prefix == "" {
			prefix = strings.TrimSuffix(args[0], suffix)
		}
		// All names are looked at before the first part is written.
		in, places := w.inputs(args[0], w.model), make([]*place, len(cut))
		for i := range cut {
			if places[i], err = w.place(fmt.Sprintf("%s-%03d%s", prefix, i+1, suffix), w.force, in); err != nil {
				return err
			}
		}
		for i, part := range cut {
			name := places[i].name
			stats, err := w.writeAt(places[i], []*chesszip.Archive{part}, false)
			if err != nil {
				return w.explain(args[0], err)
			}
			if w.talks() {
				w.say("%s: %s in %s", oneLine(name), plural(stats.Games, "game"), byteText(stats.Out))
			}
		}
		return nil
	})
}
