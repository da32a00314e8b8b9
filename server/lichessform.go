package server

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/internal/base/tagvalue"
	"github.com/chesszip/chesszip/internal/serve/answers"
	"github.com/chesszip/chesszip/pgn"
)

// The explorer's answers. Fields that are not known are null.
type (
	explorerCounts struct {
		White   int64                `json:"white"`
		Draws   int64                `json:"draws"`
		Black   int64                `json:"black"`
		Opening *answers.OpeningJSON `json:"opening"`
	}
	explorerMoves struct {
		Moves []any `json:"moves"`
	}
	topGames struct {
		Games []any `json:"topGames"`
	}
	recentGames struct {
		Games []any `json:"recentGames"`
	}
	explorerHistory struct {
		History []any `json:"history"`
	}
	queuePosition struct {
		Position int `json:"queuePosition"`
	}
	explorerMove struct {
		UCI     string               `json:"uci"`
		SAN     string               `json:"san"`
		White   int64                `json:"white"`
		Draws   int64                `json:"draws"`
		Black   int64                `json:"black"`
		Game    any                  `json:"game"`
		Opening *answers.OpeningJSON `json:"opening"`
	}
	ratedMove struct {
		explorerMove
		Rating *int `json:"averageRating"`
	}
	playerMove struct {
		explorerMove
		Opponents   *int `json:"averageOpponentRating"`
		Performance *int `json:"performance"`
	}
	explorerGame struct {
		UCI    string         `json:"uci,omitempty"`
		ID     string         `json:"id"`
		Winner *string        `json:"winner"`
		White  explorerPlayer `json:"white"`
		Black  explorerPlayer `json:"black"`
		Year   *int           `json:"year"`
		Month  *string        `json:"month"`
	}
	onlineGame struct {
		explorerGame
		Speed *string `json:"speed"`
		Mode  *string `json:"mode"`
	}
	explorerPlayer struct {
		Name   string `json:"name"`
		Rating *int   `json:"rating"`
	}
)

// explorerGameOf returns a sample game in the explorer's form.
func explorerGameOf(g answers.Sample, h *chesszip.Game) explorerGame {
	out := explorerGame{
		UCI: g.UCI, ID: g.ID(),
		White: explorerPlayer{pgn.UTF8(h.Tag("White")), answers.OrNull(h.WhiteElo)}, Black: explorerPlayer{pgn.UTF8(h.Tag("Black")), answers.OrNull(h.BlackElo)},
	}
	switch h.Result {
	case "1-0":
		out.Winner = answers.TextOrNull("white")
	case "0-1":
		out.Winner = answers.TextOrNull("black")
	}
	out.Year, out.Month = whenOf(h.Date())
	return out
}

// explorerRequest parses the parameters of a request.
func (s *explorer) explorerRequest(a *answers.Answer, kind explorerKind) (x *explorerRequest, err error) {
	x = &explorerRequest{explorerKind: kind, query: &chesszip.Query{}}
	switch v := a.Value("variant"); strings.ToLower(v) {
	case "", "standard", "chess", "chess960", "fromposition":
	default:
		return nil, answers.Bad("variant: games of %q are not served here", v)
	}
	if x.Asked, err = a.Asked(); err != nil {
		return nil, err
	}
	if x.moves, err = a.Number("moves"); err != nil {
		return nil, err
	}
	if kind.mostTop > 0 {
		if x.top, err = a.Number("topGames"); err != nil {
			return nil, err
		}
	}
	if kind.mostRecent > 0 {
		if x.recent, err = a.Number("recentGames"); err != nil {
			return nil, err
		}
	}
	if kind.online {
		if x.history, err = a.Flag("history"); err != nil {
			return nil, err
		}
	}
	if err = x.dates(a); err != nil {
		return nil, err
	}
	if kind.online {
		if err = x.classes(a); err != nil {
			return nil, err
		}
		if err = s.speeds(a, x); err != nil {
			return nil, err
		}
	}
	if kind.player {
		if err = x.ofPlayer(a); err != nil {
			return nil, err
		}
	}
	x.text = x.query.String()
	return x, x.query.Validate()
}

// dates parses since and until, a year or a month each. Since a January, and until a
// December, are searched as years, because of some games only the year is known.
func (x *explorerRequest) dates(a *answers.Answer) error {
	read := func(name, whole string) (string, error) {
		text := a.Value(name)
		year, month, ok := strings.Cut(text, "-")
		n, err := strconv.Atoi(year)
		m, err2 := strconv.Atoi(month)
		switch {
		case text == "":
			return "", nil
		case err != nil || n < 0 || n > 9999 || ok && (err2 != nil || m < 1 || m > 12):
			return "", answers.Bad("%s: %q is neither a year nor a month such as 2013-01", name, text)
		case !ok || month == whole:
			return fmt.Sprintf("%04d", n), nil
		}
		return fmt.Sprintf("%04d-%02d", n, m), nil
	}
	since, err := read("since", "01")
	if err != nil {
		return err
	}
	until, err := read("until", "12")
	if err != nil {
		return err
	}
	if since+until != "" {
		x.query.Add("date", since+".."+until)
	}
	return nil
}

// values returns the values of a list parameter. They are separated by commas or, as
// older tools send them, in repeated parameters whose name ends in brackets.
func values(a *answers.Answer, name string) []string {
	text := a.Value(name)
	if text == "" {
		return a.Request.Values[name+"[]"]
	}
	return strings.Split(text, ",")
}

// parameters are those of a kind of request, as upstream has them: numbers that are too
// high count as the highest.
func (k explorerKind) parameters() []answers.Parameter {
	number := func(name, about string, usual, high int64) answers.Parameter {
		return answers.Parameter{Name: name, About: about, Range: &answers.Range{Usual: usual, High: high, Clamped: true}}
	}
	all := []answers.Parameter{
		{Name: "variant", About: "standard, chess960 or fromPosition"}, answers.ParameterFEN, answers.ParameterPlay,
		{Name: "since", About: "the first year or month, such as 2013-01"}, {Name: "until", About: "the last year or month"},
		number("moves", "number of moves", 12, 1000),
	}
	if k.mostTop > 0 {
		all = append(all, number("topGames", "number of games with the highest ratings", k.top, k.mostTop))
	}
	if k.mostRecent > 0 {
		all = append(all, number("recentGames", "number of latest games", k.recent, k.mostRecent))
	}
	if k.online {
		all = append(all, answers.Parameter{Name: "history", About: "it is answered with null", Flag: true},
			answers.Parameter{Name: "speeds", About: "ultraBullet, bullet, blitz, rapid, classical or correspondence, separated by commas"},
			answers.Parameter{Name: "ratings", About: "groups of ratings, each by a rating in it, separated by commas"},
			answers.Parameter{Name: "modes", About: "rated or casual"})
	}
	if k.player {
		all = append(all, answers.Parameter{Name: "player", About: "whose games, a name as in queries", Needed: true},
			answers.Parameter{Name: "color", About: "that of the player", Values: []string{"white", "black"}, Needed: true})
	}
	return append(all, answers.ParameterArchive)
}

// groups are the lowest ratings of the explorer's groups.
var groups = [...]int{0, 1000, 1200, 1400, 1600, 1800, 2000, 2200, 2500}

// classes parses ratings and modes.
func (x *explorerRequest) classes(a *answers.Answer) error {
	var in [len(groups)]bool
	for _, v := range values(a, "ratings") {
		n, err := strconv.ParseUint(v, 10, 16)
		if err != nil {
			return answers.Bad("ratings: %q is not a rating; groups begin at 0, 1000, 1200, 1400, 1600, 1800, 2000, 2200 and 2500", v)
		}
		i, begins := slices.BinarySearch(groups[:], int(n))
		if !begins {
			i-- // a rating inside a group selects it
		}
		in[i] = true
	}
	var ranges []string
	for i := 0; i < len(in); i++ {
		if !in[i] {
			continue
		}
		from := i
		for i+1 < len(in) && in[i+1] {
			i++
		}
		if i+1 < len(in) {
			ranges = append(ranges, fmt.Sprintf("%d-%d", max(1, groups[from]), groups[i+1]-1))
		} else if from > 0 {
			ranges = append(ranges, strconv.Itoa(groups[from])+"+")
		}
	}
	if len(ranges) > 0 {
		x.query.Add("elo", strings.Join(ranges, ","))
	}
	var rated, casual bool
	for _, v := range values(a, "modes") {
		switch v {
		case "rated":
			rated = true
		case "casual":
			casual = true
		default:
			return answers.Bad("modes: %q is neither rated nor casual", v)
		}
	}
	switch {
	case rated && !casual:
		x.query.Not("event", "casual")
	case casual && !rated:
		x.query.Add("event", "casual")
	}
	return nil
}

// speedNames are the explorer's names of speeds and those of a query. A query counts the
// fastest games as bullet, and has no word for correspondence.
var speedNames = [...]struct{ name, field string }{
	{"ultraBullet", "bullet"}, {"bullet", "bullet"}, {"blitz", "blitz"}, {"rapid", "rapid"},
	{"classical", "classical"}, {"correspondence", "=-"},
}

// speeds parses speeds. They exclude games that are known to have another speed. If the
// games of the files have no speeds, the parameter is ignored.
func (s *explorer) speeds(a *answers.Answer, x *explorerRequest) error {
	wanted := map[string]bool{}
	for _, v := range values(a, "speeds") {
		i := slices.IndexFunc(speedNames[:], func(n struct{ name, field string }) bool { return strings.EqualFold(n.name, v) })
		if i < 0 {
			return answers.Bad("speeds: %q is none; they are ultraBullet, bullet, blitz, rapid, classical and correspondence", v)
		}
		wanted[speedNames[i].field] = true
	}
	if len(wanted) == 0 {
		return nil
	}
	files, err := s.Chosen(a)
	if err != nil {
		return err
	}
	known := false
	for _, i := range files {
		has, err := s.HasTag(a.Context, i, "TimeControl")
		if err != nil {
			return err
		}
		known = known || has
	}
	if !known {
		return nil
	}
	for _, n := range speedNames[1:] {
		if !wanted[n.field] {
			x.query.Not("tc", n.field)
		}
	}
	return nil
}

// ofPlayer parses player and color.
func (x *explorerRequest) ofPlayer(a *answers.Answer) error {
	name, color := a.Value("player"), a.Value("color")
	if name == "" {
		return answers.Bad("player: whose games?")
	}
	if color != "white" && color != "black" {
		return answers.Bad("color: want white or black, not %q", color)
	}
	x.query.Add(color, name)
	return nil
}

// speedOf returns Lichess' name for the speed of a game with so many seconds for 40 moves.
func speedOf(seconds int) string {
	if seconds < 30 {
		return "ultraBullet"
	}
	return tagvalue.SpeedOf(seconds)
}

// whenOf returns the year and the month of a date such as 2013.01.31, nil if not known.
func whenOf(date string) (year *int, month *string) {
	if len(date) < 4 {
		return nil, nil
	}
	n, err := strconv.Atoi(date[:4])
	if err != nil {
		return nil, nil
	}
	if len(date) >= 7 {
		if m, err := strconv.Atoi(date[5:7]); err == nil && m >= 1 && m <= 12 {
			month = answers.TextOrNull(date[:4] + "-" + date[5:7])
		}
	}
	return answers.OrNull(n), month
}
