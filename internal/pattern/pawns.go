package pattern

import (
	"github.com/chesszip/chesszip/bitboard"
	"github.com/chesszip/chesszip/board"
)

// structure finds the pawns of a player that stand in a certain way.
type structure struct {
	name  string
	least int // pawns of his that it takes
	find  func(us, them bitboard.Set, color board.Color) bitboard.Set
}

var structures = []structure{
	{"isolated", 1, func(us, _ bitboard.Set, _ board.Color) bitboard.Set {
		return us &^ onFiles(beside(filesOf(us)))
	}},
	{"doubled", 2, func(us, _ bitboard.Set, _ board.Color) bitboard.Set {
		return us & (ahead(us, board.White) | ahead(us, board.Black))
	}},
	{"passed", 1, passed},
	{"connected", 2, func(us, them bitboard.Set, color board.Color) bitboard.Set {
		free := passed(us, them, color)
		return free & onFiles(beside(filesOf(free)))
	}},
	{"backward", 2, backward},
	{"hanging", 2, hanging},
	{"pawn", 1, func(us, _ bitboard.Set, _ board.Color) bitboard.Set { return us }},
}

// ahead returns the squares before those of a set on their files.
func ahead(s bitboard.Set, color board.Color) bitboard.Set {
	if color == board.White {
		s <<= 8
		s |= s << 8
		s |= s << 16
		return s | s<<32
	}
	s >>= 8
	s |= s >> 8
	s |= s >> 16
	return s | s>>32
}

// sideways returns the squares to the left and to the right of those of a set.
func sideways(s bitboard.Set) bitboard.Set {
	return s&^bitboard.FileA>>1 | s&^bitboard.FileH<<1
}

// passed returns the pawns that no pawn of the opponent can stop or capture.
func passed(us, them bitboard.Set, color board.Color) bitboard.Set {
	before := ahead(them, color.Other())
	return us &^ (before | sideways(before))
}

// backward returns the pawns that have fellows on a file beside, all of them
// further on, and whose next square a pawn of the opponent attacks.
func backward(us, them bitboard.Set, color board.Color) bitboard.Set {
	level := sideways(us)
	covered := level | ahead(level, color) // behind these or beside stands a fellow
	late := us &^ covered & onFiles(beside(filesOf(us)))
	if color == board.White {
		return late & (bitboard.PawnsAttacksDown(them) >> 8)
	}
	return late & (bitboard.PawnsAttacksUp(them) << 8)
}

// hanging returns pawns on two files side by side, with no fellows on the files
// beside and no pawns of the opponent before or behind them.
func hanging(us, them bitboard.Set, _ board.Color) bitboard.Set {
	files := filesOf(us)
	open := files &^ filesOf(them)
	// left is the left one of exactly two files.
	left := open & (open >> 1) &^ (files << 1) &^ (files >> 2)
	return us & onFiles(left|left<<1)
}

// structureCondition is a structure of pawns: on all of some files, or so many.
type structureCondition struct {
	*structure
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
		found := s.find(f.pawns[c], f.pawns[c.Other()], c)
		if s.number.has(found.Count()) {
			if on := filesOf(found); s.files&^on == 0 && (!s.only || on == s.files) {
				return true
			}
		}
	}
	return false
}

func (s *structureCondition) gone(f *facts) bool {
	least := max(s.least, numberOf(s.files))
	if least = max(least, s.number.min); s.number.min <= 0 {
		least = 0 // none will do
	}
	for c := board.White; c <= board.Black; c++ {
		if s.side.has(c) && f.pawns[c].Count() >= least {
			return false
		}
	}
	return true
}

// newStructure understands the value of a structure, none standing for any pawn
// in it.
func newStructure(s *structure, of side, value string, f flip) (condition, *Error) {
	c := &structureCondition{structure: s, side: f.side(of), number: bounds{1, unbounded}}
	if value == "" {
		return c, nil
	}
	if files, ok := fileLetters(value); ok {
		c.files = f.fileSet(files)
		return c, nil
	}
	n, ok := parseBounds(value)
	if !ok || n.max < 0 {
		return nil, &Error{"", value, "files such as d or ah, or how many pawns, such as 2-"}
	}
	c.number = n
	return c, nil
}

// newFiles understands the list of files on which a player has pawns.
func newFiles(of side, value string, f flip) (condition, *Error) {
	all := &structures[len(structures)-1]
	c := &structureCondition{structure: all, side: f.side(of), only: true, number: bounds{0, unbounded}}
	files, ok := fileLetters(value)
	if !ok && value != "-" {
		return nil, &Error{"", value, "all files with pawns, such as abfgh, or - for none"}
	}
	c.files = f.fileSet(files)
	if files != 0 {
		c.number.min = 1
	}
	return c, nil
}

// newOpen understands files without pawns: of both players, or of one while the
// other has some.
func newOpen(half bool, of side, value string, f flip) (condition, *Error) {
	files, ok := fileLetters(value)
	if value != "" && !ok {
		return nil, &Error{"", value, "files such as d or ah"}
	}
	files, of = f.fileSet(files), f.side(of)
	fits := func(open uint8) bool { return open != 0 && files&^open == 0 }
	return lasting(func(p *facts) bool {
		on := [2]uint8{filesOf(p.pawns[0]), filesOf(p.pawns[1])}
		if !half {
			return fits(^(on[0] | on[1]))
		}
		return of.has(board.White) && fits(on[1]&^on[0]) || of.has(board.Black) && fits(on[0]&^on[1])
	}), nil
}

// newPawns understands how many pawns are on the board.
func newPawns(of side, value string, f flip) (condition, *Error) {
	n, ok := parseBounds(value)
	if !ok || n.max < 0 {
		return nil, &Error{"", value, "how many, such as 6, 3-5 or -4"}
	}
	return &pawnCount{f.side(of), n}, nil
}

// pawnCount is how many pawns a player has; of either side, both together.
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

// structureNamed returns the structure of a name.
func structureNamed(name string) (*structure, bool) {
	for i := range structures {
		if structures[i].name == name {
			return &structures[i], true
		}
	}
	return nil, false
}
