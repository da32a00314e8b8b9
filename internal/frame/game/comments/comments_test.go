package comments

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/base/tagvalue"
	"github.com/chesszip/chesszip/internal/column/comments"
	"github.com/chesszip/chesszip/internal/frame/game/layout"
	"github.com/chesszip/chesszip/internal/frame/game/moves"
	"github.com/chesszip/chesszip/pgn"
)

func stepsOf(text string) []layout.Step {
	var g layout.Game
	g.Cut(&pgn.Scanner{}, []byte(text))
	return g.Steps
}

func TestVariationBehindComment(t *testing.T) {
	for _, c := range []struct {
		name, text string
		at, want   int
	}{
		{"a variation", "1. e4 {a} (1. d4) *", 1, 3},
		{"another comment before it", "1. e4 {a} {b} (1. d4) *", 1, 4},
		{"the last of two", "1. e4 {a} {b} (1. d4) *", 2, 4},
		{"a line comment first", "1. e4 ;a\n{b} (1. d4) *", 1, 4},
		{"a line comment between", "1. e4 {a} ;b\n(1. d4) *", 1, 0},
		{"no variation", "1. e4 {a} e5 *", 1, 0},
		{"a NAG between", "1. e4 {a} $1 (1. d4) *", 1, 0},
		{"a variation that begins with a comment", "1. e4 {a} ({b} 1. d4) *", 1, 0},
		{"an empty variation", "1. e4 {a} () *", 1, 0},
		{"a bracket at the end", "1. e4 {a} (", 1, 0},
		{"nothing behind", "1. e4 {a}", 1, 0},
	} {
		var l lookahead
		l.begin(stepsOf(c.text))
		if got := l.variation(c.at); got != c.want {
			t.Errorf("%s: behind step %d of %q begins %d, want %d", c.name, c.at, c.text, got, c.want)
		}
	}
}

// TestLookaheadLinear checks that each step is looked at once, however many
// comments follow each other.
func TestLookaheadLinear(t *testing.T) {
	for _, n := range []int{1000, 64_000} {
		steps := stepsOf("1. e4 " + strings.Repeat("{a}", n) + " (1. d4) *")
		var l lookahead
		l.begin(steps)
		for i := range steps {
			if steps[i].Op == layout.OpComment {
				require.Equal(t, n+2, l.variation(i))
			}
		}
		require.LessOrEqual(t, l.looked, len(steps), "%d comments", n)
	}
}

func TestPlace(t *testing.T) {
	steps := stepsOf("1. e4! $5 {a} {b} e5 (1... c5 {c}) {d} 1-0 {e}")
	start := board.Start()
	var p Place
	p.Begin([]tagvalue.Tag{
		{Name: []byte("TimeControl"), Value: []byte("180+2")}, {Name: []byte("Result"), Value: []byte("1-0")},
		{Name: []byte("ECO"), Value: []byte("B20")},
	}, &start, steps)
	var line moves.Line
	line.Reset(&start, false)
	var got []string
	for i := range steps {
		s := &steps[i]
		switch s.Op {
		case layout.OpComment:
			at, _ := p.At(i, &line)
			require.Equal(t, "B20", string(at.Names[comments.NameECO]))
			require.Equal(t, int64(2), at.Added)
			require.Equal(t, uint32(tagvalue.WhiteWins), at.Result)
			got = append(got, fmt.Sprintf("%s: ply %d, side %d, comment %d, marked %v, last %v", s.Comment(), at.Ply, at.Side, at.Nth, at.Mark != 0, at.Last))
		default:
			line.Pass(s.Op)
		}
		p.Pass(s)
	}
	require.Equal(t, []string{
		"a: ply 1, side 0, comment 0, marked true, last false",
		"b: ply 1, side 0, comment 1, marked true, last false",
		"c: ply 2, side 1, comment 0, marked false, last true",
		"d: ply 2, side 1, comment 0, marked false, last true",
		"e: ply 2, side 1, comment 1, marked false, last true",
	}, got)
}

// TestGroups checks that comments of games are cut into groups, which can be
// passed.
func TestGroups(t *testing.T) {
	long := strings.Repeat("many words of a long comment ", 100)
	text := func(game int) string { return fmt.Sprintf("%s %d", long, game) }
	var w Writer
	const games = 400
	for i := range games {
		w.Begin()
		w.Write([]byte(text(i)), &comments.At{Names: new([comments.NumNames][]byte)})
	}
	data, texts := w.Finish()
	for _, n := range []int{0, 31, 100, 250, games - 1} {
		r := NewReader(data, texts, 1<<20, nil)
		starts, err := r.Starts()
		require.NoError(t, err)
		from := 0
		for _, next := range starts[1:] {
			if next > n {
				break
			}
			require.NoError(t, r.Pass())
			from = next
		}
		require.LessOrEqual(t, from, n)
		require.Zero(t, from%unit)
		if n >= 250 {
			require.Positive(t, from)
		}
		for i := from; i <= n; i++ {
			require.NoError(t, r.Begin())
			got, err := r.Read(nil, &comments.At{Names: new([comments.NumNames][]byte)})
			require.NoError(t, err)
			require.Equal(t, text(i), string(got))
		}
		if n == games-1 {
			require.NoError(t, r.Close())
		} else {
			require.ErrorContains(t, r.Close(), "stream comments")
		}
	}
}

// TestDamagedGroups checks that what is wrong with the groups is said.
func TestDamagedGroups(t *testing.T) {
	var w Writer
	w.Begin()
	w.Write([]byte("a"), &comments.At{Names: new([comments.NumNames][]byte)})
	data, texts := w.Finish()
	for _, c := range []struct {
		name  string
		data  []byte
		texts [][]byte
		want  string
	}{
		{"cut", data[:len(data)-1], texts, "cut off"},
		{"too few texts", data, nil, "too few texts"},
		{"no games", []byte{0xff}, texts, "malformed"},
		{"nothing", nil, nil, "a comment is missing"},
	} {
		r := NewReader(c.data, c.texts, 100, nil)
		err := r.Begin()
		if err == nil {
			_, err = r.Read(nil, &comments.At{Names: new([comments.NumNames][]byte)})
		}
		require.ErrorContains(t, err, c.want, c.name)
		require.ErrorContains(t, err, "stream comments", c.name)
	}
	r := NewReader(append(append([]byte(nil), data...), 7), texts, 100, nil)
	require.NoError(t, r.Begin())
	_, err := r.Read(nil, &comments.At{Names: new([comments.NumNames][]byte)})
	require.NoError(t, err)
	require.ErrorContains(t, r.Close(), "left over")
}
