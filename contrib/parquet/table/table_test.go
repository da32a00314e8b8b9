package table_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/parquet-go/parquet-go"
	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/contrib/parquet/table"
	"github.com/chesszip/chesszip/pgn"
)

// TestTags checks that all tags come back in order, whatever their values.
func TestTags(t *testing.T) {
	for name, tags := range map[string]string{
		"none":              ``,
		"in Lichess' order": `Event:a Site:https://lichess.org/abcdefgh White:w Black:b Result:1-0 UTCDate:2021.10.01 UTCTime:23:59:59 WhiteElo:1500 WhiteRatingDiff:+0`,
		"ratings":           `WhiteElo:? BlackElo:2700?`,
		"no ratings":        `WhiteElo: BlackElo:-`,
		"odd numbers":       `WhiteElo:02700 BlackElo:+1500 WhiteRatingDiff:5 BlackRatingDiff:-0`,
		"large numbers":     `WhiteElo:32767 BlackElo:32768 WhiteRatingDiff:-32768`,
		"dates":             `UTCDate:????.??.?? UTCTime:??:??:??`,
		"no such day":       `UTCDate:2021.02.30 UTCTime:24:00:00`,
		"other dates":       `UTCDate:2021-02-03 UTCTime:1:02:03`,
		"old dates":         `UTCDate:0001.01.01 UTCTime:00:00:00`,
		"year 0":            `UTCDate:0000.01.01 UTCTime:00:00:00`,
		"a date alone":      `UTCDate:2021.02.03`,
		"a time alone":      `UTCTime:12:13:14`,
		"twice":             `White:a White:b White:a`,
		"twice, odd":        `WhiteElo:x WhiteElo:1500`,
		"twice, even":       `WhiteElo:1500 WhiteElo:1500 WhiteElo:01500`,
		"empty":             `Event: White: X:`,
		"quotes":            `Event:a"b\c White:\"`,
		"time controls":     `TimeControl:300+3`,
		"other controls":    `TimeControl:-`,
		"long increments":   `TimeControl:300+300`,
		"odd controls":      `TimeControl:0300+3`,
		"sites":             `Site:https://lichess.org/abcdefgh/black`,
		"other sites":       `Site:Wijk Event:Rated`,
		"unknown":           `Zebra:1 Apple:2 White:w Mango:3`,
		"other case":        `white:a WHITE:b White:c`,
		"Unicode":           `White:Żółć Black:马`,
		"Latin-1":           "White:Gr\xfcnfeld Event:x",
		"bytes":             "White:\xff\x80 Event:\x00",
		"tournament":        `Event:Rated_Blitz_tournament_https://lichess.org/tournament/abc Result:*`,
		"result":            `Result:1-0`,
		"odd result":        `Result:win`,
	} {
		var text strings.Builder
		for _, field := range strings.Fields(tags) {
			name, value, _ := strings.Cut(field, ":")
			text.Write(table.AppendTags(nil, []pgn.Tag{{Name: name, Value: value}})[:len(table.AppendTags(nil, []pgn.Tag{{Name: name, Value: value}}))-1])
		}
		if text.Len() > 0 {
			text.WriteString("\n")
		}
		text.WriteString("1. e4 e5 1/2-1/2\n\n")
		for _, only := range [][]string{nil, bare} {
			for _, extra := range [][]string{nil, {"Zebra", "Mango"}} {
				t.Run(fmt.Sprint(name, " ", len(only), extra), func(t *testing.T) {
					f, lost := written(t, schema(t, extra, only), []byte(text.String()), nil)
					sameGames(t, []byte(text.String()), back(t, f), only == nil)
					// A repeated tag begins another game.
					if only == nil && !strings.HasPrefix(name, "twice") {
						require.Zero(t, lost.Layout, "%s\n%s", &text, back(t, f))
					}
				})
			}
		}
	}
}

// odd is games with unusual features.
const odd = `[Event "Chess960"]
[Variant "Chess960"]
[SetUp "1"]
[FEN "bqnbrkrn/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKRN w GEge - 0 1"]
[Result "1-0"]

1. g3 g6 2. O-O O-O 1-0

[Event "From a position"]
[FEN "4k3/P7/8/8/8/8/8/4K2R b K - 3 40"]
[SetUp "1"]

40... Kd7 41. O-O Kc7 42. a8=N+ $1 $14 *

[Event "Null moves"]

1. e4 -- 2. d4 Z0 3. d5 *

[Event "Illegal"]
[Result "0-1"]

1. e4 e5 2. Ke3 {no} Qh4 0-1

[Event "Nothing"]

*

[Event "No marker"]
[Result "1-0"]

1. e4

[Event "Another marker"]
[Result "1-0"]

1. e4 0-1

[Event "Annotated"]

{before} 1. e4! {[%eval 0.17] [%clk 0:03:00.5] good} (1. d4 {[%eval 5]} d5) e5?! $999 {[%eval #-3]} 2. Nf3
{[%clk 0:02:59]} Nc6 {[%eval #0]} 3. Bb5 {[%clk 0:00:01.0001]} ; to the end
% an escape
3... a6 $3 *

[Event "Promotion and capture"]

1. h4 g5 2. hxg5 h6 3. gxh6 a6 4. h7 a5 5. hxg8=Q Rxg8 1-0

`

// TestOdd checks what comes back of odd games, and what is counted as lost.
func TestOdd(t *testing.T) {
	f, lost := written(t, schema(t, nil, nil), []byte(odd), nil)
	require.Equal(t, "the layout of 1 games", lost.String())
	sameGames(t, []byte(odd), back(t, f), true)

	f, lost = written(t, schema(t, nil, bare), []byte(odd), nil)
	require.Equal(t, "the layout of 9 games, moves of 1 games, 1 variations, 4 comments, 1 glyphs, 1 clocks, 1 evaluations", lost.String())
	sameGames(t, []byte(odd), back(t, f), false)

	_, lost = written(t, schema(t, nil, []string{"White", "moves_uci"}), []byte(odd), nil)
	require.Equal(t, table.Lost{Games: 9, Layout: 9, Tags: 18, Moves: 1, Variations: 1, Comments: 4, NAGs: 6, Clocks: 3, Evals: 3, Other: 7}, lost)
}

// TestMadeColumns checks the columns that are made of tags and moves.
func TestMadeColumns(t *testing.T) {
	text := "[Date \"1972.??.??\"]\n[Round \"3.1\"]\n[TimeControl \"300+3\"]\n\n1. e4 c5 2. Nf3 d6 *\n\n" +
		"[Date \"2021.02.03\"]\n[TimeControl \"-\"]\n\n1. a3 *\n\n[UTCDate \"2013.01.24\"]\n[TimeControl \"5400\"]\n\n*\n\n"
	f, _ := written(t, schema(t, nil, nil), []byte(text), nil)
	sameGames(t, []byte(text), back(t, f), true)
	info, err := f.Stat()
	require.NoError(t, err)
	type row struct {
		Date        *int32  `parquet:"Date,optional,date"`
		Year        *int16  `parquet:"Year,optional"`
		Round       *string `parquet:"Round,optional"`
		Plies       *int32  `parquet:"Plies,optional"`
		OpeningName *string `parquet:"OpeningName,optional"`
		Base        *int32  `parquet:"Base,optional"`
		Increment   *int32  `parquet:"Increment,optional"`
	}
	rows, err := parquet.Read[row](f, info.Size())
	require.NoError(t, err)
	day := int32(time.Date(2021, 2, 3, 0, 0, 0, 0, time.UTC).Unix() / (24 * 60 * 60))
	require.Equal(t, []row{
		{nil, new(int16(1972)), new("3.1"), new(int32(4)), new("Sicilian Defense: Modern Variations"), new(int32(300)), new(int32(3))},
		{&day, new(int16(2021)), nil, new(int32(1)), new("Anderssen's Opening"), nil, nil},
		{nil, new(int16(2013)), nil, new(int32(0)), nil, new(int32(5400)), new(int32(0))},
	}, rows)
}

// many returns n short games by increasing date and decreasing rating.
func many(n int) []byte {
	r := rand.New(rand.NewPCG(1, 2))
	var b bytes.Buffer
	for i := range n {
		fmt.Fprintf(&b, "[White \"player %d\"]\n[Black \"b\"]\n[Result \"*\"]\n[UTCDate \"20%02d.%02d.%02d\"]\n[UTCTime \"%02d:00:00\"]\n[ECO \"%c%02d\"]\n\n1. e4 e5 2. Nf3 Nc6 *\n\n",
			r.IntN(1000), i/(12*28*24)%100, i/(28*24)%12+1, i/24%28+1, i%24, 'A'+rune(r.IntN(5)), r.IntN(100))
	}
	return b.Bytes()
}

// TestThreads checks that the bytes do not depend on threads, and that each row group
// has the right frames.
func TestThreads(t *testing.T) {
	text := many(30_000)
	var first []byte
	_, err := table.Write(t.Context(), nil, schema(t, nil, nil), nil, &table.Options{Threads: chesszip.MaxThreads + 1})
	require.ErrorIs(t, err, chesszip.ErrOption)
	for _, threads := range []int{1, 2, 7} {
		f, lost := written(t, schema(t, nil, nil), text, &table.Options{Threads: threads, Frames: 2})
		require.EqualValues(t, 30_000, lost.Games)
		b, err := os.ReadFile(f.Name())
		require.NoError(t, err)
		if first == nil {
			first = b
		}
		require.True(t, bytes.Equal(first, b))
		p, err := parquet.OpenFile(f, int64(len(b)))
		require.NoError(t, err)
		require.Len(t, p.RowGroups(), 4)
		require.EqualValues(t, 8_000, p.RowGroups()[0].NumRows())
	}
}

// TestThreadsWithoutWork checks that row groups are allocated only when there are games
// for them.
func TestThreadsWithoutWork(t *testing.T) {
	taken := func(threads int) float64 {
		return testing.AllocsPerRun(1, func() { written(t, schema(t, nil, nil), many(100), &table.Options{Threads: threads}) })
	}
	require.Less(t, taken(100), 2*taken(1))
}

// shocked is games whose reader panics after a place.
type shocked struct {
	*bytes.Reader
	from int64
}

func (s *shocked) ReadAt(b []byte, offset int64) (int, error) {
	if offset+int64(len(b)) > s.from {
		panic("shock")
	}
	return s.Reader.ReadAt(b, offset)
}

// TestPanics checks that a panic of the archives, or of their readers, reaches the
// caller.
func TestPanics(t *testing.T) {
	write := func(archives iter.Seq2[*chesszip.Archive, error]) {
		f, err := os.CreateTemp(t.TempDir(), "")
		require.NoError(t, err)
		defer f.Close()
		_, _ = table.Write(t.Context(), f, schema(t, nil, nil), archives, &table.Options{Threads: 2, Frames: 1})
	}
	require.PanicsWithValue(t, "shock", func() { write(func(func(*chesszip.Archive, error) bool) { panic("shock") }) })
	text := many(9_000)
	r := &shocked{bytes.NewReader([]byte(text)), int64(len(text))}
	a, err := chesszip.OpenPGN(t.Context(), r, int64(len(text)), nil)
	require.NoError(t, err)
	r.from /= 2
	require.PanicsWithValue(t, "shock", func() { write(func(yield func(*chesszip.Archive, error) bool) { yield(a, nil) }) })
}

// TestOrder checks that an order is declared exactly when the rows have it, and that
// players have Bloom filters.
func TestOrder(t *testing.T) {
	text := many(12_000)
	games := bytes.SplitAfter(text, []byte("*\n\n"))
	games[9_000], games[9_001] = games[9_001], games[9_000]
	f, _ := written(t, schema(t, nil, nil), bytes.Join(games, nil), &table.Options{Frames: 1})
	info, err := f.Stat()
	require.NoError(t, err)
	p, err := parquet.OpenFile(f, info.Size())
	require.NoError(t, err)
	require.Len(t, p.RowGroups(), 3)
	for i, g := range p.Metadata().RowGroups {
		names := []string{"UTCDate", "UTCTime"}
		if i == 2 {
			names = names[:1] // two hours of a day change places
		}
		require.Len(t, g.SortingColumns, len(names))
		for j, name := range names {
			require.Equal(t, []string{name}, []string(g.Columns[g.SortingColumns[j].ColumnIdx].MetaData.PathInSchema))
			require.False(t, g.SortingColumns[j].Descending)
		}
	}
	white, _ := p.Schema().Lookup("White")
	filter := p.RowGroups()[0].ColumnChunks()[white.ColumnIndex].BloomFilter()
	require.NotNil(t, filter)
	there, err := filter.Check(parquet.ValueOf(pgn.ParseGame(string(games[0])).Tags[0].Value))
	require.NoError(t, err)
	require.True(t, there)
	there, err = filter.Check(parquet.ValueOf("nobody"))
	require.NoError(t, err)
	require.False(t, there)
}

// TestSchema checks what is refused.
func TestSchema(t *testing.T) {
	for _, c := range []struct {
		extra, only []string
		want        string
	}{
		{[]string{"white"}, nil, "second column"},
		{[]string{"Tags"}, nil, "second column"},
		{[]string{"a b"}, nil, "not the name of a tag"},
		{nil, []string{"White", "Rating"}, `no column "Rating"; there are Event, Site`},
	} {
		_, err := table.NewSchema(c.extra, c.only)
		require.ErrorIs(t, err, table.ErrSchema)
		require.ErrorContains(t, err, c.want)
	}
}

// TestErrors checks that errors of the games end a table.
func TestErrors(t *testing.T) {
	broken := errors.New("broken")
	text := many(10_000)
	a, err := chesszip.OpenPGN(t.Context(), bytes.NewReader(text), int64(len(text)), nil)
	require.NoError(t, err)
	archives := func(yield func(*chesszip.Archive, error) bool) {
		_ = yield(a, nil) && yield(nil, broken)
	}
	s := schema(t, nil, nil)
	write := func(ctx context.Context, archives iter.Seq2[*chesszip.Archive, error]) error {
		f, err := os.CreateTemp(t.TempDir(), "")
		require.NoError(t, err)
		defer f.Close()
		_, err = table.Write(ctx, f, s, archives, &table.Options{Frames: 1, Threads: 2})
		return err
	}
	require.ErrorIs(t, write(t.Context(), archives), broken)
	ctx, stop := context.WithCancel(t.Context())
	stop()
	require.ErrorIs(t, write(ctx, one(a)), context.Canceled)
}

// TestDamaged checks that Read fails only by an error, for any bytes.
func TestDamaged(t *testing.T) {
	f, _ := written(t, schema(t, nil, nil), []byte(odd), nil)
	good, err := os.ReadFile(f.Name())
	require.NoError(t, err)
	r := rand.New(rand.NewPCG(3, 4))
	for range 300 {
		bad := bytes.Clone(good)
		for range 1 + r.IntN(3) {
			bad[r.IntN(len(bad))] ^= 1 << r.IntN(8)
		}
		_, _ = table.Read(t.Context(), io.Discard, bytes.NewReader(bad), int64(len(bad)))
	}
	for _, n := range []int{0, 3, 8, 100, len(good) - 1} {
		_, err := table.Read(t.Context(), io.Discard, bytes.NewReader(good[:n]), int64(n))
		require.ErrorIs(t, err, table.ErrTable, n)
	}
}

// TestForeign reads a table in the form of Lichess' files, and an invalid one.
func TestForeign(t *testing.T) {
	type published struct {
		Event    *string `parquet:"Event"`
		White    *string `parquet:"White"`
		Result   *string `parquet:"Result"`
		WhiteElo *int16  `parquet:"WhiteElo"`
		UTCDate  int32   `parquet:"UTCDate,optional,date"`
		UTCTime  int64   `parquet:"UTCTime,optional,time(microsecond)"`
		Movetext *string `parquet:"movetext"`
	}
	of := func(s string) *string { return &s }
	elo, day, clock := int16(1500), int32(18901), int64(3_723_000_000)
	var b bytes.Buffer
	require.NoError(t, parquet.Write(&b, []published{
		{of("Rated"), of("w"), of("1-0"), &elo, day, clock, of("1. e4 e5 1-0")},
		{White: of("x"), Movetext: of("1. d4 *")},
	}))
	var text bytes.Buffer
	n, err := table.Read(t.Context(), &text, bytes.NewReader(b.Bytes()), int64(b.Len()))
	require.NoError(t, err)
	require.EqualValues(t, 2, n)
	require.Equal(t, "[Event \"Rated\"]\n[White \"w\"]\n[Result \"1-0\"]\n[WhiteElo \"1500\"]\n[UTCDate \"2021.10.01\"]\n[UTCTime \"01:02:03\"]\n\n1. e4 e5 1-0\n\n"+
		"[White \"x\"]\n\n1. d4 *\n\n", text.String())

	b.Reset()
	require.NoError(t, parquet.Write(&b, []struct{ White string }{{"w"}}))
	_, err = table.Read(t.Context(), io.Discard, bytes.NewReader(b.Bytes()), int64(b.Len()))
	require.ErrorContains(t, err, "neither a column movetext nor moves_uci")
	b.Reset()
	require.NoError(t, parquet.Write(&b, []struct {
		Movetext string `parquet:"movetext"`
		WhiteElo string
	}{{"1. e4 *", "1500"}}))
	_, err = table.Read(t.Context(), io.Discard, bytes.NewReader(b.Bytes()), int64(b.Len()))
	require.ErrorContains(t, err, "column WhiteElo is of type STRING")
	b.Reset()
	require.NoError(t, parquet.Write(&b, []struct {
		Movetext string `parquet:"movetext,lz4"`
	}{{"1. e4 *"}}))
	_, err = table.Read(t.Context(), io.Discard, bytes.NewReader(b.Bytes()), int64(b.Len()))
	require.ErrorContains(t, err, "packed by LZ4")
}
