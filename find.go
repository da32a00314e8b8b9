package chesszip

import (
	"context"
	"errors"

	"github.com/chesszip/chesszip/internal/query"
	"github.com/chesszip/chesszip/internal/query/terms"
	"github.com/chesszip/chesszip/internal/read/walk"
)

// compiled returns the matcher of p. For a nil or zero Pattern it returns the error of
// an empty one.
func (p *Pattern) compiled() (*query.Matcher, error) {
	if p == nil || p.matcher == nil {
		_, err := ParsePattern("")
		return nil, err
	}
	return p.matcher, nil
}

// compile makes a filter of a query; nil matches every game.
func compile(q *Query) (*query.Filter, error) {
	f, err := query.Compile(q.terms())
	if err == nil && q != nil && q.Names != nil {
		f.Note(&q.Names.spellings)
	}
	return f, queryError(err)
}

// Query selects games by their tags. It is plain data: ParseQuery, Add and Not, or the
// caller make it. A nil Query, or one without terms, matches every game.
//
// Terms of one field are alternatives. All fields must match, and no term with Not may.
// [docs/query.md] describes every field and the syntax of the text:
//
//	white:carlsen eco:B2 date:2010+ -event:blitz
//
// [docs/query.md]: https://github.com/chesszip/chesszip/blob/main/docs/query.md
type Query struct {
	Terms []Term

	// Names, unless nil, counts the spellings of the names that the query asks for by
	// several words, in the games that a search examines. Explore does not count them.
	Names *NameCounts
}

// Term is a value that a field must have or, if Not is set, must not have.
type Term struct {
	// Field is one of player, opponent, white, black (names), elo, white-elo, black-elo,
	// diff, white-diff, black-diff, ply (numbers), title, white-title, black-title,
	// date, eco, opening, result, event, site, round, tc, tag, has, moves (the first of
	// the game), fen (a position) and any (players, event, site or opening).
	Field string `json:"field"`
	// Value is the text as a user types it, without the quotes that a query text needs.
	//
	// A name is searched by words: "carlsen" and "Magnus Carlsen" both match "Carlsen,
	// Magnus" and "Carlsen,M". "carls*" also matches "Carlsson", "=Carlsen" matches that
	// value alone, and "/^Carls(en|son)/" is a regular expression. "carlsen@2800+" is a
	// player with a rating. Numbers, dates and codes are ranges with one end or both, or
	// several ranges separated by commas: "2000-2400", "2700+", "-2400",
	// "2013-01..2013-06", "B20-B99,C4".
	Value string `json:"value"`
	Not   bool   `json:"not"`
}

// ParseQuery parses the text of a query, such as
//
//	player:carlsen player:"Caruana, Fabiano" elo:2700+ -result:draw
//	magnus carlsen sicilian 2013
//
// Words without a field get one by their form: dates, results, ECO codes, ratings, a FEN
// and moves. Others get the field any, which Understand replaces. An empty text matches
// every game. The error is a *QueryError.
func ParseQuery(text string) (*Query, error) {
	terms, err := terms.Parse(text)
	if err != nil {
		return nil, queryError(err)
	}
	return queryOf(terms), nil
}

// Understand returns q with the fields that its words of the field any mean in some
// archives: a name of a player, an event or a site that their games have, or an opening.
// Several such words may be one name. It examines lists of names, if the archives have
// them, and a few thousand games; words that it does not find keep the field any, which
// matches all of these. The error is that of ctx or of a reader.
func Understand(ctx context.Context, q *Query, in ...*Archive) (*Query, error) {
	var files []walk.Part
	for _, a := range in {
		files = append(files, a.all)
	}
	words, err := query.Understand(ctx, files, q.terms())
	if err != nil {
		return nil, err
	}
	meant := queryOf(words)
	meant.Names = q.Names
	return meant, nil
}

// Meaning describes in one line which games q selects, such as
//
//	player Carlsen, opening Sicilian Defense
func (q *Query) Meaning() string { return terms.Meaning(q.terms()) }

func queryOf(terms []terms.Term) *Query {
	q := &Query{}
	for _, t := range terms {
		q.Terms = append(q.Terms, Term(t))
	}
	return q
}

// String returns a text of q. ParseQuery returns q for it.
func (q *Query) String() string { return terms.Format(q.terms()) }

// Add adds a term that must match, and returns q.
func (q *Query) Add(field, value string) *Query {
	q.Terms = append(q.Terms, Term{Field: field, Value: value})
	return q
}

// Not adds a term that must not match, and returns q.
func (q *Query) Not(field, value string) *Query {
	q.Terms = append(q.Terms, Term{Field: field, Value: value, Not: true})
	return q
}

// Validate returns the *QueryError that a search with q would return, or nil.
func (q *Query) Validate() error { return queryError(terms.Check(q.terms())) }

// QueryHint is a sentence about a word of a query, and the query with the suggested word.
type QueryHint struct {
	Text  string `json:"text"`
	Query *Query `json:"query"`
}

// Hints returns hints about words of q that are valid but may be misspelt: names that are
// similar to that of a well-known player or opening. Call it after a search that found
// nothing. Count must return the number of games that match another query; Hints leaves
// out suggestions that find nothing.
func (q *Query) Hints(count func(*Query) (int64, error)) (hints []QueryHint) {
	for _, h := range terms.Found(q.terms(), func(terms []terms.Term) bool {
		n, err := count(queryOf(terms))
		return err == nil && n > 0
	}) {
		hints = append(hints, QueryHint{h.Text, queryOf(h.Terms)})
	}
	return hints
}

// NameCounts counts the spellings of names that a query asks for by several words, such
// as player:"Magnus Carlsen". The zero value is ready to use.
type NameCounts struct{ spellings terms.Spellings }

// NameCount is a spelling of a name, in UTF-8, and the number of games that have it.
type NameCount struct {
	Name  string `json:"name"`
	Games int64  `json:"games"`
}

// Spellings returns the spellings in the games that were found, the most frequent first.
// If near is set, it returns instead those in games that failed only because of the
// name: they have the surname, and a given name that begins alike or is missing.
func (c *NameCounts) Spellings(near bool) (all []NameCount) {
	c.spellings.Each(near, func(name string, games int64) { all = append(all, NameCount{name, games}) })
	return all
}

func (q *Query) terms() (words []terms.Term) {
	if q != nil {
		for _, t := range q.Terms {
			words = append(words, terms.Term(t))
		}
	}
	return words
}

// Pattern is a condition on the positions of a game outside variations: pieces on
// squares, material, pawn structures, moves, or several of these in sequence.
// ParsePattern makes it from a text; the zero Pattern is malformed. Several goroutines
// may use it at once.
type Pattern struct{ matcher *query.Matcher }

// ParsePattern parses a pattern of at most 64 KiB and 64 steps. docs/patterns.md
// describes the language:
//
//	material:KRPvKR                         the pieces of both sides
//	Ne5 -pf? -pd?                           a knight that no pawn can drive away
//	fen:"8/8/8/4k3/8/8/4K3/4R3 w - -"       a position
//	moves:"1. e4 c5 2. Nf3"                 the first moves of the game
//	diff:QvRR hold:4                        a queen for two rooks, for four half-moves
//	white-isolated:d then black-move:Nxd4   first this, then that
//
// The error is a *QueryError.
func ParsePattern(text string) (*Pattern, error) {
	m, err := query.CompilePattern(text)
	if err != nil {
		return nil, queryError(err)
	}
	return &Pattern{m}, nil
}

// String returns a text of p, for which ParsePattern returns the same pattern; "" for
// the zero Pattern.
func (p *Pattern) String() string {
	if p.matcher == nil {
		return ""
	}
	return p.matcher.String()
}

// QueryError describes the part of a Query or a Pattern that is malformed.
type QueryError struct {
	Field string // name of the field, such as "date" or "FEN", or ""
	Text  string // its value
	Want  string // the allowed values
	Hint  string // a suggestion, such as "did you mean white-elo?", or ""
}

// Error returns a sentence such as
//
//	chesszip: malformed query: date "soon": want days, months or years such as 2013, 2013-01-31 or 2010+
func (e *QueryError) Error() string {
	return (*terms.Error)(e).Error()
}

// Unwrap returns ErrQuery.
func (e *QueryError) Unwrap() error { return ErrQuery }

// queryError returns err as a *QueryError if it is about a query or a pattern.
func queryError(err error) error {
	var q *terms.Error
	if errors.As(err, &q) {
		return (*QueryError)(q)
	}
	return err
}
