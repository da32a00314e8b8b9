package main

import (
	"fmt"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/chesszip/chesszip"
)

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

func newCount(c *console) *cobra.Command {
	r := &reading{console: c}
	q := new(chesszip.Query)
	cmd := &cobra.Command{
		Use:   "count [flags] FILE...",
		Short: "count games",
		Long: `Prints the number of games in archives and PGN files, of all or of those that
the flags mean; see chesszip filter --help. Without flags an archive's index
alone is read. ` + shardHelp,
		Example: `  chesszip count games.czip
  chesszip count --result 1-0 --elo 2000- games.czip
  chesszip count --json *.czip           {"file":"a.czip","games":4000}`,
		Args: arguments(cobra.MinimumNArgs(1), "[flags] FILE..."),
	}
	f := cmd.Flags()
	r.readFlags(f)
	r.jsonFlag(f, "print a line of JSON a file")
	r.shardFlag(f)
	queryFlags(f, q)
	return r.verb(cmd, func(args []string) error {
		var total int64
		s, err := r.sink(nil)
		if err != nil {
			return err
		}
		err = r.eachTo(s, args, func(a *opened, s *sink) error {
			n, err := a.FilterCount(q)
			if err != nil {
				return err
			}
			total += n
			switch {
			case r.json:
				return writeJSON(s, struct {
					File  string `json:"file"`
					Games int64  `json:"games"`
				}{a.name, n})
			case len(args) > 1:
				_, err = fmt.Fprintf(s, "%12d  %s\n", n, shown(a.name))
			}
			return err
		})
		if err == nil && !r.json {
			if len(args) > 1 {
				_, err = fmt.Fprintf(s, "%12d  in all\n", total)
			} else {
				_, err = fmt.Fprintln(s, total)
			}
		}
		return s.close(err)
	})
}
