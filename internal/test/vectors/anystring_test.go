package vectors_test

import (
	"errors"
	"fmt"
	"sort"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/internal/column/tags"
	"github.com/chesszip/chesszip/internal/column/text"
	"github.com/chesszip/chesszip/internal/test/vectors"
)

// anyCases are columns whose strings are drawn at random: they decode like those of a
// writer, with more of the rare cases.
var anyCases = []struct {
	name   string
	seeds  [2]uint32 // of strings with a valid end
	column int       // the column whose string is drawn
	head   []byte
	games  int
	of     func(i int) []tag // the values of the other columns
}{
	{"boards", [2]uint32{14, 15}, 0, []byte{24, 0}, 6, func(int) []tag { return []tag{{"FEN", ""}} }},
	{"ratings", [2]uint32{10922, 12467}, 4, []byte{20, 5, 6, 7, 8, 0, 0, 1, 1, 2, 3, 1, 4, 0}, 28, func(i int) []tag {
		return []tag{{"Event", "ab"[i/5%2:][:1]}, {"White", "xyz"[i%3:][:1]}, {"Black", "zyu"[i/2%3:][:1]}, {"Result", [...]string{"1-0", "0-1", "1/2-1/2", "*"}[i*5%7%4]},
			{"WhiteElo", ""}, {"BlackElo", ""}, {"WhiteRatingDiff", ""}, {"BlackRatingDiff", ""}}
	}},
	{"integers", [2]uint32{35, 70}, 0, []byte{17, 0, 1, '<', 1, '>', 0}, 20, lone},
	{"integers with a sign", [2]uint32{35, 70}, 0, []byte{17, 1, 0, 0, 0}, 20, lone},
	{"times of day", [2]uint32{35, 70}, 0, []byte{17, 2, 0, 0, 0}, 20, lone},
	{"dates", [2]uint32{35, 70}, 0, []byte{17, 3, 0, 0, 0}, 20, lone},
	{"moments", [2]uint32{35, 70}, 0, []byte{17, 4, 0, 0, 0}, 20, lone},
	{"stamps", [2]uint32{35, 70}, 0, []byte{17, 5, 0, 0, 0}, 20, lone},
	{"integers that follow from two columns and their sum", [2]uint32{35, 70}, 3, []byte{17, 64 | 32, 8, 17, 0, 0, 0}, 20, func(i int) []tag {
		return []tag{{"a", fmt.Sprint(i * i)}, {"b", fmt.Sprint(i * 7 % 5)}, {"c", signed(90 - i*3)}, {"x", ""}}
	}},
	{"times of day that follow from moments and times", [2]uint32{35, 70}, 3, []byte{17, 64 | 32 | 2, 4, 10, 0, 0, 0}, 20, func(i int) []tag {
		return []tag{{"a", fmt.Sprintf("2024-02-%02dT%02d:00:%02d.%03d", 1+i, i, i*2, i*37)}, {"b", fmt.Sprintf("%02d:%02d:59", i, 59-i)},
			{"c", fmt.Sprintf("2024.03.%02d", 1+i*i%9)}, {"x", ""}}
	}},
	{"two columns of dates, one before the other", [2]uint32{12440, 27574}, 0, []byte{17, 128 | 64 | 16 | 3, 1, 11, 0, 0, 64 | 3, 3, 0, 0, 0}, 20, func(int) []tag {
		return []tag{{"x", ""}, {"y", ""}}
	}},
	{"values", [2]uint32{7, 9}, 0, []byte{16, 0, 4, 0, 0, 0}, 30, func(int) []tag { return []tag{{"Event", ""}} }},
	{"values that follow from three columns", [2]uint32{30, 31}, 3, []byte{16, 0, 2, 1, 2, 3}, 40, func(i int) []tag {
		return []tag{{"a", fmt.Sprint(i % 3)}, {"b", fmt.Sprint(i * 7 % 5)}, {"c", fmt.Sprint(i / 9)}, {"Result", ""}}
	}},
	{"what players have", [2]uint32{47, 70}, 2, []byte{22, 3, 3, 1, 2}, 30, func(i int) []tag {
		return []tag{{"White", "xyz"[i%3:][:1]}, {"Black", "zyu"[i/2%3:][:1]}, {"WhiteTitle", ""}, {"BlackTitle", ""}}[:4-i%7/6]
	}},
	{"names of players", [2]uint32{21, 26}, 0, []byte{22, 1, 1, 0, 0}, 12, func(int) []tag { return []tag{{"White", ""}, {"Black", ""}} }},
}

func lone(int) []tag { return []tag{{"x", ""}} }

// anyStrings returns the vectors of anyCases.
func anyStrings(t *testing.T) (list []*vectors.Vector) {
	t.Helper()
	for _, c := range anyCases {
		var games []tagged
		for i := range c.games {
			games = append(games, tagged{plies: int32(20 + i*11%40), tags: c.of(i)})
		}
		for n, seed := range c.seeds {
			streams, got := anyString(games, c.column, c.head, numbers(seed))
			require.NotNil(t, got, "%s: the string of seed %d says nothing", c.name, seed)
			all := make([]tagged, len(games))
			at := make([]int, len(got.Columns))
			for g := range games {
				all[g].plies = games[g].plies
				for _, w := range games[g].tags {
					k := 0
					for got.Columns[k].Name != w.name {
						k++
					}
					all[g].tags = append(all[g].tags, tag{w.name, string(got.Columns[k].Values[at[k]])})
					at[k]++
				}
			}
			list = append(list, tagVector(fmt.Sprintf("any string, %s, %d", c.name, n+1), all, nil, streams))
		}
	}
	return list
}

// anyString returns the streams of columns, one of which has random digits after a head,
// as many as a reader takes, and the decoded columns; nil if there are none.
func anyString(games []tagged, column int, head []byte, r func(uint32) uint32) (streams [][]byte, got *tags.Table) {
	columns := tableOf(games)
	for i := range columns.Columns {
		streams = append(streams, columns.Append(nil, i, text.Thorough))
	}
	for i, c := range columns.Columns {
		if i != column && c.Values[0] != nil && len(c.Values[0]) == 0 {
			streams[i] = uv([]byte{21}, uint64(column))
		}
	}
	digits := make([]byte, 600)
	for i := range digits {
		digits[i] = byte(r(256))
	}
	try := func(n int) (*tags.Table, error) {
		streams[column] = append(head[:len(head):len(head)], digits[:n]...)
		return decoded(nil, games, streams)
	}
	// The largest number of digits with none left over.
	n := sort.Search(len(digits), func(n int) bool {
		_, err := try(n)
		return err != nil && strings.Contains(err.Error(), "left over")
	}) - 1
	if n < 0 || n == len(digits)-1 {
		return nil, nil
	}
	got, err := try(n)
	if err != nil || beyond(got) {
		return nil, nil
	}
	return streams, got
}

// beyond reports whether there is a number that a reader may refuse.
func beyond(t *tags.Table) bool {
	for _, c := range t.Columns {
		for _, v := range c.Values {
			if n, err := strconv.ParseInt(strings.Trim(string(v), "<>"), 10, 64); err == nil && max(n, -n) > 1<<60 || err != nil && errors.Is(err, strconv.ErrRange) {
				return true
			}
		}
	}
	return false
}
