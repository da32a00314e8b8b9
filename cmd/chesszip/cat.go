package main

import "github.com/spf13/cobra"

func newCat(c *console) *cobra.Command {
	r := &reading{console: c}
	cmd := &cobra.Command{
		Use:   "cat FILE...",
		Short: "print all games, file by file",
		Long: `Prints the games of archives exactly as they were compressed, one file after
the other; PGN files pass as they are.

` + sourcesHelp + "\n\n" + archiveHelp + "\n\n" + shardHelp,
		Example: `  chesszip cat *.czip | grep -c '^\[Event '
  chesszip cat --shard 1/4 games.czip > first-quarter.pgn`,
		Args: arguments(cobra.MinimumNArgs(1), "FILE..."),
	}
	f := cmd.Flags()
	r.fileFlags(f)
	r.shardFlag(f)
	r.manyFlag(f)
	r.archiveFlags(f)
	r.jsonFlag(f, "print a line of JSON a game")
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
