// Package duckdb_test checks that DuckDB finds in tables of games what chesszip finds in
// the games.
package duckdb_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"os"
	"os/exec"
	"path/filepath"
	"sort"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/codec"
	"github.com/chesszip/chesszip/contrib/parquet/table"
	"github.com/chesszip/chesszip/gamestate"
	"github.com/chesszip/chesszip/internal/test/corpus"
	"github.com/chesszip/chesszip/levels"
	"github.com/chesszip/chesszip/notation"
	"github.com/chesszip/chesszip/pgn"
)

type answer struct {
	Rows [][]string
	MS   float64
}

// ask runs queries in DuckDB; each refers to the table as GAMES.
func ask(t *testing.T, file string, queries ...string) []answer {
	t.Helper()
	for i, q := range queries {
		queries[i] = strings.ReplaceAll(q, "GAMES", "'"+file+"'")
	}
	in, err := json.Marshal(queries)
	require.NoError(t, err)
	cmd := exec.Command("node", "query.mjs")
	cmd.Stdin = bytes.NewReader(in)
	var errs bytes.Buffer
	cmd.Stderr = &errs
	out, err := cmd.Output()
	require.NoError(t, err, errs.String())
	var answers []answer
	require.NoError(t, json.Unmarshal(out, &answers))
	return answers
}

// archiveOf returns the games for the test: those of the file CHESSZIP_PARQUET_GAMES,
// otherwise the sample of the repository.
func archiveOf(t *testing.T) *chesszip.Archive {
	t.Helper()
	if _, err := os.Stat("node_modules/@duckdb"); err != nil {
		t.Skip("DuckDB is not there: npm install --no-package-lock gets it")
	}
	o := &chesszip.ReaderOptions{Levels: levels.All()}
	if name := os.Getenv("CHESSZIP_PARQUET_GAMES"); name != "" {
		f, err := os.Open(name)
		require.NoError(t, err)
		t.Cleanup(func() { f.Close() })
		info, err := f.Stat()
		require.NoError(t, err)
		open := chesszip.Open
		if filepath.Ext(name) == ".pgn" {
			open = chesszip.OpenPGN
		}
		a, err := open(t.Context(), f, info.Size(), o)
		require.NoError(t, err)
		return a
	}
	text, err := corpus.Read(corpus.Sample)
	require.NoError(t, err)
	var packed bytes.Buffer
	_, err = chesszip.Compress(t.Context(), &packed, bytes.NewReader(bytes.Repeat(text, 2)), nil) // 2,500 games
	require.NoError(t, err)
	a, err := chesszip.Open(t.Context(), bytes.NewReader(packed.Bytes()), int64(packed.Len()), o)
	require.NoError(t, err)
	return a
}

func one(a *chesszip.Archive) iter.Seq2[*chesszip.Archive, error] {
	return func(yield func(*chesszip.Archive, error) bool) { yield(a, nil) }
}

// tableOf writes a table of an archive.
func tableOf(t *testing.T, a *chesszip.Archive, tags, columns []string) string {
	t.Helper()
	s, err := table.NewSchema(tags, columns)
	require.NoError(t, err)
	f, err := os.Create(filepath.Join(t.TempDir(), "games.parquet"))
	require.NoError(t, err)
	_, err = table.Write(t.Context(), f, s, one(a), &table.Options{Frames: 1})
	require.NoError(t, err)
	require.NoError(t, f.Close())
	return f.Name()
}

// facts are chesszip's results about the games.
type facts struct {
	eco, opening, year, site map[string]int64
	plies, longest           int64
	clocks, clockSum         int64
	evals, mates, evalSum    int64
	glyphs                   int64
	players                  map[string]int64
	extra                    map[string]int64 // values of a tag without a column
}

// factsOf counts by the library's methods.
func factsOf(t *testing.T, ctx context.Context, a *chesszip.Archive, extra string) facts {
	f := facts{eco: map[string]int64{}, opening: map[string]int64{}, year: map[string]int64{}, site: map[string]int64{}, players: map[string]int64{}, extra: map[string]int64{}}
	for h, err := range a.Games().Headers(ctx) {
		require.NoError(t, err)
		f.eco[h.Tag("ECO")]++
		f.opening[h.Tag("Opening")]++
		date := h.Tag("UTCDate")
		if date == "" {
			date = h.Tag("Date")
		}
		f.year[date[:min(4, len(date))]]++
		f.players[h.Tag("White")]++
		if h.Tag("Black") != h.Tag("White") {
			f.players[h.Tag("Black")]++
		}
		if v := h.Tag(extra); v != "" {
			f.extra[v]++
		}
	}
	for g, err := range a.Games().Texts(ctx) {
		require.NoError(t, err)
		plies, _ := pgn.ParseGame(string(g.Text)).Plies()
		f.plies += int64(len(plies))
		f.longest = max(f.longest, int64(len(plies)))
		for _, p := range plies {
			if p.HasClock {
				f.clocks++
				f.clockSum += p.Clock.Milliseconds()
			}
			if p.HasEval {
				f.evals++
				if _, ok := p.Eval.Mate(); ok {
					f.mates++
				} else {
					f.evalSum += int64(p.Eval)
				}
			}
			f.glyphs += int64(len(p.NAGs))
		}
	}
	return f
}

func count(t *testing.T, a *chesszip.Archive, query string) string {
	t.Helper()
	q, err := chesszip.ParseQuery(query)
	require.NoError(t, err)
	n, err := a.Games().Where(q).Count(t.Context())
	require.NoError(t, err)
	return strconv.FormatInt(n, 10)
}

// grouped returns counts as rows, without empty names.
func grouped(m map[string]int64) [][]string {
	rows := [][]string{}
	for k, n := range m {
		if k != "" {
			rows = append(rows, []string{k, strconv.FormatInt(n, 10)})
		}
	}
	sort.Slice(rows, func(i, j int) bool { return rows[i][0] < rows[j][0] })
	return rows
}

func cell(v ...any) [][]string {
	row := []string{}
	for _, v := range v {
		row = append(row, fmt.Sprint(v))
	}
	return [][]string{row}
}

// TestQueries compares the results of both.
func TestQueries(t *testing.T) {
	a := archiveOf(t)
	file := tableOf(t, a, nil, nil)
	f := factsOf(t, t.Context(), a, "Round")
	player, most := "", int64(0)
	for name, n := range f.players {
		if n > most || n == most && name < player {
			player, most = name, n
		}
	}
	quoted := "'" + strings.ReplaceAll(player, "'", "''") + "'"
	prefix := int64(0)
	for m, err := range a.Games().Lines(t.Context()) {
		require.NoError(t, err)
		moves := m.Line.Moves
		if m.Line.Start == board.Start() && len(moves) >= 2 && moves[0].String() == "e2-e4" && moves[1].String() == "c7-c5" {
			prefix++
		}
	}
	cases := []struct {
		name, sql string
		want      [][]string
	}{
		{"games", "SELECT count(*) FROM GAMES", cell(a.NumGames())},
		{"by ECO", "SELECT ECO, count(*) FROM GAMES WHERE ECO <> '' GROUP BY ECO ORDER BY ECO", grouped(f.eco)},
		{"by opening", "SELECT Opening, count(*) FROM GAMES WHERE Opening <> '' GROUP BY Opening ORDER BY Opening COLLATE C", grouped(f.opening)},
		{"by result", "SELECT count(*) FILTER (Result = '1-0'), count(*) FILTER (Result = '0-1'), count(*) FILTER (Result = '1/2-1/2') FROM GAMES",
			cell(count(t, a, "result:1-0"), count(t, a, "result:0-1"), count(t, a, "result:1/2-1/2"))},
		{"by year", "SELECT Year, count(*) FROM GAMES WHERE Year IS NOT NULL GROUP BY 1 ORDER BY 1", grouped(f.year)},
		{"ratings", "SELECT count(*) FROM GAMES WHERE WhiteElo BETWEEN 1800 AND 2000", cell(count(t, a, "white-elo:1800-2000"))},
		{"both rated", "SELECT count(*) FROM GAMES WHERE WhiteElo >= 2000 AND BlackElo >= 2000", cell(count(t, a, "white-elo:2000+ black-elo:2000+"))},
		{"a player's games", "SELECT count(*) FROM GAMES WHERE White = " + quoted + " OR Black = " + quoted, cell(most)},
		{"plies", "SELECT sum(Plies), max(Plies) FROM GAMES", cell(f.plies, f.longest)},
		{"clocks", "SELECT count(c), sum(c) FROM (SELECT unnest(clocks_ms) AS c FROM GAMES)", cell(f.clocks, f.clockSum)},
		{"evaluations", "SELECT count(e), count(e) FILTER (abs(e::INT) > 32000), sum(e) FILTER (abs(e::INT) <= 32000) FROM (SELECT unnest(evals) AS e FROM GAMES)", cell(f.evals, f.mates, f.evalSum)},
		{"glyphs", "SELECT coalesce(sum(len(nags)), 0) FROM GAMES", cell(f.glyphs)},
		{"first moves", "SELECT count(*) FROM GAMES WHERE moves_uci LIKE 'e2e4 c7c5%'", cell(prefix)},
		{"rounds", "SELECT Round, count(*) FROM GAMES WHERE Round <> '' GROUP BY 1 ORDER BY 1 COLLATE C", grouped(f.extra)},
	}
	var queries []string
	for _, c := range cases {
		queries = append(queries, c.sql)
	}
	if info, err := os.Stat(file); err == nil {
		t.Logf("%d games, a table of %d bytes", a.NumGames(), info.Size())
	}
	for i, got := range ask(t, file, queries...) {
		t.Run(cases[i].name, func(t *testing.T) {
			require.Equal(t, cases[i].want, got.Rows)
			t.Logf("%d rows, %.0f ms; the first is %v", len(got.Rows), got.MS, append(got.Rows, nil)[0])
		})
	}
}

// najdorf is the position after 1.e4 c5 2.Nf3 d6 3.d4 cxd4 4.Nxd4 Nf6 5.Nc3 a6.
const najdorf = "rnbqkb1r/1p2pppp/p2p1n2/8/3NP3/2N5/PPP2PPP/R1BQKB1R w KQkq - 0 6"

// explorer selects the moves played from a position, counted as `chesszip explore` does:
// a game that reaches it several times counts once for each move. A game that ends there
// counts for none.
const explorer = `SELECT move, count(*) AS games, count(*) FILTER (Result = '1-0') AS white,
  count(*) FILTER (Result = '1/2-1/2') AS draws, count(*) FILTER (Result = '0-1') AS black
FROM (
  SELECT Result, unnest(list_distinct(list_transform(list_filter(
    list_zip(positions, string_split(moves_uci, ' ')), lambda p: p[1] = KEY AND p[2] <> ''), lambda p: p[2]))) AS move
  FROM GAMES WHERE list_contains(positions, KEY))
GROUP BY move ORDER BY move`

// TestExplorer compares the moves played from positions, however the games reached them.
func TestExplorer(t *testing.T) {
	explore(t, archiveOf(t), board.Start().String(), najdorf,
		"rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2",
		"rnbqkb1r/ppp1pppp/5n2/3p4/2PP4/2N5/PP2PPPP/R1BQKBNR b KQkq - 2 3",
		"r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3")
}

// explore compares the results of DuckDB and chesszip for positions.
func explore(t *testing.T, a *chesszip.Archive, fens ...string) {
	t.Helper()
	file := tableOf(t, a, nil, []string{"Result", "moves_uci", "positions"})
	for _, fen := range fens {
		p, err := board.ParseFEN(fen)
		require.NoError(t, err)
		e, err := a.Games().Explore(t.Context(), p)
		require.NoError(t, err)
		want := [][]string{}
		for _, m := range e.Moves {
			want = append(want, []string{string(notation.AppendUCI(nil, &p, m.Move, p.Board.At(board.E1) != board.WhiteKing)), fmt.Sprint(m.Games()), fmt.Sprint(m.White), fmt.Sprint(m.Draws), fmt.Sprint(m.Black)})
		}
		sort.Slice(want, func(i, j int) bool { return want[i][0] < want[j][0] })
		same := gamestate.Essence(&p)
		key := strconv.FormatUint(codec.Polyglot(&same), 10) + "::UBIGINT"
		answers := ask(t, file, strings.ReplaceAll(explorer, "KEY", key),
			"SELECT count(*) FROM GAMES WHERE list_contains(positions, "+key+")")
		got := answers[0].Rows
		require.Equal(t, want, got, fen)
		require.Equal(t, cell(e.Games()), answers[1].Rows, fen)
		t.Logf("%s: %d games, %d moves, %.0f ms", fen, e.Games(), len(got), answers[0].MS)
		if fen == najdorf {
			for _, row := range got {
				t.Log(strings.Join(row, "\t"))
			}
		}
	}
}

// TestRepetition checks that a game counts once for each move that it played in a
// position, and that positions are compared by the rule of repetition: e3 in the first
// position cannot be captured on.
func TestRepetition(t *testing.T) {
	text := "[Result \"1-0\"]\n\n1. Nf3 Nf6 2. Ng1 Ng8 3. e4 e5 1-0\n\n" +
		"[Result \"0-1\"]\n\n1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 0-1\n\n" +
		"[Result \"1/2-1/2\"]\n\n1. e3 e5 2. e4 1/2-1/2\n\n" +
		"[Result \"*\"]\n\n1. e4 e5 2. Nf3 *\n\n[Result \"*\"]\n\n*\n\n" +
		"[Result \"*\"]\n[Variant \"Atomic\"]\n\n1. e4 *\n\n" +
		"[Result \"1-0\"]\n[SetUp \"1\"]\n[FEN \"bqnbrkrn/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKRN w GEge - 0 1\"]\n\n1. g3 g6 2. O-O O-O 1-0\n"
	archiveOf(t) // skips the test without DuckDB
	a, err := chesszip.OpenPGN(t.Context(), strings.NewReader(text), int64(len(text)), nil)
	require.NoError(t, err)
	explore(t, a, board.Start().String(), "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2",
		"bqnbrkrn/pppppp1p/6p1/8/8/6P1/PPPPPP1P/BQNBRKRN w GEge - 0 2")
}

// TestTypes checks that DuckDB sees the documented types.
func TestTypes(t *testing.T) {
	file := tableOf(t, archiveOf(t), nil, nil)
	var words []string
	for _, row := range ask(t, file, "SELECT column_name, column_type FROM (DESCRIBE SELECT * FROM GAMES)")[0].Rows {
		words = append(words, row...)
	}
	require.Equal(t, "Event VARCHAR Site VARCHAR White VARCHAR Black VARCHAR Result VARCHAR WhiteTitle VARCHAR BlackTitle VARCHAR "+
		"WhiteElo SMALLINT BlackElo SMALLINT WhiteRatingDiff SMALLINT BlackRatingDiff SMALLINT UTCDate DATE UTCTime TIME WITH TIME ZONE "+
		"ECO VARCHAR Opening VARCHAR Termination VARCHAR TimeControl VARCHAR movetext VARCHAR "+
		"Date DATE Year SMALLINT Round VARCHAR Plies INTEGER OpeningName VARCHAR Base INTEGER Increment INTEGER "+
		"moves_uci VARCHAR clocks_ms INTEGER[] evals SMALLINT[] nags STRUCT(nag UTINYINT, ply INTEGER)[] marker VARCHAR encoding VARCHAR "+
		"tag_order VARCHAR tags STRUCT(\"name\" VARCHAR, \"value\" VARCHAR)[]", strings.Join(words, " "))
}

// TestQueried checks that the result of a query on a table can be read back.
func TestQueried(t *testing.T) {
	a := archiveOf(t)
	file := tableOf(t, a, nil, nil)
	less := filepath.Join(t.TempDir(), "less.parquet")
	ask(t, file, "COPY (FROM GAMES ORDER BY White, moves_uci LIMIT 100) TO '"+less+"'")
	f, err := os.Open(less)
	require.NoError(t, err)
	defer f.Close()
	info, err := f.Stat()
	require.NoError(t, err)
	var text bytes.Buffer
	n, err := table.Read(t.Context(), &text, f, info.Size())
	require.NoError(t, err)
	require.EqualValues(t, 100, n)
	whole := map[string]bool{}
	for g, err := range a.Games().Texts(t.Context()) {
		require.NoError(t, err)
		whole[essence(string(g.Text))] = true
	}
	games, err := chesszip.OpenPGN(t.Context(), bytes.NewReader(text.Bytes()), int64(text.Len()), nil)
	require.NoError(t, err)
	require.EqualValues(t, 100, games.NumGames())
	for g, err := range games.Games().Texts(t.Context()) {
		require.NoError(t, err)
		require.True(t, whole[essence(string(g.Text))], string(g.Text))
	}
}

// essence is the part of a game that comes back.
func essence(text string) string {
	g := pgn.ParseGame(text)
	plies, _ := g.Plies()
	return fmt.Sprint(g.Tags, g.Result, plies)
}
