package pattern

import (
	"math/bits"
	"slices"

	"github.com/chesszip/chesszip/bitboard"
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/column/signature"
	"github.com/chesszip/chesszip/movegen"
)

// wants are the requirements of a reading: a game must have met one of each list.
type wants [][]signature.Want

// admit reports whether a game with a signature may have met all.
func (w wants) admit(s *signature.Signature) bool {
	for _, of := range w {
		if !slices.ContainsFunc(of, func(one signature.Want) bool { return s.Admits(&one) }) {
			return false
		}
	}
	return true
}

// wantsOf returns the requirements of the steps of a reading, given the lines of
// openings.
func wantsOf(steps []step, lines [][]board.Move) (all wants) {
	for i := range steps {
		for _, conditions := range [][]condition{steps[i].counted, steps[i].rare, steps[i].often} {
			for _, c := range conditions {
				all = append(all, wantsIn(c, lines)...)
			}
		}
	}
	return all
}

// wantsIn returns the requirements of a condition, none if it is independent of
// signatures.
func wantsIn(c condition, lines [][]board.Move) (all wants) {
	switch c := c.(type) {
	case every:
		for _, one := range c {
			all = append(all, wantsIn(one, lines)...)
		}
		return all
	case anyOf:
		var of []signature.Want
		for _, one := range c {
			w := wantsIn(one, lines)
			if len(w) == 0 {
				return nil
			}
			of = append(of, w[0]...)
		}
		return wants{of}
	case *boardCondition:
		return wants{{c.want()}}
	case oneBishop:
		most := signature.Counts{maxPieces, maxPieces, 1, maxPieces, maxPieces}
		return wants{{{Limited: true, Most: [2]signature.Counts{most, most}}}}
	case *fenCondition:
		return wants{{c.boardCondition.want()}}
	case *opening:
		at := board.Start()
		for _, m := range lines[c.number] {
			movegen.Make(&at, m)
		}
		return wants{{signature.WantOf(&at.Board)}}
	case armies:
		var of []signature.Want
		for _, both := range c {
			of = append(of, signature.Want{Limited: true, Most: [2]signature.Counts{both[0].pieces(), both[1].pieces()}})
		}
		return wants{of}
	}
	return nil
}

// pieces returns the greatest number of pieces of an army for each kind except kings.
func (a *army) pieces() (m signature.Counts) {
	for k := range m {
		kind := board.Pawn + board.Kind(k)
		if a.simple {
			m[k] = uint8(a.exact.of(kind))
			continue
		}
		n := 0
		if a.others {
			n = maxPieces
		}
		for i := range a.amounts {
			if a.amounts[i].kinds>>kind&1 != 0 {
				n = min(maxPieces, max(n, 0)+min(maxPieces, a.amounts[i].max))
			}
		}
		m[k] = uint8(n)
	}
	return m
}

// maxPieces is more pieces of a kind than a side can have.
const maxPieces = 64

// want returns what a signature can be compared with: pawns at home, pawns that have
// left and, if all squares are given, the pieces.
func (b *boardCondition) want() (w signature.Want) {
	given := func(in bitboard.Set, pieces pieceSet) {
		for ; in != 0; in = in.WithoutFirst() {
			sq := uint8(in.First())
			pawn, bit := board.WhitePawn, signature.Squares(1)<<(sq&7)
			if sq>>3 == 6 {
				pawn, bit = board.BlackPawn, bit<<8
			}
			switch {
			case sq>>3 != 1 && sq>>3 != 6:
			case pieces == 1<<pawn:
				w.Home |= bit
			case pieces>>pawn&1 == 0:
				w.Gone |= bit
			}
		}
	}
	given(b.empty, 1)
	for i := range b.pieces {
		e := &b.pieces[i]
		given(e.in, 1<<board.PieceOf(e.color, e.kind))
		if e.kind != board.King {
			w.Most[e.color][e.kind-board.Pawn] += uint8(bits.OnesCount64(uint64(e.in)))
		}
	}
	for i := range b.groups {
		given(b.groups[i].in, b.groups[i].pieces)
	}
	w.Limited = b.exact == ^bitboard.Set(0)
	return w
}
