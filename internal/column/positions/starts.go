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
	standard     = 518 // the arrangement of standard chess

	// maxStartPlies is the greatest distance from a start in a writer's search.
	maxStartPlies    = 4
	startPliesDigits = 3
)

// starts codes start positions of Chess960, and the number of moves after them.
type starts struct {
	model  *contextmix.Model
	last   start
	recent uint32 // whether the last arrangements were new
}

// code codes a start without the moves.
func (s *starts) code(o *start) *start {
	s.last.plies = s.model.Use(choosePlies, uint32(s.last.plies)).Index(o.plies, startPliesDigits)
	isNew := s.model.Use(chooseNewStart, s.recent&0xff).Flag(o.arrangement != s.last.arrangement)
	s.recent = s.recent<<1 | Bit(isNew)
	if isNew {
		n := int(o.arrangement)
		bishops := s.model.Use(chooseBishops).Index(n%16, 4)
		queen := min(s.model.Use(chooseQueen, uint32(bishops)).Index(n/16%6, 3), 5)
		knights := min(s.model.Use(chooseKnights, uint32(queen), uint32(bishops)).Index(n/96, 4), 9)
		s.last.arrangement = uint16(knights*96 + queen*16 + bishops)
	}
	return &s.last
}

// arrange returns the pieces of the first rank, from file a on, in the usual
// numbering of Chess960: the bishops' squares, the queen's among the others, a pair
// of the five that are left for the knights; then rook, king, rook.
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
		return &pieces[0] // there are always enough free files
	}
	*free(n / 16 % 6) = board.Queen
	first, second := 0, n/96
	for most := 3; second > most; most-- {
		second -= most + 1
		first++
	}
	// The second knight's index does not count the first knight's square.
	*free(first) = board.Knight
	*free(first + second) = board.Knight
	*free(0) = board.Rook
	*free(0) = board.King
	*free(0) = board.Rook
	return pieces
}

// arranged holds the results of arrange, computed at the first use.
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

// homeSquare returns the start square of a side's piece on a file.
func homeSquare(c board.Color, file int) board.Square { return board.Square(file) ^ board.Square(c)*56 }

// startSearch finds the start of a position.
type startSearch struct {
	p      *board.Position
	planes [4]bitboard.Set
	legal  [maxStartPlies][]board.Move
	found  start
	made   int                  // moves so far
	near   [maxOff + 1][]uint16 // arrangements by their number of differing squares
}

// Bounds of the search for a position.
const (
	maxMade = 1 << 13
	maxOff  = 2 * maxStartPlies // most differing squares of an arrangement
	castled = 2                 // squares that castling changes besides two
)

// find finds a start and the moves to p; it returns false if there is none. With
// counters, it relies on them.
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

// within tries all arrangements with at most the given number of differing squares,
// the best ones first.
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

// off returns the number of squares of a side's home rank that differ from an
// arrangement, minus those that castling may have changed; more than maxOff if its
// castling rights do not fit.
func (s *startSearch) off(c board.Color, pieces *[8]board.Kind) (n int) {
	rights := s.p.Castling.Any(c)
	for f, kind := range pieces {
		if s.p.At(homeSquare(c, f)) != board.PieceOf(c, kind) {
			n++
			if kind == board.King && rights {
				return maxOff + 1 // the king has not moved
			}
		}
	}
	if !rights && s.found.plies > int(c) {
		n = max(n-castled, 0)
	}
	return n
}

// walk finds the moves from q, the position after depth moves.
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
			most += castled // castling may still come
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
