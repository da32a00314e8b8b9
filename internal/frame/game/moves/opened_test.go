package moves

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/archive"
	"github.com/chesszip/chesszip/internal/base/corrupt"
	"github.com/chesszip/chesszip/internal/column/open"
	"github.com/chesszip/chesszip/internal/column/replay"
	"github.com/chesszip/chesszip/internal/column/text"
	"github.com/chesszip/chesszip/internal/frame/game/layout"
	"github.com/chesszip/chesszip/movegen"
)

// TestOpened reads open moves: main lines with a null move, and a variation of one game,
// whose first move is also read ahead.
func TestOpened(t *testing.T) {
	const games, plies, varied = 20, 6, 7
	start := board.Start()
	var lines, branches [][]byte
	var want [][]board.Move
	variation := board.NullMove
	for game := range games {
		p := start
		var line []board.Move
		for ply := range plies {
			legal := movegen.AppendLegal(nil, &p)
			m := legal[(game+3*ply)%len(legal)]
			if game%5 == 0 && ply == 2 {
				m = board.NullMove
			}
			if game == varied && ply == 3 {
				variation = legal[(game+3*ply+1)%len(legal)]
				branches = append(branches, replay.AppendMove(nil, &p, variation))
			}
			line = append(line, m)
			movegen.Make(&p, m)
		}
		codes := replay.Append(nil, &start, line)
		if game == 3 {
			codes = append([]byte{open.Elsewhere}, codes...)
		}
		lines, want = append(lines, codes), append(want, line)
	}
	// read reads the games that are wanted, and passes the others.
	read := func(lines, branches [][]byte, wanted func(game int) bool) error {
		f := &archive.Frame{Games: games, Input: 1 << 16, Streams: open.AppendMoves(nil, lines, text.Swift)}
		l, err := open.ReadMoves(open.Source{Frame: f})
		require.NoError(t, err)
		var r Reader
		r.Open(nil, nil)
		r.OpenLines(l, branches)
		require.True(t, r.Opened())
		for game := range games {
			g := Game{Number: game, Branched: game == varied}
			if !wanted(game) {
				if err := r.Pass(&g); err != nil {
					return err
				}
				continue
			}
			if err := r.Begin(&g); err != nil {
				return err
			}
			var l Line
			l.Reset(&start, false)
			for ply, w := range want[game] {
				if w == board.NullMove {
					if err := r.Null(); err != nil {
						return err
					}
					l.Pass(layout.OpNull)
					continue
				}
				m, err := r.Next(&l, &g, true)
				if err != nil {
					return err
				}
				require.Equal(t, w, m)
				l.Play(m)
				if game == varied && ply == 3 {
					ahead, err := r.Ahead(&l)
					if err != nil {
						return err
					}
					require.Equal(t, variation, ahead)
					l.Pass(layout.OpOpen)
					if m, err = r.Next(&l, &g, false); err != nil {
						return err
					}
					require.Equal(t, variation, m)
					l.Play(m)
					l.Pass(layout.OpClose)
				}
			}
		}
		return r.Close()
	}
	every := func(int) bool { return true }
	require.NoError(t, read(lines, branches, every))
	require.NoError(t, read(lines, branches, func(game int) bool { return game > varied }), "the variation is passed")
	changed := func(game int, codes ...byte) [][]byte {
		all := append([][]byte(nil), lines...)
		all[game] = codes
		return all
	}
	for what, c := range map[string]struct {
		lines, branches [][]byte
		said            string
	}{
		"no variation":          {lines, nil, "the moves of a variation are missing"},
		"an empty one":          {lines, [][]byte{{}}, "a move is missing"},
		"two":                   {lines, append(branches[:1:1], branches[0]), "left over"},
		"an empty line":         {changed(1), branches, "a move is missing"},
		"a code that is none":   {changed(1, 220), branches, "a code is not a move"},
		"a code that is cut":    {changed(1, 255, 1), branches, "a code is not a move"},
		"a null move":           {changed(1, replay.Null), branches, "a code is not a move"},
		"no null move":          {changed(0, lines[0][:2]...), branches, "passes no turn"},
		"a move in its place":   {changed(0, append(lines[0][:2:2], 30)...), branches, "passes no turn"},
		"a game of no position": {changed(1, open.Unplayed), branches, "a move is missing"},
	} {
		err := read(c.lines, c.branches, every)
		require.ErrorIs(t, err, corrupt.Err, what)
		require.ErrorContains(t, err, c.said, what)
		require.ErrorContains(t, err, "moves", what)
	}
	f := &archive.Frame{Games: 1, Input: 100, Streams: open.AppendMoves(nil, lines[:1], text.Swift)}
	l, err := open.ReadMoves(open.Source{Frame: f})
	require.NoError(t, err)
	var r Reader
	r.OpenLines(l, nil)
	require.NoError(t, r.Begin(&Game{}))
	var line Line
	line.Reset(&start, false)
	line.Forget()
	_, err = r.Next(&line, &Game{}, true)
	require.ErrorContains(t, err, "position is unknown")
}
