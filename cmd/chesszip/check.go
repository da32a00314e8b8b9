package main

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/spf13/cobra"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/pgn"
)

// checkingGames is a run of check.
type checkingGames struct {
	reading
	required []string
	only     []string
	games    chesszip.Query
	bad      atomic.Int64 // games with problems
}

// kindsOfProblems are the values of --only.
var kindsOfProblems = []string{"moves", "result", "tags", "values", "text"}

func newCheck(c *console) *cobra.Command {
	k := &checkingGames{reading: reading{console: c}}
	cmd := &cobra.Command{
		Use:   "check [flags] FILE...",
		Short: "list games with problems: illegal moves, wrong results, missing tags",
		Long: `List the games that have problems, a line each: the file, the number of the game,
and its problems with their lines in the game. chesszip get FILE NUMBER prints the
game. Problems are of these kinds:

  moves    a move that cannot be played, a FEN tag without a position, a variant
  result   the Result tag, the end of the moves, and mate or stalemate differ; or no
           result ends the moves
  tags     a tag of --tags is missing; by default the seven of the PGN standard
  values   a date such as 2013.02.31, a malformed rating or ECO code
  text     brackets without their end, words that are not part of a game, lines
           among the tags that are not tags

The exit status is 1 if a game has problems, 0 if none has. Of a damaged archive the
other games are checked, and the status is 3; chesszip -t and chesszip verify check
archives for damage alone.`,
		Example: `  chesszip check games.pgn
  chesszip check --only moves,result games.czip
  chesszip check --tags White,Black,Result,UTCDate lichess.pgn.zst
  chesszip check --json games.pgn > problems.jsonl`,
		Args: k.gamesOf("[flags] FILE..."),
	}
	f := cmd.Flags()
	f.StringSliceVar(&k.required, "tags", pgn.Roster(), "the tags `NAMES` must be there, separated by commas")
	f.Lookup("tags").DefValue = "the seven of the standard"
	f.StringSliceVar(&k.only, "only", nil, "report only `KINDS` of problems, separated by commas")
	k.jsonFlag(f, "print a line of JSON for each game with problems")
	k.fileFlags(f)
	k.shardFlag(f)
	k.manyFlag(f)
	k.selectFlags(f, &k.games)
	return k.verb(cmd, func(args []string) error {
		for _, kind := range k.only {
			if !slices.Contains(kindsOfProblems, kind) {
				return misuse("", "--only %s: the kinds are %s", kind, strings.Join(kindsOfProblems, ", "))
			}
		}
		return k.run(args)
	})
}

func (k *checkingGames) run(args []string) error {
	err := k.each(args, func(a *opened, s *sink) error {
		if err := k.mustHoldGames(a); err != nil {
			return err
		}
		check := func(w io.Writer, number int64, g *pgn.ParsedGame) error { return k.check(w, a.name, number, g) }
		odd, err := k.convertEach(a, &k.games, check, s)
		k.sayLeft(a.name, odd)
		return err
	})
	n := k.bad.Load()
	if err != nil || n == 0 {
		return err
	}
	if k.talks() {
		k.say("%s with problems", plural(n, "game"))
	}
	return reported{statusFailed}
}

// foundProblem is a problem of a game in JSON.
type foundProblem struct {
	Kind    string `json:"kind"`
	Problem string `json:"problem"`
	Text    string `json:"text,omitempty"`
	Line    int64  `json:"line,omitempty"` // in the game, from 1
	Plies   *int   `json:"plies,omitempty"`
}

// check writes a line about a game with problems.
func (k *checkingGames) check(w io.Writer, file string, number int64, g *pgn.ParsedGame) error {
	var found []foundProblem
	for _, p := range g.Check(k.required...) {
		kind := kindOfProblem(p.Err)
		if len(k.only) > 0 && !slices.Contains(k.only, kind) {
			continue
		}
		one := foundProblem{Kind: kind, Problem: withoutPackage(pgn.UTF8(p.Err.Error())), Text: pgn.UTF8(p.Text), Line: p.Line}
		if kind == "moves" || kind == "result" {
			one.Plies = &p.Ply
		}
		found = append(found, one)
	}
	if len(found) == 0 {
		return nil
	}
	k.bad.Add(1)
	if k.json {
		return writeJSON(w, struct {
			File     string         `json:"file"`
			Game     int64          `json:"game"`
			Problems []foundProblem `json:"problems"`
		}{file, number, found})
	}
	const most = 8
	var texts []string
	lacks := -1 // index of the text about missing tags
	for _, p := range found {
		switch {
		case p.Kind != "tags":
			texts = append(texts, p.String())
		case lacks < 0:
			lacks = len(texts)
			texts = append(texts, "missing tags: "+shown(p.Text))
		default:
			texts[lacks] += ", " + shown(p.Text)
		}
	}
	if more := len(texts) - most; more > 0 {
		texts = append(texts[:most], fmt.Sprintf("and %d more", more))
	}
	_, err := fmt.Fprintf(w, "%s:%d: %s\n", oneLine(file), number, strings.Join(texts, "; "))
	return err
}

// String returns the words about a problem.
func (p *foundProblem) String() string {
	text := p.Problem
	if p.Text != "" && !strings.Contains(text, p.Text) {
		const most = 60
		text += ": " + shortened(shown(p.Text), most)
	}
	if p.Plies != nil {
		text += " after " + plural(int64(*p.Plies), "half-move")
	}
	if p.Line > 0 {
		text = fmt.Sprintf("line %d: %s", p.Line, text)
	}
	return shown(text)
}

// kindOfProblem returns the kind of a problem.
func kindOfProblem(err error) string {
	is := func(targets ...error) bool {
		return slices.ContainsFunc(targets, func(t error) bool { return errors.Is(err, t) })
	}
	switch {
	case is(pgn.ErrMissing):
		return "tags"
	case is(pgn.ErrValue):
		return "values"
	case is(pgn.ErrResult, pgn.ErrNoResult, pgn.ErrFinal):
		return "result"
	case is(pgn.ErrJunk, pgn.ErrOpen, pgn.ErrUnplaced, pgn.ErrAfterGame, pgn.ErrBeforeGame, pgn.ErrNotTag):
		return "text"
	}
	return "moves"
}

// withoutPackage removes the names of packages before an error.
func withoutPackage(text string) string {
	for _, name := range []string{"pgn: ", "notation: ", "board: "} {
		text = strings.TrimPrefix(text, name)
	}
	return text
}
