// Package pattern searches the positions of games for pieces on squares, material, pawn
// structures and moves, for how long something holds and what comes after it. Patterns
// are written in a small language, which docs/patterns.md describes, and evaluated
// position by position. The package depends on neither files nor queries.
//
//	p, err := pattern.Parse("white-passed:a then check")
//	s := p.NewScan()
//	s.Begin()
//	for more := true; more && game.Next(); {
//		more = s.See(game.Position(), game.Move())
//	}
//
// A position costs time linear in the length of the text. Conditions that change only
// with captures and pawn moves are evaluated only then. The scan of a game ends when a
// condition can never hold again: pieces never come back, and pawns never go back.
package pattern

import (
	"slices"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/column/signature"
	"github.com/chesszip/chesszip/internal/query/pattern/language"
)

// Pattern is a compiled pattern. It does not change, and several goroutines may use it
// at once.
type Pattern struct {
	text         string
	flip         flip
	programs     []program // one for each reading, the unchanged one first
	ahead        bool      // a position is examined when its next move is known
	pawns        bool      // a condition depends on pawns
	openings     [][]board.Move
	openingPlies int     // half-moves of the longest, -1 if there is none
	most         int     // greatest number of pieces on the board at a match
	least        int     // least number of half-moves before a match
	wants        []wants // of each reading
}

// Parse compiles a pattern. The error is an *Error.
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

// String returns a text for which Parse returns the same pattern.
func (p *Pattern) String() string { return p.text }

// MostPieces returns the greatest number of pieces on the board at a match, in a game
// from the standard start position.
func (p *Pattern) MostPieces() int { return p.most }

// LeastPlies returns a lower bound of the half-moves of a matching game.
func (p *Pattern) LeastPlies() int { return p.least }

// Admits reports whether a game with a signature may have the pattern.
func (p *Pattern) Admits(s *signature.Signature) bool {
	return slices.ContainsFunc(p.wants, func(w wants) bool { return w.admit(s) })
}

// bound computes bounds for all matching games. Readings differ by colours and files,
// which make no difference here.
func (p *Pattern) bound() {
	p.most = 32
	last := -1 // earliest ply of a match of the steps so far
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

// mostPieces returns the greatest number of pieces of a position that meets a condition.
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

// asksPawns reports whether a pawn move may make a condition impossible.
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
