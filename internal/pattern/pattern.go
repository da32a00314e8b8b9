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
//
// Files, from top to bottom: scan.go, pattern.go, compile.go, fields.go, moves.go,
// imbalance.go, material.go, pawns.go, squares.go, flip.go, facts.go.
package pattern

import (
	"slices"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/pattern/language"
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
	openingPlies int // half-moves of the longest, -1 if there is none
	most         int // pieces on the board where it is met
	least        int // half-moves before it is met
	// absent are the pieces that are not on the board where one of its steps is met.
	absent pieceSet
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
	return p, nil
}

// String returns a text that Parse makes the same pattern of.
func (p *Pattern) String() string { return p.text }

// MostPieces returns how many pieces are on the board at most where the pattern is
// met in a game from the start position of standard chess.
func (p *Pattern) MostPieces() int { return p.most }

// Absent reports whether the pattern is met only where, for one of its steps, no
// piece p is on the board: never by a game in which the last move is made by one that
// was there from the start.
func (p *Pattern) Absent(piece board.Piece) bool { return p.absent>>piece&1 != 0 }

// LeastPlies returns a number of half-moves that a game must have.
func (p *Pattern) LeastPlies() int { return p.least }

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
	p.absent = anyContent
	for _, program := range p.programs {
		absent := pieceSet(0)
		for _, s := range program.steps {
			for _, c := range s.counted {
				absent |= absentFrom(c)
			}
		}
		p.absent &= absent
	}
}

// absentFrom returns the pieces that are not on the board where a condition holds.
func absentFrom(c condition) pieceSet {
	switch c := c.(type) {
	case armies:
		absent := anyContent
		for _, both := range c {
			absent &= both[0].absent() | both[1].absent()<<6
		}
		return absent
	case anyOf:
		absent := anyContent
		for _, one := range c {
			absent &= absentFrom(one)
		}
		return absent
	}
	return 0
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
