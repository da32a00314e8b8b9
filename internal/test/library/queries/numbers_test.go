package queries

import (
	"bytes"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/gamestate"
	"github.com/chesszip/chesszip/internal/test/corpus"
	"github.com/chesszip/chesszip/internal/test/library/kit"
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
			for h, err := range a.Games().Where(q).Headers(t.Context()) {
				require.NoError(t, err)
				got = append(got, h.Number)
			}
			require.Equal(t, want, fmt.Sprint(got), "%s, %s", text, name)
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
		"a part":   {kit.Shard(t, indexed, 0, 1), []string{"e4"}, true},
		"PGN":      {plain, []string{"e4"}, false},
	} {
		s := gamestate.NewState(board.Start())
		for _, san := range c.moves {
			require.NoError(t, s.PlaySAN(san))
		}
		p := s.Position()
		got, err := c.a.InOpenings(t.Context(), p)
		require.NoError(t, err)
		x, err := c.a.Games().Explore(t.Context(), p)
		require.NoError(t, err)
		if looked := x.Effort.Indexed+x.Effort.Decoded > 0; got == looked {
			t.Errorf("%s: InOpenings is %v, and Explore looked at %+v", name, got, x.Effort)
		}
		if name != "a part" && got != c.want {
			t.Errorf("%s: InOpenings is %v, want %v", name, got, c.want)
		}
	}
}

// TestSetCache checks that games are the same with any cache size, small or large, and in
// any order.
func TestSetCache(tt *testing.T) {
	t := kit.SmallFrames{T: tt}
	var games []byte
	for i := range 900 {
		games = fmt.Appendf(games, "[White \"w%d\"]\n[Black \"b%d\"]\n[Result \"1-0\"]\n\n1. e4 e5 1-0\n\n", i%71, i%93)
	}
	packed := kit.Compress(t, games, nil)
	for _, room := range []int{0, 1, 1 << 20, 64 << 20} {
		a := kit.OpenBytes(t, packed, kit.EveryLevel)
		require.Greater(t, len(a.Frames()), 2)
		a.SetCache(room)
		for k := range int64(40) {
			i := k * 1237 % a.NumGames()
			text, err := kit.Text(t.Context(), a, i)
			require.NoError(t, err)
			want := fmt.Sprintf("[White \"w%d\"]\n[Black \"b%d\"]\n[Result \"1-0\"]\n\n1. e4 e5 1-0\n\n", i%71, i%93)
			require.Equal(t, want, string(text), "room %d, game %d", room, i)
		}
	}
}
