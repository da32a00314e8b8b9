package main

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/movegen"
	"github.com/chesszip/chesszip/pgn"
)

// exploredJSON is an answer in the form of explorer.lichess.org, with two additions:
// other results, and how many games were examined.
type exploredJSON struct {
	White       int64        `json:"white"`
	Draws       int64        `json:"draws"`
	Black       int64        `json:"black"`
	Other       int64        `json:"other"`
	Moves       []moveJSON   `json:"moves"`
	TopGames    []sampleJSON `json:"topGames"`
	RecentGames []sampleJSON `json:"recentGames"`
	Opening     *openingJSON `json:"opening"`
	Looked      lookedJSON   `json:"looked"`
}

type lookedJSON struct {
	Stored  int64 `json:"stored"`
	Indexed int64 `json:"indexed"`
	Decoded int64 `json:"decoded"`
}

// moveJSON is a move. Unknown values are null.
type moveJSON struct {
	UCI            string       `json:"uci"`
	SAN            string       `json:"san"`
	Rating         *int         `json:"averageRating"`
	OpponentRating *int         `json:"averageOpponentRating"`
	Performance    *int         `json:"performance"`
	White          int64        `json:"white"`
	Draws          int64        `json:"draws"`
	Black          int64        `json:"black"`
	Other          int64        `json:"other"`
	LastYear       *int         `json:"lastYear"`
	Game           *sampleJSON  `json:"game"`
	Opening        *openingJSON `json:"opening"`
	Moves          []moveJSON   `json:"moves,omitempty"` // with --depth; once for each position
}

type openingJSON struct {
	ECO  string `json:"eco"`
	Name string `json:"name"`
}

type sampleJSON struct {
	UCI    string     `json:"uci,omitempty"`
	ID     string     `json:"id"`
	Winner *string    `json:"winner"`
	White  playerJSON `json:"white"`
	Black  playerJSON `json:"black"`
	Year   *int       `json:"year"`
	Month  *string    `json:"month"`
	File   string     `json:"file"`
	Number int64      `json:"number"`
}

type playerJSON struct {
	Name   string `json:"name"`
	Rating *int   `json:"rating"`
}

// orNull returns n, nil for 0.
func orNull(n int) *int {
	if n == 0 {
		return nil
	}
	return &n
}

func jsonOfOpening(o chesszip.Opening) *openingJSON {
	if o == (chesszip.Opening{}) {
		return nil
	}
	return &openingJSON{o.ECO, o.Name}
}

// printJSON prints the tree as a line of JSON.
func (x *exploration) printJSON(s *sink, tree *chesszip.Explored) error {
	out := exploredJSON{
		White: tree.White, Draws: tree.Draws, Black: tree.Black, Other: tree.Open,
		Moves: x.movesJSON(tree), TopGames: []sampleJSON{}, RecentGames: []sampleJSON{},
		Opening: jsonOfOpening(x.known), Looked: lookedJSON{tree.Effort.Stored, tree.Effort.Indexed, tree.Effort.Decoded},
	}
	for _, g := range tree.Samples {
		uci := ""
		for _, m := range tree.Moves {
			if slices.Contains(m.Samples, g) {
				uci = m.UCI
				break
			}
		}
		out.TopGames = append(out.TopGames, *x.sampleJSON(g, uci))
	}
	return writeJSON(s, &out)
}

// movesJSON returns the moves of a position, and those after them.
func (x *exploration) movesJSON(at *chesszip.Explored) []moveJSON {
	moves := []moveJSON{}
	for _, m := range x.shown(at) {
		p := at.Position
		opponents := m.BlackElo
		if p.Turn == board.Black {
			opponents = m.WhiteElo
		}
		out := moveJSON{
			UCI: m.UCI, SAN: m.SAN,
			Rating: orNull(m.Elo()), OpponentRating: orNull(int(math.Round(opponents.Mean))), Performance: orNull(m.Performance(p.Turn)),
			White: m.White, Draws: m.Draws, Black: m.Black, Other: m.Open, LastYear: orNull(m.LastYear),
		}
		movegen.Make(&p, m.Move)
		out.Opening = jsonOfOpening(chesszip.OpeningOf(p))
		if _, ok := x.games[first(m.Samples)]; ok && m.Games() == 1 {
			out.Game = x.sampleJSON(m.Samples[0], "")
		}
		if m.Next != nil {
			out.Moves = x.movesJSON(m.Next)
		}
		moves = append(moves, out)
	}
	return moves
}

// first returns the first sample, or the zero value.
func first(samples []chesszip.SampleGame) (g chesszip.SampleGame) {
	if len(samples) > 0 {
		g = samples[0]
	}
	return g
}

// sampleJSON returns a sample game.
func (x *exploration) sampleJSON(g chesszip.SampleGame, uci string) *sampleJSON {
	h := x.games[g]
	out := &sampleJSON{
		UCI: uci, ID: fmt.Sprint(g.Number + 1), File: pgn.UTF8(x.files[g.File]), Number: g.Number + 1,
		White: playerJSON{pgn.UTF8(h.Tag("White")), orNull(h.WhiteElo)}, Black: playerJSON{pgn.UTF8(h.Tag("Black")), orNull(h.BlackElo)},
	}
	winner := ""
	switch h.Result {
	case "1-0":
		winner = "white"
	case "0-1":
		winner = "black"
	}
	if winner != "" {
		out.Winner = &winner
	}
	out.Year, out.Month = whenJSON(h.Date())
	return out
}

// whenJSON returns the year and the month of a date such as 2013.01.31.
func whenJSON(date string) (year *int, month *string) {
	if len(date) < 4 {
		return nil, nil
	}
	n, err := strconv.Atoi(date[:4])
	if err != nil {
		return nil, nil
	}
	if len(date) >= 7 {
		if m, err := strconv.Atoi(date[5:7]); err == nil && m >= 1 && m <= 12 {
			text := date[:4] + "-" + date[5:7]
			month = &text
		}
	}
	return orNull(n), month
}
