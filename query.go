package chesszip

import (
	"errors"

	"github.com/chesszip/chesszip/internal/search"
	"github.com/chesszip/chesszip/internal/search/query"
)

// Query says which games are meant by what their tags say: plain data, made by
// ParseQuery, by Add and Not, or by hand. A nil Query, or one without terms, means
// every game.
//
// Terms of one field are alternatives; different fields must all hold; no term with
// Not may. [docs/query.md] has every field and the grammar of the text:
//
//	white:carlsen eco:B2 date:2010- -event:blitz
//
// [docs/query.md]: https://github.com/chesszip/chesszip/blob/main/docs/query.md
type Query struct{ Terms []Term }

// Term says what a field must hold or, if Not is set, must not hold.
type Term struct {
	// Field is one of player, opponent, white, black (names), elo, white-elo, black-elo, diff,
	// white-diff, black-diff, ply (numbers), title, white-title, black-title, date,
	// eco, opening, result, event, site, round, tc, tag and has.
	Field string
	// Value is what a user types, without the quotes of the text of a query.
	//
	// Names are words: "carlsen" and "Carlsen, Magnus" both mean "Carlsen, Magnus",
	// "carls*" means "Carlsson", too, "=Carlsen" that value alone, and
	// "/^Carls(en|son)/" a regular expression. "carlsen@2800+" is a player with a
	// rating. Numbers, dates and codes are ranges with both ends or one, or several by
	// commas: "2000-2400", "2700+", "-2400", "2013-01..2013-06", "B20-B99,C4".
	Value string
	Not   bool
}

// ParseQuery reads the text of a query, such as
//
//	player:carlsen player:"Caruana, Fabiano" elo:2700+ -result:draw
//
// An empty text means every game. The error is a *QueryError.
func ParseQuery(text string) (*Query, error) {
	terms, err := query.Parse(text)
	if err != nil {
		return nil, queryError(err)
	}
	q := &Query{}
	for _, t := range terms {
		q.Terms = append(q.Terms, Term(t))
	}
	return q, nil
}

// String returns the text of q, which ParseQuery reads as q again.
func (q *Query) String() string { return query.Format(q.terms()) }

// Add adds a term that must hold, and returns q.
func (q *Query) Add(field, value string) *Query {
	q.Terms = append(q.Terms, Term{Field: field, Value: value})
	return q
}

// Not adds a term that must not hold, and returns q.
func (q *Query) Not(field, value string) *Query {
	q.Terms = append(q.Terms, Term{Field: field, Value: value, Not: true})
	return q
}

// Validate returns the *QueryError that a search with q gives, nil if there is none.
func (q *Query) Validate() error { return queryError(query.Check(q.terms())) }

// Hints returns sentences about words of q that look misspelt, though they are
// allowed: names that are like one of a well-known player or opening. They are for a
// search that has found nothing.
func (q *Query) Hints() []string { return query.Hints(q.terms()) }

func (q *Query) terms() []query.Term {
	if q == nil {
		return nil
	}
	terms := make([]query.Term, len(q.Terms))
	for i, t := range q.Terms {
		terms[i] = query.Term(t)
	}
	return terms
}

// Pattern is what a game must have on the board, outside variations: pieces on
// squares, material, structures of pawns, moves, or several of these one after the
// other. ParsePattern makes it of a text; the zero Pattern is malformed. It may be
// used by several goroutines at once.
type Pattern struct{ matcher *search.Matcher }

// ParsePattern understands a pattern, in the language that docs/patterns.md
// describes, of at most 64 KiB and 64 steps:
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
	m, err := search.CompilePattern(text)
	if err != nil {
		return nil, queryError(err)
	}
	return &Pattern{m}, nil
}

// String returns a text that ParsePattern makes the same pattern of, empty for the
// zero Pattern.
func (p *Pattern) String() string {
	if p.matcher == nil {
		return ""
	}
	return p.matcher.String()
}

// Hit is a game that has a pattern on the board.
type Hit struct {
	GameText
	// Ply is how many half-moves are before the position at which the pattern is
	// met for the first time: of several steps the last, of one that is held the
	// last of the positions that it takes.
	Ply   int
	Steps []int // for each step of the pattern, the last being Ply
}

// QueryError says what of a Query or a Pattern cannot be understood.
type QueryError struct {
	Field string // name of the field, such as "date" or "FEN", or ""
	Text  string // what it holds
	Want  string // what it may hold
	Hint  string // what may have been meant, such as "did you mean white-elo?", or ""
}

// Error returns a sentence such as
//
//	chesszip: malformed query: date "soon": want days, months or years such as 2013, 2013-01-31 or 2010+
func (e *QueryError) Error() string {
	return (*query.Error)(e).Error()
}

// Unwrap returns ErrQuery.
func (e *QueryError) Unwrap() error { return ErrQuery }

// queryError returns err as a *QueryError, if it is about a query or a pattern.
func queryError(err error) error {
	var q *query.Error
	if errors.As(err, &q) {
		return (*QueryError)(q)
	}
	return err
}
