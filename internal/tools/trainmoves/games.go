package main

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/corpus"
	"github.com/chesszip/chesszip/internal/model/moves"
	"github.com/chesszip/chesszip/movegen"
	"github.com/chesszip/chesszip/notation"
	"github.com/chesszip/chesszip/pgn"
)

// source is one file of the mix.
type source struct {
	name   string
	every  int // take every n-th game
	copies int // and train on it so often
}

// read returns the main lines of the games of a source.
func (s source) read() ([]game, error) {
	src, err := corpus.Read("pgn/" + s.name)
	if err != nil {
		return nil, err
	}
	return mainLines(src, s.every), nil
}

// mainLines returns the main lines of every n-th game in src. A game ends before
// its first move that is no legal SAN, or a null move; games without moves and
// games from a FEN that cannot be read are left out.
func mainLines(src []byte, every int) []game {
	var games []game
	var split pgn.Splitter
	for n := 0; ; n++ {
		size, ok := split.Next(src, true)
		if !ok {
			return games
		}
		if n%every == 0 {
			if g := mainLine(src[:size]); len(g.Moves) > 0 {
				games = append(games, g)
			}
		}
		src = src[size:]
	}
}

// mainLine reads the game in text.
func mainLine(text []byte) (g game) {
	in := pgn.NewScanner(text)
	g = game{Start: board.Start()}
	defer func() { g.known.Plies = len(g.Moves) }()
	p := g.Start
	var room [256]board.Move
	depth := 0
	for {
		t, ok := in.Next()
		if !ok {
			return g
		}
		switch t.Kind {
		case pgn.TagPair:
			name, value := t.Tag()
			g.tag(string(name), string(value))
			if bytes.EqualFold(name, []byte("FEN")) && len(g.Moves) == 0 {
				var err error
				if p, err = board.ParseFEN(string(value)); err != nil {
					return game{}
				}
				g.Start = p
			}
		case pgn.Open:
			depth++
		case pgn.Close:
			depth--
		case pgn.Result:
			if depth == 0 {
				return g
			}
		case pgn.Move:
			if depth > 0 {
				continue
			}
			legal := movegen.AppendLegal(room[:0], &p)
			m, _, err := notation.Standard.ParseSAN(t.Text, &p, legal)
			if err != nil || m == board.NullMove {
				return g
			}
			g.Moves = append(g.Moves, m)
			movegen.Make(&p, m)
		}
	}
}

type game struct {
	Start board.Position
	Moves []board.Move
	known moves.Known
}

func (g *game) tag(name, value string) {
	switch name {
	case "Result":
		switch value {
		case "1-0":
			g.known.Result = moves.WhiteWins
		case "0-1":
			g.known.Result = moves.BlackWins
		case "1/2-1/2":
			g.known.Result = moves.Draw
		}
	case "WhiteElo":
		g.known.WhiteElo, _ = strconv.Atoi(value)
	case "BlackElo":
		g.known.BlackElo, _ = strconv.Atoi(value)
	case "Termination":
		switch {
		case strings.Contains(value, "on time") || strings.Contains(value, "Time forfeit") || strings.Contains(value, "time forfeit"):
			g.known.Ending = moves.Forfeit
		default:
			g.known.Ending = moves.Normal
		}
	case "TimeControl":
		var base, inc int
		if n, _ := fmt.Sscanf(value, "%d+%d", &base, &inc); n >= 1 {
			g.known.Seconds = base + 40*inc
		}
	}
}
