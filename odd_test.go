package chesszip_test

import (
	"bytes"
	"math"
	"os"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/internal/corpus"
)

// answers are what a few questions say of an archive: numbers of games.
func answers(t testing.TB, a *chesszip.Archive) (all [][]int64) {
	for _, q := range []*chesszip.Query{
		query("elo:1500-2500"), query("result:1-0,*"), query("ply:1-30"), query("player:a"), query("date:1900-2016"), query("eco:B-C"), query("event:rated"),
	} {
		var found []int64
		for h, err := range a.Filter(t.Context(), q) {
			require.NoError(t, err)
			found = append(found, h.Number, int64(h.Plies), int64(len(h.Tags)))
		}
		all = append(all, found)
	}
	for _, p := range []*chesszip.Pattern{pattern(`moves:"1. e4"`), pattern("material:KRvK"), pattern(`fen:"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w"`)} {
		var found []int64
		for h, err := range a.Find(t.Context(), p, nil) {
			require.NoError(t, err)
			found = append(found, h.Number, int64(h.Ply))
		}
		all = append(all, found)
	}
	return all
}

// TestFilesAgree: whatever is wrong with a file, its archive answers as the
// file does. Without CHESSZIP_LONG, it looks at the beginning of one file in eight.
func TestFilesAgree(t *testing.T) {
	t.Parallel()
	step, most := 8, 30_000 // bytes of each
	if os.Getenv("CHESSZIP_LONG") != "" {
		step, most = 1, math.MaxInt
	}
	for _, folder := range []string{"", "odd", "annotated"} {
		names := []string{corpus.Sample}
		if folder != "" {
			names, _ = corpus.Names(folder)
		}
		for i := 0; i < len(names); i += step {
			src := corpus.NeedHead(t, names[i], most)
			if names[i] == corpus.Sample {
				src = lichessHead(t, 20_000)
			}
			plain, err := chesszip.OpenPGN(t.Context(), bytes.NewReader(src), int64(len(src)), nil)
			require.NoError(t, err)
			want := answers(t, plain)
			for _, o := range []*chesszip.WriterOptions{quick, {Index: everyIndex}} {
				packed := compress(t, src, o)
				a := openBytes(t, packed, everyLevel)
				for k, got := range answers(t, a) {
					if !slices.Equal(got, want[k]) {
						t.Errorf("%s: question %d: %v, want %v", names[i], k, got, want[k])
					}
				}
				var back bytes.Buffer
				_, err := a.Copy(t.Context(), &back, 0, a.Games())
				require.NoError(t, err)
				if plain.Games() == 0 {
					src = nil
				}
				if !bytes.Equal(back.Bytes(), src) {
					t.Errorf("%s: all games are %d bytes, want these %d", names[i], back.Len(), len(src))
				}
				_, damaged, err := a.Verify(t.Context())
				require.NoError(t, err)
				if len(damaged) > 0 {
					t.Errorf("%s: Verify = %v, want no damage", names[i], damaged)
				}
			}
		}
	}
}
