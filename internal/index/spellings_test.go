package index

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/chesszip/chesszip/archive"
	"github.com/chesszip/chesszip/internal/base/binfmt"
	"github.com/chesszip/chesszip/internal/base/tagvalue"
	"github.com/chesszip/chesszip/internal/column/text"
)

// indexOf returns the index frame of games.
func indexOf(games [][]tagvalue.Tag) *archive.Frame {
	var b Builder
	b.Reset(Players | Numbers)
	for _, g := range games {
		add(&b, g, 1)
	}
	return &archive.Frame{Streams: b.streams(7)}
}

// TestValues checks that the tags in an index have the values of the games, whatever
// they are, and that a tag is left out if only some games with its numbers have it.
func TestValues(t *testing.T) {
	values := map[string][]string{
		"WhiteElo": {"2700", "2700", "1", "99999", "0", "?", "", "02700", "100000", "2700 "},
		"Date":     {"2013.01.31", "2013.01.31", "2013.01.??", "2013.??.??", "????.??.??", "2013", "2013-01-31", "2013.02.31", "0013.01.01", "9999.12.31", "2013.13.01", "2013.01.3"},
		"Result":   {"1-0", "0-1", "1/2-1/2", "*", "1/2", "", "1:0"},
		"ECO":      {"A00", "E99", "B33", "B33/01", "b33", "?", ""},
		"White":    {"a", "b", "", "a \\\"b\\\""},
		"Event":    {"Cup", "", "Cup"},
		"UTCDate":  {"2013.01.31"},
	}
	rapid.Check(t, func(t *rapid.T) {
		games := make([][]tagvalue.Tag, rapid.IntRange(0, 20).Draw(t, "games")+rapid.SampledFrom([]int{0, leastSpelled}).Draw(t, "more"))
		for i := range games {
			for name, some := range values {
				if rapid.IntRange(0, 9).Draw(t, name) > 0 {
					games[i] = append(games[i], tagvalue.Tag{Name: []byte(name), Value: []byte(rapid.SampledFrom(some).Draw(t, "value"))})
				}
			}
		}
		f := indexOf(games)
		for name := range values {
			got := NewTagValues(t.Context(), f, len(games), 1<<20).Values(name)
			if got == nil {
				continue
			}
			for i, g := range games {
				want := tagvalue.First(g, name)
				require.Equal(t, want == nil, got[i] == nil, "%s of game %d", name, i)
				require.Equal(t, string(want), string(got[i]), "%s of game %d", name, i)
			}
		}
	})
}

// TestSpellings checks which tags have spellings in an index.
func TestSpellings(t *testing.T) {
	with := func(n int, pairs ...string) [][]tagvalue.Tag {
		games := make([][]tagvalue.Tag, n)
		for i := range games {
			games[i] = tags(pairs...)
		}
		return games
	}
	all := []string{"WhiteElo", "2700", "BlackElo", "?", "Date", "2013.01.??", "Result", "*", "ECO", "B90/01"}
	says := func(games [][]tagvalue.Tag) (names []string) {
		f := indexOf(games)
		for _, name := range spelledTags {
			if values := NewTagValues(t.Context(), f, len(games), 1<<20).Values(name); values != nil {
				names = append(names, name+" "+string(values[0]))
			}
		}
		return names
	}
	require.Equal(t, []string{"WhiteElo 2700", "BlackElo ?", "Date 2013.01.??", "Result *", "ECO B90/01"}, says(with(leastSpelled, all...)))
	require.Empty(t, says(with(leastSpelled-1, all...)), "too few games")
	require.Equal(t, []string{"WhiteElo 2700"}, says(with(leastSpelled, "WhiteElo", "2700")), "tags that no game has")
	require.Equal(t, []string{"WhiteElo 2700"}, says(append(with(leastSpelled, "WhiteElo", "2700"), nil)), "a game without the tag")
	require.Equal(t, []string{"WhiteElo 2700"}, says(append(with(leastSpelled, "WhiteElo", "2700", "UTCDate", "2013.01.31"), tags("Date", "2012.01.01"))), "days without a date")

	f := indexOf(with(leastSpelled, all...))
	for i := range f.Streams {
		if s := &f.Streams[i]; s.Kind == KindSpellings {
			for n := range s.Data {
				whole := s.Data
				s.Data = whole[:n]
				for _, name := range spelledTags {
					require.Nil(t, NewTagValues(t.Context(), f, leastSpelled, 1<<20).Values(name), "%s, cut at %d", name, n)
				}
				s.Data = whole
			}
		}
	}
}

// TestTagValuesAreBounded checks that values longer than the texts of the games are
// refused, including values that no game has.
func TestTagValuesAreBounded(t *testing.T) {
	column := func(values ...string) []byte {
		all := make([][]byte, len(values))
		for i, v := range values {
			all[i] = []byte(v)
		}
		return binfmt.AppendBytes(nil, text.Append(nil, all, text.Quick, nil))
	}
	places := column("\x01\x01\x01")
	src := slices.Concat([]byte{0b11}, column("x", strings.Repeat("R", 1000)), places, column("y"), places)
	names := append(column("n", strings.Repeat("N", 300)), 1, 0, 1, 0)
	f := &archive.Frame{Streams: []archive.Stream{{Kind: KindTexts, Data: src}, {Kind: KindPlayers, Data: names}}}
	says := func(input int, tags ...string) (said []bool) {
		v := NewTagValues(t.Context(), f, 3, input)
		for _, tag := range tags {
			said = append(said, v.Values(tag) != nil)
		}
		return said
	}
	require.Equal(t, []bool{true, true, true, true}, says(1304, "Event", "Site", "White", "Black"))
	require.Equal(t, []bool{true, true, false, false}, says(1300, "Event", "Site", "White", "Black"))
	require.Equal(t, []bool{false, false}, says(1000, "Event", "Site"), "nothing is left")
	require.Equal(t, []bool{true, false}, says(500, "Site", "Event"))
}
