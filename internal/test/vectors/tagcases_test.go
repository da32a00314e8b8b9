package vectors_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/base/budget"
	"github.com/chesszip/chesszip/internal/column/tags"
	"github.com/chesszip/chesszip/internal/column/tags/dictionary"
	"github.com/chesszip/chesszip/internal/frame/game/openings"
	"github.com/chesszip/chesszip/internal/frame/positions"
	"github.com/chesszip/chesszip/internal/model/level"
	called "github.com/chesszip/chesszip/internal/model/openings"
	"github.com/chesszip/chesszip/movegen"
	"github.com/chesszip/chesszip/movelist/learned"
)

// moments returns the start, the end and the duration of a game.
func moments(i int, r func(uint32) uint32) []tag {
	const form = "2006-01-02T15:04:05.000 UTC"
	took := time.Duration(1000+r(600_000)) * time.Millisecond
	start := time.Date(2024, 12, 30, 22, 0, 0, 0, time.UTC).Add(time.Duration(i*i) * 97_531 * time.Millisecond)
	return []tag{
		{"GameDuration", time.Unix(0, 0).UTC().Add(took).Format("15:04:05")}, {"GameEndTime", start.Add(took).Format(form)}, {"GameStartTime", start.Format(form)},
		{"UTCDate", start.Format("2006.01.02")}, {"UTCTime", start.Format("15:04:05")}, {"Link", fmt.Sprint("https://x.org/", 7_000_000+start.Unix()*50+int64(r(64)))},
	}
}

// wordedNumbers returns numbers between words that change from time to time, and others
// that follow from them.
func wordedNumbers(i int, r func(uint32) uint32) []tag {
	n := 40*i + int(r(30))
	a, b := [...]string{"game ", "table ", "", "board "}[i/19%4], [...]string{"", " (b)", " end"}[i/37%3]
	list := []tag{{"A", fmt.Sprintf("%s%d%s", a, n, b)}, {"B", fmt.Sprint(n + 3*int(r(2)))}}
	if i%41 == 20 {
		list[0].value = "none"
	}
	if i%31 == 7 {
		list[1].value += " or so"
	}
	return list
}

// restlessDays returns times of games out of order.
func restlessDays(i int, r func(uint32) uint32) []tag {
	day, s := 9+i/6+[...]int{0, 1, 0, 4, 3, 9, 2, 2}[r(8)], 3000*(i%6)+int(r(600))+61_000
	date := fmt.Sprintf("2024.02.%02d", day)
	if day > 29 {
		date = fmt.Sprintf("2024.03.%02d", day-29)
	}
	if i%23 == 5 {
		date = "2024.02.??"
	}
	return []tag{{"UTCDate", date}, {"UTCTime", fmt.Sprintf("%02d:%02d:%02d", s/3600%24, s/60%60, s%60)}}
}

// manyTags returns tags of enough games for models to learn at their slowest rate.
func manyTags(i int, r func(uint32) uint32) []tag {
	list := rated(i, r, i%3 > 0)
	list[0].value = fmt.Sprintf("%c%s %d", 'A'+r(20), [...]string{"ix", "ello", "orvik"}[r(3)], 1950+r(40))
	if i < 204 {
		list = append(list, tag{"x", fmt.Sprint(int(r(40)) * int(r(300)))})
	}
	return append(list, tag{"y", fmt.Sprint(30 + i*7%50 + int(r(3)))})
}

// boardsOf returns a position some moves after one of three starts, with and without
// counters, and exceptions.
func boardsOf(i int, r func(uint32) uint32) []tag {
	if i%13 == 6 {
		return []tag{{"Position", "none"}}
	}
	p := board.Start()
	if i%3 == 1 {
		p, _ = board.ParseFEN("bqnrknrb/pppppppp/8/8/8/8/PPPPPPPP/BQNRKNRB w GDgd - 0 1")
	}
	for range i % 11 {
		legal := movegen.AppendLegal(nil, &p)
		movegen.Make(&p, legal[r(uint32(len(legal)))])
	}
	fen := p.String()
	if i%4 == 3 {
		fen = strings.Join(strings.Fields(fen)[:4], " ")
	}
	return []tag{{"Position", fen}}
}

// beginTags are the tags whose columns have initial values.
var beginTags = []string{"Event", "Site", "Round", "Result", "TimeControl", "Termination", "Variant", "WhiteTitle", "BlackTitle", "WhiteType", "BlackType", "Timezone", "ECO", "Opening", "Variation", "ECOUrl"}

// beginnings returns initial values of columns, in turn; all of them if they are few.
func beginnings(i int, r func(uint32) uint32) (list []tag) {
	for _, name := range beginTags {
		values := dictionary.Initial(name)
		at := i % len(values)
		if len(values) > 28 {
			at = int(r(uint32(len(values))))
		}
		list = append(list, tag{name, string(values[at])})
	}
	return list
}

// longTags returns tags of many games, enough for estimates to reach their limits.
func longTags(i int, r func(uint32) uint32) []tag {
	word := letters(r, "aeinrst", 3)
	return []tag{
		{"Event", [...]string{"Blitz", "Rapid", "Bullet"}[min(r(8), 2)]}, {"Room", word}, {"Table", fmt.Sprint(int(r(30)) + i)},
		{"UTCTime", fmt.Sprintf("%02d:%02d:%02d", i/60%24, i%60, r(60))}, {"Id", letters(r, "0123456789abcdef", 6)},
	}
}

// leapDay returns days around the ends of Februaries, six in a row.
func leapDay(i int) string {
	years := [...]int{4, 1896, 1900, 1904, 1999, 2000, 2001, 2004, 2096, 2100, 2104, 2400, 9996}
	day := time.Date(years[i/6%len(years)], time.February, 26+i%6, 0, 0, 0, 0, time.UTC)
	if i >= 6*len(years) {
		day = time.Date(1999+i, time.December, 31, 0, 0, 0, 0, time.UTC)
	}
	return day.Format("2006.01.02")
}

// oddFENs are unrelated positions, with rights, counters and en passant squares of all
// kinds.
var oddFENs = []string{
	"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 b - - 3 40",
	"r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
	"4k3/8/8/8/4pP2/8/8/4K3 b - f3 0 40", "rnbqkbnr/ppp1pppp/8/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 3", "1r2k1r1/8/8/8/8/8/8/1R2K1R1 w GBgb - 99 200",
	"bqnr1knb/pppprppp/8/8/8/8/PPPPRPPP/BQNR1KNB b Dd - 6 4", "k1k5/pp6/8/3Q4/8/8/6PP/K1K5 b - - 0 1", "8/8/8/8/8/8/8/8 w - - 254 65535",
}

// listed returns consecutive positions of a game.
func listed(i int, _ func(uint32) uint32) []tag {
	lines := strings.Split(walked(initial, 40, func(int) (int, int) { return 0, 1 }), "\n")
	return []tag{{"FEN", lines[i]}}
}

// scattered returns positions of unrelated games.
func scattered(i int, _ func(uint32) uint32) []tag {
	lines := strings.Split(walked(initial, 12, func(i int) (int, int) { return 40, 50 + 3*i }), "\n")
	return []tag{{"FEN", lines[i+1]}}
}

// positionLists are the lists of positions that columns may be.
type positionLists struct{}

func (positionLists) Append(dst, lines []byte, thorough bool, b *budget.Budget) ([]byte, bool) {
	return positions.Append(dst, lines, (*level.Level)(learned.V1).Lists, b)
}

func (positionLists) Decode(src []byte, limit int, b *budget.Budget) ([]byte, error) {
	return positions.Decode(src, limit, b, nil, (*level.Level)(learned.V1).Lists)
}

// openLines are the first moves of games.
var openLines = []string{"e4 e5 Nf3 Nc6 Bb5 a6", "e4 c5 Nf3 d6", "d4 d5 c4 e6 Nc3", "", "a3 a6 a4 a5", "c4 e5 Nc3 Nf6", "e4 c5 Nc3 Nc6 g3"}

// openingTags returns tags that mostly follow from the first moves.
func openingTags(i int, r func(uint32) uint32) []tag {
	name := [...]struct{ eco, opening string }{
		{"C68", "Ruy Lopez: Morphy Defense"}, {"B50", "Sicilian Defense"}, {"D31", "Queen's Gambit Declined"}, {"A00", "?"}, {"A00", "Anderssen's Opening"},
		{"A22", "English Opening"}, {"B24", "Sicilian Defense: Closed"},
	}[i%len(openLines)]
	if r(9) == 0 {
		name.opening = "another one"
	}
	return []tag{{"White", names[r(6)]}, {"Black", names[r(6)]}, {"ECO", name.eco}, {"Opening", name.opening}}
}

// openColumn is the openings of games, on which tags may depend.
type openColumn struct {
	data []byte
	last []called.Last
}

// openingsOf returns the openings of games, or nil.
func openingsOf(t *testing.T, games []tagged) *openColumn {
	t.Helper()
	var w openings.Writer
	w.Reset(6, 0, false)
	some := false
	for _, g := range games {
		some = some || g.moves != ""
		of, moves := opened(t, &openGame{int(g.plies), g.tags, g.moves})
		w.Begin(&of)
		for _, m := range moves {
			w.Play(m)
		}
		w.End(of.Plies)
	}
	if !some {
		return nil
	}
	return &openColumn{w.Finish(), w.Last()}
}

// of returns the columns of the games' tags.
func (c *openColumn) of(games []tagged) *tags.Table {
	t := tableOf(games)
	if c != nil {
		t.Openings = func() ([]called.Last, error) { return c.last, nil }
	}
	return t
}
