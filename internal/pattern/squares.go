package pattern

import (
	"math/bits"
	"slices"
	"strings"

	"github.com/chesszip/chesszip/bitboard"
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/pattern/places"
)

// pieceSet is a set of what may stand on a square: bit 0 nothing, and a bit for
// each board.Piece.
type pieceSet uint16

const (
	anyContent  pieceSet = 1<<13 - 1
	whitePieces pieceSet = 0x7e
	blackPieces pieceSet = whitePieces << 6
	pawnPieces  pieceSet = 1<<board.WhitePawn | 1<<board.BlackPawn
)

// pieces returns what the contents of a square become.
func (f flip) pieces(s pieceSet) pieceSet {
	if f.colors {
		return s&1 | s>>6&0x7e | s<<6&0x1f80
	}
	return s
}

// contentWant says what may stand for the content of a square.
const contentWant = "a piece of PNBRQKpnbrqk, A or a for any white or black one, . for an empty square, ? for anything, [Nb] for one of some, ! before it for all others"

// parseContent reads what may stand on a square from the beginning of a text.
func parseContent(text string) (s pieceSet, rest string, ok bool) {
	rest, isNot := strings.CutPrefix(text, "!")
	if inside, isSet := strings.CutPrefix(rest, "["); isSet {
		letters, after, closed := strings.Cut(inside, "]")
		if !closed || letters == "" {
			return 0, "", false
		}
		for i := range len(letters) {
			one := contentOf(letters[i])
			if one == 0 {
				return 0, "", false
			}
			s |= one
		}
		rest = after
	} else {
		if rest == "" {
			return 0, "", false
		}
		if s = contentOf(rest[0]); s == 0 {
			return 0, "", false
		}
		rest = rest[1:]
	}
	if isNot {
		s ^= anyContent
	}
	return s, rest, true
}

func contentOf(b byte) pieceSet {
	switch b {
	case '.':
		return 1
	case '?':
		return anyContent
	case 'A':
		return whitePieces
	case 'a':
		return blackPieces
	}
	if p, ok := board.PieceOfLetter(b); ok {
		return 1 << p
	}
	return 0
}

// where returns the squares of a position that hold one of the set.
func (s pieceSet) where(p *board.Position) (in bitboard.Set) {
	switch {
	case s.has(whitePieces):
		in, s = p.Color(board.White), s&^whitePieces
	case s.has(blackPieces):
		in, s = p.Color(board.Black), s&^blackPieces
	}
	for ; s != 0; s &= s - 1 {
		in |= p.Pieces(board.Piece(bits.TrailingZeros16(uint16(s))))
	}
	return in
}

func (s pieceSet) has(all pieceSet) bool { return s&all == all }

// only returns the one content of a set, if it has one.
func (s pieceSet) only() (p board.Piece, ok bool) {
	return board.Piece(bits.TrailingZeros16(uint16(s))), s != 0 && s&(s-1) == 0
}

// contents is what each square of a board may hold.
type contents [64]pieceSet

func anyBoard() (c contents) {
	for i := range c {
		c[i] = anyContent
	}
	return c
}

// narrow takes from the squares of a set what is not of s.
func (c *contents) narrow(in bitboard.Set, s pieceSet) {
	for ; in != 0; in = in.WithoutFirst() {
		c[in.First()] &= s
	}
}

// parseBoard reads the ranks of a board, the eighth first, of which a rank may end
// early; digits are so many squares of blank.
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
				if s, rank, ok = parseContent(rank); !ok {
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

// parseSquares reads what stands on a square, or on one of several: "Ne5",
// "[Pp]d?", "N?5", ".f2-h2".
func parseSquares(text string) (s pieceSet, in bitboard.Set, ok bool) {
	s, rest, ok := parseContent(text)
	if !ok {
		return 0, 0, false
	}
	in, ok = places.Parse(rest)
	return s, in, ok
}

// group is the squares that must each hold one of some pieces.
type group struct {
	pieces pieceSet
	in     bitboard.Set
}

// exactly is the squares that must each hold one piece.
type exactly struct {
	kind  board.Kind
	color board.Color
	in    bitboard.Set
}

// boardCondition is a board of which some squares are given.
type boardCondition struct {
	exact  bitboard.Set // squares of which all is given
	pieces []exactly    // of these, if any stand there
	empty  bitboard.Set
	groups []group
	never  bool // a square can hold nothing
	needs  [2]need
	pawns  [2][]bitboard.Set // for each pawn, where it may have come from
}

// newBoard makes a condition of what squares may hold.
func newBoard(c *contents) *boardCondition {
	b := &boardCondition{}
	var exact [board.BlackKing + 1]bitboard.Set
	for sq, s := range c {
		at := bitboard.Of(uint8(sq))
		p, only := s.only()
		switch {
		case s == anyContent:
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
				b.pawns[p.Color()] = append(b.pawns[p.Color()], behind(p.Color(), at))
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
		if g.in&^g.pieces.where(f.p) != 0 {
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
	from  bitboard.Set // where a pawn of color may have come from, all if none is asked for
}

func newSomewhere(s pieceSet, in bitboard.Set) *somewhere {
	w := &somewhere{group: group{s, in}}
	if p, only := s.only(); only && p != board.Empty {
		w.color = p.Color()
		w.needs[w.color][p.Kind()] = 1
		if p.Kind() == board.Pawn {
			w.from = behind(w.color, in)
		}
	}
	return w
}

func (w *somewhere) holds(f *facts) bool { return w.pieces.where(f.p)&w.in != 0 }

func (w *somewhere) gone(f *facts) bool {
	return w.needs[w.color].lacking(f.counts[w.color]) || w.from != 0 && f.pawns[w.color]&w.from == 0
}
