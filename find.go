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

// Headers returns what the tags of all games say, in their order, and what is
// damaged at its place. It decodes tags only.
func (a *Archive) Headers(ctx context.Context) iter.Seq2[Header, error] {
	// Not Filter, so that a program that asks no queries does not carry them.
	return func(yield func(Header, error) bool) {
		outline.Headers(ctx, a.all, func(g outline.Game, err error) bool { return yield(Header(g), err) })
	}
}

// Filter returns what the tags of the games that q means say, nil meaning all, in
// their order, and what is damaged at its place. It decodes tags only, and passes
// over frames of which the index says that they hold no such game. The error is
// ErrQuery for a malformed query, or damage.
func (a *Archive) Filter(ctx context.Context, q *Query) iter.Seq2[Header, error] {
	return asked(q, func(f *query.Filter, yield func(Header, error) bool) {
		query.Headers(ctx, a.all, f, newHeader, yield)
	})
}

// FilterGames returns the texts of the games that q means, as Filter does;
// frames without any are not decoded further than their tags.
func (a *Archive) FilterGames(ctx context.Context, q *Query) iter.Seq2[GameText, error] {
	if f, err := compile(q); err == nil && f.All() {
		return a.All(ctx)
	}
	return asked(q, func(f *query.Filter, yield func(GameText, error) bool) {
		query.Games(ctx, a.all, f, func(g query.Game, err error) bool { return yield(textOf(g, err)) })
	})
}

// CopyFiltered writes the texts of the games that q means, one after the other,
// in bounded memory whatever their length. It returns the number of bytes
// written, and the error of w, that of FilterGames, or the first damage: games behind
// it are written nevertheless.
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

// FilterCount returns the number of games that q means. With damage as an error, it
// is the number of those in the archives of the file that can be read, up to it.
func (a *Archive) FilterCount(ctx context.Context, q *Query) (int64, error) {
	f, err := compile(q)
	switch {
	case err != nil:
		return 0, err
	case f.All():
		return a.Games(), a.firstGap()
	}
	return query.Count(ctx, a.all, f)
}

// Find returns the games that q means, nil for all, and that have a pattern on
// the board, in their order, and what is damaged at its place. Moves are
// replayed as far as the pattern may still come: those of the index, if there
// is one, see IndexPositions, or those of the frames; of a game of more than
// 16 MiB, those of its first 16 MiB. The error is ErrQuery for a malformed
// pattern or query, damage, or ErrLimit for a game of more than 16 MiB that has
// the pattern. A nil Pattern is an empty one, which is malformed: whoever asks for
// no position has Filter.
func (a *Archive) Find(ctx context.Context, p *Pattern, q *Query) iter.Seq2[Hit, error] {
	return hits(p, q, func(m *query.Matcher, f *query.Filter, yield func(query.Hit, error) bool) {
		m.Hits(ctx, a.all, f, yield)
	})
}

// FindPlaces returns what Find does, without the texts of the games, which takes a
// fraction of the time where many have the pattern.
func (a *Archive) FindPlaces(ctx context.Context, p *Pattern, q *Query) iter.Seq2[Hit, error] {
	return hits(p, q, func(m *query.Matcher, f *query.Filter, yield func(query.Hit, error) bool) {
		m.Bare(ctx, a.all, f, yield)
	})
}

// FindCount returns the number of games that Find would give, without decoding
// their texts; with damage as an error, see FilterCount.
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

// asked yields what look gives for q, which is read when the loop begins.
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

// hits yields what look finds for p and q.
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

// compiled returns what p was understood as. The error is that of an empty pattern for
// one that is nil or zero.
func (p *Pattern) compiled() (*query.Matcher, error) {
	if p == nil || p.matcher == nil {
		_, err := ParsePattern("")
		return nil, err
	}
	return p.matcher, nil
}

// compile makes a filter of a query, nil standing for one that asks nothing.
func compile(q *Query) (*query.Filter, error) {
	f, err := query.Compile(q.terms())
	if err == nil && q != nil && q.Names != nil {
		f.Note(&q.Names.spellings)
	}
	return f, queryError(err)
}

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
type Query struct {
	Terms []Term

	// Names, unless nil, is told how the names that the query asks for by several words
	// are spelled in the games that a search looks at; Explore does not.
	Names *NameCounts
}

// Term says what a field must hold or, if Not is set, must not hold.
type Term struct {
	// Field is one of player, opponent, white, black (names), elo, white-elo, black-elo, diff,
	// white-diff, black-diff, ply (numbers), title, white-title, black-title, date,
	// eco, opening, result, event, site, round, tc, tag and has.
	Field string
	// Value is what a user types, without the quotes of the text of a query.
	//
	// Names are words: "carlsen" and "Magnus Carlsen" both mean "Carlsen, Magnus" and
	// "Carlsen,M", "carls*" means "Carlsson", too, "=Carlsen" that value alone, and
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

// String returns the text of q, which ParseQuery reads as q again.
func (q *Query) String() string { return terms.Format(q.terms()) }

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
func (q *Query) Validate() error { return queryError(terms.Check(q.terms())) }

// Hints returns sentences about words of q that look misspelt, though they are allowed:
// names that are like one of a well-known player or opening. They are for a search that
// has found nothing; count counts what another query finds instead, and a query that finds
// nothing, too, is no hint.
func (q *Query) Hints(count func(*Query) (int64, error)) []string {
	return terms.Found(q.terms(), func(terms []terms.Term) bool {
		n, err := count(queryOf(terms))
		return err == nil && n > 0
	})
}

// NameCounts counts how names are spelled that a query asks for by several words, such as
// player:"Magnus Carlsen". The zero NameCounts are ready for use.
type NameCounts struct{ spellings terms.Spellings }

// NameCount is a spelling of a name, as UTF-8, and in how many games it was met.
type NameCount struct {
	Name  string
	Games int64
}

// Spellings returns the spellings of the games that were found or, if near is set, those of
// games that were left out for them alone, though they have the surname that is asked for,
// and the given name begins alike or is missing. The most frequent come first.
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

// Pattern is what a game must have on the board, outside variations: pieces on
// squares, material, structures of pawns, moves, or several of these one after the
// other. ParsePattern makes it of a text; the zero Pattern is malformed. It may be
// used by several goroutines at once.
type Pattern struct{ matcher *query.Matcher }

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
	m, err := query.CompilePattern(text)
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
	return (*terms.Error)(e).Error()
}

// Unwrap returns ErrQuery.
func (e *QueryError) Unwrap() error { return ErrQuery }

// queryError returns err as a *QueryError, if it is about a query or a pattern.
func queryError(err error) error {
	var q *terms.Error
	if errors.As(err, &q) {
		return (*QueryError)(q)
	}
	return err
}
