package moves

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/base/tagvalue"
	"github.com/chesszip/chesszip/internal/frame/game/layout"
	"github.com/chesszip/chesszip/internal/model/moves"
	"github.com/chesszip/chesszip/movegen"
	"github.com/chesszip/chesszip/movelist/learned"
	"github.com/chesszip/chesszip/notation"
	"github.com/chesszip/chesszip/pgn"
)

func tag(name, value string) tagvalue.Tag {
	return tagvalue.Tag{Name: []byte(name), Value: []byte(value)}
}

// TestNeeds checks that all tags which the openings column and what is known of a game
// look at are needed.
func TestNeeds(t *testing.T) {
	for _, name := range []string{"FEN", "Variant", "White", "Black", "Result", "WhiteElo", "TimeControl", "Termination", ""} {
		require.True(t, Needs(name), name)
	}
	for _, name := range []string{"ECO", "Site", "UTCDate", "WhiteTitle"} {
		require.False(t, Needs(name), name)
		k := moves.Known{}
		Learn(&k, []byte(name), []byte("1-0"))
		require.Equal(t, moves.Known{}, k, name)
	}
}

func TestKnownOf(t *testing.T) {
	cut := func(text string) []layout.Step {
		var g layout.Game
		g.Cut(&pgn.Scanner{}, []byte(text))
		return g.Steps
	}
	for _, c := range []struct {
		name  string
		tags  []tagvalue.Tag
		steps string
		want  moves.Known
	}{
		{"nothing", nil, "*", moves.Known{Plies: 9}},
		{"ratings", []tagvalue.Tag{tag("WhiteElo", "1500"), tag("BlackElo", "1600?")}, "*", moves.Known{Plies: 9, WhiteElo: 1500}},
		{"time", []tagvalue.Tag{tag("TimeControl", "180+2")}, "*", moves.Known{Plies: 9, Seconds: 260}},
		{"time without increment", []tagvalue.Tag{tag("TimeControl", "600")}, "*", moves.Known{Plies: 9, Seconds: 600}},
		{"no time", []tagvalue.Tag{tag("TimeControl", "-")}, "*", moves.Known{Plies: 9}},
		{"by the clock", []tagvalue.Tag{tag("Termination", "Time forfeit")}, "*", moves.Known{Plies: 9, Ending: moves.Forfeit}},
		{"on the board", []tagvalue.Tag{tag("Termination", "Normal")}, "*", moves.Known{Plies: 9, Ending: moves.Normal}},
		{"the last result of the tags", []tagvalue.Tag{tag("Result", "1-0"), tag("Result", "0-1")}, "*", moves.Known{Plies: 9, Result: moves.BlackWins}},
		{"the moves' result before that of the tag", []tagvalue.Tag{tag("Result", "1-0")}, "1. e4 1/2-1/2", moves.Known{Plies: 9, Result: moves.Draw}},
		{"a result in brackets", []tagvalue.Tag{tag("Result", "1-0")}, "1. e4 (1. d4 0-1) *", moves.Known{Plies: 9, Result: moves.WhiteWins}},
		{"a bracket that closes none", nil, "1. e4 ) 0-1", moves.Known{Plies: 9, Result: moves.BlackWins}},
	} {
		require.Equal(t, c.want, KnownOf(c.tags, cut(c.steps), 9), c.name)
	}
}

func TestLine(t *testing.T) {
	start := board.Start()
	move := func(p board.Position, text string) board.Move {
		m, err := notation.ParseSAN(text, &p)
		require.NoError(t, err)
		return m
	}
	var l Line
	l.Reset(&start, false)
	_, ok := l.End()
	require.True(t, ok)
	l.Play(move(start, "e4"))
	after := l.Now().Position
	l.Pass(layout.OpOpen)
	require.Equal(t, start, l.Now().Position, "a variation begins before the last move")
	require.False(t, l.Outside())
	l.Play(move(start, "d4"))
	require.Equal(t, 1, l.Now().Ply)
	_, ok = l.End()
	require.False(t, ok, "the end in a variation")
	l.Pass(layout.OpWord)
	require.True(t, l.Now().Lost)
	l.Pass(layout.OpClose)
	require.Equal(t, after, l.Now().Position)
	require.False(t, l.Now().Lost)
	l.Pass(layout.OpClose)
	require.Equal(t, after, l.Now().Position, "a bracket that closes none")
	l.Play(move(after, "e5"))
	require.Equal(t, after, l.Before().Position)
	require.Equal(t, start, l.Earlier().Position)
	l.Pass(layout.OpNull)
	require.Equal(t, 3, l.Now().Ply)
	require.Equal(t, board.Black, l.Now().Position.Turn)
	l.Forget()
	l.Pass(layout.OpNull)
	require.True(t, l.Now().Lost)
	_, ok = l.End()
	require.False(t, ok)
}

// TestReader reads groups of games by both kinds of levels, from any group on,
// and a move ahead of its turn.
func TestReader(t *testing.T) {
	for _, level := range []*learned.Level{nil, learned.V1} {
		const games = 100
		start := board.Start()
		var w Writer
		w.Reset(level, false)
		play := func(game int, each func(l *Line, legal []board.Move, i int)) {
			var l Line
			l.Reset(&start, level != nil)
			for ply := range 4 {
				legal := movegen.AppendLegal(nil, &l.Now().Position)
				i := (game + 3*ply) % len(legal)
				each(&l, legal, i)
				l.Play(legal[i])
			}
		}
		known := moves.Known{Plies: 4}
		for game := range games {
			w.Begin(&known)
			play(game, w.Write)
		}
		data := w.Finish()
		var r Reader
		for _, group := range []int{0, 2} {
			r.Open(data, level)
			for range group {
				require.NoError(t, r.Skip())
			}
			r.Seek()
			for game := group * GroupGames; game < games; game++ {
				require.NoError(t, r.Begin(&Game{Known: known}))
				play(game, func(l *Line, legal []board.Move, i int) {
					got, err := r.Next(l, &Game{}, true)
					require.NoError(t, err)
					require.Equal(t, legal[i], got)
				})
			}
			require.NoError(t, r.Close())
		}
		for _, c := range []struct {
			name string
			data []byte
			want string
		}{
			{"cut", data[:len(data)-1], "stream moves"},
			{"left over", append(append([]byte(nil), data...), 0), "left over"},
		} {
			r.Open(c.data, level)
			var err error
			for game := range games {
				if err = r.Begin(&Game{Known: known}); err != nil {
					break
				}
				play(game, func(l *Line, legal []board.Move, i int) { _, _ = r.Next(l, &Game{}, true) })
			}
			if err == nil {
				err = r.Close()
			}
			require.ErrorContains(t, err, c.want, c.name)
		}
		var l Line
		l.Reset(&start, level != nil)
		l.Forget()
		_, err := r.Next(&l, &Game{}, true)
		require.ErrorContains(t, err, "position is unknown")
	}
}

// TestNextOfOpening checks that moves of the column are taken as they are along the
// main line, searched for after a null move, and refused where the position is
// unknown.
func TestNextOfOpening(t *testing.T) {
	e4 := board.NewMove(board.E2, board.E4, board.NoKind)
	e5 := board.NewMove(board.E7, board.E5, board.NoKind)
	start := board.Start()
	for _, c := range []struct {
		name string
		pass []layout.Op
		want string // of the error, "" for none
		at   int    // ply
	}{
		{"main line", nil, "", 0},
		{"an illegal move behind a null move", []layout.Op{layout.OpNull}, "a move of the opening is illegal", 1},
		{"a legal one", []layout.Op{layout.OpNull, layout.OpNull}, "", 2},
		{"behind a word", []layout.Op{layout.OpWord}, "unknown", 1},
	} {
		var l Line
		l.Reset(&start, false)
		for _, o := range c.pass {
			l.Pass(o)
		}
		var r Reader
		r.Open(nil, nil)
		opening := make([]board.Move, c.at+1)
		opening[c.at] = e4
		m, err := r.Next(&l, &Game{Opening: opening}, true)
		if c.want != "" {
			require.ErrorContains(t, err, c.want, c.name)
			continue
		}
		require.NoError(t, err, c.name)
		require.Equal(t, e4, m, c.name)
	}
	// In a variation the column has no move, and Black's reply is read of the groups.
	var l Line
	l.Reset(&start, false)
	l.Play(e4)
	l.Play(e5)
	l.Pass(layout.OpOpen)
	var r Reader
	r.Open(nil, nil)
	require.NoError(t, r.Begin(&Game{}))
	_, err := r.Next(&l, &Game{Opening: []board.Move{e4, e5, e4}}, true)
	require.ErrorContains(t, err, "cut off")
}

func TestRecallDraws(t *testing.T) {
	var w Writer
	w.Reset(nil, true)
	for _, c := range []struct{ games, groups int }{{0, 1}, {1, 1}, {32, 1}, {33, 2}, {4000, 125}} {
		drawn := map[int]bool{}
		for draw := range uint32(1000) {
			var r Reader
			r.Open(nil, nil)
			r.Recall(&w, c.games, draw|1<<31)
			require.Zero(t, r.predicted%checkedGroups)
			drawn[r.predicted/checkedGroups] = true
		}
		require.Len(t, drawn, c.groups, "%d games", c.games)
		for part := range c.groups {
			require.True(t, drawn[part], "part %d of %d games", part, c.games)
		}
	}
}
