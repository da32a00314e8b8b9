package chesszip

import (
	"context"
	"errors"
	"io"
	"iter"
	"math"

	"github.com/chesszip/chesszip/internal/base/ctxio"
	"github.com/chesszip/chesszip/internal/query"
	"github.com/chesszip/chesszip/internal/query/terms"
	"github.com/chesszip/chesszip/internal/read/outline"
	"github.com/chesszip/chesszip/internal/read/view"
	"github.com/chesszip/chesszip/internal/write/copy"
)

// Headers returns the headers of all games in their order, and errors at the places of
// damaged games. It decodes tags only.
func (a *Archive) Headers(ctx context.Context) iter.Seq2[Header, error] {
	// This does not call Filter, so that a program without queries does not link them.
	return func(yield func(Header, error) bool) {
		outline.Headers(ctx, a.all, func(g outline.Game, err error) bool { return yield(Header(g), err) })
	}
}

// Filter returns the headers of the games that match q, or of all if q is nil, in their
// order, and errors at the places of damaged games. It decodes tags only, and skips
// frames that have no such game according to the index. The error is ErrQuery for a
// malformed query, or damage.
func (a *Archive) Filter(ctx context.Context, q *Query) iter.Seq2[Header, error] {
	return asked(q, func(f *query.Filter, yield func(Header, error) bool) {
		query.Headers(ctx, a.all, f, newHeader, yield)
	})
}

// FilterGames returns the texts of the games that match q, as Filter does. Of frames
// without such a game only tags are decoded.
func (a *Archive) FilterGames(ctx context.Context, q *Query) iter.Seq2[GameText, error] {
	if f, err := compile(q); err == nil && f.All() {
		return a.All(ctx)
	}
	return asked(q, func(f *query.Filter, yield func(GameText, error) bool) {
		query.Games(ctx, a.all, f, func(g query.Game, err error) bool { return yield(textOf(g, err)) })
	})
}

// CopyFiltered writes the texts of the games that match q, concatenated, in bounded
// memory whatever their length. It returns the number of bytes written, and the error of
// w, that of FilterGames, or the first damage; the games after damage are written
// nevertheless.
func (a *Archive) CopyFiltered(ctx context.Context, w io.Writer, q *Query) (written int64, err error) {
	f, err := compile(q)
	switch {
	case err != nil:
		return 0, ctxio.Instead(ctx, err)
	case f.All():
		return a.Copy(ctx, w, math.MinInt64, math.MaxInt64)
	}
	out := a.outputTo(ctx, w)
	query.EachSome(ctx, a.all, f, func(v *view.View, items []int) ([]*copy.Items, error) {
		found, err := out.Items(v, items)
		return []*copy.Items{found}, err
	}, out.Take)
	return out.End()
}

// FilterCount returns the number of games that match q. With damage as the error, it
// counts the games of each archive of the file up to its first damage.
func (a *Archive) FilterCount(ctx context.Context, q *Query) (int64, error) {
	f, err := compile(q)
	switch {
	case err != nil:
		return 0, err
	case f.All():
		return a.NumGames(), a.firstGap()
	}
	return query.Count(ctx, a.all, f)
}

// Find returns the games that match q, or all if q is nil, and that have the pattern p
// on the board, in their order, and errors at the places of damaged games. Games are
// replayed as long as they can still match, from the moves in the index, see
// ColumnMoves, or else from the frames; of a game of more than 16 MiB, only its first
// 16 MiB. The error is ErrQuery for a malformed pattern or query, damage, or ErrLimit
// for a matching game of more than 16 MiB. A nil Pattern is malformed; to search without
// a position use Filter.
func (a *Archive) Find(ctx context.Context, p *Pattern, q *Query) iter.Seq2[Hit, error] {
	return hits(p, q, func(m *query.Matcher, f *query.Filter, yield func(query.Hit, error) bool) {
		m.Hits(ctx, a.all, f, yield)
	})
}

// FindPlaces returns what Find does, without the texts of the games. It takes a fraction
// of the time if many games match.
func (a *Archive) FindPlaces(ctx context.Context, p *Pattern, q *Query) iter.Seq2[Hit, error] {
	return hits(p, q, func(m *query.Matcher, f *query.Filter, yield func(query.Hit, error) bool) {
		m.Bare(ctx, a.all, f, yield)
	})
}

// FindCount returns the number of games that Find would return, without decoding their
// texts. With damage as the error, it counts as FilterCount does.
func (a *Archive) FindCount(ctx context.Context, p *Pattern, q *Query) (int64, error) {
	f, err := compile(q)
	if err != nil {
		return 0, err
	}
	m, err := p.compiled()
	if err != nil {
		return 0, err
	}
	return m.Count(ctx, a.all, f)
}

// asked yields the results of look for q. It compiles q when the loop begins.
func asked[T any](q *Query, look func(f *query.Filter, yield func(T, error) bool)) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		f, err := compile(q)
		if err != nil {
			var none T
			yield(none, err)
			return
		}
		look(f, yield)
	}
}

// hits yields the results of look for p and q.
func hits(p *Pattern, q *Query, look func(m *query.Matcher, f *query.Filter, yield func(query.Hit, error) bool)) iter.Seq2[Hit, error] {
	return asked(q, func(f *query.Filter, yield func(Hit, error) bool) {
		m, err := p.compiled()
		if err != nil {
			yield(Hit{}, err)
			return
		}
		look(m, f, func(h query.Hit, err error) bool {
			return yield(Hit{GameText{h.Number, h.Text}, h.Ply, h.Steps}, err)
		})
	})
}

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
	// date, eco, opening, result, event, site, round, tc, tag and has.
	Field string
	// Value is the text as a user types it, without the quotes that a query text needs.
	//
	// A name is searched by words: "carlsen" and "Magnus Carlsen" both match "Carlsen,
	// Magnus" and "Carlsen,M". "carls*" also matches "Carlsson", "=Carlsen" matches that
	// value alone, and "/^Carls(en|son)/" is a regular expression. "carlsen@2800+" is a
	// player with a rating. Numbers, dates and codes are ranges with one end or both, or
	// several ranges separated by commas: "2000-2400", "2700+", "-2400",
	// "2013-01..2013-06", "B20-B99,C4".
	Value string
	Not   bool
}

// ParseQuery parses the text of a query, such as
//
//	player:carlsen player:"Caruana, Fabiano" elo:2700+ -result:draw
//
// An empty text matches every game. The error is a *QueryError.
func ParseQuery(text string) (*Query, error) {
	terms, err := terms.Parse(text)
	if err != nil {
		return nil, queryError(err)
	}
	return queryOf(terms), nil
}

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

// Hints returns sentences about words of q that are valid but may be misspelt: names
// that are similar to that of a well-known player or opening. Call it after a search
// that found nothing. Count must return the number of games that match another query;
// Hints leaves out suggestions that find nothing.
func (q *Query) Hints(count func(*Query) (int64, error)) []string {
	return terms.Found(q.terms(), func(terms []terms.Term) bool {
		n, err := count(queryOf(terms))
		return err == nil && n > 0
	})
}

// NameCounts counts the spellings of names that a query asks for by several words, such
// as player:"Magnus Carlsen". The zero value is ready to use.
type NameCounts struct{ spellings terms.Spellings }

// NameCount is a spelling of a name, in UTF-8, and the number of games that have it.
type NameCount struct {
	Name  string
	Games int64
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

// Hit is a game that matches a pattern.
type Hit struct {
	GameText
	// Ply is the number of half-moves before the position of the first match. If the
	// pattern has several steps, that is the position of the last step; if a step is
	// held, the last position of those it is held for.
	Ply   int
	Steps []int // one for each step of the pattern; the last equals Ply
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
