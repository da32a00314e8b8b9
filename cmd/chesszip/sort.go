package main

import (
	"errors"
	"path/filepath"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/chesszip/chesszip"
)

const sortLong = `Sort the games that match, or all games, and print each exactly as it was
compressed. Games that are equal in all keys stay in the order of the files.

--by takes one key or several, separated by commas. The first key that differs
decides:

  date              Date or UTCDate, then UTCTime, then Round (the default)
  elo               the mean of both ratings, or the one that is known
  white-elo, black-elo
  eco               the ECO code
  player            White's name, then Black's, surnames first; white, black
  ply               the number of half-moves
  event, site, round, result

A minus before a key reverses its order: date,-elo. Unknown values come last in
both orders.

Games that do not fit into --memory are kept in a temporary file without a name,
as large as their text: in the folder of -o, otherwise in TMPDIR, or in --tmp. If
a game is no longer the last of its file, missing line ends are added after it;
nothing else changes.`

func newSort(c *console) *cobra.Command {
	r := &reading{console: c}
	q := new(chesszip.Query)
	o, spool := new(chesszip.SortOptions), new(spoolFlags)
	cmd := &cobra.Command{
		Use:   "sort [--by KEYS] [flags] FILE...",
		Short: "sort games by date, rating, opening, player or length",
		Long:  sortLong,
		Example: `  chesszip sort -o sorted.pgn games.czip
  chesszip sort --by -elo,date --limit 10 games.czip
  chesszip sort --by player,date january.pgn february.pgn`,
		Args: r.gamesOf("[--by KEYS] [flags] FILE..."),
	}
	f := cmd.Flags()
	f.StringVar(&o.By, "by", "", "sort by `KEYS`, such as date or -elo,date (default date)")
	r.fileFlags(f)
	spool.flags(f)
	r.selectFlags(f, q)
	r.limitFlag(f)
	r.manyFlag(f)
	r.archiveFlags(f)
	return r.verb(cmd, func(args []string) error {
		s, err := r.newSorter(o, spool)
		if err != nil {
			return err
		}
		defer s.Close()
		return r.each(args, func(a *opened, _ *sink) error {
			if err := r.mustHoldGames(a); err != nil {
				return err
			}
			return r.passDamage(a, s.AddGames(r.ctx, a.Games().Where(q)))
		}, func(out *sink) error { return r.printSorted(s, out, nil) })
	})
}

// defaultSpool is the MiB of games that are kept in memory.
const defaultSpool = 64

// spoolFlags set the memory and the folder for games before they are written.
type spoolFlags struct {
	memory int
	dir    string
}

func (s *spoolFlags) flags(f *pflag.FlagSet) {
	f.IntVar(&s.memory, "memory", defaultSpool, "keep at most `MIB` of games in memory")
	f.StringVar(&s.dir, "tmp", "", "use the folder `DIR` for temporary files")
}

// settings returns the bytes held in memory, and the folder of temporary files.
func (s *spoolFlags) settings(r *reading) (memory int, dir string, err error) {
	const most = 1 << 10
	if s.memory < 1 || s.memory > most {
		return 0, "", misuse("", "--memory %d: want 1 to %d", s.memory, most)
	}
	dir = s.dir
	if dir == "" && r.output != "" && r.output != stdio {
		if dir = filepath.Dir(r.output); dir == "/dev" {
			dir = ""
		}
	}
	return s.memory << 20, dir, nil
}

// spoolError adds a hint to an error of temporary files.
func spoolError(err error) error {
	if errors.Is(err, chesszip.ErrTemporary) {
		return failed("free some room, or name another folder with --tmp", "%w", err)
	}
	return err
}

// passDamage prints damage, and returns other errors: the readable games are used
// nevertheless.
func (r *reading) passDamage(a *opened, err error) error {
	if !errors.Is(err, chesszip.ErrCorrupt) && !errors.Is(err, chesszip.ErrLimit) || a.several {
		return r.broken(a, spoolError(err))
	}
	r.fail(r.explainIn(a, err))
	r.damaged = true
	return nil
}
