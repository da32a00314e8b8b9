package pattern

import (
	"math/bits"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/query/pattern/language"
	"github.com/chesszip/chesszip/internal/query/pattern/pawns"
)

// structureCondition is a structure of pawns: on all of some files, or a number of
// pawns.
type structureCondition struct {
	*pawns.Structure
	side   side
	files  uint8
	number bounds // of pawns
	only   bool   // on no other files
}

func (s *structureCondition) holds(f *facts) bool {
	for c := board.White; c <= board.Black; c++ {
		if !s.side.has(c) {
			continue
		}
		found := s.Find(f.pawns[c], f.pawns[c.Other()], c)
		if s.number.has(found.Count()) {
			if on := pawns.FilesOf(found); s.files&^on == 0 && (!s.only || on == s.files) {
				return true
			}
		}
	}
	return false
}

func (s *structureCondition) gone(f *facts) bool {
	least := max(s.Least, bits.OnesCount8(s.files))
	if least = max(least, s.number.min); s.number.min <= 0 {
		least = 0 // no pawn is needed
	}
	for c := board.White; c <= board.Black; c++ {
		if s.side.has(c) && f.pawns[c].Count() >= least {
			return false
		}
	}
	return true
}

// newStructure parses the value of a structure; without a value, any pawn in it matches.
func newStructure(s *pawns.Structure, of side, value string, f flip) (condition, *language.Error) {
	c := &structureCondition{Structure: s, side: f.side(of), number: bounds{1, language.Unbounded}}
	if value == "" {
		return c, nil
	}
	if files, ok := filesOf(value); ok {
		c.files = f.fileSet(files)
		return c, nil
	}
	n, ok := parseBounds(value)
	if !ok || n.max < 0 {
		return nil, language.Wrong("", value, "files such as d or ah, or how many pawns, such as 2-")
	}
	c.number = n
	return c, nil
}

// newFiles parses the list of files on which a player has pawns.
func newFiles(of side, value string, f flip) (condition, *language.Error) {
	all := &pawns.Structures[len(pawns.Structures)-1]
	c := &structureCondition{Structure: all, side: f.side(of), only: true, number: bounds{0, language.Unbounded}}
	files, ok := filesOf(value)
	if !ok && value != "-" {
		return nil, language.Wrong("", value, "all files with pawns, such as abfgh, or - for none")
	}
	c.files = f.fileSet(files)
	if files != 0 {
		c.number.min = 1
	}
	return c, nil
}

// newOpen parses files without pawns: of both players, or of one while the other has
// some.
func newOpen(half bool, of side, value string, f flip) (condition, *language.Error) {
	files, ok := filesOf(value)
	if value != "" && !ok {
		return nil, language.Wrong("", value, "files such as d or ah")
	}
	files, of = f.fileSet(files), f.side(of)
	fits := func(open uint8) bool { return open != 0 && files&^open == 0 }
	return lasting(func(p *facts) bool {
		on := [2]uint8{pawns.FilesOf(p.pawns[0]), pawns.FilesOf(p.pawns[1])}
		if !half {
			return fits(^(on[0] | on[1]))
		}
		return of.has(board.White) && fits(on[1]&^on[0]) || of.has(board.Black) && fits(on[0]&^on[1])
	}), nil
}

// newPawns parses a number of pawns.
func newPawns(of side, value string, f flip) (condition, *language.Error) {
	n, ok := parseBounds(value)
	if !ok || n.max < 0 {
		return nil, language.Wrong("", value, "how many, such as 6, 3-5 or -4")
	}
	return &pawnCount{f.side(of), n}, nil
}

// pawnCount is the number of a player's pawns; for either side, of both together.
type pawnCount struct {
	side side
	n    bounds
}

func (c *pawnCount) count(f *facts) (n int) {
	for color := board.White; color <= board.Black; color++ {
		if c.side.has(color) {
			n += f.pawns[color].Count()
		}
	}
	return n
}

func (c *pawnCount) holds(f *facts) bool { return c.n.has(c.count(f)) }

func (c *pawnCount) gone(f *facts) bool { return c.count(f) < c.n.min }
