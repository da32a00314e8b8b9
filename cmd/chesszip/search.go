package main

import (
	"errors"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/chesszip/chesszip"
)

const searchLong = `Print the games that words describe, exactly as they were compressed. All words
must fit. Arguments that are files, or end like files of games, are searched; all
others are words.

The file decides what a word means: a player, an event, a site or an opening that
its games have. Several words may be one name. B90 is a code, 2013 or 2013-05 a
date, 2700+ both ratings, 1-0 or draw a result; a FEN or moves such as e4 c5 are
a position that the games reach. What was understood is printed to standard error.
FIELD:VALUE says it exactly, as in player:carlsen; chesszip filter has all fields
as flags, and so has this command.`

func newSearch(c *console) *cobra.Command {
	r, q := &reading{console: c}, new(chesszip.Query)
	r.words.said = true
	cmd := filtering(r, q, &cobra.Command{
		Use:   "search WORD... [flags] FILE...",
		Short: "search by words: names, events, openings, years, moves",
		Long:  searchLong,
		Example: `  chesszip search carlsen sicilian games.czip
  chesszip search magnus carlsen 2013 1-0 games.czip > won.pgn
  chesszip search kasparov vs karpov B90 games.czip
  chesszip search "1. e4 c5 2. Nf3 d6" --elo 2600+ games.czip
  chesszip search anand opening:slav --json a.pgn b.czip`,
		Args: arguments(cobra.MinimumNArgs(1), "WORD... [flags] FILE..."),
	})
	run := cmd.RunE
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		text, files := cutWords(args, r.many.recursive)
		switch {
		case len(files) == 0 && piped(r.in):
			files = []string{stdio}
		case len(files) == 0:
			return misuse("chesszip search carlsen sicilian games.czip", "no file to search is named")
		}
		asked, err := chesszip.ParseQuery(text)
		var wrong *chesszip.QueryError
		if errors.As(err, &wrong) {
			return malformed(wrong)
		}
		q.Terms = append(asked.Terms, q.Terms...)
		return run(cmd, files)
	}
	return cmd
}

// cutWords separates the words of a search from its files.
func cutWords(args []string, folders bool) (text string, files []string) {
	var words []string
	for i, a := range args {
		info, err := os.Stat(a)
		isInput := a == stdio && i == len(args)-1 // between words it is a dash
		if err == nil && (folders || !info.IsDir()) || isInput || isURL(a) || hasEnding(a, slices.Concat(listEndings, archiveEndings)) {
			files = append(files, a)
		} else {
			words = append(words, a)
		}
	}
	return strings.Join(words, " "), files
}

// plainWords are what a query has without fields, and what was said of it.
type plainWords struct {
	said    bool // what the query means is said, also without such words
	typed   []chesszip.Term
	meaning string
}

// understand gives the words of the query the fields that they mean in archives; without
// an archive, as for a stream, they keep the field any. It says how the query is
// understood.
func (r *reading) understand(in ...*chesszip.Archive) error {
	if r.query == nil {
		return nil
	}
	w := &r.words
	if w.typed == nil {
		w.typed = slices.Clone(r.query.Terms)
	}
	plain := slices.ContainsFunc(w.typed, func(t chesszip.Term) bool { return t.Field == "any" })
	if !plain && !w.said {
		return nil
	}
	meant, err := chesszip.Understand(r.ctx, &chesszip.Query{Terms: w.typed}, in...)
	if err != nil {
		return err
	}
	r.query.Terms = meant.Terms
	if said := meant.Meaning(); said != w.meaning && !r.quiet {
		w.meaning = said
		r.say("chesszip: searching for %s", said)
	}
	return nil
}
