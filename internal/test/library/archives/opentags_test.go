package archives

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/internal/test/library/kit"
	"github.com/chesszip/chesszip/movelist/learned"
)

// wellTagged are games with the tags of a database of masters, mostly in their usual
// form.
func wellTagged(games int) []byte {
	var b strings.Builder
	for i := range games {
		fmt.Fprintf(&b, "[Event \"Cup %d\"]\n[Site \"Riga\"]\n[Date \"20%02d.%02d.%02d\"]\n[Round \"%d.%d\"]\n[White \"Player, %d\"]\n[Black \"Other, %d\"]\n[Result \"%s\"]\n[WhiteElo \"%d\"]\n[BlackElo \"%d\"]\n[ECO \"%c%02d\"]\n\n1. %s %s\n\n",
			i/20, i/40%20, 1+i/3%12, 1+i%28, 1+i/10%9, 1+i%10, i%37, i*7%41, []string{"1-0", "0-1", "1/2-1/2"}[i%3], 2300+i*17%400, 2300+i*31%400,
			'A'+i%5, i*3%100, []string{"e4 c5 2. Nf3 d6", "d4 Nf6 2. c4 e6", "c4 e5"}[i%3], []string{"1-0", "0-1", "1/2-1/2"}[i%3])
	}
	return []byte(b.String())
}

// taggedOtherwise are such games with values that are written differently, are missing,
// occur twice, or depend on the moves.
func taggedOtherwise() map[string][]byte {
	src := string(wellTagged(200))
	odd := map[string][]byte{"well": []byte(src)}
	change := func(name string, pairs ...string) {
		odd[name] = []byte(strings.NewReplacer(pairs...).Replace(src))
	}
	change("ratings", `[WhiteElo "2317"]`, `[WhiteElo "?"]`, `[WhiteElo "2334"]`, "[WhiteElo \"\"]\n[WhiteElo \"2334\"]", `[BlackElo "2331"]`, `[BlackElo "02331"]`, "[BlackElo \"2362\"]\n", "", `[BlackElo "2393"]`, `[BlackElo "123456"]`)
	change("dates", `"2001.01.02"`, `"2001.01.??"`, `"2001.02.05"`, `"2001.??.??"`, `"2002.03.10"`, `"????.??.??"`, `"2002.04.11"`, `"2002-04-11"`, `"2003.05.14"`, `"2003"`, `"2003.06.16"`, `"2003.02.31"`)
	change("other dates", "[Date \"2001.01.02\"]\n", "[UTCDate \"2001.01.02\"]\n", "[Date \"2002.", "[UTCDate \"1999.01.01\"]\n[Date \"2002.")
	change("results", `[Result "1/2-1/2"]`, `[Result "1/2"]`, "[Round \"3.1\"]\n", "[Result \"0-1\"]\n", `[Result "0-1"]`, `[Result ""]`)
	change("codes", `[ECO "A00"]`, `[ECO "A00/01"]`, `[ECO "B03"]`, `[ECO "b03"]`, `[ECO "C06"]`, `[ECO "?"]`, "[ECO \"D09\"]\n", "")
	change("names", `[White "Player, 1"]`, `[White ""]`, "[Black \"Other, 7\"]\n", "", `[Black "Other, 14"]`, `[Black "a \"b\" \\ c"]`, `"Player, 9"`, "\"P\xe9\"")
	change("names twice", `[White "Player, 1"]`, "[White \"Player, 1\"]\n[White \"Player, 2\"]")
	change("no Black", "[Black ", "[Schwarz ")
	change("changes", `"2317"]`, "\"2317\"]\n[WhiteRatingDiff \"+3\"]", `"2331"]`, "\"2331\"]\n[BlackRatingDiff \"-3\"]")
	odd["positions"] = positionEvents()
	change("controls", "[ECO ", "[TimeControl \"180+2\"]\n[Termination \"Normal\"]\n[Opening \"Sicilian Defense\"]\n[ECO ")
	return odd
}

// positionEvents are games every other one of which has its final position as its event,
// and another round than the rest.
func positionEvents() []byte {
	var b strings.Builder
	for i := range 200 {
		ends := [...]string{"rnbqkbnr/pp2pppp/3p4/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq -", "rnbqkb1r/pppp1ppp/4pn2/8/2PP4/8/PP2PPPP/RNBQKBNR w KQkq -", "rnbqkbnr/pppp1ppp/8/4p3/2P5/8/PP1PPPPP/RNBQKBNR w KQkq e6"}
		event, round := ends[i*7%3], "final"
		if i%2 > 0 {
			event, round = fmt.Sprint("Cup ", i*i/2%5), fmt.Sprint("group ", i*i/2%5)
		}
		fmt.Fprintf(&b, "[Event \"%s\"]\n[Round \"%s\"]\n\n1. %s *\n\n", event, round, []string{"e4 c5 2. Nf3 d6", "d4 Nf6 2. c4 e6", "c4 e5"}[i*7%3])
	}
	return []byte(b.String())
}

// TestOpenTags checks that an archive with open columns of tags reads like one without.
func TestOpenTags(t *testing.T) {
	for name, src := range taggedOtherwise() {
		for _, level := range []*learned.Level{nil, learned.V1} {
			if level != nil && name != "well" {
				continue
			}
			bare := kit.OpenBytes(t, kit.Compress(t, src, &chesszip.WriterOptions{Level: level}), kit.EveryLevel)
			for _, index := range []chesszip.Columns{chesszip.ColumnNames, chesszip.ColumnNumbers, kit.EveryIndex} {
				packed := kit.Compress(t, src, &chesszip.WriterOptions{Level: level, Open: index})
				kit.CheckPacked(t, name, src, packed)
				a := kit.OpenBytes(t, packed, kit.EveryLevel)
				_, damaged, err := a.Verify(t.Context())
				require.NoError(t, err)
				require.Empty(t, damaged, name)
				var numbers []int64
				for i := int64(0); i < bare.NumGames(); i += 7 {
					want, err := bare.Game(t.Context(), i, chesszip.FieldTags|chesszip.FieldNumbers)
					require.NoError(t, err)
					got, err := a.Game(t.Context(), i, chesszip.FieldTags|chesszip.FieldNumbers)
					require.NoError(t, err)
					require.Equal(t, want, got, "%s, game %d", name, i)
					numbers = append(numbers, i)
				}
				slices.Reverse(numbers)
				for g, err := range kit.OpenBytes(t, packed, kit.EveryLevel).Games().Numbers(numbers...).Texts(t.Context()) {
					require.NoError(t, err)
					want, err := kit.Text(t.Context(), bare, g.Number)
					require.NoError(t, err)
					require.Equal(t, string(want), string(g.Text), name)
				}
			}
		}
	}
}

// named are games of a few openings whose names follow from their moves, with a tag that
// is never open.
func named() []byte {
	var b strings.Builder
	for i := range 400 {
		l := [...][3]string{
			{"B90", "Sicilian Defense: Najdorf Variation", "e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6"}, {"E20", "Nimzo-Indian Defense", "d4 Nf6 2. c4 e6 3. Nc3 Bb4"},
			{"C70", "Ruy Lopez: Morphy Defense", "e4 e5 2. Nf3 Nc6 3. Bb5 a6"}, {"C15", "French Defense: Winawer Variation", "e4 e6 2. d4 d5 3. Nc3 Bb4"},
		}[(i*7+i/5)%4]
		fmt.Fprintf(&b, "[Event \"E\"]\n[Annotator \"P%d-%d\"]\n[ECO \"%s\"]\n[Opening \"%s\"]\n[Result \"*\"]\n\n1. %s *\n\n", i%37, i*7%41, l[0], l[1], l[2])
	}
	return []byte(b.String())
}

// TestOpenInTurns requests moves, tags and texts of games of one archive in any order:
// data read for one request is not what the next needs.
func TestOpenInTurns(t *testing.T) {
	t.Parallel()
	sources := taggedOtherwise()
	sources["named"] = named()
	for _, name := range []string{"named", "well", "controls", "ratings", "positions"}[:kit.Several(3, 5)] {
		src := sources[name]
		bare := kit.OpenBytes(t, kit.Compress(t, src, nil), nil)
		packed := map[chesszip.Columns][]byte{}
		for _, index := range []chesszip.Columns{chesszip.ColumnNames, chesszip.ColumnMoves, kit.EveryIndex} {
			packed[index] = kit.Compress(t, src, &chesszip.WriterOptions{Open: index})
		}
		rapid.Check(t, func(t *rapid.T) {
			b := packed[rapid.SampledFrom([]chesszip.Columns{chesszip.ColumnNames, chesszip.ColumnMoves, kit.EveryIndex}).Draw(t, "index")]
			ctx := context.Background()
			a, err := chesszip.Open(ctx, bytes.NewReader(b), int64(len(b)), nil)
			require.NoError(t, err)
			if rapid.Bool().Draw(t, "keep") {
				a.SetCache(1 << 20)
			}
			for range rapid.IntRange(1, 6).Draw(t, "calls") {
				i := rapid.Int64Range(0, a.NumGames()-1).Draw(t, "game")
				switch rapid.IntRange(0, 2).Draw(t, "call") {
				case 0:
					want, err := kit.Text(ctx, bare, i)
					require.NoError(t, err)
					got, err := kit.Text(ctx, a, i)
					require.NoError(t, err)
					require.Equal(t, string(want), string(got))
				case 1:
					want, err := bare.Game(ctx, i, chesszip.FieldTags|chesszip.FieldNumbers)
					require.NoError(t, err)
					got, err := a.Game(ctx, i, chesszip.FieldTags|chesszip.FieldNumbers)
					require.NoError(t, err)
					require.Equal(t, want, got)
				case 2:
					want, err := bare.Game(ctx, i, chesszip.FieldMoves)
					require.NoError(t, err)
					got, err := a.Game(ctx, i, chesszip.FieldMoves)
					require.NoError(t, err)
					require.Equal(t, want, got)
				}
			}
		})
	}
}
