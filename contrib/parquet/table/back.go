package table

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/movegen"
	"github.com/chesszip/chesszip/notation"
	"github.com/chesszip/chesszip/pgn"
	"github.com/parquet-go/parquet-go"
)

// row is the data of a row that is needed to write the game.
type row struct {
	values      [][]parquet.Value // of each fit, or nil
	others      []pgn.Tag
	order       string
	hasOrder    bool
	movetext    string
	hasMovetext bool
	moves       string
	clocks      []*int32
	evals       []*int32
	nags        []nagAt
	plies       []int32  // of nags, until all are read
	texts       []string // of others, until all are read
	marker      *string
	latin1      bool
}

type nagAt struct {
	nag uint8
	ply int32 // from 1
}

// AppendTags appends the tag section of a game with its blank line.
func AppendTags(dst []byte, tags []pgn.Tag) []byte {
	for _, t := range tags {
		dst = append(append(dst, '['), t.Name...)
		dst = append(dst, " \""...)
		dst = pgn.Escape(dst, []byte(t.Value))
		dst = append(dst, "\"]\n"...)
	}
	if len(tags) > 0 {
		dst = append(dst, '\n')
	}
	return dst
}

// appendGame appends the text of the game.
func (r *row) appendGame(dst []byte, s *Schema) ([]byte, error) {
	tags := r.tags(s)
	start := len(dst)
	dst = AppendTags(dst, tags)
	var err error
	if r.hasMovetext {
		dst = append(dst, r.movetext...)
	} else if dst, err = r.appendMoves(dst, tags); err != nil {
		return dst[:start], err
	}
	dst = appendEnd(dst)
	if r.latin1 {
		text, ok := toLatin1(string(dst[start:]))
		if !ok {
			return dst[:start], fmt.Errorf("the column %s says %s, but a text has other characters", encodingColumn, latin1Name)
		}
		dst = append(dst[:start], text...)
	}
	return dst, nil
}

// tags returns the tags of the game in order.
func (r *row) tags(s *Schema) []pgn.Tag {
	given := map[string]string{}
	for i := range s.fits {
		f := &s.fits[i]
		if r.values[i] == nil || f.partial {
			continue
		}
		if texts, ok := f.format(r.values[i]); ok {
			for j, name := range f.tags {
				given[name] = texts[j]
			}
		}
	}
	names := usualOrder(s, r.values, r.others)
	if r.hasOrder {
		names = strings.Split(r.order, " ")
		if r.order == "" {
			names = nil
		}
	}
	// A tag that is among the others as often as in the order is only there.
	for name := range given {
		same := func(t pgn.Tag) bool { return t.Name == name }
		if count(r.others, same) >= count(names, func(n string) bool { return n == name }) {
			delete(given, name)
		}
	}
	var tags []pgn.Tag
	others := slices.Clone(r.others)
	for _, name := range names {
		if value, ok := given[name]; ok {
			tags = append(tags, pgn.Tag{Name: name, Value: value})
			delete(given, name)
		} else if at := slices.IndexFunc(others, func(t pgn.Tag) bool { return t.Name == name }); at >= 0 {
			tags = append(tags, others[at])
			others = slices.Delete(others, at, at+1)
		}
	}
	return append(tags, others...)
}

func count[T any](all []T, is func(T) bool) (n int) {
	for _, v := range all {
		if is(v) {
			n++
		}
	}
	return n
}

// appendMoves appends the moves with their glyphs, evaluations and clocks, and the
// result.
func (r *row) appendMoves(dst []byte, tags []pgn.Tag) ([]byte, error) {
	p := board.Start()
	if slices.ContainsFunc(tags, func(t pgn.Tag) bool { return t.Name == "FEN" || t.Name == "Variant" || t.Name == "SetUp" }) {
		p = pgn.ParseGame(string(AppendTags(nil, tags)) + "*").Start
	}
	nags := r.nags
	number := true
	for i, text := range strings.Fields(r.moves) {
		m, err := notation.ParseUCI(text, &p)
		if err != nil {
			return dst, fmt.Errorf("move %d of %s: %w", i+1, movesColumn, err)
		}
		if p.Turn == board.White || number {
			dst = strconv.AppendInt(dst, int64(p.FullmoveNumber), 10)
			dst = append(dst, "..."[:1+2*int(p.Turn)]...)
			dst = append(dst, ' ')
		}
		dst = notation.Standard.AppendSAN(dst, &p, m)
		dst = append(dst, ' ')
		movegen.Make(&p, m)
		number = false
		for len(nags) > 0 && int(nags[0].ply) <= i+1 {
			dst = append(append(dst, '$'), strconv.Itoa(int(nags[0].nag))...)
			dst = append(dst, ' ')
			nags = nags[1:]
		}
		clock, eval := at(r.clocks, i), at(r.evals, i)
		if clock == nil && eval == nil {
			continue
		}
		number = true
		dst = append(dst, "{ "...)
		if eval != nil {
			dst = append(append(append(dst, "[%eval "...), scoreOf(int16(*eval)).String()...), "] "...)
		}
		if clock != nil {
			dst = append(appendClock(append(dst, "[%clk "...), *clock), "] "...)
		}
		dst = append(dst, "} "...)
	}
	result := "*"
	if at := slices.IndexFunc(tags, func(t pgn.Tag) bool { return t.Name == "Result" }); at >= 0 {
		result = tags[at].Value
	}
	if r.marker != nil {
		result = *r.marker
	}
	return append(dst, result...), nil
}

func at(list []*int32, i int) *int32 {
	if i < len(list) {
		return list[i]
	}
	return nil
}

// appendClock appends milliseconds as hours, minutes, seconds, and a fraction.
func appendClock(dst []byte, ms int32) []byte {
	d := time.Duration(ms) * time.Millisecond
	dst = fmt.Appendf(dst, "%d:%02d:%02d", d/time.Hour, d/time.Minute%60, d/time.Second%60)
	if rest := ms % 1000; rest != 0 {
		dst = append(dst, strings.TrimRight(fmt.Sprintf(".%03d", rest), "0")...)
	}
	return dst
}
