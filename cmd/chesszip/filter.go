package main

import (
	"github.com/spf13/cobra"

	"github.com/chesszip/chesszip"
)

const filterLong = `Print the games that match, exactly as they were compressed.

A flag may be repeated: values of the same flag are alternatives. A game must
match all different flags, and none of --not. --query takes the same in one text,
such as 'white:carlsen eco:B2,C date:2010+ -event:blitz', or words without fields,
as chesszip search does.

A NAME is matched by words: carlsen and "Carlsen, Magnus" both find
"Carlsen, Magnus", but not "Carlsson"; carls* finds both, =Carlsen this value
only, and /^Carls(en|son)/ what the regular expression matches. carlsen@2800+
finds games in which that player has that rating. Letter case makes no
difference.

A RANGE has both ends, one end (2700+ or -2400), or is a single value. Several,
separated by commas, are alternatives. If only the year of a game is known, it
matches years, not months.

Only tags are decoded for the search, and frames without a match are skipped
where the index rules them out. In an archive with --index numbers, --elo,
--date, --eco, --result and --ply need no tags.`

func newFilter(c *console) *cobra.Command {
	r := &reading{console: c}
	return filtering(r, new(chesszip.Query), &cobra.Command{
		Use:   "filter [flags] FILE...",
		Short: "search by player, date, rating, opening and other tags",
		Long:  filterLong,
		Example: `  chesszip filter --player carlsen --date 2013+ games.czip > carlsen.pgn
  chesszip filter --elo 2400+ --eco B90-B99 --eco C --result 0-1 games.czip
  chesszip filter --player carlsen --result win --sort -elo --limit 9 games.czip
  chesszip filter --query 'opening:sicilian title:gm -tc:blitz' games.czip
  zstdcat m.pgn.zst | chesszip filter --elo 2200+ --tc blitz -o x.csv.gz
  chesszip filter --tc blitz --ply 100+ --json games.czip   tags as lines of JSON
  chesszip filter --tag Termination="time forfeit" games.czip`,
		Args: r.gamesOf("[flags] FILE..."),
	})
}

// filtering makes a command print the games that match a query.
func filtering(r *reading, q *chesszip.Query, cmd *cobra.Command) *cobra.Command {
	f := cmd.Flags()
	queryFlags(f, q)
	r.query = q
	r.fileFlags(f)
	r.jsonFlag(f, "print a line of JSON for each game: its tags, not its text")
	r.shardFlag(f)
	r.manyFlag(f)
	r.orderFlags(f)
	r.selectionFlags(f)
	return r.verb(cmd, func(args []string) error { return r.printGames(args, q) })
}
