package main

import (
	"github.com/spf13/cobra"

	"github.com/chesszip/chesszip/pgn"
)

func newStrip(c *console) *cobra.Command {
	r := &reading{console: c}
	what := new(pgn.Strip)
	cmd := &cobra.Command{
		Use:   "strip [flags] FILE...",
		Short: "print games without comments, variations, clocks or tags",
		Long: `Prints all games without what the flags name. All other bytes stay as they are,
ends of lines too, with two exceptions: of the white space around what is left
out one piece stays, that with the most ends of lines, and a number such as
1... goes where nothing stands between it and White's move any more. chesszip
convert --to pgn writes games anew, in lines of 79 bytes.

What else a comment says than clocks and evaluations stays. FEN, SetUp and
Variant always stay, for without them the moves mean something else; a game
of which no tag would stay keeps its first. Variations without their end
stay, and so do lines that begin with %.

` + sourcesHelp + "\n\n" + archiveHelp + "\n\n" + shardHelp,
		Example: `  chesszip strip --no-comments --no-variations --no-nags games.czip > moves.pgn
  chesszip strip --no-clocks --no-evals lichess.pgn
  chesszip strip --tags White,Black,Result,Date games.czip -o small.pgn
  chesszip strip --no-tags ECO,Opening,Annotator games.pgn`,
		Args: arguments(cobra.MinimumNArgs(1), "[flags] FILE..."),
	}
	f := cmd.Flags()
	f.BoolVar(&what.Comments, "no-comments", false, "without comments, in braces and behind semicolons")
	f.BoolVar(&what.Variations, "no-variations", false, "without variations, and comments in them")
	f.BoolVar(&what.NAGs, "no-nags", false, "without glyphs, such as $1 and !?")
	f.BoolVar(&what.Clocks, "no-clocks", false, "without [%clk], [%emt], [%egt] and [%mct] in comments")
	f.BoolVar(&what.Evals, "no-evals", false, "without [%eval] in comments")
	f.StringSliceVar(&what.Tags, "tags", nil, "only the tags of these `NAMES`, separated by commas")
	f.StringSliceVar(&what.NoTags, "no-tags", nil, "without the tags of these `NAMES`, separated by commas")
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
			for g, err := range a.All(r.ctx) {
				if err != nil {
					if err := r.broken(a, err); err != nil {
						return err
					}
					continue
				}
				text = pgn.AppendStripped(text[:0], g.Text, what)
				if _, err := s.Write(text); err != nil {
					return err
				}
			}
			return nil
		})
	})
}
