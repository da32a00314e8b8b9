package chesszip

import "github.com/chesszip/chesszip/internal/search"

// Pattern is what a game must have on the board, outside variations: pieces on
// squares, material, structures of pawns, moves, or several of these one after the
// other. ParsePattern makes it of a text; the zero Pattern is malformed. It may be
// used by several goroutines at once.
type Pattern struct{ matcher *search.Matcher }

// ParsePattern understands a pattern, in the language that docs/patterns.md
// describes, of at most 64 KiB and 64 steps:
//
//	material:KRPvKR                         the pieces of both sides
//	Ne5 -pf? -pd?                           a knight that no pawn can drive away
//	fen:"8/8/8/4k3/8/8/4K3/4R3 w - -"       a position
//	moves:"1. e4 c5 2. Nf3"                 the first moves of the game
//	diff:QvRR hold:4                        a queen for two rooks, for four half-moves
//	white-isolated:d then black-move:Nxd4   first this, then that
//
// The error is a *QueryError.
func ParsePattern(text string) (*Pattern, error) {
	m, err := search.CompilePattern(text)
	if err != nil {
		return nil, queryError(err)
	}
	return &Pattern{m}, nil
}

// String returns a text that ParsePattern makes the same pattern of, empty for the
// zero Pattern.
func (p *Pattern) String() string {
	if p.matcher == nil {
		return ""
	}
	return p.matcher.String()
}

// Hit is a game that has a pattern on the board.
type Hit struct {
	GameText
	// Ply is how many half-moves are before the position at which the pattern is
	// met for the first time: of several steps the last, of one that is held the
	// last of the positions that it takes.
	Ply   int
	Steps []int // for each step of the pattern, the last being Ply
}
