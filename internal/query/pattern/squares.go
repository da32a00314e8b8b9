package pattern

import (
	"slices"
	"strings"

	"github.com/chesszip/chesszip/bitboard"
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/query/pattern/pawns"
)

// pieces returns the contents of a square after the flip.
func (f flip) pieces(s pieceSet) pieceSet {
	if f.colors {
		return s&1 | s>>6&0x7e | s<<6&0x1f80
	}
	return s
}

// contents is the allowed contents of each square of a board.
type contents [64]pieceSet

func anyBoard() (c contents) {
	for i := range c {
		c[i] = anyPiece
	}
	return c
}

// narrow restricts the squares of a set to s.
func (c *contents) narrow(in bitboard.Set, s pieceSet) {
	for ; in != 0; in = in.WithoutFirst() {
		c[in.First()] &= s
	}
}

// parseBoard parses the ranks of a board, the eighth first. A rank may be incomplete;
// digits are numbers of blank squares.
func parseBoard(text string, blank pieceSet, f flip) (c contents, ok bool) {
	c = anyBoard()
	ranks := strings.Split(text, "/")
	if len(ranks) != 8 {
		return c, false
	}
	for i, rank := range ranks {
		file := 0
		for rank != "" {
			s, n := blank, 1
			if rank[0] >= '1' && rank[0] <= '8' {
				n, rank = int(rank[0]-'0'), rank[1:]
			} else {
				isBlank := rank[0] == '.'
				if s, rank, ok = parsePieces(rank); !ok {
					return c, false
				}
				if isBlank {
					s = blank
				}
			}
			for range n {
				if file > 7 {
					return c, false
				}
				c[f.square(board.SquareAt(file, 7-i))] = f.pieces(s)
				file++
			}
		}
	}
	return c, true
}

// parseSquares parses the content of a square, or of one of several: "Ne5", "[Pp]d?",
// "N?5", ".f2-h2".
func parseSquares(text string) (s pieceSet, in bitboard.Set, ok bool) {
	s, rest, ok := parsePieces(text)
	if !ok {
		return 0, 0, false
	}
	in, ok = parsePlaces(rest)
	return s, in, ok
}

// group is squares that must each hold one of some pieces.
type group struct {
	pieces pieceSet
	in     bitboard.Set
}

// exactly is squares that must each hold one given piece.
type exactly struct {
	kind  board.Kind
	color board.Color
	in    bitboard.Set
}

// boardCondition is a board on which some squares are given.
type boardCondition struct {
	exact  bitboard.Set // squares whose content is exactly given
	pieces []exactly    // pieces on these
	empty  bitboard.Set
	groups []group
	never  bool // a square has no allowed content
	needs  [2]need
	pawns  [2][]bitboard.Set // for each pawn, the squares it may have come from
}

// newBoard makes a condition of what squares may hold.
func newBoard(c *contents) *boardCondition {
	b := &boardCondition{}
	var exact [board.BlackKing + 1]bitboard.Set
	for sq, s := range c {
		at := bitboard.Of(board.Square(sq))
		p, only := s.Only()
		switch {
		case s == anyPiece:
		case s == 0:
			b.never = true
		case only:
			b.exact |= at
			exact[p] |= at
			if p == board.Empty {
				continue
			}
			b.needs[p.Color()][p.Kind()]++
			if p.Kind() == board.Pawn {
				b.pawns[p.Color()] = append(b.pawns[p.Color()], pawns.Behind(p.Color(), at))
			}
		default:
			k := slices.IndexFunc(b.groups, func(g group) bool { return g.pieces == s })
			if k < 0 {
				k = len(b.groups)
				b.groups = append(b.groups, group{pieces: s})
			}
			b.groups[k].in |= at
		}
	}
	b.empty = exact[board.Empty]
	for p := board.BlackKing; p > board.Empty; p-- { // kings are the rarest
		if exact[p] != 0 {
			b.pieces = append(b.pieces, exactly{p.Kind(), p.Color(), exact[p]})
		}
	}
	return b
}

func (b *boardCondition) mostPieces() int {
	return 64 - b.empty.Count()
}

func (b *boardCondition) holds(f *facts) bool {
	if f.p.Occupied()&b.exact != b.exact&^b.empty || b.never {
		return false
	}
	for i := range b.pieces {
		e := &b.pieces[i]
		if f.p.Kind(e.kind)&f.p.Color(e.color)&e.in != e.in {
			return false
		}
	}
	for i := range b.groups {
		g := &b.groups[i]
		if g.in&^g.pieces.Where(f.p) != 0 {
			return false
		}
	}
	return true
}

func (b *boardCondition) gone(f *facts) bool {
	for c := range b.needs {
		if b.needs[c].lacking(f.counts[c]) {
			return true
		}
		for _, from := range b.pawns[c] {
			if f.pawns[c]&from == 0 {
				return true
			}
		}
	}
	return b.never
}

// somewhere is one of some pieces on one of some squares.
type somewhere struct {
	group
	needs [2]need
	color board.Color
	from  bitboard.Set // squares from which a pawn of color may have come; all if no pawn is needed
}

func newSomewhere(s pieceSet, in bitboard.Set) *somewhere {
	w := &somewhere{group: group{s, in}}
	if p, only := s.Only(); only && p != board.Empty {
		w.color = p.Color()
		w.needs[w.color][p.Kind()] = 1
		if p.Kind() == board.Pawn {
			w.from = pawns.Behind(w.color, in)
		}
	}
	return w
}

func (w *somewhere) holds(f *facts) bool { return w.pieces.Where(f.p)&w.in != 0 }

func (w *somewhere) gone(f *facts) bool {
	return w.needs[w.color].lacking(f.counts[w.color]) || w.from != 0 && f.pawns[w.color]&w.from == 0
}
