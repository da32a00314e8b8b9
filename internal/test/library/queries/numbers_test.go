package queries

import (
	"bytes"
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/gamestate"
	"github.com/chesszip/chesszip/internal/test/corpus"
	"github.com/chesszip/chesszip/internal/test/library/kit"
	"github.com/chesszip/chesszip/pgn"
)

// twoWays opens games as PGN and as an archive with all indexes.
func twoWays(t testing.TB) (plain, indexed *chesszip.Archive) {
	t.Helper()
	games, err := corpus.Read(corpus.Sample)
	require.NoError(t, err)
	games = append([]byte(oddlyTagged), games...)
	plain, err = chesszip.OpenPGN(t.Context(), bytes.NewReader(games), int64(len(games)), nil)
	require.NoError(t, err)
	return plain, kit.OpenBytes(t, kit.Compress(t, games, &chesszip.WriterOptions{Open: chesszip.ColumnNames | chesszip.OpeningTable}), kit.EveryLevel)
}

// TestFilterNumbers checks that numbers are those of the outlines, from an index or from
// tags.
func TestFilterNumbers(t *testing.T) {
	plain, indexed := twoWays(t)
	for _, text := range []string{"", "elo:1500+", "result:draw", "player:nobody", "white-elo:-1400 -result:white", "event:blitz"} {
		q, err := chesszip.ParseQuery(text)
		require.NoError(t, err)
		var want []chesszip.GameNumbers
		for h, err := range plain.Filter(t.Context(), q) {
			require.NoError(t, err)
			o, err := plain.Outline(t.Context(), h.Number)
			require.NoError(t, err)
			g := chesszip.GameNumbers{Number: h.Number, Result: o.Tag("Result"), ECO: o.Tag("ECO"), Plies: o.Plies}
			g.WhiteElo, g.BlackElo = o.Elo()
			// The known parts.
			_, _ = fmt.Sscanf(o.Tag("Date"), "%d.%d.%d", &g.Year, &g.Month, &g.Day)
			want = append(want, g)
		}
		for name, a := range map[string]*chesszip.Archive{"PGN": plain, "index": indexed} {
			var got []chesszip.GameNumbers
			for g, err := range a.FilterNumbers(t.Context(), q) {
				require.NoError(t, err)
				got = append(got, g)
			}
			require.Equal(t, want, got, "%s, %s", text, name)
		}
	}
	for _, err := range plain.FilterNumbers(t.Context(), new(chesszip.Query).Add("elo", "soon")) {
		require.ErrorIs(t, err, chesszip.ErrQuery)
	}
}

// TestOutlines checks that the outlines of a range are those of its games, and those of
// a query are of the games that Filter finds.
func TestOutlines(t *testing.T) {
	plain, indexed := twoWays(t)
	for _, r := range [][2]int64{{0, 5}, {1, 2}, {700, 704}, {plain.NumGames() - 1, math.MaxInt64}, {3, 3}, {5, 2}} {
		var want []chesszip.Header
		for i := r[0]; i < min(r[1], plain.NumGames()); i++ {
			h, err := plain.Outline(t.Context(), i)
			require.NoError(t, err)
			want = append(want, h)
		}
		for name, a := range map[string]*chesszip.Archive{"PGN": plain, "index": indexed} {
			var got []chesszip.Header
			for h, err := range a.Outlines(t.Context(), nil, r[0], r[1]) {
				require.NoError(t, err)
				got = append(got, h)
			}
			require.Equal(t, want, got, "%v, %s", r, name)
		}
	}
	for _, text := range []string{"event:blitz", "-event:blitz", "elo:1900- event:/Bullet|Classical/", "player:nobody", "tag:Termination=time", "has:Opening"} {
		q, err := chesszip.ParseQuery(text)
		require.NoError(t, err)
		var meant []chesszip.Header
		for h, err := range plain.Filter(t.Context(), q) {
			require.NoError(t, err)
			h, err = plain.Outline(t.Context(), h.Number)
			require.NoError(t, err)
			meant = append(meant, h)
		}
		require.Equal(t, text == "player:nobody", len(meant) == 0, "%s: %d games", text, len(meant))
		for name, a := range map[string]*chesszip.Archive{"PGN": plain, "index": indexed} {
			for _, r := range [][2]int64{{10, plain.NumGames()}, {10, 700}, {300, 703}, {299, 300}} {
				var want, got []chesszip.Header
				for _, h := range meant {
					if h.Number >= r[0] && h.Number < r[1] {
						want = append(want, h)
					}
				}
				for h, err := range a.Outlines(t.Context(), q, r[0], r[1]) {
					require.NoError(t, err)
					got = append(got, h)
				}
				require.Equal(t, want, got, "%s, %v, %s", text, r, name)
			}
		}
	}
	for _, err := range plain.Outlines(t.Context(), new(chesszip.Query).Add("elo", "soon"), 0, 1) {
		require.ErrorIs(t, err, chesszip.ErrQuery)
	}
}

// TestMoreOutlines checks the further tags of outlines, from an index with all of them,
// one with some, and from tags.
func TestMoreOutlines(t *testing.T) {
	plain, indexed := twoWays(t)
	for _, more := range [][]string{{"TimeControl", "Termination"}, {"Opening", "Event"}, {"Site", "Round"}, {"UTCTime", "NoSuchTag"}} {
		var want []chesszip.Header
		for h, err := range plain.Headers(t.Context()) {
			require.NoError(t, err)
			if h.Number == 300 {
				break
			}
			o, err := plain.Outline(t.Context(), h.Number)
			require.NoError(t, err)
			for _, name := range more {
				if value := h.Tag(name); value != "" {
					o.Tags = append(o.Tags, pgn.Tag{Name: name, Value: value})
				}
			}
			want = append(want, o)
		}
		for name, a := range map[string]*chesszip.Archive{"PGN": plain, "index": indexed} {
			var got []chesszip.Header
			for h, err := range a.Outlines(t.Context(), nil, 0, 300, more...) {
				require.NoError(t, err)
				got = append(got, h)
			}
			require.Equal(t, want, got, "%v, %s", more, name)
		}
	}
}

// TestOverviews checks that overviews add up to the outlines, from an index with all
// tags, one without one of them, and from tags.
func TestOverviews(t *testing.T) {
	plain, indexed := twoWays(t)
	for _, text := range []string{"", "elo:1500+", "event:blitz result:white", "player:nobody"} {
		q, err := chesszip.ParseQuery(text)
		require.NoError(t, err)
		for _, more := range [][]string{nil, {"TimeControl"}, {"UTCTime", "Opening"}} {
			var want chesszip.Overview
			counts := map[chesszip.TagCount]int64{}
			for h, err := range plain.Outlines(t.Context(), q, 0, plain.NumGames(), more...) {
				require.NoError(t, err)
				want.Games++
				want.Plies.Add(chesszip.Extent{N: 1, Sum: int64(h.Plies), Min: h.Plies, Max: h.Plies})
				white, black := h.Elo()
				for _, n := range []int{white, black} {
					if n > 0 {
						want.Ratings.Add(chesszip.Extent{N: 1, Sum: int64(n), Min: n, Max: n})
					}
				}
				if d := h.Tag("Date"); d != "" {
					if want.First == "" || d < want.First {
						want.First = d
					}
					want.Last = max(want.Last, d)
				}
				for _, tag := range append([]string{"White", "Black", "Result", "ECO", "Event"}, more...) {
					if value := h.Tag(tag); value != "" {
						counts[chesszip.TagCount{Tag: tag, Value: value}]++
					}
				}
			}
			for name, a := range map[string]*chesszip.Archive{"PGN": plain, "index": indexed} {
				var got chesszip.Overview
				sums := map[chesszip.TagCount]int64{}
				for o, err := range a.Overviews(t.Context(), q, more...) {
					require.NoError(t, err)
					got.Games += o.Games
					got.Plies.Add(o.Plies)
					got.Ratings.Add(o.Ratings)
					if o.First != "" && (got.First == "" || o.First < got.First) {
						got.First = o.First
					}
					got.Last = max(got.Last, o.Last)
					for _, c := range o.Values {
						sums[chesszip.TagCount{Tag: c.Tag, Value: c.Value}] += c.Games
					}
				}
				require.Equal(t, want, got, "%s, %s", text, name)
				require.Equal(t, counts, sums, "%s, %s", text, name)
			}
			require.Equal(t, text == "player:nobody", want.Games == 0)
		}
	}
	for _, err := range plain.Overviews(t.Context(), new(chesszip.Query).Add("elo", "soon")) {
		require.ErrorIs(t, err, chesszip.ErrQuery)
	}
}

// TestOpeningByCode checks that games without the name of an opening are found by that
// of their code, which an index has.
func TestOpeningByCode(t *testing.T) {
	var games []byte
	for i, eco := range []string{"B90", "B90/01", "B9", "b90", "", "C10", "C10x", "X00", "E99", "A00", "?", "B20"} {
		games = fmt.Appendf(games, "[White \"A\"]\n[Black \"B\"]\n[ECO %q]\n", eco)
		switch i % 4 {
		case 2:
			games = append(games, "[Opening \"?\"]\n"...)
		case 3:
			games = append(games, "[Opening \"Bird's Opening\"]\n"...)
		}
		games = append(games, "\n1. e4 *\n\n"...)
	}
	games = append(games, "[White \"C\"]\n\n1. d4 *\n\n"...)
	plain, err := chesszip.OpenPGN(t.Context(), bytes.NewReader(games), int64(len(games)), nil)
	require.NoError(t, err)
	indexed := kit.OpenBytes(t, kit.Compress(t, games, &chesszip.WriterOptions{Open: chesszip.ColumnNumbers}), kit.EveryLevel)
	for text, want := range map[string]string{
		"opening:sicilian":                                "[0 1]",
		"opening:sicilian opening:french":                 "[0 1 5 6]",
		"-opening:sicilian":                               "[2 3 4 5 6 7 8 9 10 11 12]",
		"opening:sicilian tag:ECO=B90/01":                 "[1]",
		"opening:sicilian has:ECO":                        "[0 1]",
		"opening:bird":                                    "[3 7 11]",
		"opening:sicilian -eco:B2 -white:C":               "[0 1]",
		"opening:french -opening:sicilian player:B ply:1": "[5 6]",
	} {
		q, err := chesszip.ParseQuery(text)
		require.NoError(t, err)
		for name, a := range map[string]*chesszip.Archive{"PGN": plain, "index": indexed} {
			var got []int64
			for h, err := range a.Filter(t.Context(), q) {
				require.NoError(t, err)
				got = append(got, h.Number)
			}
			require.Equal(t, want, fmt.Sprint(got), "%s, %s", text, name)
		}
	}
}

// TestFindPlaces compares places with those of Find.
func TestFindPlaces(t *testing.T) {
	plain, indexed := twoWays(t)
	for _, text := range []string{"mate", `moves:"1. e4 e5"`, "check then mate"} {
		p, err := chesszip.ParsePattern(text)
		require.NoError(t, err)
		var want []chesszip.Hit
		for h, err := range plain.Find(t.Context(), p, nil) {
			require.NoError(t, err)
			h.Text = nil
			want = append(want, h)
		}
		for name, a := range map[string]*chesszip.Archive{"PGN": plain, "index": indexed} {
			var got []chesszip.Hit
			for h, err := range a.FindPlaces(t.Context(), p, nil) {
				require.NoError(t, err)
				got = append(got, h)
			}
			require.Equal(t, want, got, "%s, %s", text, name)
		}
	}
}

// TestInOpenings checks when Explore reads no game.
func TestInOpenings(t *testing.T) {
	plain, indexed := twoWays(t)
	for name, c := range map[string]struct {
		a     *chesszip.Archive
		moves []string
		want  bool
	}{
		"frequent": {indexed, []string{"e4", "e5"}, true},
		"rare":     {indexed, []string{"h4", "h5", "Rh3"}, false},
		"a part":   {indexed.Shard(0, 1), []string{"e4"}, true},
		"PGN":      {plain, []string{"e4"}, false},
	} {
		s := gamestate.NewState(board.Start())
		for _, san := range c.moves {
			require.NoError(t, s.PlaySAN(san))
		}
		p := s.Position()
		got, err := c.a.InOpenings(t.Context(), p)
		require.NoError(t, err)
		x, err := c.a.Explore(t.Context(), p, nil)
		require.NoError(t, err)
		if looked := x.Looked.Indexed+x.Looked.Decoded > 0; got == looked {
			t.Errorf("%s: InOpenings is %v, and Explore looked at %+v", name, got, x.Looked)
		}
		if name != "a part" && got != c.want {
			t.Errorf("%s: InOpenings is %v, want %v", name, got, c.want)
		}
	}
}

// TestKeep checks that games are the same with any cache size, small or large, and in
// any order.
func TestKeep(tt *testing.T) {
	t := kit.SmallFrames{T: tt}
	var games []byte
	for i := range 900 {
		games = fmt.Appendf(games, "[White \"w%d\"]\n[Black \"b%d\"]\n[Result \"1-0\"]\n\n1. e4 e5 1-0\n\n", i%71, i%93)
	}
	packed := kit.Compress(t, games, nil)
	for _, room := range []int{0, 1, 1 << 20, 64 << 20} {
		a := kit.OpenBytes(t, packed, kit.EveryLevel)
		require.Greater(t, len(a.Frames()), 2)
		a.Keep(room)
		for k := range int64(40) {
			i := k * 1237 % a.NumGames()
			text, err := a.Game(t.Context(), i)
			require.NoError(t, err)
			want := fmt.Sprintf("[White \"w%d\"]\n[Black \"b%d\"]\n[Result \"1-0\"]\n\n1. e4 e5 1-0\n\n", i%71, i%93)
			require.Equal(t, want, string(text), "room %d, game %d", room, i)
		}
	}
}
