package table

import (
	"errors"
	"math"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/codec"
	"github.com/chesszip/chesszip/gamestate"
	"github.com/chesszip/chesszip/internal/base/tagvalue"
	"github.com/chesszip/chesszip/movegen"
	"github.com/chesszip/chesszip/notation"
	"github.com/chesszip/chesszip/pgn"
	"github.com/parquet-go/parquet-go"
)

// game is a game for a row.
type game struct {
	*pgn.ParsedGame
	schema   *Schema
	plies    []pgn.Ply
	movetext string
	prose    bool              // preceded by words that do not belong to it
	latin1   bool              // its strings are bytes of ISO 8859-1
	values   [][]parquet.Value // of each fit
	others   []pgn.Tag         // contents of tags
	order    string            // contents of tag_order
	usual    bool              // the order follows from columns and tags
}

// newGame prepares a game, only as far as the schema needs it.
func newGame(s *Schema, text []byte, scanner *movetexts) *game {
	g := &game{schema: s, latin1: !utf8.Valid(text)}
	whole := string(text)
	g.ParsedGame = pgn.ParseGame(whole)
	g.plies, _ = g.Plies()
	begins := begin(text)
	g.prose = begins > 0
	if s.column(movetextColumn) >= 0 {
		g.movetext = scanner.of(text[begins:], len(g.Tags))
	}
	if g.latin1 {
		g.readLatin1()
	}
	g.placeTags()
	return g
}

// readLatin1 converts the game's strings to UTF-8.
func (g *game) readLatin1() {
	g.movetext = fromLatin1(g.movetext)
	for i, t := range g.Tags {
		g.Tags[i] = pgn.Tag{Name: fromLatin1(t.Name), Value: fromLatin1(t.Value)}
	}
}

// fromLatin1 converts each byte to a character.
func fromLatin1(s string) string {
	runes := make([]rune, len(s))
	for i := range len(s) {
		runes[i] = rune(s[i])
	}
	return string(runes)
}

// toLatin1 is the inverse; ok is false if s has characters of more than a byte.
func toLatin1(s string) (out string, ok bool) {
	b := make([]byte, 0, len(s))
	for _, r := range s {
		if r > math.MaxUint8 {
			return "", false
		}
		b = append(b, byte(r))
	}
	return string(b), true
}

// placeTags puts each tag into its column, and among the others if the column does not
// give its text back.
func (g *game) placeTags() {
	s := g.schema
	g.values = make([][]parquet.Value, len(s.fits))
	given := map[string]bool{} // tags whose columns give their text back
	for i := range s.fits {
		f := &s.fits[i]
		texts := make([]string, len(f.tags))
		all := true
		for j, name := range f.tags {
			value, ok := g.Tag(name)
			texts[j], all = value, all && ok
		}
		if !all {
			continue
		}
		values, ok := f.parse(texts)
		if !ok {
			continue
		}
		g.values[i] = values
		if back, ok := f.format(values); ok && !f.partial && slices.Equal(back, texts) {
			for _, name := range f.tags {
				given[name] = true
			}
		}
	}
	var names []string
	for _, t := range g.Tags {
		names = append(names, t.Name)
		if given[t.Name] {
			delete(given, t.Name) // a second tag of that name is one of the others
			continue
		}
		g.others = append(g.others, t)
	}
	g.order = strings.Join(names, " ")
	g.usual = slices.Equal(names, usualOrder(s, g.values, g.others))
}

// usualOrder returns the order of tags without a given one: those of the columns, then
// the others.
func usualOrder(s *Schema, values [][]parquet.Value, others []pgn.Tag) []string {
	var names []string
	for i := range s.fits {
		f := &s.fits[i]
		if values[i] == nil || f.partial {
			continue
		}
		if _, ok := f.format(values[i]); !ok {
			continue
		}
		for _, name := range f.tags {
			// If the text is among the others, it is the tag.
			if !slices.ContainsFunc(others, func(t pgn.Tag) bool { return t.Name == name }) {
				names = append(names, name)
			}
		}
	}
	for _, t := range others {
		names = append(names, t.Name)
	}
	return names
}

// cell adds the value of a tag's column.
func (g *game) cell(c *column, to *cells) {
	if values := g.values[c.fit]; values != nil {
		to.value(values[c.part])
		return
	}
	to.null(1)
}

func putMovetext(g *game, to *cells) { to.text(g.movetext) }

// chess960 reports whether castling in g is written as king takes rook.
func (g *game) chess960() bool {
	variant, _ := g.Tag("Variant")
	variant = strings.ToLower(variant)
	if strings.Contains(variant, "960") || strings.Contains(variant, "fischer") {
		return true
	}
	return g.Start.Chess960()
}

func putMoves(g *game, to *cells) {
	chess960 := g.chess960()
	p := g.Start
	line := make([]byte, 0, 6*len(g.plies))
	for i := range g.plies {
		if i > 0 {
			line = append(line, ' ')
		}
		line = notation.AppendUCI(line, &p, g.plies[i].Move, chess960)
		movegen.Make(&p, g.plies[i].Move)
	}
	to.value(parquet.ByteArrayValue(line))
}

// each adds a list up to the last half-move that has a value; without any it is absent.
func (g *game) each(to *cells, value func(p *pgn.Ply) parquet.Value) {
	n := len(g.plies)
	for n > 0 && value(&g.plies[n-1]).IsNull() {
		n--
	}
	if n == 0 {
		to.null(1)
		return
	}
	to.list(n, func(i int) parquet.Value { return value(&g.plies[i]) })
}

// milliseconds returns the clock of a half-move, null without one or without a whole
// number of milliseconds.
func milliseconds(p *pgn.Ply) parquet.Value {
	if !p.HasClock || p.Clock%time.Millisecond != 0 || p.Clock.Milliseconds() > math.MaxInt32 {
		return parquet.NullValue()
	}
	return parquet.Int32Value(int32(p.Clock.Milliseconds()))
}

func putClocksMS(g *game, to *cells) { g.each(to, milliseconds) }

// score returns the evaluation after a half-move.
func score(p *pgn.Ply) parquet.Value {
	if !p.HasEval {
		return parquet.NullValue()
	}
	v, ok := evalOf(p.Eval)
	if !ok {
		return parquet.NullValue()
	}
	return parquet.Int32Value(int32(v))
}

func putEvals(g *game, to *cells) { g.each(to, score) }

func putNAGs(g *game, to *cells) {
	n := 0
	for i := range g.plies {
		for _, nag := range g.plies[i].NAGs {
			to.pair(n, parquet.Int32Value(int32(nag)), parquet.Int32Value(int32(i+1)))
			n++
		}
	}
	if n == 0 {
		to.null(2)
	}
}

// putMarker adds the termination marker if it differs from the Result tag.
func putMarker(g *game, to *cells) {
	if result, ok := g.Tag("Result"); ok && result == g.Result {
		to.null(1)
		return
	}
	to.text(g.Result)
}

const latin1Name = "latin1"

func putEncoding(g *game, to *cells) {
	if !g.latin1 {
		to.null(1)
		return
	}
	to.text(latin1Name)
}

func putOrder(g *game, to *cells) {
	if g.usual {
		to.null(1)
		return
	}
	to.text(g.order)
}

func putTags(g *game, to *cells) {
	if len(g.others) == 0 {
		to.null(2)
	}
	for i, t := range g.others {
		to.pair(i, textValue(t.Name), textValue(t.Value))
	}
}

// putPositions adds the Polyglot keys of all positions of the main line, as the rule of
// repetition compares them.
func putPositions(g *game, to *cells) {
	for i := range g.Problems {
		if err := g.Problems[i].Err; errors.Is(err, pgn.ErrVariant) || errors.Is(err, board.ErrFEN) {
			to.null(1) // the start position is not known
			return
		}
	}
	p := g.Start
	to.list(len(g.plies)+1, func(i int) parquet.Value {
		if i > 0 {
			movegen.Make(&p, g.plies[i-1].Move)
		}
		same := gamestate.Essence(&p)
		return parquet.Int64Value(int64(codec.Polyglot(&same)))
	})
}

func putPlies(g *game, to *cells) { to.value(parquet.Int32Value(int32(len(g.plies)))) }

// putYear adds the year of the tag Date, or UTCDate, also of a date whose month is not
// known.
func putYear(g *game, to *cells) {
	for _, name := range []string{"Date", "UTCDate"} {
		text, _ := g.Tag(name)
		if date := tagvalue.ParseDate([]byte(text)); date.Known() && date.Year() <= math.MaxInt16 {
			to.value(parquet.Int32Value(int32(date.Year())))
			return
		}
	}
	to.null(1)
}

// putOpeningName adds the name of the opening: that of the game's tags or, if they give
// none, that of its moves.
func putOpeningName(g *game, to *cells) {
	line := gamestate.Game{Start: g.Start}
	for i := range g.plies {
		line.Moves = append(line.Moves, g.plies[i].Move)
	}
	o := chesszip.OpeningOfGame(g.Tags, &line)
	if o.Name == "" {
		to.null(1)
		return
	}
	to.text(pgn.UTF8(o.Name))
}

// putControl returns a function that adds the base time of the tag TimeControl, or the
// increment, in seconds.
func putControl(increment bool) func(*game, *cells) {
	return func(g *game, to *cells) {
		text, _ := g.Tag("TimeControl")
		n, inc, ok := tagvalue.ParseTimeControl([]byte(text))
		if increment {
			n = inc
		}
		if !ok || n > math.MaxInt32 {
			to.null(1)
			return
		}
		to.value(parquet.Int32Value(int32(n)))
	}
}
