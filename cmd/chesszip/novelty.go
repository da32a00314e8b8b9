package main

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/gamestate"
	"github.com/chesszip/chesszip/pgn"
)

// noveltyBatch is the number of games whose novelties are sought at once.
const noveltyBatch = 4096

// novelties is a run of novelty.
type novelties struct {
	reading
	in    *opened // the archive
	games chesszip.Query
	batch []chesszip.Game
	file  string // of the batch
	news  int64
}

func newNovelty(c *console) *cobra.Command {
	n := &novelties{reading: reading{console: c, packsSCID: true}}
	cmd := &cobra.Command{
		Use:   "novelty [flags] ARCHIVE FILE...",
		Short: "show the first move of each game that an archive does not have",
		Long: `Show the novelty of each game of FILE...: its first move to a position that no game
of ARCHIVE has, and how many games of ARCHIVE have the position before it.
Positions are compared by the rule of repetition: a position that ARCHIVE has by
another order of moves is known. A game may return to known positions after its
novelty. ARCHIVE may also be PGN.

Flags that select games are about ARCHIVE: --date -2023 shows what was new in 2024.
Games of ARCHIVE are replayed as for chesszip explore; one made by -0 answers
fastest.`,
		Example: `  chesszip novelty games.czip today.pgn
  chesszip novelty --elo 2500+ --date -2023 games.czip game.pgn
  chesszip novelty --json games.czip today.pgn`,
		Args: n.gamesAfter(1, "[flags] ARCHIVE FILE..."),
	}
	f := cmd.Flags()
	n.jsonFlag(f, "print a line of JSON for each game")
	n.fileFlags(f)
	n.selectFlags(f, &n.games)
	return n.verb(cmd, func(args []string) (err error) {
		if n.in, err = n.open(args[0]); err != nil {
			return err
		}
		defer n.in.close()
		n.query = nil // its words have the meaning that they have in ARCHIVE
		if err := n.mustHoldGames(n.in); err != nil {
			return err
		}
		return n.each(args[1:], n.add, func(s *sink) error {
			err := n.flush(s)
			if err == nil && n.talks() {
				n.say("%s", plural(n.news, "new move"))
			}
			return err
		})
	})
}

// add takes the games of a file.
func (n *novelties) add(a *opened, s *sink) error {
	if err := n.mustHoldGames(a); err != nil {
		return err
	}
	if a.name != n.file {
		if err := n.flush(s); err != nil {
			return err
		}
		n.file = a.name
	}
	for g, err := range a.Games().Rows(n.ctx, chesszip.FieldMoves|chesszip.FieldTags, "White", "Black") {
		if err != nil {
			if err := n.broken(a, err); err != nil {
				return err
			}
			continue
		}
		if n.batch = append(n.batch, g); len(n.batch) == noveltyBatch {
			if err := n.flush(s); err != nil {
				return err
			}
		}
	}
	return nil
}

// flush writes the novelties of the batch.
func (n *novelties) flush(s *sink) error {
	games := make([]gamestate.Game, len(n.batch))
	for i := range n.batch {
		games[i] = n.batch[i].Line
	}
	found, err := n.in.Games().Where(&n.games).Novelties(n.ctx, games)
	if err := n.broken(n.in, err); err != nil {
		return n.explainIn(n.in, err)
	}
	for i := range found {
		if err := n.line(s, &n.batch[i], &found[i]); err != nil {
			return err
		}
	}
	n.batch = n.batch[:0]
	return nil
}

// noveltyJSON is a novelty; without one, most is null.
type noveltyJSON struct {
	File  string  `json:"file"`
	Game  int64   `json:"game"`
	White string  `json:"white"`
	Black string  `json:"black"`
	Plies *int    `json:"plies"` // half-moves before it
	Move  *string `json:"move"`
	UCI   *string `json:"uci"`
	FEN   *string `json:"fen"` // position before it
	Games *int64  `json:"games"`
}

// line writes the novelty of a game.
func (n *novelties) line(w io.Writer, g *chesszip.Game, found *chesszip.Novelty) error {
	game := pgn.ParsedGame{Tags: g.Tags}
	white, _ := game.Tag("White")
	black, _ := game.Tag("Black")
	out := noveltyJSON{File: n.file, Game: g.Number + 1, White: pgn.UTF8(white), Black: pgn.UTF8(black)}
	text, games := "-", ""
	if found.Ply >= 0 {
		n.news++
		p := found.Before
		fen := p.String()
		out.Plies, out.Move, out.UCI, out.FEN, out.Games = &found.Ply, &found.SAN, &found.UCI, &fen, &found.Games
		dots := "."
		if p.Turn == board.Black {
			dots = "..."
		}
		text, games = fmt.Sprintf("%d%s %s", p.FullmoveNumber, dots, found.SAN), countText(found.Games)
	}
	if n.json {
		return writeJSON(w, &out)
	}
	_, err := fmt.Fprintf(w, "%s:%d  %s  %8s  %s - %s\n", oneLine(n.file), out.Game, cell(text, 14), games, shown(white), shown(black))
	return err
}
