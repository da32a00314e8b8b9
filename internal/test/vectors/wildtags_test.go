package vectors_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/internal/base/binfmt"
	"github.com/chesszip/chesszip/internal/column/tags/dictionary"
	"github.com/chesszip/chesszip/internal/column/text"
	"github.com/chesszip/chesszip/internal/entropy/contextmix"
	"github.com/chesszip/chesszip/internal/entropy/rangecoder"
	"github.com/chesszip/chesszip/internal/test/vectors"
)

// pliesOf returns the number of half-moves of game i of a case.
func pliesOf(name string, i int) int32 {
	if name == "numbers that jump" {
		return int32([...]int{0, 40, 1015, 1016, 1023, 1024, 1031, 1032, 2500, 90_000}[i*3%10])
	}
	return int32(30 + i*7%50)
}

// wildRatings returns ratings of players that are far apart and jump, with changes of
// every size, also of games without ratings.
func wildRatings(i int, r func(uint32) uint32) []tag {
	white, black := i%3, (i+1+i/7%3)%4
	result := [...]string{"1-0", "0-1", "1/2-1/2", "*", "1-0", "0-1"}[r(6)]
	switch i % 5 {
	case 0:
		white, black, result = 2, 4, "1-0"
	case 1:
		white, black, result = 5, 0, "0-1"
	}
	elo := func(k int) string {
		v := [...]int{700, 1500, 2790, 3990, 2786, 3800, 1200, 1300}[k] + int(r(12)) - 6
		switch {
		case i%29 == 11:
			v = 1 + int(r(9999))
		case i%31 == 17:
			return "-"
		case i == 77:
			v = 1_048_576
		case i == 90:
			v = -1_048_576
		}
		return fmt.Sprint(v)
	}
	late := false // a player with a known change before a rating
	switch i {
	case 44, 52:
		white, late = 6, i == 44
	case 46, 47:
		white, late = 7, i == 46
	}
	player := func(k int) string { return fmt.Sprint("player ", k) }
	list := []tag{{"Event", [...]string{"Blitz", "Rapid", "Daily"}[i/50%3]}, {"White", player(white)}, {"Black", player(black)}}
	if i%13 != 6 {
		list = append(list, tag{"Result", result})
	}
	if i%8 != 5 && !late {
		list = append(list, tag{"WhiteElo", elo(white)})
	}
	if i%9 != 5 {
		list = append(list, tag{"BlackElo", elo(black)})
	}
	change := func(won string) string {
		d := int(r(4))
		switch {
		case i%5 == 0 || i%6 == 1:
			d = 0
		case i%5 == 1:
			d = 900 + int(r(300))
		case i%17 == 3:
			d = 300 + int(r(900))
		case i%7 == 2:
			d = 12 + int(r(30))
		}
		if result != won {
			d = -d
		}
		return signed(d)
	}
	if i%10 != 7 {
		list = append(list, tag{"WhiteRatingDiff", change("1-0")})
	}
	if i%12 != 7 {
		list = append(list, tag{"BlackRatingDiff", change("0-1")})
	}
	return list
}

// jumping returns numbers that jump by every power of two, and others that follow from them.
func jumping(i int, r func(uint32) uint32) []tag {
	a := int64(i) * 1000
	if i%3 == 1 {
		a += int64(r(1<<20)) << (i / 3 % 28)
	}
	b := a/2 + int64(r(3))
	if i%5 == 2 {
		b = -b
	}
	plies := int(pliesOf("numbers that jump", i))
	at := time.Date(1900+i*7%200, time.Month(1+i%12), 1+i%28, i%24, i*7%60, i*11%60, int(r(1_000_000))*1000, time.UTC)
	day := time.Date(2024, 1, 40+[...]int{0, 1, 2, 0, 4, 3, 3, 9, 7, 8}[i%10]+i/10, 0, 0, 0, 0, time.UTC)
	s := (i*i*37 + int(r(50))) % 86_400
	list := []tag{
		{"A", fmt.Sprint(a)}, {"B", signed(int(b))}, {"Plies", fmt.Sprint(plies + int(r(2)))}, {"Sum", fmt.Sprint(max(a+b, -a-b))},
		{"Stamp", at.Format("2006-01-02 15:04:05.000000")}, {"Moment", at.Add(time.Duration(r(3)) * time.Millisecond).Format("2006-01-02T15:04:05.000")},
		{"Date", day.Format("2006.01.02")}, {"UTCTime", fmt.Sprintf("%02d:%02d:%02d", s/3600, s/60%60, s%60)},
		{"EndTime", fmt.Sprintf("%02d:%02d:%02d", (s+i)/3600%24, (s+i)/60%60, (s+i)%60)},
	}
	if i%16 == 9 {
		return append(list[:1:1], list[3:]...)
	}
	return list
}

// following returns a number, and another one that is, in three of four cases, the least
// of the last eight of the first column that is greater than the one before.
func following(i int) []tag {
	at := func(g int) int { return 1000*(g+[...]int{2, -1, 1, -2, 0}[g%5]) + g*g%7*100 }
	last := 0
	for g := 1; g <= i; g++ {
		next := at(g - 1)
		for k := max(g-8, 0); k < g; k++ {
			if at(k) > last && (next <= last || at(k) < next) {
				next = at(k)
			}
		}
		if last = next; g%4 == 2 {
			last--
		}
	}
	return []tag{{"A", fmt.Sprint(at(i))}, {"B", fmt.Sprint(last)}}
}

// everyGroup returns names of all groups in the dictionaries, including first and last
// ones.
func everyGroup(i int, r func(uint32) uint32) []tag {
	b, err := os.ReadFile(filepath.Join("../..", "model", "names", "names.txt"))
	if err != nil {
		panic(err)
	}
	groups := strings.Split(string(b), "\n\n")
	of := func(k int) string {
		group := strings.Split(strings.TrimSuffix(groups[k%len(groups)], "\n"), "\n")
		switch k / len(groups) % 3 {
		case 0:
			return group[len(group)-1-int(r(3))]
		case 1:
			return group[r(uint32(len(group)))]
		}
		return group[r(9)]
	}
	return []tag{{"White", of(i)}, {"Black", of(i * 5)}}
}

// manyPlayers returns the names of more players than models of letters can hold.
func manyPlayers(i int, r func(uint32) uint32) []tag {
	white := "someone"
	if i%6 == 0 {
		white = string(rune('A'+r(26))) + letters(r, "abcdefghijklmnopqrstuvwxyz", 3+int(r(7)))
	}
	if i%100 == 50 {
		return []tag{{"White", white}, {"Black", fmt.Sprintf("number %d", r(9))}}
	}
	return []tag{{"White", white}}
}

// manyNames returns 67 tags, the last four of which share a column.
func manyNames(i int, r func(uint32) uint32) (list []tag) {
	for k := range 67 {
		name, value := fmt.Sprintf("t%d", k), fmt.Sprint(int(r(3))*k)
		switch {
		case k == 63 || k == 65:
			name, value = [...]string{"Result", "Termination"}[(k-63)/2], [...]string{"1-0", "Normal"}[(k-63)/2]
		case k == 5:
			name, value = "Result", "0-1"
		}
		if k%3 != 1 || i%4 > 0 {
			list = append(list, tag{name, value})
		}
	}
	return list
}

// crowdedTags returns boards with more pieces than a game has.
func crowdedTags(i int, r func(uint32) uint32) []tag {
	if i%13 == 5 {
		return []tag{{"FEN", "none"}}
	}
	var ranks []string
	for rank := range 8 {
		var s strings.Builder
		for range 8 {
			men := [...]string{"PPPPPpppppNBq", "PPPPPPpppKkRr", "NBRQKnbrqkPpP"}[i%3]
			s.WriteByte(men[r(uint32(len(men)))])
		}
		if i%5 == 3 && rank%3 == 1 {
			s.Reset()
			s.WriteString("8")
		}
		ranks = append(ranks, s.String())
	}
	fen := fmt.Sprintf("%s %c - -", strings.Join(ranks, "/"), "wb"[r(2)])
	if i%4 != 3 {
		fen += fmt.Sprintf(" %d %d", r(150), 1+r(300))
	}
	return []tag{{"FEN", fen}}
}

// handMade returns columns that writers never or seldom make.
func handMade(t *testing.T) (list []*vectors.Vector) {
	t.Helper()
	id, fen := []tag{{"Id", "one"}}, []tag{{"FEN", "8/8/4k3/8/8/4K3/8/8 w - - 3 70"}}
	lines, ok := positionLists{}.Append(nil, []byte(fen[0].value+"\n"), true, nil)
	require.True(t, ok)
	spelled := text.Append(nil, [][]byte{[]byte("one"), []byte("one")}, text.Thorough, nil)
	exceptions := flagString(1, 1)
	none := make([]byte, 32) // an alphabet of no letters
	for _, c := range []struct {
		name   string
		tags   []tag // of each of two games
		stream []byte
	}{
		{"identifiers of 2,147,483,647 letters, none of which is there", id, slices.Concat(uv([]byte{18, 5, 0}, 1<<31-1), binfmt.AppendBytes(nil, spelled), exceptions)},
		{"identifiers of 2,147,483,648 letters", id, slices.Concat(uv([]byte{18, 5, 0}, 1<<31), binfmt.AppendBytes(nil, spelled), exceptions)},
		{"identifiers without letters", id, slices.Concat([]byte{18, 0, 3}, []byte("one"), none, []byte{0, 0}, flagString(0, 0))},
		{"identifiers of one letter of an alphabet of none", id, slices.Concat([]byte{18, 0, 2}, []byte("on"), none, []byte{1, 0}, flagString(0, 0))},
	} {
		list = append(list, handMadeColumn(t, c.name, []tagged{{plies: 30, tags: c.tags}, {plies: 37, tags: c.tags}}, c.stream))
	}
	list = append(list, handMadeColumn(t, "one position as a list", []tagged{{plies: 30, tags: fen}}, binfmt.AppendBytes([]byte{23}, lines)))
	return append(list, marked(t))
}

// marked returns a column of how games ended, with the names of the players more than
// once, for players whose names have such marks themselves.
func marked(t *testing.T) *vectors.Vector {
	t.Helper()
	values := []string{"\x02 beat \x01, \x02 and \x01", "\x01 and \x01", "\x02\x02"}
	ended := []string{"BW\x02\x01 beat \x01, \x02 and \x01", "\x01w\x02 and \x01", "\x02\x02"}
	known := dictionary.Initial("Termination")
	coder := &contextmix.Coder{Enc: rangecoder.NewEncoder(nil)}
	d := dictionary.New(dictionary.Options{Coder: coder, Digits: 5, Values: len(values), Known: known})
	var games []tagged
	for i, v := range values {
		white, black := "\x01w\x02", "\x02"
		if i == 0 {
			white, black = "W\x02", "B\x01\x01"
		}
		games = append(games, tagged{plies: 30, tags: []tag{{"White", white}, {"Black", black}, {"Termination", ended[i]}}})
		_, err := d.Code(&dictionary.Value{Number: len(known) + i, Text: []byte(v), References: [dictionary.References]int{-1, -1, -1}}, 0)
		require.NoError(t, err)
	}
	columns := tableOf(games)
	streams := [][]byte{columns.Append(nil, 0, text.Thorough), columns.Append(nil, 1, text.Thorough), append([]byte{16, 1, 5, 0, 0, 0}, coder.Enc.Finish()...)}
	got, err := decoded(nil, games, streams)
	require.NoError(t, err)
	for i, v := range got.Columns[2].Values {
		require.Equal(t, ended[i], string(v))
	}
	return tagVector("names and marks in how a game ended", games, nil, streams)
}

// flagString returns the string of flags that all have one context.
func flagString(flags ...int) []byte {
	e := rangecoder.NewEncoder(nil)
	var bit rangecoder.Bit
	for _, b := range flags {
		bit.Encode(e, b)
	}
	return e.Finish()
}

// handMadeColumn returns the vector of a column of one or two games, which decodes to
// the games or must be refused.
func handMadeColumn(t *testing.T, name string, games []tagged, stream []byte) *vectors.Vector {
	t.Helper()
	streams := [][]byte{stream}
	v := tagVector(name, games, nil, streams)
	got, err := decoded(nil, games, streams)
	if err != nil {
		v.Add("refused", "%s", class(t, err))
		return v
	}
	for i, g := range games {
		require.Equal(t, g.tags[0].value, string(got.Columns[0].Values[i]), name)
	}
	return v
}
