package moves

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/base/tagvalue"
	"github.com/chesszip/chesszip/internal/frame/game/layout"
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
		k := learned.Known{}
		Learn(&k, []byte(name), []byte("1-0"))
		require.Equal(t, learned.Known{}, k, name)
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
		want  learned.Known
	}{
		{"nothing", nil, "*", learned.Known{Plies: 9}},
		{"ratings", []tagvalue.Tag{tag("WhiteElo", "1500"), tag("BlackElo", "1600?")}, "*", learned.Known{Plies: 9, WhiteElo: 1500}},
		{"time", []tagvalue.Tag{tag("TimeControl", "180+2")}, "*", learned.Known{Plies: 9, Seconds: 260}},
		{"time without increment", []tagvalue.Tag{tag("TimeControl", "600")}, "*", learned.Known{Plies: 9, Seconds: 600}},
		{"no time", []tagvalue.Tag{tag("TimeControl", "-")}, "*", learned.Known{Plies: 9}},
		{"by the clock", []tagvalue.Tag{tag("Termination", "Time forfeit")}, "*", learned.Known{Plies: 9, Ending: learned.Forfeit}},
		{"on the board", []tagvalue.Tag{tag("Termination", "Normal")}, "*", learned.Known{Plies: 9, Ending: learned.Normal}},
		{"the last result of the tags", []tagvalue.Tag{tag("Result", "1-0"), tag("Result", "0-1")}, "*", learned.Known{Plies: 9, Result: learned.BlackWins}},
		{"the moves' result before that of the tag", []tagvalue.Tag{tag("Result", "1-0")}, "1. e4 1/2-1/2", learned.Known{Plies: 9, Result: learned.Draw}},
		{"a result in brackets", []tagvalue.Tag{tag("Result", "1-0")}, "1. e4 (1. d4 0-1) *", learned.Known{Plies: 9, Result: learned.WhiteWins}},
		{"a bracket that closes none", nil, "1. e4 ) 0-1", learned.Known{Plies: 9, Result: learned.BlackWins}},
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
		known := learned.Known{Plies: 4}
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
				require.NoError(t, r.Begin(&Game{Start: &start, Known: known}))
				play(game, func(l *Line, legal []board.Move, i int) {
					got, _, err := r.Next(l, &Game{})
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
				if err = r.Begin(&Game{Start: &start, Known: known}); err != nil {
					break
				}
				play(game, func(l *Line, legal []board.Move, i int) { _, _, _ = r.Next(l, &Game{}) })
			}
			if err == nil {
				err = r.Close()
			}
			require.ErrorContains(t, err, c.want, c.name)
		}
		var l Line
		l.Reset(&start, level != nil)
		l.Forget()
		_, _, err := r.Next(&l, &Game{})
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
		m, legal, err := r.Next(&l, &Game{Opening: opening})
		require.Nil(t, legal, c.name)
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
	require.NoError(t, r.Begin(&Game{Start: &start}))
	_, _, err := r.Next(&l, &Game{Opening: []board.Move{e4, e5, e4}})
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

// toldLines are Lines that a function gives.
type toldLines func(game int) []board.Move

func (l toldLines) Line(game, plies int) []board.Move {
	line := l(game)
	return line[:min(len(line), plies)]
}

func (l toldLines) Knows(game int) bool { return l(game) != nil }

// TestTold reads games whose main lines are known, one of which has a variation: what
// follows the variation in its group is decoded, and checked against the known lines.
func TestTold(t *testing.T) {
	const games, plies = 3 * GroupGames, 6
	const varied = GroupGames + 7 // the game with a variation on its fourth half-move
	start := board.Start()
	for _, level := range []*learned.Level{nil, learned.V1} {
		var w Writer
		w.Reset(level, false)
		known := learned.Known{Plies: plies}
		lines := make([][]board.Move, games)
		variation := board.NullMove
		for game := range games {
			w.Begin(&known)
			var l Line
			l.Reset(&start, level != nil)
			write := func(i int) board.Move {
				legal := movegen.AppendLegal(nil, &l.Now().Position)
				i %= len(legal)
				if l.Now().Ply >= 2 { // the others are those of the column of openings
					w.Write(&l, legal, i)
				}
				l.Play(legal[i])
				return legal[i]
			}
			for ply := range plies {
				lines[game] = append(lines[game], write(game+3*ply))
				if game == varied && ply == 3 {
					l.Pass(layout.OpOpen)
					variation = write(game + 3*ply + 1)
					l.Pass(layout.OpClose)
				}
			}
		}
		data := w.Finish()
		steps := make([]layout.Step, plies)
		for i := range steps {
			steps[i].Op = layout.OpMove
		}
		skip := func(int) bool { return false } // games that are passed where that can be
		// read reads all games, and returns those that were not decoded.
		read := func(told func(game int) []board.Move) (passed int, err error) {
			var r Reader
			r.Open(data, level)
			r.Tell(toldLines(told), nil)
			for game := range games {
				if game%GroupGames == 0 {
					r.Seek()
					require.NoError(t, r.Skip())
				}
				g := Game{Number: game, Start: &start, Known: known, Plies: plies, Opening: lines[game][:2]}
				if err := r.Begin(&g); err != nil {
					return passed, err
				}
				if skip(game) && r.PassTold(steps) {
					passed++
					continue
				}
				var l Line
				l.Reset(&start, level != nil)
				for ply, want := range lines[game] {
					m, _, err := r.Next(&l, &g)
					if err != nil {
						return passed, err
					}
					require.Equal(t, want, m)
					l.Play(m)
					if game == varied && ply == 3 {
						ahead, err := r.Ahead(&l)
						if err != nil {
							return passed, err
						}
						require.Equal(t, variation, ahead)
						l.Pass(layout.OpOpen)
						m, _, err := r.Next(&l, &g)
						require.NoError(t, err)
						require.Equal(t, variation, m)
						l.Play(m)
						l.Pass(layout.OpClose)
					}
				}
				if r.told.on {
					passed++
				}
			}
			return passed, r.Close()
		}
		passed, err := read(func(game int) []board.Move { return lines[game] })
		require.NoError(t, err)
		require.Equal(t, 2*GroupGames+varied-GroupGames, passed)

		skip = func(game int) bool { return game%3 > 0 && game != varied }
		passed, err = read(func(game int) []board.Move { return lines[game] })
		require.NoError(t, err)
		require.Equal(t, 2*GroupGames+varied-GroupGames, passed, "some are not looked at")
		_, err = read(func(game int) []board.Move { return lines[game][:plies-game%2] })
		require.ErrorContains(t, err, "the moves that the index has of a game are not those of the frame", "they were taken for known")
		skip = func(int) bool { return false }

		passed, err = read(func(game int) []board.Move { return nil })
		require.NoError(t, err)
		require.Zero(t, passed, "no line is known")

		passed, err = read(func(game int) []board.Move { return lines[game][:4] })
		require.NoError(t, err)
		require.Zero(t, passed, "lines are shorter than games")

		passed, err = read(func(game int) []board.Move {
			if game == 1 {
				return nil
			}
			return lines[game]
		})
		require.NoError(t, err)
		require.Equal(t, 1+GroupGames+varied-GroupGames, passed, "one line is not known")

		// A wrong move of a game that was passed before its group is decoded.
		right := lines[varied-1][5]
		lines[varied-1][5] = movegen.AppendLegal(nil, &start)[0]
		_, err = read(func(game int) []board.Move { return lines[game] })
		require.ErrorContains(t, err, "the moves that the index has of a game are not those of the frame")
		lines[varied-1][5] = right

		data = append(data, 0)
		_, err = read(func(game int) []board.Move { return nil })
		require.ErrorContains(t, err, "left over")
	}
}
