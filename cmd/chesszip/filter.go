package main

import (
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/chesszip/chesszip"
)

const filterLong = `Prints the games that the flags mean, exactly as they were compressed. A game
must answer to every flag. Only tags are decoded to find them, and frames are
passed over of which the index says that they hold none. Of an archive made with
--index numbers, about 5 bytes a game, even tags are decoded only where --elo,
--date, --eco, --result and --ply do not decide.

A NAME is looked for by its words: carlsen and "Carlsen, Magnus" both mean
"Carlsen, Magnus", but not "Carlsson"; =Carlsen means just that value. Letter
case makes no difference. A RANGE has both ends or one, or is a single value. A
game of which only the year is known is meant by years, not by months.

`

func newFilter(c *console) *cobra.Command {
	r := &reading{console: c}
	q := new(chesszip.Query)
	cmd := &cobra.Command{
		Use:   "filter [flags] FILE...",
		Short: "print the games of a player, date, rating, opening, ...",
		Long:  filterLong + sourcesHelp + "\n\n" + archiveHelp + "\n\n" + shardHelp,
		Example: `  chesszip filter --player carlsen --date 2013- games.czip > carlsen.pgn
  chesszip filter --elo 2400- --eco B90-B99 --result 0-1 games.czip
  zstdcat m.pgn.zst | chesszip filter --elo 2200- --tc blitz -o strong.czip -
  chesszip filter --tc blitz --ply 100- --json games.czip   tags as lines of JSON
  chesszip filter --tag Termination="time forfeit" games.czip`,
		Args: arguments(cobra.MinimumNArgs(1), "[flags] FILE..."),
	}
	f := cmd.Flags()
	queryFlags(f, q)
	r.fileFlags(f)
	r.jsonFlag(f, "print a line of JSON a game, with its tags instead of its text")
	r.shardFlag(f)
	r.manyFlag(f)
	r.selectionFlags(f)
	return r.verb(cmd, func(args []string) error {
		return r.each(args, func(a *opened, s *sink) error {
			if err := r.mustHoldGames(a); err != nil {
				return err
			}
			if r.json {
				return r.listGames(a, s, q)
			}
			to, err := s.games()
			if err == nil {
				_, err = a.CopyFiltered(r.ctx, to, q)
			}
			return r.broken(a, err)
		})
	})
}

// queryFlags are the flags that say which games are meant.
func queryFlags(f *pflag.FlagSet, q *chesszip.Query) {
	f.StringVar(&q.White, "white", "", "White's `NAME`: words such as carlsen, or =DrNykterstein")
	f.StringVar(&q.Black, "black", "", "Black's `NAME`")
	f.StringVar(&q.Player, "player", "", "the `NAME` of either player")
	f.StringVar(&q.Elo, "elo", "", "`RANGE` of both ratings: 2000-2400, 2000- or -2400")
	f.StringVar(&q.WhiteElo, "white-elo", "", "`RANGE` of White's rating")
	f.StringVar(&q.BlackElo, "black-elo", "", "`RANGE` of Black's rating")
	f.StringVar(&q.Date, "date", "", "`RANGE` of dates: 2013, 2013.01-2013.06, 2013.01.31-")
	f.StringVar(&q.ECO, "eco", "", "`RANGE` of openings: B20, B20-B99, C4, E")
	f.StringVar(&q.Opening, "opening", "", "`NAME` of the opening, as in the tags Opening and Variation")
	f.StringVar(&q.Result, "result", "", "`RESULT`, 1-0, 0-1, 1/2-1/2 or *, or several by commas")
	f.StringVar(&q.Event, "event", "", "`NAME` of the event")
	f.StringVar(&q.Site, "site", "", "`NAME` of the site")
	f.StringVar(&q.TimeControl, "tc", "", "time `CONTROL`: 180+2, or bullet, blitz, rapid, classical")
	f.StringVar(&q.Plies, "ply", "", "`RANGE` of lengths in half-moves")
	f.StringToStringVar(&q.Tags, "tag", nil, "any other tag, `NAME=TEXT`")
	f.Lookup("tag").DefValue = ""
}
