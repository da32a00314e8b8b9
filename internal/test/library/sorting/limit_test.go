package sorting

import (
	"bytes"
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/internal/test/corpus"
	"github.com/chesszip/chesszip/internal/test/library/kit"
)

// sortedGames returns the games of archives in order.
func sortedGames(t *testing.T, from []*chesszip.Archive, q *chesszip.Query, o chesszip.SortOptions) (texts []string) {
	t.Helper()
	s, err := chesszip.NewSorter(&o)
	require.NoError(t, err)
	defer s.Close()
	for _, a := range from {
		require.NoError(t, s.AddGames(t.Context(), a.Games().Where(q)))
	}
	for g, err := range s.Games(t.Context()) {
		require.NoError(t, err)
		texts = append(texts, fmt.Sprintf("%d\n%s", g.Number, g.Text))
	}
	return texts
}

// TestSorterLimit checks that a Sorter with a limit returns the first games of one
// without, by every key in both orders, of files of all kinds.
func TestSorterLimit(t *testing.T) {
	small := kit.SmallFrames{T: t}
	files := map[string][]byte{}
	for _, name := range corpus.Games("master-twic-train", "chesscom-train") {
		files[name] = kit.HeadOf(t, name, 60_000)
	}
	names, _ := corpus.Names("odd")
	for i := 0; i < len(names); i += kit.Several(140, 7) {
		files[names[i]] = corpus.Need(t, names[i])
	}
	queries := map[bool]*chesszip.Query{true: nil, false: kit.Query("-result:draw")}
	for name, src := range files {
		from := map[string][]*chesszip.Archive{
			"PGN":  {kit.OpenPGN(t, src)},
			"fast": {kit.OpenBytes(t, kit.Compress(small, src, kit.Quick), kit.EveryLevel)},
			"open": {kit.OpenBytes(t, kit.Compress(small, src, &chesszip.WriterOptions{Plain: true, Open: chesszip.AllColumns}), kit.EveryLevel)},
		}
		from["all"] = slices.Concat(from["PGN"], from["fast"], from["open"])
		for _, key := range []string{"date", "elo", "white-elo", "black-elo", "eco", "player", "white", "black", "ply", "event", "site", "round", "result", "eco,-elo"} {
			for _, by := range []string{key, "-" + key} {
				for kind, archives := range from {
					q := queries[by == key]
					want := sortedGames(t, archives, q, chesszip.SortOptions{By: by})
					for _, limit := range []int{7, 1 << 20} {
						got := sortedGames(t, archives, q, chesszip.SortOptions{By: by, Limit: int64(limit), Memory: 20_000, Dir: t.TempDir()})
						require.Equal(t, want[:min(limit, len(want))], got, "%s as %s by %s, limit %d", name, kind, by, limit)
					}
				}
			}
		}
	}
}

// TestSorterLimitOfLarge checks that games that are larger than a frame are returned
// also, and that Add and Copy have the limit.
func TestSorterLimitOfLarge(t *testing.T) {
	large := []byte("[Event \"large\"]\n[White \"B\"]\n\n1. e4 {" + string(bytes.Repeat([]byte("word "), 4<<20)) + "} e5 *\n\n")
	a := kit.OpenPGN(t, slices.Concat([]byte("[White \"C\"]\n\n1. e4 *\n\n"), large, []byte("[White \"A\"]\n\n1. d4 *\n\n")))
	s, err := chesszip.NewSorter(&chesszip.SortOptions{By: "white", Limit: 2, Dir: t.TempDir()})
	require.NoError(t, err)
	defer s.Close()
	require.NoError(t, s.AddGames(t.Context(), a.Games()))
	require.NoError(t, s.Add(chesszip.Game{Text: []byte("[White \"Z\"]\n\n1. e4 *\n\n")}))
	var out bytes.Buffer
	_, err = s.Copy(t.Context(), &out)
	require.NoError(t, err)
	require.Equal(t, "[White \"A\"]\n\n1. d4 *\n\n"+string(large), out.String())
}
