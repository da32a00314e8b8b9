package main

import (
	"errors"
	"path/filepath"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/chesszip/chesszip"
)

const sortLong = `Prints the games of all files in one order, each exactly as it was compressed.
Games that are equal by all keys stay in the order of the files.

The keys of --by, one or several by commas, the first that differs deciding:

  date              Date or UTCDate, then UTCTime, then Round (the default)
  elo               the mean of both ratings, or the one that is known
  white-elo, black-elo
  eco               the code of the opening
  player            White's name, then Black's, surnames first; white, black
  ply               the number of half-moves
  event, site, round, result

A minus in front of a key turns its order round: date,-elo. What is not known
comes last in either order.

Games that do not fit into --memory lie in a temporary file without a name: in
the folder of -o, else where TMPDIR says, or in --tmp. It takes as much as their
text. Where a game is not the last in its file any more and does not end with an
empty line, the line ends that it lacks are written behind it; nothing else
changes.

With the flags of chesszip filter, only games that these mean are printed.
`

func newSort(c *console) *cobra.Command {
	r := &reading{console: c}
	q := new(chesszip.Query)
	o, spool := new(chesszip.SortOptions), new(spoolFlags)
	cmd := &cobra.Command{
		Use:   "sort [--by KEYS] [flags] FILE...",
		Short: "print games by date, rating, opening, player or length",
		Long:  sortLong + "\n" + sourcesHelp + "\n\n" + archiveHelp,
		Example: `  chesszip sort -o sorted.pgn games.czip
  chesszip sort --by -elo,date games.czip | head -100
  chesszip sort --by player,date january.pgn february.pgn`,
		Args: arguments(cobra.MinimumNArgs(1), "[--by KEYS] [flags] FILE..."),
	}
	f := cmd.Flags()
	f.StringVar(&o.By, "by", "", "sort by `KEYS`, such as date or -elo,date (default date)")
	r.fileFlags(f)
	spool.flags(f)
	queryFlags(f, q)
	r.query = q
	r.manyFlag(f)
	r.archiveFlags(f)
	return r.verb(cmd, func(args []string) error {
		var err error
		if o.Memory, o.Dir, err = spool.settings(r); err != nil {
			return err
		}
		s, err := chesszip.NewSorter(o)
		if err != nil {
			return r.explain("", err)
		}
		defer s.Close()
		return r.each(args, func(a *opened, _ *sink) error {
			if err := r.mustHoldGames(a); err != nil {
				return err
			}
			return r.passDamage(a, s.AddArchive(r.ctx, a.Archive, q))
		}, func(out *sink) error {
			to, err := out.games()
			if err == nil {
				_, err = s.Copy(r.ctx, to)
			}
			return spoolError(err)
		})
	})
}

// spoolFlags say where games lie until they are written.
type spoolFlags struct {
	memory int
	dir    string
}

func (s *spoolFlags) flags(f *pflag.FlagSet) {
	f.IntVar(&s.memory, "memory", 64, "hold `MIB` of games in memory")
	f.StringVar(&s.dir, "tmp", "", "put temporary files into the folder `DIR`")
}

// settings returns how many bytes are held in memory, and the folder of temporary files.
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

// spoolError says of an error of temporary files what to do.
func spoolError(err error) error {
	if errors.Is(err, chesszip.ErrTemporary) {
		return failed("free some room, or name another folder with --tmp", "%w", err)
	}
	return err
}

// passDamage says what is damaged, and returns other errors: games that could be read
// are worked on nevertheless.
func (r *reading) passDamage(a *opened, err error) error {
	if !errors.Is(err, chesszip.ErrCorrupt) && !errors.Is(err, chesszip.ErrLimit) || a.several {
		return r.broken(a, spoolError(err))
	}
	r.fail(r.explainIn(a, err))
	r.damaged = true
	return nil
}
