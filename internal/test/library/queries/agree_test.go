package queries

import (
	"bytes"
	"errors"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/test/corpus"
	"github.com/chesszip/chesszip/internal/test/library/kit"
)

// queryFields returns the fields of the query language, from the error for an unknown
// one.
func queryFields(t testing.TB) []string {
	t.Helper()
	_, err := chesszip.ParseQuery("nosuchfield:x")
	var q *chesszip.QueryError
	require.True(t, errors.As(err, &q))
	_, names, ok := strings.Cut(q.Want, "fields ")
	require.True(t, ok, q.Want)
	return strings.Split(names, ", ")
}

// askedOf has for each field values for every file, and values made of the first value
// of a tag in its games, which replaces %s.
var askedOf = map[string]struct {
	values []string
	tag    string
	made   []string
}{
	"player":      {[]string{"a", "carlsen", "b*", "@2000+", "/[ae]/", "?"}, "White", []string{"%s", "=%s", "=%s@1000+"}},
	"opponent":    {[]string{"a", "@-2200"}, "Black", []string{"%s", "=%s"}},
	"white":       {[]string{"b", "k*", "/^./", "@1500+", "?"}, "White", []string{"%s", "=%s", "=%s@2000+"}},
	"black":       {[]string{"c", "s*", "@1500+"}, "Black", []string{"%s", "=%s"}},
	"elo":         {[]string{"0+", "1500-2500", "-1800,2600+"}, "WhiteElo", []string{"%s"}},
	"white-elo":   {[]string{"0+", "1+", "-2000"}, "WhiteElo", []string{"%s"}},
	"black-elo":   {[]string{"0+", "2000-"}, "BlackElo", []string{"%s", "%s+"}},
	"diff":        {[]string{"0+", "100+", "-50"}, "", nil},
	"white-diff":  {[]string{"0+", "50-100"}, "", nil},
	"black-diff":  {[]string{"0+", "1+"}, "", nil},
	"title":       {[]string{"any", "GM", "im,bot"}, "WhiteTitle", []string{"%s"}},
	"white-title": {[]string{"any", "GM"}, "WhiteTitle", []string{"%s"}},
	"black-title": {[]string{"any", "gm,fm"}, "BlackTitle", []string{"%s"}},
	"date":        {[]string{"1900-2016", "1990+", "2013.01..2013.06", "0001+"}, "Date", []string{"%s", "%s+"}},
	"eco":         {[]string{"A-E", "B2-C4", "B", "D30+"}, "ECO", []string{"%s"}},
	"opening":     {[]string{"sicilian", "king*", "?", "/[Dd]efen[cs]e/"}, "Opening", []string{"%s", "=%s"}},
	"result":      {[]string{"1-0", "0-1", "draw", "*", "white,black"}, "", nil},
	"event":       {[]string{"rated", "ch*", "?", "/[0-9]/"}, "Event", []string{"%s", "=%s"}},
	"site":        {[]string{"chess", "?", "=", "http*"}, "Site", []string{"%s", "=%s"}},
	"round":       {[]string{"1", "?", "2.1", "-"}, "Round", []string{"%s", "=%s"}},
	"tc":          {[]string{"bullet", "blitz", "rapid", "classical", "-", "?"}, "TimeControl", []string{"%s", "=%s"}},
	"ply":         {[]string{"0", "1-30", "40+", "-100"}, "", nil},
	"tag":         {[]string{"Round=?", "White=a*", "Termination=/./", "FEN=/w/", "Variant=/./i"}, "Event", []string{"Event=%s"}},
	"moves":       {[]string{"1. e4 c5", "d4 d5 c4", "e4"}, "", nil},
	"fen":         {[]string{"rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR", "8/8/8/8/8/8/8/8 w - -"}, "", nil},
	"any":         {[]string{"a*", "rated", "sicilian", "=?"}, "White", []string{"%s"}},
	"has":         {[]string{"White", "ECO", "FEN", "Termination", "NoSuchTag"}, "", nil},
}

// askedQueries are the queries of askedOf for a file with the given games, each also
// negated, and some of several terms.
func askedQueries(t testing.TB, games []kit.Naive) (all []*chesszip.Query) {
	for _, text := range []string{
		"", "elo:1500-2500 result:1-0,*", "player:a -result:draw", "player:@1500+ opponent:@-2500", "ply:1-30 has:ECO", "-date:2010+ -event:rated eco:A,B",
		"white-elo:2000+ -black-elo:2000+", "tc:blitz,rapid tag:Round=?", "opening:sicilian -white:a result:white",
	} {
		all = append(all, kit.Query(text))
	}
	for _, field := range queryFields(t) {
		asked, ok := askedOf[field]
		require.True(t, ok && len(asked.values) > 0, "no values are asked of the field %s", field)
		values := asked.values
		for i := range games {
			if value := games[i].Value(asked.tag); asked.tag != "" && value != "" && value != "?" {
				for _, form := range asked.made {
					values = append(slices.Clip(values), strings.ReplaceAll(form, "%s", value))
				}
				break
			}
		}
		for _, value := range values {
			for _, q := range []*chesszip.Query{new(chesszip.Query).Add(field, value), new(chesszip.Query).Not(field, value)} {
				if q.Validate() == nil { // a tag's value may be invalid for the field
					all = append(all, q)
				}
			}
		}
	}
	return all
}

// answer is an archive's answer to a question.
type answer struct{ question, said string }

// listed formats the items of a sequence and its error.
func listed[T any](all iter.Seq2[T, error], say func(T) string) string {
	var b strings.Builder
	for v, err := range all {
		if err != nil {
			return fmt.Sprintf("%s%v", b.String(), err)
		}
		fmt.Fprintln(&b, say(v))
	}
	return b.String()
}

func said[T any](v T) string { return fmt.Sprintf("%+v", v) }

var (
	askedPatterns = []*chesszip.Pattern{
		kit.Pattern(`moves:"1. e4"`), kit.Pattern("material:KRvK"), kit.Pattern("check then mate"), kit.Pattern("Ne5 -pd?"), kit.Pattern("end"),
		kit.Pattern(`fen:"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w"`),
	}
	someQueries = []*chesszip.Query{nil, kit.Query("result:1-0"), kit.Query("elo:1500+ -player:a*"), kit.Query("-has:ECO")}
	moreTags    = []string{"TimeControl", "Opening", "Termination", "Site", "Round", "Variant", "NoSuchTag"}
)

// answers are an archive's answers to queries and for each statistic: numbers of games,
// counts, numbers, lines.
func answers(t testing.TB, a *chesszip.Archive, queries []*chesszip.Query) (all []answer) {
	ctx, games := t.Context(), a.NumGames()
	add := func(said string, question ...any) {
		all = append(all, answer{strings.TrimSpace(fmt.Sprintln(question...)), said})
	}
	for _, q := range queries {
		n, err := a.Games().Where(q).Count(ctx)
		found := listed(a.Games().Where(q).Headers(ctx), func(h chesszip.Game) string { return fmt.Sprint(h.Number) })
		add(fmt.Sprintf("%s: %d, %v", found, n, err), "filter", q)
	}
	add(listed(a.Games().Headers(ctx), said), "headers")
	add(listed(a.Games().Rows(ctx, annotated), said), "annotated lines")
	add(listed(a.Games().Lines(ctx), said), "main lines")
	add(listed(a.Games().Range(games/3, games/2).Lines(ctx), said), "main lines of a range")
	for _, q := range someQueries {
		add(listed(a.Games().Where(q).Rows(ctx, chesszip.FieldNumbers), said), "numbers", q)
		add(listed(a.Games().Where(q).Headers(ctx, moreTags...), said), "outlines and tags", q)
		add(listed(a.Games().Where(q).Range(games/3, games*2/3).Headers(ctx, "White", "Event"), said), "outlines of a range", q)
		for _, p := range askedPatterns {
			n, err := a.Games().Where(q).With(p).Count(ctx)
			found := listed(a.Games().Where(q).With(p).Texts(ctx), func(h chesszip.Game) string { return fmt.Sprint(h.Number, h.Ply(), h.Steps, len(h.Text)) })
			add(fmt.Sprintf("%s: %d, %v", found, n, err), "find", p, q)
		}
		add(explored(t, a, q), "explorer", q)
	}
	return all
}

// explored is an Explorer's answer for the start position and the moves from it.
func explored(t testing.TB, a *chesszip.Archive, q *chesszip.Query) string {
	e, err := chesszip.NewExplorer(board.Start(), &chesszip.ExploreOptions{Depth: 4, Width: 2})
	require.NoError(t, err)
	for e.Next() {
		require.NoError(t, e.Add(t.Context(), a.Games().Where(q), 0))
	}
	var b strings.Builder
	var say func(x *chesszip.Explored, indent string)
	say = func(x *chesszip.Explored, indent string) {
		fmt.Fprintf(&b, "%+v\n", x.Statistics)
		for _, m := range x.Moves {
			fmt.Fprintf(&b, "%s%v %+v\n", indent, m.Move, m.Statistics)
			if m.Next != nil {
				say(m.Next, indent+"  ")
			}
		}
	}
	say(e.Tree(), "")
	return b.String()
}

// TestFilesAgree checks that any file, also a malformed one, answers as its games, and
// that its archives answer as it does, to queries of each field and for each statistic.
// Without CHESSZIP_LONG, it uses the beginning of one odd file in 24, every other
// report, and some queries.
func TestFilesAgree(t *testing.T) {
	t.Parallel()
	step, most, asked := 24, 2_500, 15 // bytes of each; one query in asked
	if kit.Long {
		step, most, asked = 1, 12_000, 1
	}
	checkAgree(t, corpus.Sample, kit.LichessHead(t, most), 0, 1)
	reports, err := filepath.Glob("../../../../testdata/reports/*.pgn")
	require.NoError(t, err)
	for i, name := range reports {
		if i%2 > 0 && !kit.Long {
			continue
		}
		src, err := os.ReadFile(name)
		require.NoError(t, err)
		checkAgree(t, name, src, i/2%asked, asked)
	}
	for _, folder := range []string{"odd", "annotated"} {
		names, _ := corpus.Names(folder)
		for i := 0; i < len(names); i += step {
			checkAgree(t, names[i], corpus.NeedHead(t, names[i], most), i/step%asked, asked)
		}
	}
}

// checkAgree checks that a file answers as its games, and that archives of it answer as
// it does and decompress to it. It runs every step-th query, beginning with number from.
func checkAgree(t *testing.T, name string, src []byte, from, step int) {
	plain := kit.OpenPGN(t, src)
	games := kit.NaiveGames(t, src)
	for _, c := range filterCases {
		var want []int64
		for i := range games {
			if c.means(&games[i]) {
				want = append(want, int64(i))
			}
		}
		checkFilter(t, name+", "+c.name, plain, c.query, want, games)
	}
	var queries []*chesszip.Query
	for i, q := range askedQueries(t, games) {
		if i%step == from {
			queries = append(queries, q)
		}
	}
	want := answers(t, plain, queries)
	for kind, packed := range map[string][]byte{
		"packed": kit.Compress(t, src, kit.Quick), "open": kit.Compress(t, src, chesszip.Database()), "mixed": kit.PackedMixed(t, src),
	} {
		a := kit.OpenBytes(t, packed, kit.EveryLevel)
		for k, got := range answers(t, a, queries) {
			if got.said != want[k].said {
				t.Errorf("%s, %s: %s:\n%s\nwant\n%s", name, kind, got.question, got.said, want[k].said)
			}
		}
		var back bytes.Buffer
		_, err := a.Games().Range(0, a.NumGames()).WriteTo(t.Context(), &back)
		require.NoError(t, err)
		if plain.NumGames() == 0 {
			src = nil
		}
		if !bytes.Equal(back.Bytes(), src) {
			t.Errorf("%s: all games are %d bytes, want these %d", name, back.Len(), len(src))
		}
		_, damaged, err := a.Verify(t.Context())
		require.NoError(t, err)
		if len(damaged) > 0 {
			t.Errorf("%s: Verify = %v, want no damage", name, damaged)
		}
	}
}
