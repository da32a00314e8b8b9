package main

import (
	"errors"
	"strings"

	"github.com/spf13/pflag"

	"github.com/chesszip/chesszip"
)

// queryFlags are the flags that select games: one for each field of a query, and two for
// its language.
func queryFlags(f *pflag.FlagSet, q *chesszip.Query) {
	for _, t := range []struct{ field, want, usage string }{
		{"player", "NAME", "`NAME` of either player, or carlsen@2800+"},
		{"opponent", "NAME", "`NAME` of the other player, with --player"},
		{"white", "NAME", "`NAME` of White: words, carls*, =Carlsen or /REGEXP/"},
		{"black", "NAME", "`NAME` of Black"},
		{"elo", "RANGE", "`RANGE` of both ratings: 2700+, 2000-2400 or -2400"},
		{"white-elo", "RANGE", "`RANGE` of White's rating"},
		{"black-elo", "RANGE", "`RANGE` of Black's rating"},
		{"diff", "RANGE", "`RANGE` of the difference of the ratings"},
		{"white-diff", "RANGE", "`RANGE` of White's rating minus Black's"},
		{"black-diff", "RANGE", "`RANGE` of Black's rating minus White's"},
		{"title", "TITLE", "`TITLE` of either player: GM, GM,IM or any"},
		{"white-title", "TITLE", "`TITLE` of White"},
		{"black-title", "TITLE", "`TITLE` of Black"},
		{"date", "RANGE", "`RANGE` of dates: 2013, 2013-01..2013-06, 2013-01+"},
		{"eco", "RANGE", "`RANGE` of ECO codes: B20, B20-B99, C4 or B,C"},
		{"opening", "NAME", "`NAME` of the opening, from the tags or the ECO code"},
		{"result", "RESULT", "`RESULT`: 1-0, 0-1, draw, *; win or loss of the player"},
		{"event", "NAME", "`NAME` of the event"},
		{"site", "NAME", "`NAME` of the site"},
		{"round", "NAME", "`NAME` of the round; 4 also finds 4.1"},
		{"tc", "CONTROL", "`CONTROL` of time: 180+2, blitz, bullet, rapid, ..."},
		{"ply", "RANGE", "`RANGE` of lengths in half-moves"},
		{"tag", "NAME=TEXT", "`NAME=TEXT` of any other tag"},
		{"has", "TAG", "only games that have the tag `TAG`"},
	} {
		f.Var(&termFlag{q: q, field: t.field, want: t.want}, t.field, t.usage)
	}
	f.Var(&textFlag{q: q, not: true, want: "FIELD:VALUE"}, "not", "exclude games with `FIELD:VALUE`, such as event:blitz")
	f.Var(&textFlag{q: q, want: "QUERY"}, "query", "`QUERY`: all of this in one text, 'white:a -event:b', or words")
}

// selectFlags are queryFlags, of which help shows only the names, for the command's query.
func (r *reading) selectFlags(f *pflag.FlagSet, q *chesszip.Query) {
	r.query = q
	games := pflag.NewFlagSet("", pflag.ContinueOnError)
	games.SortFlags = false
	queryFlags(games, q)
	games.VisitAll(func(one *pflag.Flag) { inGroup(games, gamesGroup, one.Name) })
	f.AddFlagSet(games)
}

// termFlag is a flag that adds a term of a field each time it is given.
type termFlag struct {
	q           *chesszip.Query
	field, want string
}

func (t *termFlag) String() string { return "" }
func (t *termFlag) Type() string   { return t.want }

func (t *termFlag) Set(value string) error {
	// The player of a win may come with a later flag.
	if err := new(chesszip.Query).Add(t.field, value).Add("player", "any").Validate(); err != nil {
		return err
	}
	t.q.Terms = append(t.q.Terms, chesszip.Term{Field: t.field, Value: value})
	return nil
}

// textFlag is a flag that adds terms in the language of queries or, if not is set, one
// negated term.
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
		var late error // the player of a win may come with a later flag
		if q, late = chesszip.ParseQuery(value + " player:any"); late != nil {
			return err
		}
		q.Terms = q.Terms[:len(q.Terms)-1]
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

// malformed is the error for a malformed query.
func malformed(e *chesszip.QueryError) error {
	return misuse(e.Hint, "%s", strings.TrimPrefix(e.Error(), "chesszip: "))
}
