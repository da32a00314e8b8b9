package tagsection

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/internal/gameframe/layout"
	"github.com/chesszip/chesszip/internal/tagvalue"
	"github.com/chesszip/chesszip/internal/text"
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
	w.Reset(nil)
	for i, text := range games {
		var g layout.Game
		g.Cut(&pgn.Scanner{}, []byte(text))
		w.Write(g.Tags, g.Literals, 10*i)
	}
	data, spelled := w.Finish()
	return section{data, spelled, w.Columns(text.Quick, nil, nil)}
}

func (s *section) open(r *Reader, games, values int) error {
	return r.Open(s.data, layout.NewTexts("new tags", s.spelled), func(k int) []byte {
		if k >= len(s.columns) {
			return nil
		}
		return s.columns[k]
	}, Limits{Games: games, Values: values, Bytes: 1 << 16})
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

// TestWanted holds that columns which are not wanted are not needed.
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
