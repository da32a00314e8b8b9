package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/chesszip/chesszip"
)

const splitLong = `Split an archive into parts, or games by player, event, month or another tag.

--games and --parts split one archive, which is not packed, into games-001.czip,
games-002.czip and so on, or PREFIX-001.czip with -o PREFIX. They split between
frames, which hold up to 4,000 games: a part has at most N games, or one frame if
N is less than a frame has. The opening table is rebuilt for each part.

--by writes a file for each value of a tag, such as a file for each player, with
all games of the player. It takes event, site, round, white, black, player, eco,
opening, variation, result, tc, termination, date, month, year, or the name of a
tag; games without it go to a file called unknown. In -o {} is replaced by the
value, as in -o 'players/{}.pgn'; the ending, or --to, selects the form.
Games keep their bytes and their order.

Characters that file systems refuse become _, and names have at most 100 bytes. A
name that is not the value itself, or differs from another in letter case only,
ends in ~ and a checksum of the value.

Games wait in a temporary file beside the others, as large as all of them, or
twice as large with --by player. There can be at most 262,144 values.`

const splitUse = "(--games N | --parts N | --by WHAT) [flags] FILE..."

func newSplit(c *console) *cobra.Command {
	w := &writing{reading: reading{console: c}, level: 6}
	games, parts := int64(0), 0
	by, to := "", ""
	cmd := &cobra.Command{
		Use:   "split " + splitUse,
		Short: "split an archive, or games by player, event, month, ...",
		Long:  splitLong,
		Example: `  chesszip split --games 100000 games.czip
  chesszip split --parts 4 -o part games.czip     part-001.czip, ...
  chesszip split --by player -o 'players/{}.pgn' games.czip
  chesszip split --by month --to czip lichess.pgn  lichess-2013.01.czip, ...`,
		Args: w.gamesOf(splitUse),
	}
	f := cmd.Flags()
	f.Int64VarP(&games, "games", "g", 0, "write at most `N` games to a part")
	f.IntVarP(&parts, "parts", "p", 0, "write `N` parts of about as many frames")
	f.StringVar(&by, "by", "", "write a file for each value of `WHAT`: player, event, month, ...")
	f.StringVar(&to, "to", "", "with --by, write `FORM`: "+inWords(writtenForms))
	f.StringVarP(&w.output, "output", "o", "", "name the parts `PREFIX`-001.czip and so on")
	f.BoolVarP(&w.force, "force", "f", false, "overwrite files")
	level := f.IntP("level", "l", 0, "with --by, write archives of `LEVEL` 0 to 9")
	f.StringSliceVar(&w.arch.index, "index", nil, "with --by, "+indexUsage)
	w.readFlags(f)
	w.manyFlag(f)
	return w.verb(cmd, func(args []string) error {
		chosen := 0
		for _, is := range []bool{games > 0, parts > 0, by != ""} {
			if is {
				chosen++
			}
		}
		if chosen != 1 || games < 0 || parts < 0 {
			return misuse("chesszip split --help shows how", "give one of --games N, --parts N and --by WHAT")
		}
		if by == "" {
			if len(args) > 1 || to != "" || w.many.recursive || f.Changed("level") || len(w.arch.index) > 0 {
				return misuse("chesszip split --help shows how", "several files, -r, --to, --level and --index go with --by only")
			}
			if err := endingOf(w.output).mustBeArchive(w.output); err != nil {
				return err
			}
			return w.split(args[0], games, parts)
		}
		if f.Changed("level") {
			if err := mustBeLevel(*level); err != nil {
				return err
			}
			w.arch.level = level
		}
		pattern, err := patternOf(w.output, to, localName(w.many.first), hasEnding(localName(args[0]), archiveEndings))
		if err != nil {
			return err
		}
		w.output, w.arch.games = pattern, true
		form, _, err := w.written("")
		if err != nil {
			return err
		}
		if form != toArchive {
			if err := w.arch.mustBeAsked(); err != nil {
				return err
			}
		}
		return w.splitBy(args, by, pattern)
	})
}

// split splits an archive into parts of so many games, or into so many parts.
func (w *writing) split(name string, games int64, parts int) error {
	a, err := w.open(name)
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
		if cut, err = a.Split(games); err != nil {
			return err
		}
	} else {
		for i := range parts {
			part, err := a.Shard(i, parts)
			if err != nil {
				return err
			}
			cut = append(cut, part)
		}
	}
	prefix := w.output
	if prefix == "" {
		if prefix = strings.TrimSuffix(localName(name), suffix); prefix == "" {
			return failed("name the parts with -o", "%s does not end in a file name", a.name)
		}
	}
	// Check all names before writing the first part.
	in, places := w.inputs(name, w.model), make([]*place, len(cut))
	for i := range cut {
		if places[i], err = w.place(fmt.Sprintf("%s-%03d%s", prefix, i+1, suffix), w.force, in); err != nil {
			return err
		}
	}
	var done []string
	for i, part := range cut {
		stats, err := w.writeAt(places[i], []*chesszip.Archive{part}, false)
		if err != nil {
			w.sayDone(done, len(cut))
			return w.explain(a.name, err)
		}
		done = append(done, fmt.Sprintf("%s: %s in %s", oneLine(places[i].name), plural(stats.Games, "game"), byteText(stats.Out)))
		if w.talks() {
			w.say("%s", done[i])
		}
	}
	return nil
}

// sayDone reports which files are written when writing has ended early.
func (w *writing) sayDone(done []string, of int) {
	if len(done) == 0 {
		w.say("chesszip: none of the %s is written", plural(int64(of), "file"))
		return
	}
	w.say("chesszip: of the %s, %s written:", plural(int64(of), "file"), map[bool]string{true: "this one is", false: "these are"}[len(done) == 1])
	for _, line := range done {
		w.say("%s", line)
	}
}
