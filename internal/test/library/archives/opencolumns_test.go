package archives

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/internal/archive"
	"github.com/chesszip/chesszip/internal/test/corpus"
	"github.com/chesszip/chesszip/internal/test/corpus/found"
	"github.com/chesszip/chesszip/internal/test/library/kit"
	"github.com/chesszip/chesszip/movelist/learned"
)

// oddlyPlayed are games whose open moves are not the whole text of the moves, or missing:
// variations at all places, null moves, words, moves after a result, other starts and
// variants, and tags that depend on the moves.
const oddlyPlayed = `[Event "variations"]
[ECO "C50"]

1. e4 (1. d4 d5 (1... Nf6 2. c4) 2. c4) 1... e5 {as ever (1... c5 2. Nf3)} 2. Nf3 Nc6 3. Bc4 Bc5 (3... Nf6 4. Ng5) 4. c3 *

[Event "null moves"]

1. e4 -- 2. d4 e5 3. -- d5 (3... exd4) 4. exd5 *

[Event "a word"]

1. e4 e5 2. Ke3 Nc6 3. d4 *

[Event "behind a result"]

1. e4 e5 1-0 2. Nf3 Nc6 1/2-1/2

[Event "another start"]
[FEN "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 3 20"]

20... O-O 21. O-O-O Rd8 22. Rxd8+ Rxd8 *

[Event "Chess960"]
[Variant "Chess960"]
[FEN "nqrkbbnr/pppppppp/8/8/8/8/PPPPPPPP/NQRKBBNR w KQkq - 0 1"]

1. Nb3 Nb6 2. e4 e5 3. Ne2 d6 4. g3 Bd7 *

[Event "another game"]
[Variant "Crazyhouse"]

1. e4 d5 2. exd5 Qxd5 3. Nc3 Qa5 *

[Event "the end is told"]
[CurrentPosition "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2"]

1. e4 e5 *

`

// openInputs are texts whose open columns have every line, some, or none.
func openInputs(t testing.TB) map[string][]byte {
	var text strings.Builder
	for _, c := range found.Cases() {
		text.WriteString(c.Text + "\n")
	}
	sample := string(kit.LichessHead(t, kit.Several(10_000, 25_000)))
	inputs := map[string][]byte{
		"sample":     []byte(sample),
		"odd":        []byte(strings.Repeat(oddlyPlayed, 9)),
		"few odd":    []byte(sample + "\n" + oddlyPlayed[:strings.Index(oddlyPlayed, "[Event \"null")] + sample),
		"found":      []byte(text.String()),
		"all":        []byte(oddlyPlayed + sample + oddlyPlayed + text.String() + sample),
		"odd starts": []byte(strings.Repeat(oddlyPlayed[strings.Index(oddlyPlayed, "[Event \"another start"):], 20)),
	}
	for _, folder := range []string{"annotated", "odd"} {
		names, err := corpus.Names(folder)
		if err != nil {
			continue // the data is not available
		}
		for i, name := range names {
			if i%40 != 0 && !kit.Long {
				continue
			}
			if src, err := corpus.Read(name); err == nil && len(src) < 100_000 {
				inputs[name] = src
			}
		}
	}
	return inputs
}

// TestOpenMoves checks that an archive with open columns reads like one without: all of
// it, games in any order, their tags, their remarks.
func TestOpenMoves(t *testing.T) {
	t.Parallel()
	for name, src := range openInputs(t) {
		for _, o := range []*chesszip.WriterOptions{{Open: kit.EveryIndex}, chesszip.Database(), {Level: learned.V1, Open: kit.EveryIndex}} {
			if o.Level != nil && name != "all" && !kit.Long {
				continue
			}
			o.Unchecked = true
			packed := kit.Compress(t, src, o)
			var out bytes.Buffer
			_, err := chesszip.Decompress(t.Context(), &out, bytes.NewReader(packed), kit.EveryLevel)
			require.NoError(t, err, name)
			require.Equal(t, string(src), out.String(), name)
			r, err := chesszip.NewReader(t.Context(), bytes.NewReader(packed), kit.EveryLevel)
			require.NoError(t, err, name)
			all, err := io.ReadAll(r)
			require.NoError(t, err, name)
			require.Equal(t, string(src), string(all), name)

			bare := kit.OpenBytes(t, kit.Compress(t, src, &chesszip.WriterOptions{Level: o.Level, Unchecked: true}), kit.EveryLevel)
			a := kit.OpenBytes(t, packed, kit.EveryLevel)
			require.Equal(t, bare.NumGames(), a.NumGames())
			var want, got []chesszip.Game
			for l, err := range bare.Games().Rows(t.Context(), annotated) {
				require.NoError(t, err, name)
				want = append(want, l)
			}
			for l, err := range a.Games().Rows(t.Context(), annotated) {
				require.NoError(t, err, name)
				got = append(got, l)
			}
			require.Equal(t, want, got, name)
			if a.NumGames() == 0 {
				continue
			}
			for k := range int64(kit.Several(12, 40)) {
				i := k * 7919 % a.NumGames()
				if k%5 == 0 {
					a = kit.OpenBytes(t, packed, kit.EveryLevel) // nothing is cached
				}
				wantText, err := kit.Text(t.Context(), bare, i)
				require.NoError(t, err, name)
				text, err := kit.Text(t.Context(), a, i)
				require.NoError(t, err, name)
				require.Equal(t, string(wantText), string(text), "%s, game %d", name, i)
				wantMoves, err := bare.Game(t.Context(), i, chesszip.FieldMoves)
				require.NoError(t, err, name)
				moves, err := a.Game(t.Context(), i, chesszip.FieldMoves)
				require.NoError(t, err, name)
				require.Equal(t, fmt.Sprint(wantMoves), fmt.Sprint(moves), "%s, game %d", name, i)
				wantTags, err := bare.Game(t.Context(), i, chesszip.FieldTags|chesszip.FieldNumbers)
				require.NoError(t, err, name)
				tags, err := a.Game(t.Context(), i, chesszip.FieldTags|chesszip.FieldNumbers)
				require.NoError(t, err, name)
				require.Equal(t, wantTags, tags, "%s, game %d", name, i)
			}
		}
	}
}

// annotated are the fields of an annotated line.
const annotated = chesszip.FieldRemarks | chesszip.FieldTags | chesszip.FieldNumbers

// TestUnknownBeforeVariation requests the moves of a game with a variation, after a game
// whose line is not known.
func TestUnknownBeforeVariation(t *testing.T) {
	src := "[Event \"v\"]\n[Variant \"Crazyhouse\"]\n\n1. e4 d5 2. exd5 Qxd5 *\n\n" +
		"[Event \"x\"]\n\n1. e4 e5 (1... c5 2. Nf3) 2. Nf3 Nc6 *\n\n" +
		strings.Repeat("[Event \"y\"]\n\n1. d4 d5 2. c4 e6 *\n\n", 40)
	packed := kit.Compress(t, []byte(src), &chesszip.WriterOptions{Open: chesszip.ColumnMoves})
	a := kit.OpenBytes(t, packed, kit.EveryLevel)
	g, err := a.Game(t.Context(), 1, chesszip.FieldMoves)
	require.NoError(t, err)
	require.Equal(t, "[e2-e4 e7-e5 g1-f3 b8-c6]", fmt.Sprint(g.Line.Moves))
}

// TestLiveStream checks that a Reader returns a frame as soon as it is complete,
// whatever follows.
func TestLiveStream(t *testing.T) {
	src := kit.LichessHead(t, 10_000)
	for _, index := range []chesszip.Columns{0, chesszip.ColumnMoves} {
		packed := kit.Compress(t, src, &chesszip.WriterOptions{Open: index})
		r, err := archive.NewReader(bytes.NewReader(packed), int64(len(packed)), nil)
		require.NoError(t, err)
		e := r.Entry(0)
		in, out := io.Pipe()
		go func() { _, _ = out.Write(packed[:e.Offset+e.Length]) }() // and nothing more
		z, err := chesszip.NewReader(t.Context(), in, nil)
		require.NoError(t, err)
		got := make([]byte, len(src))
		_, err = io.ReadFull(z, got)
		require.NoError(t, err)
		require.Equal(t, string(src), string(got))
		require.NoError(t, out.Close())
	}
}

// TestOpenAnyOrder requests games of an archive in any order, cached or not.
func TestOpenAnyOrder(t *testing.T) {
	t.Parallel()
	src := []byte(oddlyPlayed + string(kit.LichessHead(t, kit.Several(8_000, 20_000))) + oddlyPlayed)
	packed := kit.Compress(t, src, &chesszip.WriterOptions{Open: chesszip.ColumnMoves})
	var texts []string
	for g, err := range kit.OpenBytes(t, kit.Compress(t, src, nil), kit.EveryLevel).Games().Texts(t.Context()) {
		require.NoError(t, err)
		texts = append(texts, string(g.Text))
	}
	rapid.Check(t, func(t *rapid.T) {
		a, err := chesszip.Open(context.Background(), bytes.NewReader(packed), int64(len(packed)), nil)
		require.NoError(t, err)
		if rapid.Bool().Draw(t, "keep") {
			a.SetCache(1 << 20)
		}
		for _, i := range rapid.SliceOfN(rapid.IntRange(0, len(texts)-1), 1, 12).Draw(t, "games") {
			text, err := kit.Text(context.Background(), a, int64(i))
			require.NoError(t, err)
			require.Equal(t, texts[i], string(text), fmt.Sprintf("game %d", i))
		}
	})
}
