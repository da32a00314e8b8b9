package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/chesszip/chesszip"
)

func newCount(c *console) *cobra.Command {
	r := &reading{console: c}
	q := new(chesszip.Query)
	cmd := &cobra.Command{
		Use:   "count [flags] FILE...",
		Short: "count games",
		Long: `Count the games that match, or all games. To count all games of an archive, only
its index is read. In a list of positions, positions are counted.`,
		Example: `  chesszip count games.czip
  chesszip count --result 1-0 --elo 2000+ games.czip
  chesszip count --json *.czip           {"file":"a.czip","games":4000}`,
		Args: r.gamesOf("[flags] FILE..."),
	}
	f := cmd.Flags()
	r.readFlags(f)
	r.jsonFlag(f, "print a line of JSON for each file")
	r.shardFlag(f)
	r.manyFlag(f)
	r.selectFlags(f, q)
	return r.verb(cmd, func(args []string) error {
		var total, inFile int64 // in all files, and in the current one
		return r.each(args, func(a *opened, s *sink) error {
			n, err := a.Games().Where(q).Count(r.ctx)
			if err := r.broken(a, err); err != nil {
				return err
			}
			total += n
			if a.begins() {
				inFile = 0
			}
			inFile += n
			positions, err := r.countNoGames(a)
			if err != nil {
				return err
			}
			switch {
			case !a.ends():
			case r.json:
				return writeJSON(s, struct {
					File      string `json:"file"`
					Games     int64  `json:"games"`
					Positions int64  `json:"positions,omitempty"`
				}{a.name, inFile, positions})
			case len(args) > 1:
				_, err = fmt.Fprintf(s, "%12d  %s\n", inFile, shown(a.name))
			}
			return err
		}, func(s *sink) (err error) {
			switch {
			case r.json:
			case len(args) > 1:
				_, err = fmt.Fprintf(s, "%12d  in all\n", total)
			default:
				_, err = fmt.Fprintln(s, total)
			}
			return err
		})
	})
}
