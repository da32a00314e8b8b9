package vectors_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/base/budget"
	"github.com/chesszip/chesszip/internal/column/tags"
	"github.com/chesszip/chesszip/internal/column/tags/dictionary"
	"github.com/chesszip/chesszip/internal/column/text"
	"github.com/chesszip/chesszip/internal/frame/game/tagsection"
	"github.com/chesszip/chesszip/internal/test/attack/table"
	"github.com/chesszip/chesszip/internal/test/golden"
	"github.com/chesszip/chesszip/internal/test/vectors"
)

const tagsHeading = `Columns of tags, docs/spec/tags.md.
game     a game begins, with so many half-moves
tag      its next tag: name | value as a text
stream   kind of stream, 16 and up, or 14, on which names of openings depend | bytes, hexadecimal
refused  the class of refusal`

// tag is a tag of a game.
type tag struct{ name, value string }

// tagged is the tags of a game, and its first moves if names of openings depend on them.
type tagged struct {
	plies int32
	tags  []tag
	moves string
}

// tagCase is a number of games with a function for their tags.
type tagCase struct {
	name    string
	methods []byte // of the columns
	games   int
	of      func(i int, r func(uint32) uint32) []tag
	moves   func(i int) string // as SAN, or nil
}

// make returns the games of c.
func (c *tagCase) make() (games []tagged) {
	r := numbers(uint32(c.games))
	for i := range c.games {
		g := tagged{plies: pliesOf(c.name, i), tags: c.of(i, r)}
		if c.moves != nil {
			g.moves = c.moves(i)
		}
		games = append(games, g)
	}
	return games
}

// tagCases have columns of each method; the columns that the last one needs come first.
var tagCases = []tagCase{
	{"values that recur", []byte{16, 16}, 40, func(i int, r func(uint32) uint32) []tag {
		return []tag{{"Event", [...]string{"Rated Blitz game", "Casual Rapid game", "Club evening", "Sixth \x01 cup \x00"}[r(4)]}, {"ECO", fmt.Sprintf("%c%02d", 'A'+i%3, r(5))}}
	}, nil},
	{"names in how a game ended", nil, 60, func(i int, r func(uint32) uint32) []tag {
		white, black := names[r(6)], names[r(6)]
		return []tag{{"White", white}, {"Black", black}, {"Termination", [...]string{white, black}[r(2)] + " won by " + [...]string{"resignation", "checkmate"}[r(2)]}}
	}, nil},
	{"integers", []byte{17}, 60, func(i int, r func(uint32) uint32) []tag {
		return []tag{{"Number", fmt.Sprint(10_000 + 31*i + int(r(20)))}}
	}, nil},
	{"integers with a sign", []byte{17}, 80, func(i int, r func(uint32) uint32) []tag { return []tag{{"Change", signed(int(r(4000)) - 2000)}} }, nil},
	{"half-moves", []byte{17}, 40, func(i int, r func(uint32) uint32) []tag { return []tag{{"PlyCount", fmt.Sprint(30 + i*7%50)}} }, nil},
	{"times of day, around midnight", []byte{17}, 60, func(i int, r func(uint32) uint32) []tag {
		s := (86_000 + 37*i + int(r(30))) % 86_400
		return []tag{{"UTCTime", fmt.Sprintf("%02d:%02d:%02d", s/3600, s/60%60, s%60)}}
	}, nil},
	{"dates around leap days", []byte{17}, 84, func(i int, _ func(uint32) uint32) []tag { return []tag{{"Date", leapDay(i)}} }, nil},
	{"dates that are none", nil, 90, func(i int, _ func(uint32) uint32) []tag {
		bad := [...]string{"1900.02.29", "2100.02.29", "2001.02.29", "2000.02.30", "2023.04.31", "2023.13.01", "2023.00.10", "2023.01.32", "2023.01.00"}
		if i%10 == 9 {
			return []tag{{"Date", bad[i/10%len(bad)]}}
		}
		return []tag{{"Date", leapDay(i % 78)}}
	}, nil},
	{"times on days in any order", nil, 90, func(i int, r func(uint32) uint32) []tag {
		day := time.Date(2024, 2, 27+i/9+[...]int{0, 0, 1, 0, -1, 0, 3, -4, 0}[i%9], 0, 0, 0, 0, time.UTC)
		return []tag{{"UTCDate", day.Format("2006.01.02")}, {"UTCTime", fmt.Sprintf("%02d:%02d:%02d", 8+i%9, r(60), r(60))}}
	}, nil},
	{"numbers with signs behind words", nil, 60, func(i int, r func(uint32) uint32) []tag {
		return []tag{{"x", fmt.Sprintf("a %d", 977*i-20_000+int(r(900)))}, {"y", fmt.Sprintf("b%+d", 1000*int(r(70))-30_000+i)}}
	}, nil},
	{"numbers between words", []byte{17}, 40, func(i int, r func(uint32) uint32) []tag {
		return []tag{{"x", fmt.Sprintf("game %d)", 1000*i+int(r(100_000)))}}
	}, nil},
	{"numbers with exceptions", []byte{17}, 80, func(i int, r func(uint32) uint32) []tag {
		if i%13 == 5 {
			return []tag{{"x", "none"}}
		}
		return []tag{{"x", fmt.Sprint(1000*i + int(r(100_000)))}}
	}, nil},
	{"identifiers of lichess", []byte{18}, 20, func(i int, r func(uint32) uint32) []tag {
		return []tag{{"Site", "https://lichess.org/" + letters(r, "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz", 8)}}
	}, nil},
	{"identifiers of small letters", []byte{18}, 20, func(i int, r func(uint32) uint32) []tag {
		return []tag{{"Id", letters(r, "0123456789abcdefghijklmnopqrstuvwxyz", 8)}}
	}, nil},
	{"identifiers of an alphabet of their own", []byte{18}, 30, func(i int, r func(uint32) uint32) []tag {
		if i == 17 {
			return []tag{{"Id", "another"}}
		}
		return []tag{{"Id", "id/" + letters(r, "ghijklmnopqrstuv_-", 9)}}
	}, nil},
	{"copies", []byte{18, 19, 19}, 24, func(i int, r func(uint32) uint32) []tag {
		id := letters(r, "0123456789abcdefghijklmnopqrstuvwxyz", 8)
		return []tag{{"Link", "http://x/" + id}, {"Id", id}, {"Again", "http://x/" + id}}
	}, nil},
	{"ratings", nil, 60, func(i int, r func(uint32) uint32) []tag { return rated(i, r, true) }, nil},
	{"ratings without changes", nil, 40, func(i int, r func(uint32) uint32) []tag { return rated(i, r, false) }, nil},
	{"names of players, known and new", nil, 40, func(i int, r func(uint32) uint32) []tag {
		return []tag{{"White", names[r(6)]}, {"Black", masters[r(uint32(len(masters)))]}}
	}, nil},
	{"names of players who meet in turns", []byte{22, 21}, 60, func(i int, r func(uint32) uint32) []tag {
		return []tag{{"White", names[i%3]}, {"Black", names[(i+1+i/3%2)%3]}}
	}, nil},
	{"names of players who come and go", []byte{22, 21}, 400, func(i int, r func(uint32) uint32) []tag {
		player := func() string { return fmt.Sprint("player ", (i/3+int(r(1<<r(9))))%150) }
		return []tag{{"White", player()}, {"Black", player()}}
	}, nil},
	{"a tag twice in a game, a game without", nil, 30, func(i int, r func(uint32) uint32) []tag {
		return []tag{{"x", fmt.Sprint(r(9))}, {"x", fmt.Sprint(r(3))}, {"y", "same"}}[i%3:]
	}, nil},
	{"texts", nil, 6, func(i int, r func(uint32) uint32) []tag {
		return []tag{{"x", fmt.Sprintf("line %d\nand\tmore", r(100))}}
	}, nil},
	{"integers of integers before them", nil, 80, func(i int, r func(uint32) uint32) []tag {
		a, b := int(r(5000)), int(r(900))
		list := []tag{{"A", fmt.Sprint(a)}, {"B", fmt.Sprint(b)}, {"Sum", fmt.Sprint(a + b)}, {"Again", fmt.Sprint(a + i%3)}}
		return list[i%9/8:]
	}, nil},
	{"starts and ends of games", []byte{17, 17, 21, 17, 17, 17}, 60, moments, nil},
	{"dates with exceptions", nil, 60, func(i int, r func(uint32) uint32) []tag {
		if i%17 == 4 {
			return []tag{{"Date", "2023.??.??"}, {"EventDate", "2023.02.30"}}
		}
		return []tag{{"Date", fmt.Sprintf("2023.%02d.%02d", 1+i/6, 1+i%6*4+int(r(3)))}, {"EventDate", fmt.Sprintf("2023.%02d.%02d", 1+i/6, 1+i%6*4)}}
	}, nil},
	{"ratings with games that have none", nil, 60, func(i int, r func(uint32) uint32) []tag {
		list := rated(i, r, true)
		if i%4 == 1 {
			return list[:4]
		}
		return list[i%5/4:]
	}, nil},
	{"numbers whose words change", []byte{17, 17}, 90, wordedNumbers, nil},
	{"times on days that go back and forth", []byte{17, 17}, 70, restlessDays, nil},
	{"identifiers of small letters and capitals", []byte{18}, 20, func(i int, r func(uint32) uint32) []tag {
		return []tag{{"Id", "x/" + letters(r, "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz", 11)}}
	}, nil},
	{"identifiers of digits", []byte{18}, 20, func(i int, r func(uint32) uint32) []tag {
		return []tag{{"Id", "no/" + "0"[:i%2] + letters(r, "0123456789", 12-i%2)}}
	}, nil},
	{"many games", nil, 327, manyTags, nil},
	{"what players have", []byte{22, 21, 22, 21, 22, 21}, 80, func(i int, r func(uint32) uint32) []tag {
		white, black := r(6), r(6)
		list := []tag{{"White", names[white]}, {"Black", names[black]}}
		titles := [...]string{"GM", "IM", "-", "WGM", "Arena Master", "-"}
		list = append(list, tag{"WhiteFideId", fmt.Sprint(1_400_000 + 77_777*white)}, tag{"BlackFideId", fmt.Sprint(1_400_000 + 77_777*black)})
		if i%7 != 3 {
			list = append(list, tag{"WhiteTitle", titles[white]})
		}
		return append(list, tag{"BlackTitle", titles[black]})
	}, nil},
	{"long columns of values and numbers", nil, 420, longTags, nil},
	{"long columns of ratings", nil, 420, func(i int, r func(uint32) uint32) []tag { return rated(i, r, true) }, nil},
	{"all values that columns begin with", nil, 28, beginnings, nil},
	{"positions by their squares", []byte{24}, 40, boardsOf, nil},
	{"positions by their squares, without counters", []byte{24}, 24, func(i int, r func(uint32) uint32) []tag {
		if i == 11 {
			return []tag{{"FEN", "?"}}
		}
		return []tag{{"FEN", strings.Join(strings.Fields(oddFENs[i*3%len(oddFENs)])[:4], " ")}}
	}, nil},
	{"positions by their squares, with all of them", []byte{24}, 11, func(i int, r func(uint32) uint32) []tag {
		if i == 5 {
			return []tag{{"FEN", "?"}}
		}
		return []tag{{"FEN", oddFENs[i*7%len(oddFENs)]}}
	}, nil},
	{"positions as a list", []byte{23}, 40, listed, nil},
	{"positions as a list with learned models", []byte{23}, 12, scattered, nil},
	{"names of openings", nil, 24, openingTags, func(i int) string { return openLines[i%len(openLines)] }},
	{"ratings that jump", nil, 186, wildRatings, nil},
	{"numbers that jump", nil, 120, jumping, nil},
	{"names of players of all groups", []byte{22, 21}, 100, everyGroup, nil},
	{"names of 1,311 players", []byte{22, 21}, 1311, manyPlayers, nil},
	{"identifiers of lichess in small letters", []byte{18}, 12, func(i int, r func(uint32) uint32) []tag {
		return []tag{{"Site", "https://lichess.org/" + letters(r, "0123456789abcdefghijklmnopqrstuvwxyz", 8)}}
	}, nil},
	{"67 tags", nil, 12, manyNames, nil},
	{"values that columns of Black begin with", nil, 48, func(i int, r func(uint32) uint32) (list []tag) {
		for _, name := range []string{"BlackTitle", "BlackType"} {
			values := dictionary.Initial(name)
			list = append(list, tag{name, string(values[i*5%len(values)])})
		}
		return append(list, tag{"Timezone", [...]string{"UTC", "CET"}[r(2)]})
	}, nil},
	{"copies with exceptions", []byte{18, 19}, 24, func(i int, r func(uint32) uint32) []tag {
		list := []tag{{"Link", "http://x/" + letters(r, "0123456789abcdefghijklmnopqrstuvwxyz", 8)}}
		if i == 11 {
			return append(list, tag{"Id", "?"})
		}
		return append(list, tag{"Id", list[0].value[len("http://x/"):]})
	}, nil},
	{"integers of forty binary digits", []byte{17, 17}, 100, func(i int, r func(uint32) uint32) []tag {
		list := []tag{{"A", ""}, {"B", ""}}
		for k := range list {
			list[k].value = fmt.Sprint(uint64(r(1<<22))<<19 | uint64(r(1<<19)))
		}
		return list[min(r(3), 1)^1:]
	}, nil},
	{"integers that follow the ones before them in another column", []byte{17, 17}, 120, func(i int, _ func(uint32) uint32) []tag { return following(i) }, nil},
	{"boards full of men", []byte{24}, 30, crowdedTags, nil},
	{"rights of all kinds", []byte{24}, 90, func(i int, r func(uint32) uint32) []tag {
		if i == 11 {
			return []tag{{"FEN", "?"}}
		}
		p := board.Position{FullmoveNumber: 1, HalfmoveClock: 3}
		for f := range 8 {
			kind := board.Rook
			if f == 4 {
				kind = board.King
			}
			p.Put(board.SquareAt(f, 0), board.PieceOf(board.White, kind))
			p.Put(board.SquareAt(f, 7), board.PieceOf(board.Black, kind))
		}
		king, queen := func() int { return [...]int{-1, 5, 6, 7}[r(4)] }, func() int { return int(r(5)) - 1 }
		p.Castling = board.NewRights(king(), queen(), king(), queen())
		return []tag{{"FEN", p.String()}}
	}, nil},
}

var (
	names   = []string{"alpha", "beta", "Gamma_3", "delta", "\u00dc\u00f1i", "zeta, Z."}
	masters = []string{"Carlsen, Magnus", "Kasparov, Garry", "Karpov, Anatoly", "Nobody, Atall", "Polgar, Judit", "Carlsen,M", "Anand, V"}
)

func signed(v int) string {
	if v == 0 {
		return "0"
	}
	return fmt.Sprintf("%+d", v)
}

func letters(r func(uint32) uint32, of string, n int) string {
	b := make([]byte, n)
	for i := range b {
		b[i] = of[r(uint32(len(of)))]
	}
	return string(b)
}

// rated returns tags of a game of players whose ratings change from game to game, with
// exceptions and meaningless results.
func rated(i int, r func(uint32) uint32, changes bool) []tag {
	white, black := i%5, (i+1+int(r(4)))%5
	if white == black {
		black = (black + 1) % 5
	}
	result := [...]string{"1-0", "0-1", "1/2-1/2", "*"}[min(r(7)/2, 3)]
	elo := func(k int) string {
		if i%19 == 7 {
			return "?"
		}
		return fmt.Sprint(1500 + 150*k + i*(k-2)/2 + int(r(9)))
	}
	list := []tag{{"Event", [...]string{"Blitz", "Rapid"}[i/3%2]}, {"White", names[white]}, {"Black", names[black]}, {"Result", result},
		{"WhiteElo", elo(white)}, {"BlackElo", elo(black)}}
	if changes && i%11 != 3 {
		d := int(r(9)) + 3
		switch result {
		case "0-1":
			d = -d
		case "1/2-1/2":
			d = (black - white) * 2
		}
		list = append(list, tag{"WhiteRatingDiff", signed(d)}, tag{"BlackRatingDiff", signed(-d)})
	}
	return list
}

// tableOf returns the columns of games, in the order of their tags.
func tableOf(games []tagged) *tags.Table {
	t := &tags.Table{Games: len(games), Budget: budget.New(1 << 20), Lists: positionLists{}}
	at := map[string]*tags.Column{}
	for i, g := range games {
		t.Plies = append(t.Plies, g.plies)
		for _, w := range g.tags {
			c := at[w.name]
			switch {
			case c != nil:
			case len(t.Columns) == tagsection.MaxColumns:
				c = t.Columns[len(t.Columns)-1]
				c.Name, at[w.name] = "", c
			default:
				c = &tags.Column{Name: w.name}
				at[w.name] = c
				t.Columns = append(t.Columns, c)
			}
			c.Rows, c.Values = append(c.Rows, int32(i)), append(c.Values, []byte(w.value))
		}
	}
	return t
}

// decoded returns the columns decoded from streams.
func decoded(column *openColumn, games []tagged, streams [][]byte) (*tags.Table, error) {
	t := column.of(games)
	for _, c := range t.Columns {
		c.Values = nil
	}
	for i := range t.Columns {
		if err := t.Decode(i, 1<<20, func(k int) []byte { return streams[k] }); err != nil {
			return t, err
		}
	}
	return t, nil
}

// TestTags checks vectors/layers/tags.txt.
func TestTags(t *testing.T) {
	var list []*vectors.Vector
	seen := map[byte]bool{}
	for _, c := range tagCases {
		games := c.make()
		column := openingsOf(t, games)
		columns := column.of(games)
		var streams [][]byte
		for i := range columns.Columns {
			s := columns.Append(nil, i, text.Thorough)
			streams = append(streams, s)
			seen[s[0]] = true
			if c.methods != nil {
				require.Equal(t, c.methods[i], s[0], "%s, column %d", c.name, i)
			}
		}
		if c.moves != nil {
			require.Equal(t, []byte{16, 2}, streams[2][:2], "%s: the names follow from no openings", c.name)
		}
		got, err := decoded(column, games, streams)
		require.NoError(t, err, c.name)
		for i, column := range got.Columns {
			require.Equal(t, len(columns.Columns[i].Values), len(column.Values), c.name)
			for k, v := range column.Values {
				require.Equal(t, string(columns.Columns[i].Values[k]), string(v), "%s, column %d, value %d", c.name, i, k)
			}
		}
		list = append(list, tagVector(c.name, games, column, streams))
		if n := len(streams[0]); streams[0][0] >= 16 && c.games < 100 {
			for what, bad := range map[string][]byte{"cut off": streams[0][:n/3], "longer": append(slices.Clone(streams[0]), "left over"...)} {
				all := append([][]byte{bad}, streams[1:]...)
				if _, err := decoded(column, games, all); err != nil && (len(c.name)%2 == 0) == (what == "longer") {
					v := tagVector(c.name+", "+what, games, column, all)
					v.Add("refused", "%s", class(t, err))
					list = append(list, v)
				}
			}
		}
	}
	for name, m := range table.TagMethods {
		require.True(t, seen[m], "no column has method %d, %s", m, name)
	}
	list = append(list, handMade(t)...)
	list = append(list, anyStrings(t)...)
	golden.Equal(t, "../../../vectors/layers/tags.txt", vectors.File(tagsHeading, list))
}

func tagVector(name string, games []tagged, column *openColumn, streams [][]byte) *vectors.Vector {
	v := vectors.New("%s", name)
	for _, g := range games {
		v.Add("game", "%d", g.plies)
		for _, w := range g.tags {
			v.Add("tag", "%s | %s", w.name, vectors.Quote([]byte(w.value)))
		}
	}
	if column != nil {
		v.Add("stream", "14 | %x", column.data)
	}
	for i, s := range streams {
		v.Add("stream", "%d | %x", 16+i, s)
	}
	return v
}
