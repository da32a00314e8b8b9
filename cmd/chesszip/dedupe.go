package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/chesszip/chesszip"
)

const dedupeLong = `Remove duplicates: print the games of all files, of duplicates only one.

Two games are duplicates if

  they start from the same position,
  the results are equal, or one is unknown,
  the dates do not contradict each other: 2013.??.?? and 2013.05.17 do not,
  the names of both players match, whatever the order of their words, initials,
  accents and titles: GM Carlsen,M is Magnus Carlsen,
  the moves are equal, or one game has at least 20 half-moves and the other
  continues it,
  the round, UTCTime, GameId and the addresses of the games do not differ,
  and, under 20 half-moves, the seven standard tags are equal.

Ratings, comments, variations and other tags do not matter. The game that has
more is kept: half-moves, then tags with a value, comments, bytes; if all are
equal, the first. --keep first always keeps the first.

No input is changed. --report writes one line of JSON for each duplicate:

  {"file":"b.pgn","game":7,"plies":58,"kept_file":"a.pgn","kept_game":3,
   "kept_plies":61}

Games that do not fit into --memory are kept in temporary files, as in chesszip
sort. If flags select games, only these are compared and printed.`

// duplicateJSON is a line of a report.
type duplicateJSON struct {
	File      string `json:"file"`
	Game      int64  `json:"game"`
	Plies     int    `json:"plies"`
	KeptFile  string `json:"kept_file"`
	KeptGame  int64  `json:"kept_game"`
	KeptPlies int    `json:"kept_plies"`
}

// deduping is a run of dedupe.
type deduping struct {
	reading
	games   *chesszip.Deduper
	keep    string
	report  string
	count   bool
	spool   spoolFlags
	names   []string // of the files, by source
	inputs  inputs
	dropped int64
}

func newDedupe(c *console) *cobra.Command {
	d := &deduping{reading: reading{console: c}}
	q := new(chesszip.Query)
	cmd := &cobra.Command{
		Use:   "dedupe [flags] FILE...",
		Short: "remove duplicates",
		Long:  dedupeLong,
		Example: `  chesszip dedupe -o clean.pgn twic.pgn mega.czip
  chesszip dedupe --dry-run --report twins.jsonl games.czip
  chesszip dedupe --keep first old.pgn new.pgn > all.pgn`,
		Args: d.gamesOf("[flags] FILE..."),
	}
	f := cmd.Flags()
	f.StringVar(&d.keep, "keep", "more", "which duplicate to keep: `WHAT` is more or first")
	f.StringVar(&d.report, "report", "", "write the duplicates to `FILE`, one line of JSON for each")
	f.BoolVarP(&d.count, "dry-run", "n", false, "print only the number of duplicates")
	d.fileFlags(f)
	d.spool.flags(f)
	d.selectFlags(f, q)
	d.manyFlag(f)
	d.archiveFlags(f)
	return d.verb(cmd, func(args []string) error { return d.run(args, q) })
}

func (d *deduping) run(args []string, q *chesszip.Query) error {
	if d.keep != "more" && d.keep != "first" {
		return misuse("", "--keep %s: want more or first", d.keep)
	}
	if d.count {
		d.arch.never = "--dry-run"
	}
	memory, dir, err := d.spool.settings(&d.reading)
	if err != nil {
		return err
	}
	d.inputs = d.console.inputs(append(args, d.model)...)
	if d.report != "" {
		// Check the name before the work.
		if filepath.Clean(d.report) == filepath.Clean(d.output) && !d.count {
			return misuse("", "%s cannot hold both games and report", d.report)
		}
		if _, err := d.place(d.report, d.force, d.inputs); err != nil {
			return err
		}
	}
	d.games = chesszip.NewDeduper(&chesszip.DedupeOptions{KeepFirst: d.keep == "first", CountOnly: d.count, Memory: memory, Dir: dir})
	defer d.games.Close()
	return d.each(args, func(a *opened, _ *sink) error {
		if err := d.mustHoldGames(a); err != nil {
			return err
		}
		if n := len(d.names); n == 0 || d.names[n-1] != a.name {
			d.names = append(d.names, a.name)
		}
		return d.passDamage(a, d.games.AddGames(d.ctx, len(d.names)-1, a.Games().Where(q)))
	}, d.write)
}

// write writes the report and the games, or the number of duplicates.
func (d *deduping) write(s *sink) error {
	err := d.writeReport()
	switch {
	case err != nil:
	case d.count:
		_, err = fmt.Fprintln(s, d.dropped)
	case s.form != nil:
		for g, e := range d.games.Games(d.ctx) {
			if err = e; errors.Is(err, chesszip.ErrLimit) {
				s.form.odd.leave(g.Number + 1)
				err = nil
			} else if err == nil {
				err = s.game(&g)
			}
			if err != nil {
				break
			}
		}
	default:
		var to io.Writer
		if to, err = s.games(); err == nil {
			_, err = d.games.Copy(d.ctx, to)
		}
	}
	if err == nil && d.talks() {
		d.say("%s, %s left out", plural(d.games.Added(), "game"), plural(d.dropped, "duplicate"))
	}
	return spoolError(err)
}

// writeReport counts the duplicates, and writes the report if there is one.
func (d *deduping) writeReport() (err error) {
	if d.report == "" {
		return d.eachDuplicate(func(*chesszip.Duplicate) error { return nil })
	}
	out, err := d.createOutput(d.ctx, d.report, d.force, d.inputs)
	if err != nil {
		return err
	}
	defer out.discard()
	w := bufio.NewWriter(out)
	err = d.eachDuplicate(func(p *chesszip.Duplicate) error {
		return writeJSON(w, &duplicateJSON{
			d.names[p.Dropped.Source], p.Dropped.Number + 1, p.DroppedPlies,
			d.names[p.Kept.Source], p.Kept.Number + 1, p.KeptPlies,
		})
	})
	if err == nil {
		err = w.Flush()
	}
	if err == nil {
		err = out.commit(nil)
	}
	return err
}

// eachDuplicate counts the duplicates and calls work with each.
func (d *deduping) eachDuplicate(work func(p *chesszip.Duplicate) error) error {
	for p, err := range d.games.Duplicates(d.ctx) {
		if err == nil {
			err = work(&p)
		}
		if err != nil {
			return err
		}
		d.dropped++
	}
	return nil
}
