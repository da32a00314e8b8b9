// Package pattern knows what may be looked for on the boards of games: pieces on
// squares, material, structures of pawns, moves, how long something holds and what
// comes after it. Patterns are written in one small language, which docs/patterns.md
// describes, and evaluated one position after the other. The package knows neither
// files nor queries.
//
//	p, err := pattern.Parse("white-passed:a then check")
//	s := p.NewScan()
//	s.Begin()
//	for more := true; more && game.Next(); {
//		more = s.See(game.Position(), game.Move())
//	}
//
// A position costs time linear in the length of the text. Conditions that change
// with captures and pawn moves only are evaluated at these, and a game is left where
// a condition can never hold again: pieces never come back, and pawns never go back.
package pattern

import (
	"slices"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/index/signature"
	"github.com/chesszip/chesszip/internal/query/pattern/language"
)

// Pattern is a pattern that was understood. It is not changed any more, and may be
// looked for by several goroutines at once.
type Pattern struct {
	text         string
	flip         flip
	programs     []program // one for each reading, as it stands first
	ahead        bool      // a position is looked at when its next move is known
	pawns        bool      // a condition asks where pawns are
	openings     [][]board.Move
	openingPlies int     // half-moves of the longest, -1 if there is none
	most         int     // pieces on the board where it is met
	least        int     // half-moves before it is met
	wants        []wants // of each reading
}

// Parse understands a pattern. The error is an *Error.
func Parse(text string) (*Pattern, error) {
	steps, err := language.Parse(text, isWord)
	if err != nil {
		return nil, err
	}
	p := &Pattern{text: language.Text(steps), openingPlies: -1}
	var flips []string
	for _, terms := range steps {
		for _, t := range terms {
			if t.Name == "flip" {
				flips = append(flips, t.Values...)
				if t.Values == nil {
					return nil, language.Wrong("flip", "", "color, files, or color,files")
				}
			}
		}
	}
	f, err := parseFlip(flips)
	if err != nil {
		return nil, err
	}
	p.flip = f
	for i, v := range f.variants() {
		var openings [][]board.Move
		program, ahead, err := newProgram(steps, v, &openings)
		if err != nil {
			return nil, err
		}
		if i == 0 {
			p.openings = openings
		}
		p.programs = append(p.programs, program)
		p.ahead = p.ahead || ahead
	}
	for _, line := range p.openings {
		p.openingPlies = max(p.openingPlies, len(line))
	}
	p.bound()
	for i := range p.programs {
		p.wants = append(p.wants, wantsOf(p.programs[i].steps, p.openings))
	}
	return p, nil
}

// String returns a text that Parse makes the same pattern of.
func (p *Pattern) String() string { return p.text }

// MostPieces returns how many pieces are on the board at most where the pattern is
// met in a game from the start position of standard chess.
func (p *Pattern) MostPieces() int { return p.most }

// LeastPlies returns a number of half-moves that a game must have.
func (p *Pattern) LeastPlies() int { return p.least }

// Admits reports whether a game with a signature may have the pattern.
func (p *Pattern) Admits(s *signature.Signature) bool {
	return slices.ContainsFunc(p.wants, func(w wants) bool { return w.admit(s) })
}

// bound finds what holds for all games that have the pattern. Readings differ by
// colours and files, which make no difference for it.
func (p *Pattern) bound() {
	p.most = 32
	last := -1 // ply at which the steps so far are met at the earliest
	for _, s := range p.programs[0].steps {
		for _, c := range slices.Concat(s.counted, s.rare, s.often) {
			p.most = min(p.most, mostPieces(c))
			p.pawns = p.pawns || asksPawns(c)
			if o, ok := c.(*opening); ok {
				last = max(last, o.plies-1)
			}
		}
		last = max(last+1, s.plies.min) + s.hold - 1
	}
	p.least = last
}

// mostPieces returns how many pieces a position has at most that a condition holds
// for.
func mostPieces(c condition) int {
	switch c := c.(type) {
	case interface{ mostPieces() int }:
		return c.mostPieces()
	case anyOf:
		most := 0
		for _, one := range c {
			most = max(most, mostPieces(one))
		}
		return most
	}
	return 32
}

// asksPawns reports whether a condition may be gone with a pawn move.
func asksPawns(c condition) bool {
	switch c := c.(type) {
	case *boardCondition:
		return len(c.pawns[board.White])+len(c.pawns[board.Black]) > 0
	case *fenCondition:
		return asksPawns(c.boardCondition)
	case *somewhere:
		return c.from != 0
	case anyOf:
		return slices.ContainsFunc(c, asksPawns)
	}
	return false
}
