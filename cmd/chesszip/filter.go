package main

import (
	"github.com/spf13/cobra"

	"github.com/chesszip/chesszip"
)

const filterLong = `Prints the games that the flags mean, exactly as they were compressed. Flags may
be repeated: values of one flag are alternatives, a game must answer to all
different flags, and to none of --not. --query takes the same in one text, such
as 'white:carlsen eco:B2,C date:2010+ -event:blitz'. Only tags are decoded to
find them, and frames are passed over of which the index says that they hold
none. Of an archive made with --index numbers, about 5 bytes a game, even tags
are decoded only where --elo, --date, --eco, --result and --ply do not decide.

A NAME is looked for by its words: carlsen and "Carlsen, Magnus" both mean
"Carlsen, Magnus", but not "Carlsson"; carls* means both, =Carlsen just that
value, and /^Carls(en|son)/ what the regular expression matches. carlsen@2800+
is a player with that rating in the game. Letter case makes no difference. A
RANGE has both ends or one, or is a single value; several by commas are
alternatives. A game of which only the year is known is meant by years, not by
months.

`

func newFilter(c *console) *cobra.Command {
	r := &reading{console: c}
	q := new(chesszip.Query)
	cmd := &cobra.Command{
		Use:   "filter [flags] FILE...",
		Short: "print the games of a player, date, rating, opening, ...",
		Long:  filterLong + sourcesHelp + "\n\n" + archiveHelp + "\n\n" + shardHelp,
		Example: `  chesszip filter --player carlsen --date 2013- games.czip > carlsen.pgn
  chesszip filter --elo 2400+ --eco B90-B99 --eco C --result 0-1 games.czip
  chesszip filter --player carlsen --not result:draw games.czip
  chesszip filter --query 'opening:sicilian title:gm -tc:blitz' games.czip
  zstdcat m.pgn.zst | chesszip filter --elo 2200- --tc blitz -o x.czip -
  chesszip filter --tc blitz --ply 100- --json games.czip   tags as lines of JSON
  chesszip filter --tag Termination="time forfeit" games.czip`,
		Args: arguments(cobra.MinimumNArgs(1), "[flags] FILE..."),
	}
	f := cmd.Flags()
	queryFlags(f, q)
	r.query = q
	r.fileFlags(f)
	r.jsonFlag(f, "print a line of JSON a game, with its tags instead of its text")
	r.shardFlag(f)
	r.manyFlag(f)
	r.selectionFlags(f)
	return r.verb(cmd, func(args []string) error {
		r.asks(q)
		return r.each(args, func(a *opened, s *sink) error {
			if err := r.mustHoldGames(a); err != nil {
				return err
			}
			if r.json {
				return r.listGames(a, s, q)
			}
			to, err := s.games()
			if err == nil {
				var n int64
				n, err = a.CopyFiltered(r.ctx, to, q)
				r.found(n)
			}
			return r.broken(a, err)
		})
	})
}
