package openings

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/base/budget"
	"github.com/chesszip/chesszip/internal/base/corrupt"
	"github.com/chesszip/chesszip/internal/model/openings/book"
	"github.com/chesszip/chesszip/movegen"
	"github.com/chesszip/chesszip/notation"
)

// opening is a game of a test.
type opening struct {
	Game
	moves []board.Move
}

func game(t *testing.T, fen, white, moves string) (g opening) {
	g.Start = board.Start()
	if fen != "" {
		var err error
		g.Start, err = board.ParseFEN(fen)
		require.NoError(t, err)
	}
	g.White, g.Black = uint64(len(white)), 7
	p := g.Start
	for _, san := range strings.Fields(moves) {
		m, err := notation.ParseSAN(san, &p)
		require.NoError(t, err)
		g.moves = append(g.moves, m)
		movegen.Make(&p, m)
	}
	g.Plies = len(g.moves)
	return g
}

// games are of all kinds: none, short and long ones, moves no book has, other starts,
// one that has more half-moves than can be played, and the end of a game.
func games(t *testing.T) (list []opening) {
	for range 20 {
		list = append(list,
			game(t, "", "a", ""),
			game(t, "", "a", "e4"),
			game(t, "", "b", "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5"),
			game(t, "", "c", "f3 e5 g4 Qh4"),
			game(t, "", "a", "h4 h5 Rh3 Rh6 Rg3 Rg6 Rxg6 fxg6 Na3 Nh6"),
			game(t, "rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2", "d", "Qh4"),
			game(t, "bqnrknrb/pppppppp/8/8/8/8/PPPPPPPP/BQNRKNRB w GDgd - 0 1", "d", "e4 e5 Ng3 Ng6"),
			game(t, "7k/8/8/8/8/8/8/K7 w - - 0 1", "", "Kb1 Kg8"),
		)
		more := game(t, "", "e", "d4 d5")
		more.Plies = 5
		list = append(list, more)
		mate := game(t, "", "c", "f3 e5 g4 Qh4")
		mate.Plies = 6
		list = append(list, mate)
	}
	return list
}

func written(t *testing.T, w *Writer, list []opening, plies, book int, remember bool) []byte {
	w.Reset(plies, book, remember)
	for i := range list {
		g := &list[i]
		held := g.held(plies)
		w.Begin(&g.Game)
		for n, m := range g.moves {
			require.Equal(t, n < len(held), w.Play(m))
		}
		if w.End(g.Plies); plies > 0 {
			require.Equal(t, len(held), w.Held())
		}
	}
	return w.Finish()
}

// held returns the moves that a column of so many half-moves has of the game: those from
// positions that a book has.
func (g *opening) held(plies int) []board.Move {
	p := g.Start
	for n, m := range g.moves {
		if n == plies || !book.Has(book.Key(&p)) {
			return g.moves[:n]
		}
		movegen.Make(&p, m)
	}
	return g.moves
}

// TestHeld: games of the tests are held whole, in part and not at all.
func TestHeld(t *testing.T) {
	held := map[int]int{}
	for _, g := range games(t)[1:10] { // all but the game without moves
		held[len(g.held(MaxPlies))*100/max(len(g.moves), 1)]++
	}
	require.Positive(t, held[100])
	require.Positive(t, held[0])
	require.Greater(t, len(held), 2)
}

// TestForced: where every legal move is a candidate, a game that ends there is
// recalled, and so is an illegal move.
func TestForced(t *testing.T) {
	forced := game(t, "", "a", "e4 d5 d3 dxe4 dxe4 Qxd1 Kxd1")
	p := forced.Start
	for _, m := range forced.moves[:6] {
		movegen.Make(&p, m)
	}
	require.True(t, book.Has(book.Key(&p)))
	require.Len(t, movegen.AppendLegal(nil, &p), 1)
	ended := game(t, "", "a", "e4 d5 d3 dxe4 dxe4 Qxd1")
	ended.Plies = 7 // a word follows
	other := game(t, "", "a", "e4 d5 Ba6")
	var list []opening
	for range 30 {
		list = append(list, forced, ended, other)
	}
	var w Writer
	data := written(t, &w, list, 8, 0, true)
	for _, recall := range []bool{false, true} {
		var r Reader
		require.NoError(t, r.Open(data, nil))
		if recall {
			r.Recall(&w, 1)
		}
		for i := range list {
			require.NoError(t, r.Read(&list[i].Game))
			require.Equal(t, list[i].moves, r.Of(i))
		}
		require.NoError(t, r.Close())
	}
}

// TestFull: a column that is full holds no more moves, and reads so.
func TestFull(t *testing.T) {
	g := game(t, "", "a", "e4 e5 Nf3 Nc6")
	const games = MaxMoves/4 + 2
	var w Writer
	w.Reset(4, 0, true)
	for i := range games {
		w.Begin(&g.Game)
		n := 0
		for n < 4 && w.Play(g.moves[n]) {
			n++
		}
		require.Equal(t, i < games-2, n == 4)
		w.End(4)
	}
	var r, recalled Reader
	data := w.Finish()
	require.NoError(t, r.Open(data, budget.New(1<<30)))
	require.NoError(t, recalled.Open(data, budget.New(1<<30)))
	recalled.Recall(&w, 1)
	for i := range games {
		require.NoError(t, r.Read(&g.Game))
		require.NoError(t, recalled.Read(&g.Game))
		require.Equal(t, i < games-2, len(r.Of(i)) == 4)
	}
	require.NoError(t, r.Close())
	require.NoError(t, recalled.Close())
}

// TestColumn reads what was written, of some half-moves and by each book.
func TestColumn(t *testing.T) {
	list := games(t)
	var w Writer
	for _, plies := range []int{1, 4, MaxPlies} {
		for number := range 2 {
			data := written(t, &w, list, plies, number, false)
			var r Reader
			require.NoError(t, r.Open(data, budget.New(1<<20)))
			for i := range list {
				require.NoError(t, r.Read(&list[i].Game))
				require.True(t, slices.Equal(list[i].held(plies), r.Of(i)))
			}
			require.NoError(t, r.Close())
			require.Equal(t, w.Last(), r.Last())
			require.Nil(t, r.Of(len(list)))
		}
	}
	require.Nil(t, written(t, &w, list, 0, 0, false))
	var none Reader
	none.Forget()
	require.NoError(t, none.Close())
}

// TestRecall checks that a reader that recalls reads the same, and says so where
// anything that a move depends on is another: the start, a player, the length of a game
// or a byte of the column.
func TestRecall(t *testing.T) {
	list := games(t)
	var w Writer
	data := written(t, &w, list, 12, 0, true)
	read := func(data []byte, change func(i int, g *Game)) error {
		var r Reader
		if err := r.Open(data, nil); err != nil {
			return err
		}
		r.Recall(&w, 1)
		for i := range list {
			g := list[i].Game
			change(i, &g)
			if err := r.Read(&g); err != nil {
				return err
			}
			if g == list[i].Game {
				require.True(t, slices.Equal(list[i].held(12), r.Of(i)))
			}
		}
		return r.Close()
	}
	require.NoError(t, read(data, func(int, *Game) {}))
	const far = 101 // a game of one move after those that are predicted in any case
	for name, change := range map[string]func(g *Game){
		"start":  func(g *Game) { g.Start.Castling = 0 },
		"clock":  func(g *Game) { g.Start.HalfmoveClock++ },
		"player": func(g *Game) { g.White++ },
		"other":  func(g *Game) { g.Black++ },
		"length": func(g *Game) { g.Plies++ },
	} {
		err := read(data, func(i int, g *Game) {
			if i == far {
				change(g)
			}
		})
		require.ErrorIs(t, err, corrupt.Err, name)
	}
	for at := len(data) / 2; at < len(data)-4; at++ {
		bad := slices.Clone(data)
		bad[at] ^= 0x40
		require.ErrorIs(t, read(bad, func(int, *Game) {}), corrupt.Err, "byte %d of %d", at, len(data))
	}
}

// TestDamaged reads columns whose bytes were changed, and cut, without harm.
func TestDamaged(t *testing.T) {
	list := games(t)
	var w Writer
	data := written(t, &w, list, 10, 1, false)
	for at := range data {
		for _, bad := range [][]byte{data[:at], append(append(append([]byte(nil), data[:at]...), data[at]^0x55), data[at+1:]...)} {
			var r Reader
			err := r.Open(bad, budget.New(1<<20))
			for i := 0; err == nil && i < len(list); i++ {
				err = r.Read(&list[i].Game)
				for range r.Of(i) {
				}
			}
			if err == nil {
				err = r.Close()
			}
			if err != nil {
				require.ErrorContains(t, err, "")
			}
		}
	}
	var r Reader
	for _, head := range [][]byte{{}, {0}, {31}, {64 + 5}, {32}} {
		require.ErrorIs(t, r.Open(head, nil), corrupt.Err)
	}
}
