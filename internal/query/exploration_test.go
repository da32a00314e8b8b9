package query_test

import (
	"bytes"
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/archive"
	"github.com/chesszip/chesszip/internal/column/open"
	"github.com/chesszip/chesszip/internal/frame/game"
	"github.com/chesszip/chesszip/internal/frame/game/gametext"
	"github.com/chesszip/chesszip/internal/index"
	"github.com/chesszip/chesszip/internal/index/openingtable"
	"github.com/chesszip/chesszip/internal/query"
	"github.com/chesszip/chesszip/internal/read/openings"
	"github.com/chesszip/chesszip/internal/read/view"
)

// member returns an archive with a frame of 72 games for each of some moves; those of
// moves that end with "?" have no index. A table covers the first frames, or none if
// table is 0.
func member(t testing.TB, table int, moves ...string) []byte {
	t.Helper()
	var packed bytes.Buffer
	a, err := archive.NewWriter(&packed, &archive.Header{}, nil)
	require.NoError(t, err)
	w := index.NewWriter(a, 0)
	var games openings.Games
	defer games.Close()
	for i, moves := range moves {
		if table > 0 && i == table {
			ctx, stop := context.WithCancel(t.Context())
			defer stop()
			require.NoError(t, games.Write(ctx, stop, 1, openingtable.DefaultLimits(), w))
		}
		var text []byte
		var ends []int
		for k := range 72 {
			text = fmt.Appendf(text, "[Result \"%s\"]\n[WhiteElo \"%d\"]\n\n%s %s *\n\n", []string{"1-0", "0-1"}[k%2], 2000+k, moves, []string{"a6", "h6", "a5"}[k%3])
			ends = append(ends, len(text))
		}
		e := game.Encoder{Open: open.Moves | open.Numbers, LeastOpen: 1}
		if moves[len(moves)-1] == '?' {
			e.Open = 0
		}
		f, _ := e.Encode(text, ends)
		encoded, err := archive.AppendFrame(nil, &f)
		require.NoError(t, err)
		require.NoError(t, w.Begin(f.Games, false))
		var b index.Builder
		b.Reset(open.SetOf(&f))
		e.EachGame(func(g *gametext.Game) bool {
			b.Add(g.Tags, g.Facts)
			return true
		})
		require.NoError(t, w.Write(encoded, b.Statistics(), nil))
		require.NoError(t, games.Add(w.Frames()-1, f.Games, encoded, open.SetOf(&f)))
	}
	require.NoError(t, w.Close())
	return packed.Bytes()
}

// join returns the file of concatenated archives.
func join(t testing.TB, archives ...[]byte) *view.File {
	t.Helper()
	var members []view.Member
	for _, b := range archives {
		r, err := archive.NewReader(bytes.NewReader(b), int64(len(b)), nil)
		require.NoError(t, err)
		members = append(members, view.Member{Source: r})
	}
	return view.Join(members)
}

// count counts all that is left, and returns the number of these segments.
func count(t testing.TB, f *view.File, x *query.Exploration) int {
	t.Helper()
	left := x.Left(f.Segments())
	for _, s := range left {
		v := f.View(t.Context(), s)
		part, err := x.Look(v, nil)
		require.NoError(t, err)
		x.Add(part)
		v.Done()
	}
	return len(left)
}

// TestExploration checks that tables, and games that they do not cover, add up to all
// games, and that no more games are examined than necessary.
func TestExploration(t *testing.T) {
	f := join(t,
		member(t, 8, "1. e4", "1. e4", "1. e4", "1. e4?", "1. e4", "1. e4", "1. e4", "1. e4", "1. c4", "1. d4?"),
		member(t, 0, "1. e4", "1. d4"),
		member(t, 3, "1. d4", "1. c4", "1. c4", "1. e4"),
	)
	start, e4, d4, nowhere := after(t), after(t, "e4"), after(t, "d4"), after(t, "a4")
	for name, c := range map[string]struct {
		query                    string
		positions                []board.Position
		left                     int   // segments
		stored, indexed, decoded int64 // games
	}{
		"the start":          {"", []board.Position{start}, 6, 720, 288, 144},
		"in a table":         {"", []board.Position{e4}, 9, 504, 504, 144},
		"both":               {"", []board.Position{start, e4}, 9, 504, 504, 144},
		"in another":         {"", []board.Position{d4}, 13, 216, 792, 144},
		"all of them":        {"", []board.Position{d4, start, e4}, 16, 0, 1008, 144},
		"nowhere":            {"", []board.Position{nowhere}, 16, 0, 1008, 144},
		"of some games":      {"result:1-0", []board.Position{start}, 16, 0, 504, 72},
		"of some games, two": {"result:1-0", []board.Position{start, d4}, 16, 0, 504, 72},
	} {
		x := query.NewExploration(f, c.positions, selection(compile(t, c.query)))
		require.NoError(t, x.AddStored(t.Context()))
		require.Equal(t, c.left, count(t, f, x), name)
		require.Equal(t, [3]int64{c.stored, c.indexed, c.decoded}, [3]int64{x.Sum.Stored, x.Sum.Indexed, x.Sum.Decoded}, name)

		all := query.NewExploration(f, c.positions, selection(compile(t, c.query)))
		require.Equal(t, len(f.Segments()), count(t, f, all), name)
		require.Equal(t, all.Sum.Nodes, x.Sum.Nodes, name)
		for i := range c.positions {
			require.Equal(t, c.positions[i] == nowhere, x.Sum.Nodes[i].Games() == 0, name)
		}
	}
}

// TestExplorationErrors checks that the error of a context, and damage, are returned.
func TestExplorationErrors(t *testing.T) {
	good := member(t, 3, "1. e4", "1. e4", "1. e4", "1. d4?")
	done, stop := context.WithCancel(t.Context())
	stop()
	f := join(t, good)
	x := query.NewExploration(f, []board.Position{after(t)}, selection(compile(t, "")))
	require.ErrorIs(t, x.AddStored(done), context.Canceled)

	bad := bytes.Clone(good)
	e := f.Entry(f.Segments()[3].Frame)
	bad[e.Offset+e.Length/2] ^= 1
	f = join(t, bad)
	x = query.NewExploration(f, []board.Position{after(t)}, selection(compile(t, "")))
	left := x.Left(f.Segments())
	require.Len(t, left, 4)
	_, err := x.Look(f.View(t.Context(), left[3]), nil)
	require.ErrorIs(t, err, archive.ErrCorrupt)
	_, err = x.Look(f.View(t.Context(), left[0]), nil)
	require.NoError(t, err)
}
