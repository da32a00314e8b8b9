package sheet

import "bytes"

// The tag section of a game is a chain of literal texts with a value between
// each and the next:
//
//	[Event "  value  "]\n[Site "  value  ...  "]\n[Termination "  value  "]\n\n
//
// A literal that ends in an open quote has a value behind it; one that does
// not ends the chain. Which literal follows is nearly always what followed
// the last two of them the last time.

// holeName returns the name of the tag whose value follows literal, or nil if
// literal ends its chain: the text between the last '[' and the space before
// the quote that ends the literal.
func holeName(literal []byte) []byte {
	n := len(literal)
	if n == 0 || literal[n-1] != '"' {
		return nil
	}
	open := bytes.LastIndexByte(literal, '[')
	if open < 0 {
		return nil
	}
	if name := bytes.Trim(literal[open+1:n-1], " \t"); len(name) > 0 {
		return name
	}
	return nil
}

// successors remembers what followed each pair of literals.
type successors struct {
	last map[[2]int][2]int // the last two different successors, the latest first
}

// noLiteral stands for the start of a chain and for a successor not yet seen.
const noLiteral = -1

func newSuccessors() successors { return successors{map[[2]int][2]int{}} }

// after returns the two likeliest successors of a pair.
func (s *successors) after(pair [2]int) [2]int {
	if l, ok := s.last[pair]; ok {
		return l
	}
	return [2]int{noLiteral, noLiteral}
}

// learn notes that next followed pair.
func (s *successors) learn(pair [2]int, next int) {
	l := s.after(pair)
	if l[0] != next {
		s.last[pair] = [2]int{next, l[0]}
	}
}
