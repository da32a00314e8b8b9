package boards

import (
	"bytes"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/gamestate"
	"github.com/chesszip/chesszip/internal/train"
	"github.com/chesszip/chesszip/movegen"
)

// holdOut: one in so many games or lines is held out, for the report.
const holdOut = 40

// asGiven: one in so many positions keeps an en passant square on which no pawn can
// be captured, as some programs write it.
const asGiven = 8

// FromGames adds to s every n-th position of the games.
func (s *Source) FromGames(games []train.Game, every int) {
	n := 0
	for i := range games {
		g := &games[i]
		p := g.Start
		for ply := 0; ; ply++ {
			if n++; n%every == 0 {
				s.add(p, i%holdOut == holdOut-1, n/every)
			}
			if ply == len(g.Moves) {
				break
			}
			movegen.Make(&p, g.Moves[ply])
		}
	}
}

// FromLines adds to s the position that every n-th line of text begins with: FEN,
// EPD, or fields between commas. Other lines are left out.
func (s *Source) FromLines(text []byte, every int) {
	n := 0
	for line := range bytes.Lines(text) {
		if n++; n%every != 0 {
			continue
		}
		if i := bytes.IndexAny(line, ",;"); i >= 0 {
			line = line[:i]
		}
		fields := bytes.Fields(line)
		if len(fields) < 4 {
			continue
		}
		// An EPD has opcodes in place of the counters.
		keep := 4
		if len(fields) >= 6 && isNumber(fields[4]) && isNumber(fields[5]) {
			keep = 6
		}
		p, err := board.ParseFEN(string(bytes.Join(fields[:keep], []byte(" "))))
		if err != nil {
			continue
		}
		s.add(p, n/every%holdOut == holdOut-1, n/every)
	}
}

func isNumber(b []byte) bool {
	return len(b) > 0 && len(bytes.Trim(b, "0123456789")) == 0
}

func (s *Source) add(p board.Position, held bool, n int) {
	if !s.AsGiven && (held || n%asGiven != 0) {
		LegalEnPassant(&p)
	}
	if held {
		s.Held = append(s.Held, p)
		return
	}
	s.Positions = append(s.Positions, p)
}

// LegalEnPassant removes an en passant square on which no capture is legal.
func LegalEnPassant(p *board.Position) {
	if p.EnPassant != 0 {
		p.EnPassant = gamestate.Essence(p).EnPassant
	}
}
