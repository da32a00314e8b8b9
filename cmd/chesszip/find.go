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
	cmd := &cobra.Command{
		Use:   "find (--pattern TEXT | --fen FEN | ...) [flags] FILE...",
		Short: "search for positions, patterns, material or openings",
		Long: `Search for positions: print the games that reach one, exactly as they were
compressed. Variations are not searched.

A pattern is a list of conditions on one position, such as

  Ne5 .e4 [Pp]d?         a knight on e5, nothing on e4, any pawn on the d file
  board:///?P?/////      a rank of the board, ? for anything
  material:KRPvKR        the pieces of both sides; K[BN]2vKRP+ with numbers
  diff:QvRR              the pieces that only one side has
  white-passed:a,h       isolated, doubled, passed, backward, connected, hanging
  white-move:Nxf7        the next move; moved:K captured:Q quiet
  check mate stalemate turn:white ply:20-40 points:3+ bishops:opposite pawns:-4

A - before a condition negates it. hold:4 asks for four half-moves in a row, and
flip:color for either colour. After "then" come the conditions on a later
position, after "next" those on the next one. docs/patterns.md has the grammar
and many examples.

The first --pattern and the other flags must match the same position; each
further --pattern a later one. --fen takes either side to move if only the board
is given; with castling rights the position is the same by the rule of
repetition. --material takes either side. --moves begin at the start position.

Openings are found without decoding the later moves of the games. For all that
comes later, an archive with --index positions is searched much faster.`,
		Example: `  chesszip find --moves "1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6" \
      games.czip > najdorf.pgn
  chesszip find --fen "8/8/8/4k3/8/8/4K3/4R3 w - -" --count games.czip
  chesszip find --material KRPvKR --elo 2400+ --json games.czip
  chesszip find --pattern "diff:QvRR" --hold 6 games.czip
  chesszip find --pattern "white-isolated:d then black-move:Nxd4" games.czip`,
		Args: r.gamesOf("(--pattern TEXT | --fen FEN | --material PIECES | --moves MOVES) [flags] FILE..."),
	}
	f := cmd.Flags()
	text.flags(f)
	r.orderFlags(f)
	r.jsonFlag(f, "print a line of JSON for each game: its tags and half-moves")
	r.fileFlags(f)
	r.shardFlag(f)
	r.manyFlag(f)
	r.selectionFlags(f)
	r.selectFlags(f, q)
	return r.verb(cmd, func(args []string) error {
		p, err := text.pattern()
		if err != nil {
			return err
		}
		return r.printHits(args, p, q)
	})
}

// printHits prints the games of a pattern, as the flags say.
func (r *reading) printHits(files []string, p *chesszip.Pattern, q *chesszip.Query) error {
	if r.order.count {
		return r.printCount(files, func(a *opened) (int64, error) { return a.Games().Where(q).With(p).Count(r.ctx) })
	}
	r.asks(q)
	sorter, err := r.sorter()
	if err != nil {
		return err
	}
	if sorter != nil {
		defer sorter.Close()
	}
	return r.each(files, func(a *opened, s *sink) error {
		if err := r.mustHoldGames(a); err != nil {
			return err
		}
		hits := a.Games().Where(q).With(p)
		if sorter != nil {
			return r.passDamage(a, sorter.AddGames(r.ctx, hits))
		}
		for h, err := range hits.Texts(r.ctx) {
			if err != nil {
				if err := r.broken(a, err); err != nil {
					return err
				}
				continue
			}
			r.found(1)
			if r.json {
				err = writeJSON(s, hitJSON(&h))
			} else {
				err = s.game(&h)
			}
			if err == nil {
				err = r.order.printed()
			}
			if err != nil {
				return err
			}
		}
		return nil
	}, func(s *sink) error {
		if sorter == nil {
			return nil
		}
		return r.printSorted(sorter, s, func(g *chesszip.Game) (any, error) {
			a, err := r.one(g)
			if err != nil {
				return nil, err
			}
			for h, err := range a.Games().With(p).Texts(r.ctx) {
				h.Number = g.Number
				return hitJSON(&h), err
			}
			return nil, r.ctx.Err()
		})
	})
}

// hitJSON returns a game that has a pattern as a line of JSON.
func hitJSON(h *chesszip.Game) *gameJSON {
	ply := h.Ply()
	game := &gameJSON{Number: h.Number + 1, Ply: &ply, Tags: tagsOf(string(h.Text))}
	if len(h.Steps) > 1 {
		game.Steps = h.Steps
	}
	return game
}

// patternFlags are the flags of a pattern.
type patternFlags struct {
	fen, material, moves, flip string
	patterns                   []string
	hold                       int
}

func (p *patternFlags) flags(f *pflag.FlagSet) {
	f.StringArrayVar(&p.patterns, "pattern", nil, "match the pattern `TEXT`; of several, each later than the last")
	f.StringVar(&p.fen, "fen", "", "the position `FEN`, or only its board")
	f.StringVar(&p.material, "material", "", "all `PIECES` on the board, such as KRPvKR")
	f.StringVar(&p.moves, "moves", "", "the first `MOVES` of the game, such as \"1. e4 c5\"")
	f.IntVar(&p.hold, "hold", 0, "match the last pattern for `N` half-moves in a row")
	f.StringVar(&p.flip, "flip", "", "also match with `SIDES` exchanged: color, files or both")
}

// pattern combines the flags to a pattern.
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
