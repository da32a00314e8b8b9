package positions

import (
	"sync"

	"github.com/chesszip/chesszip/bitboard"
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/entropy/contextmix"
	"github.com/chesszip/chesszip/movegen"
)

// start is a start position of Chess960 and the moves from it.
type start struct {
	arrangement uint16
	plies       int
	moves       [1 << startPliesDigits]board.Move
}

const (
	arrangements = 960
	standard     = 518 // the arrangement of ordinary chess

	// maxStartPlies is how far from a start a writer looks.
	maxStartPlies    = 4
	startPliesDigits = 3
)

// starts codes start positions of Chess960, and how many moves follow.
type starts struct {
	model  *contextmix.Model
	last   start
	recent uint32 // whether the last arrangements were new
}

// code codes a start but for the moves.
func (s *starts) code(o *start) *start {
	s.last.plies = Index(s.model, o.plies, startPliesDigits, choosePlies, uint32(s.last.plies))
	isNew := Flag(s.model, o.arrangement != s.last.arrangement, chooseNewStart, s.recent&0xff)
	s.recent = s.recent<<1 | Bit(isNew)
	if isNew {
		n := int(o.arrangement)
		bishops := Index(s.model, n%16, 4, chooseBishops)
		queen := min(Index(s.model, n/16%6, 3, chooseQueen, uint32(bishops)), 5)
		knights := min(Index(s.model, n/96, 4, chooseKnights, uint32(queen), uint32(bishops)), 9)
		s.last.arrangement = uint16(knights*96 + queen*16 + bishops)
	}
	return &s.last
}

// arrange returns the pieces behind the pawns, from file a on, in the usual
// numbering of Chess960: the bishops' squares, the queen's among the others, a
// pair of the five that are left for the knights; then rook, king, rook.
func arrange(n int) (pieces [8]board.Kind) {
	pieces[n%4*2+1] = board.Bishop
	pieces[n/4%4*2] = board.Bishop
	free := func(skip int) *board.Kind {
		for f := range pieces {
			if pieces[f] == board.NoKind {
				if skip == 0 {
					return &pieces[f]
				}
				skip--
			}
		}
		return &pieces[0] // there are as many free as are asked for
	}
	*free(n / 16 % 6) = board.Queen
	first, second := 0, n/96
	for most := 3; second > most; most-- {
		second -= most + 1
		first++
	}
	// The first knight's square is taken when the second's is counted.
	*free(first) = board.Knight
	*free(first + second) = board.Knight
	*free(0) = board.Rook
	*free(0) = board.King
	*free(0) = board.Rook
	return pieces
}

// arranged is what arrange returns for each number, made when it is first needed.
var arranged arrangedPieces

type arrangedPieces struct {
	once sync.Once
	all  [arrangements][8]board.Kind
}

func (a *arrangedPieces) get() *[arrangements][8]board.Kind {
	a.once.Do(func() {
		for n := range a.all {
			a.all[n] = arrange(n)
		}
	})
	return &a.all
}

// startOf returns a start position of Chess960.
func startOf(number uint16) board.Position {
	p := board.Position{FullmoveNumber: 1}
	for _, color := range [2]board.Color{board.White, board.Black} {
		side := board.QueenSide
		for f, kind := range arranged.get()[number] {
			home := homeSquare(color, f)
			p.Put(home, board.PieceOf(color, kind))
			p.Put(home^8, board.PieceOf(color, board.Pawn))
			if kind == board.Rook {
				p.Castling = p.Castling.With(color, side, f)
				side = board.KingSide
			}
		}
	}
	return p
}

// homeSquare is where a side's piece on a file starts.
func homeSquare(c board.Color, file int) board.Square { return board.Square(file) ^ board.Square(c)*56 }

// startSearch looks for the start of a position.
type startSearch struct {
	p      *board.Position
	planes [4]bitboard.Set
	legal  [maxStartPlies][]board.Move
	found  start
	made   int                  // moves so far
	near   [maxOff + 1][]uint16 // arrangements by how far they are off
}

// Bounds of the search for a position.
const (
	maxMade = 1 << 13
	maxOff  = 2 * maxStartPlies // squares on which an arrangement is off
	castled = 2                 // squares that castling changes beside two
)

// find looks for a start and the moves to p; false if it finds none. With
// counters, it believes them.
func (s *startSearch) find(p *board.Position, counters bool) bool {
	const (
		pawns  = bitboard.Set(0xff << 8)
		middle = bitboard.Set(0xffff_ffff_ffff << 8)
	)
	s.p, s.planes, s.made = p, p.Planes(), 0
	least, most := int(p.Turn), maxStartPlies
	if counters {
		least = max(int(p.FullmoveNumber)-1, 0)*2 + int(p.Turn)
		most = min(most, least)
	}
	occupied := p.Occupied()
	wrong := ((p.Pieces(board.WhitePawn) ^ pawns | p.Pieces(board.BlackPawn) ^ pawns<<40 | occupied&^(pawns|pawns<<40)) & middle).Count()
	if wrong+(^occupied&^middle).Count() > 2*(most+castled) {
		return false
	}
	for s.found.plies = least; s.found.plies <= most; s.found.plies += 2 {
		if off := 2*s.found.plies - wrong; off >= 0 && s.within(off) {
			return true
		}
	}
	return false
}

// within tries all arrangements that are off on no more squares than given,
// those that fit best first.
func (s *startSearch) within(most int) bool {
	for d := range s.near {
		s.near[d] = s.near[d][:0]
	}
	all := arranged.get()
	for n := range all {
		if d := s.off(board.White, &all[n]) + s.off(board.Black, &all[n]); d <= most {
			s.near[d] = append(s.near[d], uint16(n))
		}
	}
	for _, numbers := range s.near {
		for _, n := range numbers {
			s.made++
			s.found.arrangement = n
			p := startOf(n)
			if s.walk(&p, 0) {
				return true
			}
			if s.made >= maxMade {
				return false
			}
		}
	}
	return false
}

// off counts the squares of a side's home rank on which something else stands
// than in an arrangement, less those that castling may have changed; more than
// maxOff if its castling rights do not fit.
func (s *startSearch) off(c board.Color, pieces *[8]board.Kind) (n int) {
	rights := s.p.Castling.Any(c)
	for f, kind := range pieces {
		if s.p.At(homeSquare(c, f)) != board.PieceOf(c, kind) {
			n++
			if kind == board.King && rights {
				return maxOff + 1 // it has not moved
			}
		}
	}
	if !rights && s.found.plies > int(c) {
		n = max(n-castled, 0)
	}
	return n
}

// walk looks for the moves from q, which depth moves lead to.
func (s *startSearch) walk(q *board.Position, depth int) bool {
	left := s.found.plies - depth
	if left == 0 {
		return reachedAs(q, s.p)
	}
	s.legal[depth] = movegen.AppendLegal(s.legal[depth][:0], q)
	for _, m := range s.legal[depth] {
		if s.made >= maxMade {
			return false
		}
		s.made++
		r := *q
		movegen.Make(&r, m)
		most := 2 * (left - 1)
		if r.Castling != s.p.Castling {
			most += castled // there may be one to come
		}
		if differing(&s.planes, r.Planes()) > most {
			continue
		}
		s.found.moves[depth] = m
		if s.walk(&r, depth+1) {
			return true
		}
	}
	return false
}
