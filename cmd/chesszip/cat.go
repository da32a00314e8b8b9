package main

import "github.com/spf13/cobra"

func newCat(c *console) *cobra.Command {
	r := &reading{console: c}
	cmd := &cobra.Command{
		Use:   "cat FILE...",
		Short: "print the games of files, one file after the other",
		Long: `Print the games of files, one file after the other: of archives exactly as they
were compressed, of PGN files as they are.`,
		Example: `  chesszip cat *.czip | grep -c '^\[Event '
  chesszip cat --shard 1/4 games.czip > first-quarter.pgn`,
		Args: r.gamesOf("FILE..."),
	}
	f := cmd.Flags()
	r.fileFlags(f)
	r.shardFlag(f)
	r.manyFlag(f)
	r.archiveFlags(f)
	r.jsonFlag(f, "print a line of JSON for each game")
	return r.verb(cmd, func(args []string) error {
		return r.each(args, func(a *opened, s *sink) error {
			if err := r.sayNoGames(a); err != nil {
				return err
			}
			from, to := a.Span()
			return r.copyGames(a, s, from, to)
		})
	})
}
