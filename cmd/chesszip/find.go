package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/chesszip/chesszip"
)

func newFind(c *console) *cobra.Command {
	r := &reading{console: c}
	p, q := new(chesszip.Pattern), new(chesszip.Query)
	count := false
	cmd := &cobra.Command{
		Use:   "find (--fen FEN | --material PIECES | --moves MOVES) [flags] FILE...",
		Short: "print the games that reach a position, material or opening",
		Long: `Prints the games that have something on the board outside variations, exactly
as they were compressed. With the flags of chesszip filter, only games that
these mean are looked at.

A FEN of which only the board is given means either side to move; with castling
rights it means the same position by the rule of repetition. KRPvKR means that
material, of either side. Moves are those from the start position.

Games are replayed as far as what is asked for may still come, some 15,000 games
a second. An archive made with --index positions holds the moves once more, about
70 bytes a game, in a form that is replayed 20 times as fast.

` + sourcesHelp + "\n\n" + archiveHelp + "\n\n" + shardHelp,
		Example: `  chesszip find --moves "1. e4 c5 2. Nf3 d6" games.czip > najdorf.pgn
  chesszip find --fen "8/8/8/4k3/8/8/4K3/4R3 w - -" --count games.czip
  chesszip find --material KRPvKR --elo 2400- --json games.czip`,
		Args: arguments(cobra.MinimumNArgs(1), "(--fen FEN | --material PIECES | --moves MOVES) [flags] FILE..."),
	}
	f := cmd.Flags()
	f.StringVar(&p.FEN, "fen", "", "the position `FEN`, or a board")
	f.StringVar(&p.Material, "material", "", "the `PIECES` on the board, such as KRPvKR")
	f.StringVar(&p.Moves, "moves", "", "the first `MOVES` of the game, such as \"1. e4 c5\"")
	f.BoolVarP(&count, "count", "n", false, "print only how many games there are")
	r.jsonFlag(f, `print a line of JSON a game, with its tags and the half-moves before`)
	r.fileFlags(f)
	r.shardFlag(f)
	r.manyFlag(f)
	r.selectionFlags(f)
	queryFlags(f, q)
	return r.verb(cmd, func(args []string) error {
		if *p == (chesszip.Pattern{}) {
			return misuse("chesszip find --help shows how", "nothing to find: give --fen, --material or --moves")
		}
		if count {
			r.arch.never = "--count"
		}
		n := int64(0)
		return r.each(args, func(a *opened, s *sink) error {
			if err := r.mustHoldGames(a); err != nil {
				return err
			}
			if count {
				found, err := a.FindCount(r.ctx, p, q)
				n += found
				return r.broken(a, err)
			}
			for h, err := range a.Find(r.ctx, p, q) {
				if err != nil {
					if err := r.broken(a, err); err != nil {
						return err
					}
					continue
				}
				if r.json {
					err = writeJSON(s, &gameJSON{Number: h.Number + 1, Ply: &h.Ply, Tags: tagsOf(string(h.Text))})
				} else {
					_, err = s.Write(h.Text)
				}
				if err != nil {
					return err
				}
			}
			return nil
		}, func(s *sink) (err error) {
			switch {
			case !count:
			case r.json:
				err = writeJSON(s, map[string]int64{"games": n})
			default:
				_, err = fmt.Fprintln(s, n)
			}
			return err
		})
	})
}
