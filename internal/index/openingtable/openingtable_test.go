package openingtable_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/gamestate"
	"github.com/chesszip/chesszip/internal/base/budget"
	"github.com/chesszip/chesszip/internal/base/corrupt"
	"github.com/chesszip/chesszip/internal/base/tagvalue"
	"github.com/chesszip/chesszip/internal/column/replay"
	"github.com/chesszip/chesszip/internal/index/openingtable"
	"github.com/chesszip/chesszip/internal/index/openingtree"
	"github.com/chesszip/chesszip/movegen"
)

// games are games, their starts and their replay moves.
type games struct {
	Games  []openingtree.Game
	starts []board.Position
	moves  [][]byte
}

// each goes through the main line of a game.
func (g *games) each(i int, yield func(p *board.Position, m board.Move) bool) error {
	return replay.Each(&g.starts[i], g.moves[i], yield)
}

// randomGames returns games of few different moves, some with other start positions.
func randomGames(n int) (g games) {
	r := rand.New(rand.NewPCG(1, 2))
	starts := []string{board.Start().String(), "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9"}
	for i := range n {
		p, err := board.ParseFEN(starts[r.IntN(10)/4])
		if err != nil {
			panic(err)
		}
		start := p
		var moves []board.Move
		for range r.IntN(30) {
			legal := movegen.AppendLegal(nil, &p)
			if len(legal) == 0 {
				break
			}
			m := legal[min(r.IntN(3), len(legal)-1)*r.IntN(2)]
			if r.IntN(40) == 0 && !movegen.InCheck(&p) {
				m = board.NullMove
			}
			moves = append(moves, m)
			movegen.Make(&p, m)
		}
		g.starts = append(g.starts, start)
		g.moves = append(g.moves, replay.Append(nil, &start, moves))
		g.Games = append(g.Games, openingtree.Game{
			Number: int64(i), Result: tagvalue.Result(r.IntN(5)), Year: 2000 + r.IntN(20)*r.IntN(2),
			WhiteElo: r.IntN(3000) * r.IntN(2), BlackElo: r.IntN(3000) * r.IntN(2),
		})
	}
	return g
}

// build makes a table of games in parts of 100.
func build(t testing.TB, g games, threads int, limits openingtable.Limits) (*openingtable.Directory, [][]byte) {
	d := &openingtable.Directory{Threshold: openingtable.Threshold, Covers: 7, Games: int64(len(g.Games)), Left: []int{0, 1, 5}}
	src := openingtable.Source{Parts: (len(g.Games) + 99) / 100, Plies: int64(20 * len(g.Games)), Load: func(_ context.Context, i int) (openingtable.Games, error) {
		to := min(100*i+100, len(g.Games))
		return openingtable.Games{Games: g.Games[100*i : to], Each: func(item int, yield func(p *board.Position, m board.Move) bool) error {
			return g.each(100*i+item, yield)
		}}, nil
	}}
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	var blocks [][]byte
	require.NoError(t, openingtable.Build(ctx, stop, threads, &src, limits, d, func(b []byte) error {
		blocks = append(blocks, b)
		return nil
	}))
	return d, blocks
}

// TestBuild checks that a table has exactly the positions of ten games or more, with the
// counts of a naive implementation; that it does not depend on threads and memory; and
// that each position is found.
func TestBuild(t *testing.T) {
	g := randomGames(1500)
	want := map[openingtable.Key]*openingtree.Node{}
	for i := range g.Games {
		visits := map[openingtable.Key][]board.Move{}
		var last *openingtable.Key
		require.NoError(t, g.each(i, func(p *board.Position, m board.Move) bool {
			if last != nil && m != board.NullMove {
				visits[*last] = append(visits[*last], m)
			}
			e := gamestate.Essence(p)
			k := openingtable.KeyOf(&e)
			back, ok := k.Position()
			require.True(t, ok)
			require.Equal(t, e, back)
			if _, seen := visits[k]; !seen {
				visits[k] = nil
			}
			last = &k
			return true
		}))
		for k, moves := range visits {
			if want[k] == nil {
				want[k] = &openingtree.Node{}
			}
			want[k].AddGame(&g.Games[i], moves...)
		}
	}
	missing := openingtable.KeyOf(&board.Position{})
	for k, n := range want {
		if n.Sort(); n.Games() < openingtable.Threshold {
			missing = k
			delete(want, k)
		}
	}
	require.Greater(t, len(want), 300)
	d, blocks := build(t, g, 1, openingtable.DefaultLimits())
	require.EqualValues(t, len(want), d.Rows())
	for k, n := range want {
		got, err := d.Find(blocks[d.Block(k)], k, budget.New(4<<20))
		require.NoError(t, err)
		require.Equal(t, n, got)
	}
	if i := d.Block(missing); i >= 0 {
		got, err := d.Find(blocks[i], missing, budget.New(4<<20))
		require.NoError(t, err)
		require.Nil(t, got)
	}
	for threads, l := range []openingtable.Limits{{Counters: 12, Found: 12, Tallies: 100}, {Counters: 10, Found: 16, Tallies: 2000}, {Counters: 20, Found: 10, Tallies: 300}} {
		again, same := build(t, g, threads+1, l)
		require.Equal(t, d, again)
		require.Equal(t, blocks, same)
	}
	back, err := openingtable.ParseDirectory(d.Append(nil), 7+len(blocks), d.Games, budget.New(4<<20))
	require.NoError(t, err)
	require.Equal(t, d, back)
}

// TestDirectoryClaims checks that impossible values in a directory are damage.
func TestDirectoryClaims(t *testing.T) {
	d, blocks := build(t, randomGames(200), 1, openingtable.DefaultLimits())
	frames := d.Covers + len(blocks)
	for name, change := range map[string]func(d *openingtable.Directory){
		"threshold": func(d *openingtable.Directory) { d.Threshold = 0 },
		"covers":    func(d *openingtable.Directory) { d.Covers++ },
		"games":     func(d *openingtable.Directory) { d.Games++ },
		"year":      func(d *openingtable.Directory) { d.LastYear = 10_000 },
		"left":      func(d *openingtable.Directory) { d.Left = []int{0, 7} },
		"no block":  func(d *openingtable.Directory) { d.Blocks = nil },
		"rows":      func(d *openingtable.Directory) { d.Blocks[0].Rows = 0 },
		"unsorted":  func(d *openingtable.Directory) { d.Blocks = append(d.Blocks, d.Blocks[0]); d.Covers-- },
	} {
		bad := *d
		bad.Blocks = append([]openingtable.Block(nil), d.Blocks...)
		change(&bad)
		_, err := openingtable.ParseDirectory(bad.Append(nil), frames, 200, budget.New(4<<20))
		require.ErrorIs(t, err, corrupt.Err, name)
	}
	src := d.Append(nil)
	for cut := range src {
		_, err := openingtable.ParseDirectory(src[:cut], frames, 200, budget.New(4<<20))
		require.ErrorIs(t, err, corrupt.Err, cut)
	}
}

// TestMany checks that no table is made of games that repeat so often that it would be
// as large as they are.
func TestMany(t *testing.T) {
	const games = 300
	var g openingtable.Games
	var moves [][]byte
	from := board.Start()
	for i := range games {
		r := rand.New(rand.NewPCG(uint64(i), 7))
		p := from
		var line []board.Move
		for range 100 {
			legal := movegen.AppendLegal(nil, &p)
			if len(legal) == 0 {
				break
			}
			line = append(line, legal[r.IntN(len(legal))])
			movegen.Make(&p, line[len(line)-1])
		}
		moves = append(moves, replay.Append(nil, &from, line))
	}
	for _, c := range []struct {
		times int
		want  error
	}{{5, nil}, {10, openingtable.ErrMany}} {
		g.Games = make([]openingtree.Game, c.times*games)
		g.Each = func(item int, yield func(p *board.Position, m board.Move) bool) error {
			return replay.Each(&from, moves[item%games], yield)
		}
		src := openingtable.Source{Parts: 1, Plies: int64(100 * len(g.Games)), Load: func(context.Context, int) (openingtable.Games, error) { return g, nil }}
		d := &openingtable.Directory{Threshold: openingtable.Threshold, Games: int64(len(g.Games))}
		err := openingtable.Build(t.Context(), func() {}, 1, &src, openingtable.DefaultLimits(), d, func([]byte) error { return nil })
		require.Equal(t, c.want, err, c.times)
	}
}

// TestBrokenSource checks that Build returns the error of its source.
func TestBrokenSource(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	src := openingtable.Source{Parts: 3, Load: func(context.Context, int) (openingtable.Games, error) {
		return openingtable.Games{}, fmt.Errorf("no disk")
	}}
	err := openingtable.Build(ctx, stop, 2, &src, openingtable.DefaultLimits(), &openingtable.Directory{Threshold: 10}, nil)
	require.EqualError(t, err, "no disk")
}

// FuzzBlock decodes any bytes, in bounded time and without a panic: Find gives the nodes
// that Each gives.
func FuzzBlock(f *testing.F) {
	d, blocks := build(f, randomGames(300), 1, openingtable.DefaultLimits())
	for _, b := range blocks {
		f.Add(b)
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		found := map[openingtable.Key]*openingtree.Node{}
		err := d.Each(src, budget.New(4<<20), func(k openingtable.Key, n *openingtree.Node) error {
			found[k] = n
			return nil
		})
		if err != nil {
			require.ErrorIs(t, err, corrupt.Err)
		}
		for k, n := range found {
			got, err := d.Find(src, k, budget.New(4<<20))
			require.NoError(t, err)
			require.Equal(t, n, got)
			return
		}
	})
}

// FuzzDirectory checks that a parsed directory is encoded as the same bytes.
func FuzzDirectory(f *testing.F) {
	d, _ := build(f, randomGames(300), 1, openingtable.DefaultLimits())
	f.Add(d.Append(nil))
	f.Fuzz(func(t *testing.T, src []byte) {
		d, err := openingtable.ParseDirectory(src, 8, 300, budget.New(4<<20))
		if err != nil {
			require.ErrorIs(t, err, corrupt.Err)
			return
		}
		require.Equal(t, src, d.Append(nil))
	})
}
