package chesszip

import (
	"cmp"
	"context"
	"errors"
	"io"
	"iter"
	"math"
	"slices"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/gamestate"
	"github.com/chesszip/chesszip/internal/base/corrupt"
	"github.com/chesszip/chesszip/internal/base/ctxio"
	"github.com/chesszip/chesszip/internal/base/tagvalue"
	"github.com/chesszip/chesszip/internal/query"
	"github.com/chesszip/chesszip/internal/read/rows"
	"github.com/chesszip/chesszip/internal/read/view"
	"github.com/chesszip/chesszip/internal/read/walk"
	"github.com/chesszip/chesszip/internal/write"
	"github.com/chesszip/chesszip/internal/write/copy"
	"github.com/chesszip/chesszip/pgn"
)

// Game is a game of an archive, with the fields that were asked for. The others are zero.
// In JSON, texts are UTF-8, and moves are written as the UCI protocol does.
type Game struct {
	Number int64 `json:"number"` // in the archive, from 0

	// File is set by a Sorter: how many calls of AddGames were before the one that added
	// the game.
	File int `json:"-"`

	// Text is the text of the game, exactly as it was compressed. FieldText asks for it.
	Text Text `json:"text,omitempty"`

	// Tags are the tags in the order of the text, with escapes resolved; or those that
	// were named, in the order of the names, without those that the game does not have.
	// FieldTags asks for them.
	Tags []pgn.Tag `json:"tags,omitempty"`

	// Plies is the number of half-moves outside variations, up to the first that is not
	// legal in standard chess. Result is that of the tag Result or, if it is missing or
	// "*", the one that ends the moves: "1-0", "0-1", "1/2-1/2", "*", or "" for anything
	// else. Year, Month and Day are of Date or, if that has no year, of UTCDate. ECO is
	// such as "B90". What is not known is 0 or "". FieldNumbers asks for all of these.
	Plies    int    `json:"plies,omitempty"`
	WhiteElo int    `json:"white_elo,omitempty"`
	BlackElo int    `json:"black_elo,omitempty"`
	Year     int    `json:"year,omitempty"`
	Month    int    `json:"month,omitempty"`
	Day      int    `json:"day,omitempty"`
	Result   string `json:"result,omitempty"`
	ECO      string `json:"eco,omitempty"`

	// Line is the main line: the start position, and the moves outside variations up to
	// the end or to the first that is not legal. Known is false, and Line is zero, if the
	// start position or the variant is not known. FieldMoves asks for both.
	Known bool           `json:"known,omitempty"`
	Line  gamestate.Game `json:"line,omitzero"`

	// Remarks are the moves of Line with their glyphs, clocks and scores, as
	// pgn.ParsedGame.Plies gives them; nil if there are none. FieldRemarks asks for them.
	Remarks []pgn.Ply `json:"remarks,omitempty"`

	// Opening is the name of the opening: that of the tags or, if they give none, that of
	// the last named position among those with the game's own ECO code, or of all. Names
	// are those of OpeningOf. FieldOpening asks for it.
	Opening string `json:"opening,omitempty"`

	// Steps are set in games selected by a Pattern: for each step of the pattern, the
	// number of half-moves before the position of its first match; if a step is held, the
	// last position of those it is held for.
	Steps []int `json:"steps,omitempty"`
}

// Text is the text of a game as it stands in the file.
type Text []byte

// MarshalText returns the text as UTF-8, see pgn.UTF8. The error is always nil.
func (t Text) MarshalText() ([]byte, error) { return []byte(pgn.UTF8(string(t))), nil }

// Fields is a set of fields of a Game.
type Fields uint8

// The fields of a Game.
const (
	FieldText    = Fields(rows.Text)
	FieldTags    = Fields(rows.Tags)
	FieldNumbers = Fields(rows.Numbers) // Plies, ratings, date, Result and ECO
	FieldMoves   = Fields(rows.Moves)   // Known and Line
	FieldRemarks = Fields(rows.Remarks) // Known, Line and Remarks
	FieldOpening = Fields(rows.Opening)
)

func gameOf(r *rows.Row) Game {
	return Game{
		Number: r.Number, Text: r.Text, Tags: r.Tags,
		Plies: r.Plies, WhiteElo: r.WhiteElo, BlackElo: r.BlackElo,
		Year: r.Year, Month: r.Month, Day: r.Day, Result: r.Result, ECO: r.ECO,
		Known: r.Known, Line: r.Line, Remarks: r.Remarks, Opening: r.Opening, Steps: r.Steps,
	}
}

// Tag returns the value of the first of Tags with the given name. If no tag has it, letter
// case is ignored; "" if there is still none.
func (g *Game) Tag(name string) string {
	value, _ := (&pgn.ParsedGame{Tags: g.Tags}).Tag(name)
	return value
}

// Date returns the date of the numbers, written as 2013.01.24, 2013.01.?? or 2013.??.??;
// "" if the year is not known.
func (g *Game) Date() string {
	d := tagvalue.DaysOf(g.Year, g.Month, g.Day)
	if !d.Known() {
		return ""
	}
	return string(d.AppendText(nil))
}

// Ply returns the last of Steps: the number of half-moves before the position with which
// the whole pattern matches; 0 without a pattern.
func (g *Game) Ply() int {
	if len(g.Steps) == 0 {
		return 0
	}
	return g.Steps[len(g.Steps)-1]
}

// Games is a selection of the games of an Archive: of all that Archive.Games returns,
// those that Range, Numbers, Where and With leave. It is a value, and reads nothing until
// it is asked:
//
//	best := a.Games().Where(query)                 // all terms of a Query match
//	for g, err := range best.Headers(ctx) { ... }
//	n, err := best.With(pattern).Count(ctx)        // and a position occurs
//	_, err = a.Games().Range(0, 100).WriteTo(ctx, w)
//
// Each question is answered in the fastest way that the archive has: by its index, by open
// columns (see Columns), by single columns of frames, or by texts. The games come in the
// order of the archive, except after Numbers. Sequences yield errors at the places of
// damaged games, and go on after them if the caller does. The errors are ErrQuery for a
// malformed query or pattern, ErrNoGame, ErrCorrupt, *LevelError, and those of the reader
// and of the context. A game of more than 16 MiB comes without its text, with an error
// that is ErrLimit and pgn.ErrTooLong; WriteTo can write it, and of its moves only those
// in the first 16 MiB count.
type Games struct {
	a        *Archive
	from, to int64
	listed   bool // of numbers alone
	numbers  []int64
	sorted   []int64 // the numbers, ascending
	selected finder  // nil for all
	err      error   // ErrQuery
}

// finder finds games by queries and patterns. It is an interface, so that a program
// without Where and With does not contain them.
type finder interface {
	Within(p walk.Part) walk.Part
	Finder(texts bool) func(v *view.View, among []int) (rows.Found, error)
}

// Games returns all games.
func (a *Archive) Games() Games { return Games{a: a, from: math.MinInt64, to: math.MaxInt64} }

// Range returns the games of g with numbers from <= number < to.
func (g Games) Range(from, to int64) Games {
	g.from, g.to = max(g.from, from), min(g.to, to)
	return g
}

// Numbers returns the games of g with the given numbers, in the given order; a number may
// occur twice. Numbers count from 0 everywhere in this package, in parts of an archive
// also from its first game; the command counts from 1. A number that the archive does not
// have is an ErrNoGame at its place.
//
// Each frame is read once for all its games, several at once: one call for many games
// takes a fraction of the time of one for each. What is needed later is kept, up to 16
// MiB; frames of games beyond are read again.
func (g Games) Numbers(numbers ...int64) Games {
	if g.listed {
		numbers = slices.DeleteFunc(slices.Clone(numbers), func(n int64) bool { return !g.has(n) })
	}
	g.listed, g.numbers, g.sorted = true, numbers, slices.Sorted(slices.Values(numbers))
	return g
}

// Where returns the games of g that match q. A nil Query, or one without terms, matches
// all.
func (g Games) Where(q *Query) Games {
	f, err := compile(q)
	if g.err = cmp.Or(g.err, err); g.err == nil && !f.All() {
		g.selected = g.selection().Where(f)
	}
	return g
}

// With returns the games of g that have the pattern p on the board. A nil Pattern is
// malformed. After two patterns both must occur, and Steps are those of the second.
func (g Games) With(p *Pattern) Games {
	m, err := p.compiled()
	if g.err = cmp.Or(g.err, err); g.err == nil {
		g.selected = g.selection().With(m)
	}
	return g
}

// selection returns what selected is.
func (g *Games) selection() *query.Selection {
	if s, ok := g.selected.(*query.Selection); ok {
		return s
	}
	return new(query.Selection)
}

// Texts returns the games with their texts, which stay valid.
func (g Games) Texts(ctx context.Context) iter.Seq2[Game, error] { return g.Rows(ctx, FieldText) }

// Headers returns the games with their tags, or those that are named, and their numbers:
// ratings, date, result, ECO code and length. If the columns of all of these are open,
// nothing else is read.
func (g Games) Headers(ctx context.Context, tags ...string) iter.Seq2[Game, error] {
	return g.Rows(ctx, FieldTags|FieldNumbers, tags...)
}

// Lines returns the games with their main lines and their numbers. No texts are made. Rows
// with FieldRemarks also has clocks and scores.
func (g Games) Lines(ctx context.Context) iter.Seq2[Game, error] {
	return g.Rows(ctx, FieldMoves|FieldNumbers)
}

// Rows returns the games with the given fields; with none, only with their numbers in the
// archive, and the Steps of a pattern. If tags are named, FieldTags is these tags; an
// index may have White, Black, Event, Opening, TimeControl, Termination and Site.
func (g Games) Rows(ctx context.Context, fields Fields, tags ...string) iter.Seq2[Game, error] {
	return func(yield func(Game, error) bool) {
		g.rows(ctx, rows.Fields(fields), tags, func(r rows.Row, err error) bool { return yield(gameOf(&r), err) })
	}
}

// row is a row, or the number of a game whose text is too long, with the error.
type row struct {
	rows.Row
	err error
}

func (g *Games) rows(ctx context.Context, want rows.Fields, tags []string, yield func(rows.Row, error) bool) {
	if g.err != nil {
		yield(rows.Row{}, g.err)
		return
	}
	find := g.finder(want&rows.Text != 0)
	if g.listed {
		walk.Select(ctx, g.a.all, g.inRange(), func(v *view.View, items []int) ([]rows.Row, error) {
			found, err := find(v, items)
			if err != nil {
				return nil, err
			}
			read, err := rows.Read(v, found, want, tags)
			if errors.Is(err, pgn.ErrTooLong) {
				read = nil
			}
			return read, err
		}, yield)
		return
	}
	p := g.part()
	if all := want&rows.Tags != 0 && len(tags) == 0; g.selected == nil && (all || want&rows.Text != 0) {
		p.Reads = walk.ReadsItems
	}
	each(ctx, g, p, find, func(v *view.View, found rows.Found) ([]row, error) {
		read, err := rows.Read(v, found, want, tags)
		all := make([]row, len(read))
		for i := range read {
			all[i].Row = read[i]
		}
		if errors.Is(err, pgn.ErrTooLong) {
			all[0].err, err = err, nil
		}
		return all, err
	}, func(r row, err error) bool { return yield(r.Row, cmp.Or(err, r.err)) })
}

// finder returns a function that returns the selected items of a view among some, nil for
// all that a range leaves.
func (g *Games) finder(texts bool) func(v *view.View, among []int) (rows.Found, error) {
	if g.selected != nil {
		return g.selected.Finder(texts)
	}
	return func(v *view.View, among []int) (found rows.Found, err error) {
		if found.Items = among; among == nil {
			if texts {
				err = v.Check()
			}
			if err == nil {
				found.Items, err = v.Interval(0, v.Items())
			}
		}
		return found, err
	}
}

// part returns the segments that may hold games of g.
func (g *Games) part() walk.Part {
	p := g.a.all
	low, high := p.Span()
	if from, to := max(g.from, low), min(g.to, high); from > low || to < high {
		p = p.OfGames(from, max(from, to))
		p.Cut = true
	}
	p = p.WithGames()
	if g.selected != nil {
		p = g.selected.Within(p)
	}
	if g.listed {
		p.Cut = true
		p = p.Without(func(s view.Segment) bool {
			first := p.Frames.FirstGame(s.Frame)
			i, _ := slices.BinarySearch(g.sorted, first)
			return i == len(g.sorted) || g.sorted[i] >= first+p.Frames.Entry(s.Frame).Games
		})
	}
	return p
}

// has reports whether a number is listed.
func (g *Games) has(number int64) bool {
	_, ok := slices.BinarySearch(g.sorted, number)
	return ok
}

// inRange returns the numbers, without those outside the range that others of the archive
// are in.
func (g *Games) inRange() []int64 {
	low, high := g.a.Span()
	out := func(n int64) bool { return n >= low && n < high && (n < g.from || n >= g.to) }
	return slices.DeleteFunc(slices.Clone(g.numbers), out)
}

// among returns the items of a view, low <= item < high, that the numbers leave; nil for
// all items of the view.
func (g *Games) among(v *view.View, low, high int) ([]int, error) {
	if !g.listed && high-low == v.Items() {
		return nil, nil
	}
	items, err := v.Interval(low, high)
	if g.listed {
		items = slices.DeleteFunc(items, func(item int) bool { return !g.has(v.First() + int64(item)) })
	}
	return items, err
}

// each yields the results of look for the selected items of each view of p, at least one,
// in the order of the archive. Each game counts once.
func each[T any](
	ctx context.Context, g *Games, p walk.Part, find func(v *view.View, among []int) (rows.Found, error),
	look func(v *view.View, found rows.Found) ([]T, error), yield func(T, error) bool,
) {
	walk.EachGame(ctx, p, max(g.from, 0), g.to, func(v *view.View, low, high int) ([]T, error) {
		if p.Reads == walk.ReadsItems { // before columns of it are read alone
			if _, err := v.Load(); err != nil {
				return nil, err
			}
		}
		among, err := g.among(v, low, high)
		if err != nil {
			return nil, err
		}
		found, err := find(v, among)
		if err != nil || len(found.Items) == 0 {
			return nil, err
		}
		return look(v, found)
	}, yield)
}

// Count returns the number of games. With damage as the error, it counts the games of
// each archive of the file up to its first damage. If the index knows all games, it does
// not read them.
func (g Games) Count(ctx context.Context) (n int64, err error) {
	if g.err != nil {
		return 0, g.err
	}
	count := func(k int, e error) bool {
		n, err = n+int64(k), cmp.Or(err, e)
		return true
	}
	switch {
	case g.listed:
		g.rows(ctx, 0, nil, func(_ rows.Row, e error) bool {
			if e != nil {
				return count(0, e)
			}
			return count(1, nil)
		})
	case g.selected == nil:
		p := g.part()
		for _, s := range p.Segments {
			first := p.Frames.FirstGame(s.Frame)
			n += max(0, min(g.to, first+p.Frames.Entry(s.Frame).Games)-max(g.from, first))
		}
		if len(p.Gaps) > 0 {
			err = p.Gaps[0].Told
		}
	default:
		each(ctx, &g, g.part(), g.finder(false), func(_ *view.View, found rows.Found) ([]int, error) {
			return []int{len(found.Items)}, nil
		}, count)
	}
	return n, err
}

// WriteTo writes the texts of the games, concatenated, in bounded memory whatever their
// length. It returns the number of bytes written, and the error of w, that of the reader,
// or the first damage; undamaged archives of the file are written nevertheless. If w is a
// Writer that would make the same frames of the texts, it copies frames.
func (g Games) WriteTo(ctx context.Context, w io.Writer) (written int64, err error) {
	if g.err != nil {
		return 0, ctxio.Instead(ctx, g.err)
	}
	switch {
	case g.listed:
		return g.writeListed(ctx, w)
	case g.selected == nil:
		low, high := g.a.Span()
		from, to := max(g.from, low), min(g.to, high)
		if from >= to {
			return 0, nil
		}
		return g.a.outputTo(ctx, w).Games(g.a.all.OfGames(from, to), from, to)
	}
	out := g.a.outputTo(ctx, w)
	each(ctx, &g, g.part(), g.finder(false), func(v *view.View, found rows.Found) ([]*copy.Items, error) {
		some, err := out.Items(v, found.Items)
		return []*copy.Items{some}, err
	}, out.Take)
	return out.End()
}

// writeListed is WriteTo for numbers.
func (g *Games) writeListed(ctx context.Context, w io.Writer) (written int64, err error) {
	to := ctxio.Writer(ctx, w)
	g.rows(ctx, rows.Text, nil, func(r rows.Row, e error) bool {
		var n int64
		switch {
		case errors.Is(e, pgn.ErrTooLong):
			n, e = g.a.Games().Range(r.Number, r.Number+1).WriteTo(ctx, w)
		case e == nil:
			var k int
			k, e = to.Write(r.Text)
			n = int64(k)
			if e = ctxio.WriteError(e); e != nil {
				written, err = written+n, e
				return false
			}
		}
		written, err = written+n, cmp.Or(err, e)
		return true
	})
	return written, ctxio.Instead(ctx, err)
}

// Explore counts the moves and results that the games have from a position. Positions are
// equal as in the rule of repetition. Variations do not count. Each game counts once. Games
// are replayed as long as they can still reach the position, from open moves, see
// ColumnMoves, or else from the frames; of a game of more than 16 MiB, only its first 16
// MiB. Results, ratings and years come from open numbers, see ColumnNumbers, or else from
// the tags. With damage the answer covers the games of each archive of the file up to its
// first damage.
func (g Games) Explore(ctx context.Context, p board.Position) (*Explored, error) {
	e, err := NewExplorer(p, nil)
	if err == nil {
		err = g.err
	}
	if err != nil {
		return nil, err
	}
	e.Next()
	err = e.Add(ctx, g, 0)
	return e.Tree(), err
}

// Game returns game i with the given fields, as Games.Rows does. It reads only the frame
// of the game, or only columns; it decodes the game alone, if it can, and caches the frame,
// see SetCache. The errors are ErrNoGame, ErrCorrupt, ErrLimit for a text of more than 16
// MiB, which Games.WriteTo can write, and those of the reader.
func (a *Archive) Game(ctx context.Context, i int64, fields Fields, tags ...string) (Game, error) {
	v, item, err := a.all.ViewOf(ctx, i)
	if err != nil {
		return Game{}, err
	}
	v.Keep()
	defer v.Done()
	found, err := rows.Read(v, rows.Found{Items: []int{item}}, rows.Fields(fields), tags)
	if err := corrupt.First(ctxio.Err(ctx), err); err != nil {
		return Game{}, err
	}
	return gameOf(&found[0]), nil
}

// SetCache sets the size in bytes of the cache of decoded frames for single games, which a
// and its parts share. The default is two frames in 16 MiB. A server whose clients ask
// for games here and there needs more. Tags and first moves are small and stay longest.
func (a *Archive) SetCache(bytes int) { a.all.Frames.KeepBytes(bytes) }

// WriteTo writes everything that the archive holds, games or not, as Decompress does.
// The results are those of Games.WriteTo.
func (a *Archive) WriteTo(ctx context.Context, w io.Writer) (int64, error) {
	return a.outputTo(ctx, w).Games(a.all, math.MinInt64, math.MaxInt64)
}

// outputTo returns an output that writes games of a to w.
func (a *Archive) outputTo(ctx context.Context, w io.Writer) *copy.Output {
	var to *write.Stream
	if z, ok := w.(*Writer); ok && len(a.members) > 0 {
		to = z.stream
	}
	return copy.NewOutput(ctx, w, to, a.all.Frames)
}
