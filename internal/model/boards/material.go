package boards

import "github.com/chesszip/chesszip/board"

// countOrder is the order of the numbers of pieces.
var countOrder = [10]board.Piece{
	board.WhitePawn, board.BlackPawn, board.WhiteQueen, board.BlackQueen, board.WhiteRook, board.BlackRook,
	board.WhiteBishop, board.BlackBishop, board.WhiteKnight, board.BlackKnight,
}

// material codes the number of pieces of each kind, in unary.
func (w *Walker) material() {
	room, pawnRoom := 62, 48
	var done [10]int
	said := uint64(0) // the numbers so far
	total := 0        // their value, White minus Black, -127 to 127
	w.worth = 0
	for i, c := range countOrder {
		limit := room
		if i < 2 {
			limit = min(room, pawnRoom)
		}
		want := 0
		if w.truth != nil {
			want = w.truth.Pieces(c).Count()
		}
		n := 0
		// Black's number depends on White's.
		white := -1
		if i&1 != 0 {
			white = done[i-1]
		}
		for n < limit {
			k := &w.k
			k.start(saltCount)
			base := uint64(i)<<6 | uint64(n)
			k.add(base)
			k.add(base<<8 | uint64(white+1))
			k.add(mix(said) + base)
			k.add(base<<32 | uint64(total+128)<<16)
			k.add(base<<32 | uint64(done[0])<<16 | uint64(done[1])<<8 | uint64(white+1))
			k.add(base<<32 | uint64(done[2])<<20 | uint64(done[3])<<16 | uint64(total+128)<<8 | uint64(white+1))
			k.add(base<<32 | uint64(done[4])<<28 | uint64(done[5])<<24 | uint64(done[2])<<20 | uint64(done[3])<<16 | uint64(white+1))
			k.add(base<<32 | uint64(done[i&^1])<<28 | uint64(done[max(i-2, 0)])<<20 | uint64(done[max(i-4, 0)])<<12)
			k.add(base<<32 | uint64(done[6])<<28 | uint64(done[7])<<24 | uint64(done[8])<<20 | uint64(done[4]+done[5])<<12 | uint64(done[0]+done[1])<<4)
			more := 0
			if n < want {
				more = 1
			}
			if w.c.Bit(k.at, more) == 0 {
				break
			}
			n++
		}
		done[i] = n
		w.count[c], w.left[c] = n, n
		room -= n
		if i < 2 {
			pawnRoom -= n
		}
		said = said<<6 ^ said>>58 ^ uint64(n)
		worth := [5]int{1, 9, 5, 3, 3}[i>>1] * n
		if i&1 != 0 {
			worth = -worth
		}
		w.worth += worth
		total = max(-127, min(127, total+worth))
	}
	w.mat = mix(said)
	heavy := 0
	for i := 2; i < 10; i++ {
		heavy += [5]int{0, 4, 2, 1, 1}[i>>1] * done[i]
	}
	w.wood = min(heavy, 31) // 24 at the start of a game
}

// phase returns the class of the pieces' value: 0 in openings, 2 in endings.
func (w *Walker) phase() uint64 {
	switch {
	case w.wood >= 20:
		return 0
	case w.wood >= 10:
		return 1
	}
	return 2
}
