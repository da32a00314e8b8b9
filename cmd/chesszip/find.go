package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/chesszip/chesszip"
)

func newFind(c *console) *cobra.Command {
	r := &reading{console: c}
	text, q := new(patternFlags), new(chesszip.Query)
	count := false
	cmd := &cobra.Command{
		Use:   "find (--pattern TEXT | --fen FEN | ...) [flags] FILE...",
		Short: "print the games that reach a position, material, pattern or opening",
		Long: `Prints the games that have something on the board outside variations, exactly
as they were compressed. With the flags of chesszip filter, only games that
these mean are looked at.

A pattern is conditions on one position, such as

  Ne5 .e4 [Pp]d?         a knight on e5, nothing on e4, some pawn on the d file
  board:///?P?/////      one rank of a board, ? for anything
  material:KRPvKR        the pieces of both sides; K[BN]2vKRP+ in numbers
  diff:QvRR              the pieces that only one side has
  white-passed:a,h       isolated, doubled, passed, backward, connected, hanging
  white-move:Nxf7        the next move; moved:K captured:Q quiet
  check mate stalemate turn:white ply:20-40 points:3- bishops:opposite pawns:-4

with - before what must not be. hold:4 means four half-moves in a row,
flip:color either colour, and "then" stands before what comes later, "next"
before what comes at once. docs/patterns.md has the grammar and many examples.

A FEN of which only the board is given means either side to move; with castling
rights it means the same position by the rule of repetition. KRPvKR means that
material, of either side. Moves are those from the start position. What several
flags ask for must be met by the same position, the first of the --pattern flags
included; each further one is met later.

The first moves of games, as far as openings are known, are looked at by
themselves: openings are found without decoding the other moves. Those are
replayed where what is asked for may still come, from the middle game in most
games. An archive made with --index positions holds all moves once more, about
70 bytes a game, in a form that is replayed at once: it helps with all that comes
later.

` + sourcesHelp + "\n\n" + archiveHelp + "\n\n" + shardHelp,
		Example: `  chesszip find --moves "1. e4 c5 2. Nf3 d6" games.czip > najdorf.pgn
  chesszip find --fen "8/8/8/4k3/8/8/4K3/4R3 w - -" --count games.czip
  chesszip find --material KRPvKR --elo 2400- --json games.czip
  chesszip find --pattern "diff:QvRR" --hold 6 games.czip
  chesszip find --pattern "white-isolated:d then black-move:Nxd4" games.czip`,
		Args: arguments(cobra.MinimumNArgs(1), "(--pattern TEXT | --fen FEN | --material PIECES | --moves MOVES) [flags] FILE..."),
	}
	f := cmd.Flags()
	text.flags(f)
	f.BoolVarP(&count, "count", "n", false, "print only how many games there are")
	r.jsonFlag(f, `print a line of JSON a game, with its tags and the half-moves before`)
	r.fileFlags(f)
	r.shardFlag(f)
	r.manyFlag(f)
	r.selectionFlags(f)
	queryFlags(f, q)
	r.query = q
	return r.verb(cmd, func(args []string) error {
		p, err := text.pattern()
		if err != nil {
			return err
		}
		if !count {
			r.asks(q)
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
				r.found(1)
				if r.json {
					game := &gameJSON{Number: h.Number + 1, Ply: &h.Ply, Tags: tagsOf(string(h.Text))}
					if len(h.Steps) > 1 {
						game.Steps = h.Steps
					}
					err = writeJSON(s, game)
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

// patternFlags are the flags that say what is looked for.
type patternFlags struct {
	fen, material, moves, flip string
	patterns                   []string
	hold                       int
}

func (p *patternFlags) flags(f *pflag.FlagSet) {
	f.StringArrayVar(&p.patterns, "pattern", nil, "`TEXT` of a pattern; of several, one after the other")
	f.StringVar(&p.fen, "fen", "", "the position `FEN`, or a board")
	f.StringVar(&p.material, "material", "", "the `PIECES` on the board, such as KRPvKR")
	f.StringVar(&p.moves, "moves", "", "the first `MOVES` of the game, such as \"1. e4 c5\"")
	f.IntVar(&p.hold, "hold", 0, "the last pattern for `N` half-moves in a row")
	f.StringVar(&p.flip, "flip", "", "also with `SIDES` exchanged: color, files or both")
}

// pattern puts a pattern together.
func (p *patternFlags) pattern() (*chesszip.Pattern, error) {
	var terms []string
	for _, t := range [][2]string{{"fen", p.fen}, {"material", p.material}, {"moves", p.moves}} {
		if t[1] != "" {
			terms = append(terms, t[0]+`:"`+strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(t[1])+`"`)
		}
	}
	if len(terms)+len(p.patterns) == 0 {
		return nil, misuse("chesszip find --help shows how", "nothing to find: give --pattern, --fen, --material or --moves")
	}
	text := strings.Join(append(terms, strings.Join(p.patterns, " then ")), " ")
	if p.hold != 0 {
		text += fmt.Sprintf(" hold:%d", p.hold)
	}
	if p.flip != "" {
		text += " flip:" + p.flip
	}
	pattern, err := chesszip.ParsePattern(text)
	if err != nil {
		return nil, misuse("chesszip find --help shows how patterns are written", "%w", err)
	}
	return pattern, nil
}
