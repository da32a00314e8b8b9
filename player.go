package chesszip

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/chesszip/chesszip/internal/base/ctxio"
	"github.com/chesszip/chesszip/internal/base/playername"
	"github.com/chesszip/chesszip/internal/query"
	"github.com/chesszip/chesszip/internal/read/rows"
	"github.com/chesszip/chesszip/internal/read/view"
	"github.com/chesszip/chesszip/pgn"
)

// SameNames groups the spellings of names: Carlsen, Magnus and M. Carlsen are one name,
// by the rules of docs/duplicates.md. A spelling that may be one of several names is a
// group of its own. In a group the most frequent spelling is the first, and the groups
// are in the order of their numbers of games.
func SameNames(names []NameCount) [][]NameCount {
	texts := make([]string, len(names))
	for i, n := range names {
		texts[i] = n.Name
	}
	var groups [][]NameCount
	for _, g := range playername.Groups(texts) {
		group := make([]NameCount, len(g))
		for i, k := range g {
			group[i] = names[k]
		}
		slices.SortFunc(group, byGames)
		groups = append(groups, group)
	}
	games := func(g []NameCount) (n int64) {
		for _, name := range g {
			n += name.Games
		}
		return n
	}
	slices.SortFunc(groups, func(a, b []NameCount) int {
		return cmp.Or(cmp.Compare(games(b), games(a)), byGames(a[0], b[0]))
	})
	return groups
}

func byGames(a, b NameCount) int {
	return cmp.Or(cmp.Compare(b.Games, a.Games), strings.Compare(a.Name, b.Name))
}

// Score is the results of some games for a player.
type Score struct {
	Wins   int64 `json:"wins"`
	Draws  int64 `json:"draws"`
	Losses int64 `json:"losses"`
	Other  int64 `json:"other"` // unfinished, or without a result
}

// Games returns the number of games.
func (s Score) Games() int64 { return s.Wins + s.Draws + s.Losses + s.Other }

// Percent returns the points in percent of those that could be won in games with a
// result, 0 if there are none.
func (s Score) Percent() float64 {
	finished := s.Games() - s.Other
	return 100 * (float64(s.Wins) + float64(s.Draws)/2) / float64(max(1, finished))
}

// Add adds the results of t.
func (s *Score) Add(t Score) {
	s.Wins, s.Draws, s.Losses, s.Other = s.Wins+t.Wins, s.Draws+t.Draws, s.Losses+t.Losses, s.Other+t.Other
}

// RatingSpan is the least, the greatest and the mean of some ratings.
type RatingSpan struct {
	Min  int `json:"min"`
	Max  int `json:"max"`
	Mean int `json:"mean"`
}

// PlayerReport is what the games of a player say. Lists have the most frequent first.
// Ratings are nil, and dates "", if they are not known. Its JSON is that of chesszip
// players --of.
type PlayerReport struct {
	Games int64 `json:"games"`
	// Names are the spellings of the player's name.
	Names []NameCount `json:"names"`
	White Score       `json:"white"` // with the white pieces
	Black Score       `json:"black"`
	First string      `json:"first"` // date
	Last  string      `json:"last"`
	// Rating is that of the player, Opposition that of the opponents.
	Rating     *RatingSpan      `json:"rating"`
	Opposition *RatingSpan      `json:"opposition"`
	Years      []PlayerYear     `json:"years"`   // those with games, in their order
	Ratings    []PlayerRating   `json:"ratings"` // by month, in their order
	Openings   PlayerOpenings   `json:"openings"`
	Opponents  []PlayerOpponent `json:"opponents"`
}

// PlayerYear is the games of a player in a year.
type PlayerYear struct {
	Year   int         `json:"year"`
	White  Score       `json:"white"`
	Black  Score       `json:"black"`
	Rating *RatingSpan `json:"rating"`
}

// PlayerRating is the ratings of a player in a month such as 2013.01, or in 2013.?? if the
// month is not known.
type PlayerRating struct {
	Month string `json:"month"`
	RatingSpan
}

// PlayerOpenings is the openings of a player with each colour.
type PlayerOpenings struct {
	White []PlayerOpening `json:"white"`
	Black []PlayerOpening `json:"black"`
}

// PlayerOpening is the games of a player with an opening, as one colour. Lines of a
// variation, which follow a comma in the name, count together.
type PlayerOpening struct {
	ECO   string `json:"eco"`  // most frequent code of these games, or ""
	Name  string `json:"name"` // as in Game.Opening
	Games int64  `json:"games"`
	Score Score  `json:"score"`
}

// PlayerOpponent is the games of a player against another.
type PlayerOpponent struct {
	Name  string `json:"name"`
	Games int64  `json:"games"`
	White Score  `json:"white"`
	Black Score  `json:"black"`
}

// maxOpponents is the greatest number of opponents, of spellings, and of openings of each
// colour, that are counted.
const maxOpponents = 100_000

// PlayerReporter makes a report of the games of a player in one or several archives.
// Opponents, spellings and openings after the first 100,000 are not listed. It must not be used by
// several goroutines at once.
type PlayerReporter struct {
	player *Query
	white  *query.Selection

	sides         [2]Score // of White and Black
	names         map[string]int64
	first, last   string
	rating, other spread
	years         map[int]*playedYear
	months        map[string]*spread           // ratings
	openings      [2]map[string]*playedOpening // by name
	opponents     map[string]*[2]Score
}

type playedOpening struct {
	score Score
	codes map[string]int64
}

type playedYear struct {
	sides  [2]Score
	rating spread
}

// spread is the number, the sum, the least and the greatest of some ratings.
type spread struct {
	n, sum   int64
	min, max int
}

func (s *spread) add(rating int) {
	if rating == 0 {
		return
	}
	if s.n == 0 {
		s.min = rating
	}
	s.n, s.sum = s.n+1, s.sum+int64(rating)
	s.min, s.max = min(s.min, rating), max(s.max, rating)
}

// NewPlayerReporter returns a PlayerReporter of the player with a name, as the field
// player of a query has it. A game of two players with the name counts for White. The
// error is ErrQuery.
func NewPlayerReporter(name string) (*PlayerReporter, error) {
	r := &PlayerReporter{
		names: map[string]int64{}, years: map[int]*playedYear{}, months: map[string]*spread{}, opponents: map[string]*[2]Score{},
		openings: [2]map[string]*playedOpening{{}, {}}, player: new(Query).Add("player", name),
	}
	if err := r.player.Validate(); err != nil {
		return nil, err
	}
	white, err := compile(new(Query).Add("white", name))
	r.white = new(query.Selection).Where(white)
	return r, err
}

// Add counts those of some games that the player played. It reads open columns if these
// have names, numbers and moves, otherwise tags, and moves for the names of openings. The error is damage or that of ctx; the games
// that can be read are counted nevertheless.
func (r *PlayerReporter) Add(ctx context.Context, games Games) (err error) {
	g := games.Where(r.player)
	if g.err != nil {
		return g.err
	}
	var of sync.Mutex
	black := map[int64]bool{} // numbers of games that the player had Black in
	white := r.white.Finder(false)
	each(ctx, &g, g.part(), g.finder(false), func(v *view.View, found rows.Found) ([]rows.Row, error) {
		asWhite, err := white(v, found.Items)
		if err != nil {
			return nil, err
		}
		read, err := rows.Read(v, found, rows.Tags|rows.Numbers|rows.Opening, []string{"White", "Black"})
		of.Lock()
		defer of.Unlock()
		for i, row := range read {
			if _, is := slices.BinarySearch(asWhite.Items, found.Items[i]); !is {
				black[row.Number] = true
			}
		}
		return read, err
	}, func(row rows.Row, e error) bool {
		if err = keepFirst(err, e); e == nil {
			of.Lock()
			side := black[row.Number]
			of.Unlock()
			g := gameOf(&row)
			r.add(&g, side)
		}
		return true
	})
	return ctxio.Instead(ctx, err)
}

// add counts a game.
func (r *PlayerReporter) add(g *Game, black bool) {
	side, tags := 0, [2]string{"White", "Black"}
	elo, otherElo := g.WhiteElo, g.BlackElo
	if black {
		side, tags = 1, [2]string{"Black", "White"}
		elo, otherElo = otherElo, elo
	}
	var s Score
	switch {
	case g.Result == "1/2-1/2":
		s.Draws = 1
	case g.Result == "1-0" && !black, g.Result == "0-1" && black:
		s.Wins = 1
	case g.Result == "1-0", g.Result == "0-1":
		s.Losses = 1
	default:
		s.Other = 1
	}
	r.sides[side].Add(s)
	if name := pgn.UTF8(g.Tag(tags[0])); len(r.names) < maxOpponents || r.names[name] > 0 {
		r.names[name]++
	}
	r.rating.add(elo)
	r.other.add(otherElo)
	if date := g.Date(); date != "" {
		if r.first == "" || date < r.first {
			r.first = date
		}
		r.last = max(r.last, date)
		if r.years[g.Year] == nil {
			r.years[g.Year] = new(playedYear)
		}
		r.years[g.Year].sides[side].Add(s)
		r.years[g.Year].rating.add(elo)
		if month := date[:len("2013.01")]; elo > 0 {
			if r.months[month] == nil {
				r.months[month] = new(spread)
			}
			r.months[month].add(elo)
		}
	}
	if name, _, _ := strings.Cut(pgn.UTF8(g.Opening), ","); name != "" && (r.openings[side][name] != nil || len(r.openings[side]) < maxOpponents) {
		if r.openings[side][name] == nil {
			r.openings[side][name] = &playedOpening{codes: map[string]int64{}}
		}
		r.openings[side][name].score.Add(s)
		r.openings[side][name].codes[g.ECO]++
	}
	opponent := pgn.UTF8(g.Tag(tags[1]))
	if opponent == "" || opponent == "?" {
		return
	}
	if r.opponents[opponent] == nil {
		if len(r.opponents) == maxOpponents {
			return
		}
		r.opponents[opponent] = new([2]Score)
	}
	r.opponents[opponent][side].Add(s)
}

// Report returns the report of the games that were added, with at most most names,
// openings of each colour, and opponents.
func (r *PlayerReporter) Report(most int) *PlayerReport {
	p := &PlayerReport{
		Games: r.sides[0].Games() + r.sides[1].Games(), White: r.sides[0], Black: r.sides[1],
		First: r.first, Last: r.last, Rating: spanOf(r.rating), Opposition: spanOf(r.other),
		Years: []PlayerYear{}, Ratings: []PlayerRating{},
	}
	p.Names = ranked(r.names, most)
	for _, year := range slices.Sorted(maps.Keys(r.years)) {
		y := r.years[year]
		p.Years = append(p.Years, PlayerYear{year, y.sides[0], y.sides[1], spanOf(y.rating)})
	}
	for _, month := range slices.Sorted(maps.Keys(r.months)) {
		p.Ratings = append(p.Ratings, PlayerRating{month, *spanOf(*r.months[month])})
	}
	for side, list := range [...]*[]PlayerOpening{&p.Openings.White, &p.Openings.Black} {
		*list = []PlayerOpening{}
		names := map[string]int64{}
		for name, o := range r.openings[side] {
			names[name] = o.score.Games()
		}
		for _, n := range ranked(names, most) {
			o, eco := r.openings[side][n.Name], ""
			for code, n := range o.codes {
				if most := o.codes[eco]; n > most || n == most && code < eco {
					eco = code
				}
			}
			*list = append(*list, PlayerOpening{eco, n.Name, n.Games, o.score})
		}
	}
	p.Opponents = []PlayerOpponent{}
	names := map[string]int64{}
	for name, s := range r.opponents {
		names[name] = s[0].Games() + s[1].Games()
	}
	for _, n := range ranked(names, most) {
		s := r.opponents[n.Name]
		p.Opponents = append(p.Opponents, PlayerOpponent{n.Name, n.Games, s[0], s[1]})
	}
	return p
}

// ranked returns at most most names, those with most games first, equal ones by name.
func ranked(names map[string]int64, most int) []NameCount {
	all := make([]NameCount, 0, len(names))
	for name, n := range names {
		all = append(all, NameCount{name, n})
	}
	slices.SortFunc(all, byGames)
	return all[:min(len(all), max(most, 0))]
}

func spanOf(s spread) *RatingSpan {
	if s.n == 0 {
		return nil
	}
	return &RatingSpan{s.min, s.max, int((s.sum + s.n/2) / s.n)}
}
