package main

import (
	"errors"
	"strings"

	"github.com/spf13/pflag"

	"github.com/chesszip/chesszip"
)

// queryFlags are the flags that say which games are meant: one for each field of a
// query, and two that take its language.
func queryFlags(f *pflag.FlagSet, q *chesszip.Query) {
	for _, t := range []struct{ field, want, usage string }{
		{"player", "NAME", "`NAME` of either player, or carlsen@2800+ in the game"},
		{"opponent", "NAME", "`NAME` of the other player than --player"},
		{"white", "NAME", "White's `NAME`: words, carls*, =Carlsen or /REGEXP/"},
		{"black", "NAME", "Black's `NAME`"},
		{"elo", "RANGE", "`RANGE` of both ratings: 2000-2400, 2700+ or -2400"},
		{"white-elo", "RANGE", "`RANGE` of White's rating"},
		{"black-elo", "RANGE", "`RANGE` of Black's rating"},
		{"diff", "RANGE", "`RANGE` of how far apart the ratings are"},
		{"white-diff", "RANGE", "`RANGE` of how much higher White's rating is"},
		{"black-diff", "RANGE", "`RANGE` of how much higher Black's rating is"},
		{"title", "TITLE", "`TITLE` of either player: GM, several by commas, any"},
		{"white-title", "TITLE", "White's `TITLE`"},
		{"black-title", "TITLE", "Black's `TITLE`"},
		{"date", "RANGE", "`RANGE` of dates: 2013, 2013-01..2013-06, 2013-01-31+"},
		{"eco", "RANGE", "`RANGE` of openings: B20, B20-B99, C4 or B,C"},
		{"opening", "NAME", "`NAME` of the opening, or of that of the ECO code"},
		{"result", "RESULT", "`RESULT`: 1-0, 0-1, draw or *, or several by commas"},
		{"event", "NAME", "`NAME` of the event"},
		{"site", "NAME", "`NAME` of the site"},
		{"round", "NAME", "`NAME` of the round: 4 is 4.1, too"},
		{"tc", "CONTROL", "`CONTROL` of time: 180+2, blitz, bullet, rapid, ..."},
		{"ply", "RANGE", "`RANGE` of lengths in half-moves"},
		{"tag", "NAME=TEXT", "any other tag, `NAME=TEXT`"},
		{"has", "TAG", "a `TAG` that the game must have"},
	} {
		f.Var(&termFlag{q: q, field: t.field, want: t.want}, t.field, t.usage)
	}
	f.Var(&textFlag{q: q, not: true, want: "FIELD:VALUE"}, "not", "leave out games such as event:blitz")
	f.Var(&textFlag{q: q, want: "QUERY"}, "query", "`QUERY`: all this in a text, 'white:a -event:b'")
}

// termFlag is a flag that adds a term of a field each time it is given.
type termFlag struct {
	q           *chesszip.Query
	field, want string
}

func (t *termFlag) String() string { return "" }
func (t *termFlag) Type() string   { return t.want }

func (t *termFlag) Set(value string) error {
	one := new(chesszip.Query).Add(t.field, value)
	if err := one.Validate(); err != nil {
		return err
	}
	t.q.Terms = append(t.q.Terms, one.Terms...)
	return nil
}

// textFlag is a flag that adds terms in the language of queries or, if not is set,
// one that must not hold.
type textFlag struct {
	q    *chesszip.Query
	not  bool
	want string
}

func (t *textFlag) String() string { return "" }
func (t *textFlag) Type() string   { return t.want }

func (t *textFlag) Set(value string) error {
	q, err := chesszip.ParseQuery(value)
	if err != nil {
		return err
	}
	if t.not {
		if len(q.Terms) != 1 || q.Terms[0].Not {
			return errors.New("want one field and its value, such as event:blitz")
		}
		q.Terms[0].Not = true
	}
	t.q.Terms = append(t.q.Terms, q.Terms...)
	return nil
}

// malformed is the error for a query that cannot be understood.
func malformed(e *chesszip.QueryError) error {
	return misuse(e.Hint, "%s", strings.TrimPrefix(e.Error(), "chesszip: "))
}
