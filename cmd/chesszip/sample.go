package main

import (
	"io"

	"github.com/spf13/cobra"

	"github.com/chesszip/chesszip"
)

func newSample(c *console) *cobra.Command {
	o := chesszip.SampleOptions{Games: 1, Elo: 1500}
	model := ""
	cmd := &cobra.Command{
		Use:   "sample [-n N] [--elo RATING] [--seed N] [-D MODEL]",
		Short: "generate games from a model",
		Long: `Generate games from a model, as PGN to standard output. Each move is drawn with
the probability that the model gives it for players of the rating. The same seed
generates the same games.`,
		Example: `  chesszip sample -n 1000 --elo 1500 --seed 7 > games.pgn
  chesszip sample -D my.czm --elo 2400`,
		Args: arguments(cobra.NoArgs, "[-n N] [--elo RATING] [--seed N] [-D MODEL]"),
	}
	f := cmd.Flags()
	f.SortFlags = false
	f.IntVarP(&o.Games, "games", "n", 1, "generate `N` games")
	f.IntVar(&o.Elo, "elo", 1500, "`RATING` of the players, 400 to 4000")
	f.Uint64Var(&o.Seed, "seed", 1, "generate the games of seed `N`")
	f.StringVarP(&model, "model", "D", "", "use the model in `FILE` (.czm)")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		if o.Games < 1 {
			return misuse("", "-n %d: want at least 1 game", o.Games)
		}
		if o.Elo < 400 || o.Elo > 4000 {
			return misuse("", "--elo %d: ratings are 400 to 4000", o.Elo)
		}
		var err error
		if o.Level, err = c.readModel(cmd.Context(), model); err != nil {
			return err
		}
		w, err := c.data(c.inputs(model))
		if err != nil {
			return err
		}
		return buffered(cmd.Context(), w, stdoutName, func(w io.Writer) error { return chesszip.Sample(cmd.Context(), w, &o) })
	}
	return cmd
}
