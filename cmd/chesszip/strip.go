package main

import (
	"github.com/spf13/cobra"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/pgn"
)

func newStrip(c *console) *cobra.Command {
	r := &reading{console: c}
	what := new(pgn.Strip)
	cmd := &cobra.Command{
		Use:   "strip [flags] FILE...",
		Short: "remove comments, variations, clocks or tags",
		Long: `Remove comments, variations, clocks or tags, as the flags say. All other bytes
stay as they are, with two exceptions: of the white space around what is removed
one piece stays, the one with the most line ends; and a number such as 1... is
removed if nothing is left between it and White's move.

The rest of a comment with clocks or evaluations stays. FEN, SetUp and Variant
always stay, since the moves depend on them; a game that would lose all tags
keeps its first. Unfinished variations stay, and so do lines that begin with %.
chesszip convert --to pgn rewrites games in lines of 79 bytes.`,
		Example: `  chesszip strip --no-comments --no-variations --no-nags games.czip > moves.pgn
  chesszip strip --no-clocks --no-evals lichess.pgn
  chesszip strip --tags White,Black,Result,Date games.czip -o small.pgn
  chesszip strip --no-tags ECO,Opening,Annotator games.pgn`,
		Args: r.gamesOf("[flags] FILE..."),
	}
	f := cmd.Flags()
	f.BoolVar(&what.Comments, "no-comments", false, "remove comments, in braces and after semicolons")
	f.BoolVar(&what.Variations, "no-variations", false, "remove variations and their comments")
	f.BoolVar(&what.NAGs, "no-nags", false, "remove glyphs, such as $1 and !?")
	f.BoolVar(&what.Clocks, "no-clocks", false, "remove [%clk], [%emt], [%egt] and [%mct] from comments")
	f.BoolVar(&what.Evals, "no-evals", false, "remove [%eval] from comments")
	f.StringSliceVar(&what.Tags, "tags", nil, "keep only the tags `NAMES`, separated by commas")
	f.StringSliceVar(&what.NoTags, "no-tags", nil, "remove the tags `NAMES`, separated by commas")
	r.fileFlags(f)
	r.shardFlag(f)
	r.manyFlag(f)
	r.archiveFlags(f)
	return r.verb(cmd, func(args []string) error {
		if f.Changed("tags") && what.Tags == nil {
			what.Tags = []string{}
		}
		var text []byte
		return r.each(args, func(a *opened, s *sink) error {
			if err := r.mustHoldGames(a); err != nil {
				return err
			}
			for g, err := range a.Games().Texts(r.ctx) {
				if err != nil {
					if err := r.broken(a, err); err != nil {
						return err
					}
					continue
				}
				text = pgn.AppendStripped(text[:0], g.Text, what)
				if err := s.game(&chesszip.Game{Number: g.Number, Text: text}); err != nil {
					return err
				}
			}
			return nil
		})
	})
}
