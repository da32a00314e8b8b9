package tagsection

import (
	"bytes"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/internal/base/tagvalue"
	"github.com/chesszip/chesszip/internal/column/text"
	"github.com/chesszip/chesszip/internal/entropy/rangecoder"
	"github.com/chesszip/chesszip/internal/frame/game/layout"
	"github.com/chesszip/chesszip/pgn"
)

// section is a written tag section.
type section struct {
	data    []byte
	spelled [][]byte
	columns [][]byte
}

func write(games []string) section {
	var w Writer
	w.Reset(false, nil)
	for i, text := range games {
		var g layout.Game
		g.Cut(&pgn.Scanner{}, []byte(text))
		w.Write(g.Tags, g.Literals, tagvalue.Facts{Plies: 10 * i, Result: saidResult(g.Tags)})
	}
	data, spelled, _ := w.Finish()
	return section{data, spelled, w.Columns(text.Quick, nil, nil, false, nil)}
}

func (s *section) open(r *Reader, games, values int) error {
	return r.Open(s.data, layout.NewTexts("new tags", s.spelled), func(k int) []byte {
		if k >= len(s.columns) {
			return nil
		}
		return s.columns[k]
	}, Limits{Games: games, Upto: games, Values: values, Bytes: 1 << 16})
}

// manyTags are more tags than there are columns.
func manyTags() (text string) {
	for i := range MaxColumns + 20 {
		text += fmt.Sprintf("[Tag%d \"%d\"]\n", i, i)
	}
	return text + "\n"
}

var sections = []struct {
	name  string
	games []string
}{
	{"usual tags", []string{"[Event \"a\"]\n[Site \"b\"]\n\n", "[Event \"c\"]\n[Site \"d\"]\n\n"}},
	{"CR LF", []string{"[Event \"a\"]\r\n[Site \"b\"]\r\n\r\n"}},
	{"a tag comes and goes", []string{"[Event \"a\"]\n\n", "[Event \"a\"]\n[WhiteTitle \"GM\"]\n\n", "[Event \"a\"]\n\n", "[Event \"a\"]\n[WhiteTitle \"GM\"]\n\n"}},
	{"a new name", []string{"[Odd.Name \"a\"]\n\n", "[Odd.Name \"b\"]\n\n"}},
	{"a name twice", []string{"[Event \"a\"]\n[Event \"b\"]\n\n", "[Event \"c\"]\n\n"}},
	{"no tags", []string{"", "\n", "[Event \"a\"]\n\n", ""}},
	{"no line break", []string{"[Event \"a\"][Site \"b\"]"}},
	{"more names than columns", []string{manyTags(), manyTags()}},
}

func TestSections(t *testing.T) {
	for _, c := range sections {
		t.Run(c.name, func(t *testing.T) {
			s := write(c.games)
			var r Reader
			require.NoError(t, s.open(&r, len(c.games), 1000))
			for k := range r.Columns() {
				require.NoError(t, r.Decode(k))
			}
			require.LessOrEqual(t, r.Columns(), MaxColumns)
			for i, want := range c.games {
				tags := r.Next(nil, nil)
				require.Equal(t, r.Tags(i), len(tags))
				require.Equal(t, 10*i, r.Plies(i))
				text := ""
				for k, tag := range tags {
					text += string(r.Literal(i, k)) + string(tag.Value)
				}
				require.Equal(t, want, text+string(r.Literal(i, len(tags))))
			}
		})
	}
}

// TestWanted checks that columns which are not wanted are not needed.
func TestWanted(t *testing.T) {
	s := write([]string{"[Event \"a\"]\n[Site \"b\"]\n[Round \"1\"]\n\n", "[Event \"c\"]\n[Site \"d\"]\n[Round \"2\"]\n\n"})
	s.columns[0], s.columns[2] = nil, nil
	var r Reader
	require.NoError(t, s.open(&r, 2, 1000))
	require.NoError(t, r.Decode(1))
	require.ErrorContains(t, r.Decode(0), "stream [Event]")
	wanted := []bool{false, true, false}
	for _, want := range []string{"b", "d"} {
		tags := r.Next(nil, wanted)
		require.Equal(t, []tagvalue.Tag{{Name: []byte("Site"), Value: []byte(want)}}, tags)
	}
}

func TestDamagedSections(t *testing.T) {
	for _, c := range sections {
		s := write(c.games)
		var r Reader
		require.ErrorContains(t, s.open(&r, len(c.games), -1), "more values", c.name)
		require.Error(t, s.open(&r, len(c.games)+50_000, 1<<20), c.name)
		for i := range len(s.data) {
			bad := s
			bad.data = append([]byte(nil), s.data...)
			bad.data[i] ^= 0x41
			if err := bad.open(&r, len(c.games), 1000); err != nil {
				require.Regexp(t, "stream (lengths|new tags)", err.Error(), c.name)
			}
		}
		if len(s.spelled) > 0 {
			bad := s
			bad.spelled = nil
			require.ErrorContains(t, bad.open(&r, len(c.games), 1000), "stream new tags", c.name)
		}
		bad := s
		bad.spelled = append(bad.spelled[:len(bad.spelled):len(bad.spelled)], []byte("[Extra \""))
		require.ErrorContains(t, bad.open(&r, len(c.games), 1000), "left over", c.name)
	}
}

func TestSuccessors(t *testing.T) {
	s := newSuccessors()
	none := [2]int{noLiteral, noLiteral}
	require.Equal(t, none, s.after([2]int{1, 2}))
	s.learn([2]int{1, 2}, 3)
	require.Equal(t, [2]int{3, noLiteral}, s.after([2]int{1, 2}))
	s.learn([2]int{1, 2}, 4)
	require.Equal(t, [2]int{4, 3}, s.after([2]int{1, 2}))
	s.learn([2]int{1, 2}, 4)
	require.Equal(t, [2]int{4, 3}, s.after([2]int{1, 2}), "the last one again")
	require.Equal(t, none, s.after([2]int{2, 2}))
	for before := range 3 * nearPairs { // more than are looked for one by one
		s.learn([2]int{before, 9}, 100+before)
	}
	for before := range 3 * nearPairs {
		require.Equal(t, [2]int{100 + before, noLiteral}, s.after([2]int{before, 9}))
	}
}

func TestFold(t *testing.T) {
	for i, v := range []int{0, -1, 1, -2, 2} {
		require.Equal(t, i, fold(v))
		require.Equal(t, v, unfold(i))
	}
}

// TestResults checks that the results of games come back where their tag does not say
// one, and that others are refused.
func TestResults(t *testing.T) {
	games := []string{"[Result \"1-0\"]\n", "\n", "[Event \"a\"]\n[Result \"*\"]\n", "[result \"?\"]\n[Round \"1\"]\n", "[Result \"*\"]\n"}
	want := []tagvalue.Result{tagvalue.WhiteWins, tagvalue.BlackWins, tagvalue.Draw, tagvalue.OtherResult, tagvalue.Unfinished}
	var w Writer
	w.Reset(false, nil)
	for i, text := range games {
		var g layout.Game
		g.CutTags(&pgn.Scanner{}, []byte(text))
		w.Write(g.Tags, g.Literals, tagvalue.Facts{Plies: i, Result: want[i]})
	}
	data, spelled, results := w.Finish()
	s := section{data, spelled, w.Columns(text.Quick, nil, nil, false, nil)}
	read := func(results []byte) (got []tagvalue.Result, err error) {
		var r Reader
		require.NoError(t, s.open(&r, len(games), 1000))
		require.NoError(t, r.DecodeAll(nil))
		r.data = results
		r.Next(nil, nil) // who asks first asks for any game
		for i := 1; i <= len(games); i++ {
			game := i % len(games)
			f, err := r.Facts(game, r.Of(nil, game))
			if err != nil {
				return nil, err
			}
			require.Equal(t, game, f.Plies)
			got = append(got, f.Result)
		}
		require.Equal(t, r.Of(nil, 1), r.Next(nil, nil))
		return got, nil
	}
	got, err := read(results)
	require.NoError(t, err)
	require.Equal(t, append(want[1:], want[0]), got)

	_, err = read(append(bytes.Clone(results), 1, 2, 3, 4, 5, 6, 7, 8))
	require.ErrorContains(t, err, "left over")
	got, err = read(nil)
	require.NoError(t, err)
	other, open := tagvalue.OtherResult, tagvalue.Unfinished
	require.Equal(t, []tagvalue.Result{other, open, other, open, tagvalue.WhiteWins}, got)
	for name, list := range map[string][]int{
		"a number that stands for no result": {1, 3, 15, 15},
		"another":                            {15, 14, 0, 0},
	} {
		enc := rangecoder.NewEncoder(nil)
		var m resultModels
		for i, n := range list {
			m[[]int{1, 0, 1, 0}[i]].Encode(enc, n)
		}
		_, err := read(enc.Finish())
		require.ErrorContains(t, err, "stream results", name)
	}
}
