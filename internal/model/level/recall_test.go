package level_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/base/corrupt"
	"github.com/chesszip/chesszip/internal/entropy/choices"
	"github.com/chesszip/chesszip/internal/entropy/recall"
	"github.com/chesszip/chesszip/internal/entropy/recall/altered"
	"github.com/chesszip/chesszip/internal/model/level"
	"github.com/chesszip/chesszip/internal/model/moves"
	"github.com/chesszip/chesszip/movegen"
	"github.com/chesszip/chesszip/movelist/learned"
)

// asked is one choice with all that it depends on.
type asked struct {
	game  int
	known moves.Known
	past  moves.Past
	p     board.Position
	legal []board.Move
	index int
}

var v1 = (*level.Level)(learned.V1)

// askedOf are the choices of games that a level draws.
func askedOf(games int) (all []asked) {
	for game := range games {
		known := moves.Known{WhiteElo: 1500 + game, BlackElo: 1800, Plies: 60, Seconds: 300, Result: moves.Draw, Ending: moves.Normal}
		g := learned.V1.Sample(rand.New(rand.NewPCG(2026, uint64(game%4))), &learned.Known{Plies: 12 + game%5})
		var past moves.Past
		for _, m := range g.Moves {
			legal := movegen.AppendLegal(nil, &g.Start)
			all = append(all, asked{game, known, past, g.Start, legal, slices.Index(legal, m)})
			past = past.Next(&g.Start, m)
			movegen.Make(&g.Start, m)
		}
	}
	return all
}

// write writes choices, and remembers them.
func write(l *level.Level, all []asked) *level.Writer {
	w := l.NewWriter()
	w.Remember(true)
	game := -1
	for i := range all {
		a := &all[i]
		if a.game != game {
			w.Begin(&a.known)
			game = a.game
		}
		w.Write(&a.past, &a.p, a.legal, a.index)
	}
	return w
}

// readTo reads choices up to one, and returns what is read there with the question
// other; nil asks the question of all.
func readTo(t *testing.T, r *level.Reader, all []asked, to int, other *asked) (index int, err error) {
	t.Helper()
	game := -1
	for i := range all[:to+1] {
		a := all[i]
		if i == to && other != nil {
			a = *other
		}
		if all[i].game != game {
			game = all[i].game
			require.NoError(t, r.Begin(&a.known))
		} else if i == to {
			r.Turn(&a.known)
		}
		if index, err = r.Read(&a.past, &a.p, a.legal); i < to {
			require.NoError(t, err)
		}
	}
	return index, err
}

// TestRecall checks that a choice is taken from memory where its inputs are those of
// the Writer, and is predicted where one of them is not, and in one group: what is
// remembered is altered, so that the test can tell which was used.
func TestRecall(t *testing.T) {
	const predicted = 1 // and the group after it
	all := askedOf(4*choices.GroupGames - 5)
	w := write(v1, all)
	data := w.AppendTo(nil)
	altered.Memory(w.Memory(), func(c *recall.Choice) { c.Index ^= 1 })
	reader := func() *level.Reader {
		r := v1.NewReader(data)
		r.Recall(w, predicted, predicted+2)
		return r
	}
	// In each of the four groups.
	for _, to := range []int{0, 7, len(all) / 3, len(all) * 2 / 3, len(all) - 2} {
		a := &all[to]
		require.Greater(t, len(a.legal), a.index^1)
		want := a.index ^ 1
		isPredicted := a.game/choices.GroupGames == predicted || a.game/choices.GroupGames == predicted+1
		if isPredicted {
			want = a.index
		}
		got := 0
		r := reader()
		game := -1
		for i := range all[:to+1] {
			if all[i].game != game {
				game = all[i].game
				require.NoError(t, r.Begin(&all[i].known))
			}
			var err error
			got, err = r.Read(&all[i].past, &all[i].p, all[i].legal)
			require.NoError(t, err)
		}
		require.Equal(t, want, got, "choice %d", to)
		if isPredicted {
			continue
		}
		for name, fault := range faults {
			other := *a
			other.legal = append([]board.Move(nil), a.legal...)
			fault(&other)
			plain, plainErr := readTo(t, v1.NewReader(data), all, to, &other)
			got, err := readTo(t, reader(), all, to, &other)
			require.Equal(t, plain, got, "%s at choice %d", name, to)
			require.Equal(t, plainErr, err, "%s at choice %d", name, to)
		}
	}
}

// faults alter each input of a choice.
var faults = map[string]func(a *asked){
	"board":       func(a *asked) { a.p.Put(board.A7, board.WhiteKnight) },
	"castling":    func(a *asked) { a.p.Castling ^= 8 },
	"en passant":  func(a *asked) { a.p.EnPassant ^= board.E3 },
	"halfmoves":   func(a *asked) { a.p.HalfmoveClock++ },
	"move number": func(a *asked) { a.p.FullmoveNumber++ },
	"legal moves": func(a *asked) { a.legal[0], a.legal[1] = a.legal[1], a.legal[0] },
	"fewer moves": func(a *asked) { a.legal = a.legal[:len(a.legal)-1] },
	"last move":   func(a *asked) { a.past = a.past.Next(&a.p, a.legal[0]) },
	"result":      func(a *asked) { a.known.Result = moves.WhiteWins },
	"plies":       func(a *asked) { a.known.Plies++ },
	"white's elo": func(a *asked) { a.known.WhiteElo += 100 },
	"black's elo": func(a *asked) { a.known.BlackElo-- },
	"seconds":     func(a *asked) { a.known.Seconds = 0 },
	"ending":      func(a *asked) { a.known.Ending = moves.Forfeit },
}

// TestRecallWrong checks that what is remembered wrongly, and does not fit what was
// coded, is predicted; and so is what was remembered of another model.
func TestRecallWrong(t *testing.T) {
	all := askedOf(choices.GroupGames + 3)
	w := write(v1, all)
	data := w.AppendTo(nil)
	for name, change := range map[string]func(c *recall.Choice){
		"low":         func(c *recall.Choice) { c.Low, c.Width, c.Index = c.Low-1, 1, c.Index^1 },
		"fingerprint": func(c *recall.Choice) { c.Print, c.Index = c.Print^1, c.Index^1 },
		"index":       func(c *recall.Choice) { c.Index = 300 },
	} {
		v := write(v1, all)
		altered.Memory(v.Memory(), change)
		requireAll(t, name, all, data, v)
	}
	other, err := learned.Parse(learned.V1.Bytes())
	require.NoError(t, err)
	requireAll(t, "another model", all, data, write((*level.Level)(other), all))
	forgetful := v1.NewWriter()
	requireAll(t, "nothing remembered", all, data, forgetful)
	fewer := write(v1, all[:len(all)/2])
	requireAll(t, "too little remembered", all, data, fewer)
}

// requireAll requires that data gives back all choices, whatever w remembers.
func requireAll(t *testing.T, name string, all []asked, data []byte, w *level.Writer) {
	t.Helper()
	r := v1.NewReader(data)
	r.Recall(w, 1, 2)
	game := -1
	for i := range all {
		a := &all[i]
		if a.game != game {
			game = a.game
			require.NoError(t, r.Begin(&a.known))
		}
		got, err := r.Read(&a.past, &a.p, a.legal)
		require.NoError(t, err)
		require.Equal(t, a.index, got, fmt.Sprintf("%s: choice %d", name, i))
	}
	require.NoError(t, r.Close(), name)
}

// TestSeek goes to groups forwards and backwards, after the last one, and away from
// what could not be read. Memory is not used.
func TestSeek(t *testing.T) {
	all := askedOf(3 * choices.GroupGames)
	w := write(v1, all)
	data := w.AppendTo(nil)
	altered.Memory(w.Memory(), func(c *recall.Choice) { c.Index ^= 1 })
	r := v1.NewReader(data)
	r.Recall(w, 7, 8)
	for _, group := range []int{0, 2, 1, 1, 0} {
		require.NoError(t, r.Seek(group))
		for i := range all {
			a := &all[i]
			if a.game < group*choices.GroupGames || a.game > group*choices.GroupGames+1 {
				continue
			}
			if i == 0 || all[i-1].game != a.game {
				require.NoError(t, r.Begin(&a.known))
			}
			got, err := r.Read(&a.past, &a.p, a.legal)
			require.NoError(t, err)
			require.Equal(t, a.index, got, "group %d, choice %d", group, i)
		}
		// A group that does not exist is an error, and does no harm.
		require.ErrorIs(t, r.Seek(4), corrupt.Err)
		if group == 1 {
			_, err := r.Read(&all[0].past, &all[0].p, nil)
			require.ErrorIs(t, err, corrupt.Err)
		}
	}
	require.ErrorIs(t, v1.NewReader([]byte{32, 2, 0}).Seek(1), corrupt.Err)
}

// TestClose checks that input which is missing or left over is an error.
func TestClose(t *testing.T) {
	require.ErrorIs(t, v1.NewReader(nil).Begin(&moves.Known{}), corrupt.Err)
	empty := v1.NewWriter().AppendTo(nil)
	require.NoError(t, v1.NewReader(empty).Close())
	require.ErrorIs(t, v1.NewReader(append(empty, 0)).Close(), corrupt.Err)
}
