package boards

import "github.com/chesszip/chesszip/board"

// pawnRanks and pieceRanks are the orders of ranks, from 0: the ranks that change
// least come first.
var (
	pawnRanks  = [6]uint8{1, 6, 2, 5, 3, 4}
	pieceRanks = [8]uint8{0, 7, 1, 6, 2, 5, 3, 4}
)

const (
	pawnW = uint8(board.WhitePawn)
	pawnB = uint8(board.BlackPawn)
)

// pawnState is the state while the pawns are placed.
type pawnState struct {
	squares        int            // not known yet
	cell           [12 * 12]uint8 // contents as two bits: 0 none, 1, 2, 3 unknown or outside
	homeW, homeB   uint64         // files with a pawn on its first square
	filesW, filesB uint64         // files with a pawn
	rank           uint64         // contents of the rank so far
	phase          uint64
	lost           uint64 // pieces that each side lost, four bits each
}

// placePawns codes the pawns on the ranks 2 to 7.
func (w *Walker) placePawns() {
	t := pawnState{squares: 48, phase: w.phase()}
	for i := range t.cell {
		t.cell[i] = 3
	}
	// Doubled pawns imply captured pieces of the other side.
	lostW, lostB := 15, 15 // the kings are not counted
	for c := board.WhitePawn; c <= board.WhiteKing; c++ {
		lostW -= w.count[c]
		lostB -= w.count[c+6]
	}
	t.lost = uint64(max(0, min(lostW, 15))<<4 | max(0, min(lostB, 15)))
	for _, rank := range pawnRanks {
		t.rank = 1
		for file := range uint8(8) {
			s := board.Square(rank<<3 | file)
			c := w.choosePawn(&t, s)
			t.squares--
			thing := uint32(pawnThing[c])
			w.file[file+2] = w.file[file+2]&^(3<<(2*rank)) | thing<<(2*rank)
			t.cell[cellAt(s)] = uint8(thing)
			t.rank = t.rank<<2 | uint64(thing)
			if c == 0 {
				continue
			}
			w.put(s, c)
			if c == pawnW {
				t.filesW |= 1 << file
				if rank == 1 {
					t.homeW |= 1 << file
				}
			} else {
				t.filesB |= 1 << file
				if rank == 6 {
					t.homeB |= 1 << file
				}
			}
		}
	}
	w.pawns = mix(w.hash[pawnW] + w.hash[pawnB]*3)
}

// choosePawn codes the pawn on a square, 0 for none.
func (w *Walker) choosePawn(t *pawnState, s board.Square) uint8 {
	left := w.left[pawnW] + w.left[pawnB]
	if left == 0 {
		return 0
	}
	allowed := uint(0)
	if left < t.squares {
		allowed = 1
	}
	if w.left[pawnW] > 0 {
		allowed |= 2
	}
	if w.left[pawnB] > 0 {
		allowed |= 4
	}
	actual := 0
	if w.truth != nil {
		actual = pawnThing[w.truth.At(s)]
	}
	w.listPawn(t, s)
	w.here = s
	return pawnOf[w.c.Pawn(w.k.at, allowed, actual)]
}

// listPawn lists the features of the choice of a pawn: the pawns to come, the files
// nearby, pawns at home, everything known by colour and by part of the board, the
// squares nearby, material, the rank so far, the files with pawns.
func (w *Walker) listPawn(t *pawnState, s board.Square) {
	rank, file := s>>3, s&7
	at := cellAt(s)
	cell := func(step int) uint64 { return uint64(t.cell[at+step]) }
	col := func(step int) uint64 { return uint64(w.file[int(file)+2+step]) }
	lw, lb := uint64(min(w.left[pawnW], 15)), uint64(min(w.left[pawnB], 15))
	sq := uint64(s)
	wing := 2 + int(file)&4
	near := cell(west)<<14 | cell(west+north)<<12 | cell(north)<<10 | cell(north+east)<<8 | cell(west+south)<<6 | cell(south)<<4 | cell(south+east)<<2 | cell(2*west)
	k := &w.k
	k.start(saltPawn)
	k.add(sq<<8 | lw<<4 | lb)
	k.add(sq<<16 | col(0))
	k.add(sq<<32 | col(0)<<16 | col(-1))
	k.add(sq<<32 | col(0)<<16 | col(1))
	k.add(sq<<32 | col(1)<<16 | col(-1))
	k.add(sq<<48 ^ col(0)<<32 ^ col(1)<<16 ^ col(-1))
	k.add(sq<<48 ^ col(-2)<<16 ^ col(-1))
	k.add(sq<<48 ^ col(2)<<16 ^ col(1))
	k.add(sq<<8 | t.homeW)
	k.add(sq<<8 | t.homeB)
	k.add(sq<<16 | t.homeW<<8 | t.homeB)
	k.add(w.all + mix(sq))
	k.add(w.hash[pawnW] + sq<<4 | lw)
	k.add(w.hash[pawnB] + sq<<4 | lb)
	k.add(mix(uint64(w.file[4])<<48^uint64(w.file[5])<<32^uint64(w.file[6])<<16^uint64(w.file[7])) + sq)
	k.add(mix(uint64(w.file[wing])<<48^uint64(w.file[wing+1])<<32^uint64(w.file[wing+2])<<16^uint64(w.file[wing+3])) + sq)
	k.add(sq<<16 | near)
	k.add(uint64(rank)<<16 | near)
	k.add(sq<<16 | uint64(w.wood)<<8 | lw<<4 | lb)
	k.add(w.mat + sq)
	k.add(sq<<32 | col(0)<<8 | lw<<4 | lb)
	k.add(sq<<16 | t.rank)
	k.add(mix(t.rank<<16|col(0)) + sq)
	k.add(uint64(rank)<<48 ^ col(0)<<32 ^ col(1)<<16 ^ col(-1))
	k.add(sq<<16 | t.filesW<<4 | lw)
	k.add(sq<<16 | t.filesB<<4 | lb)
	k.add(sq<<32 | (t.filesW>>file)<<16 | (t.filesB>>file)<<8 | lw<<4 | lb)
	k.add(sq<<32 | col(0)<<8 | t.lost)
	k.add(sq<<32 | t.filesW<<16 | t.filesB<<8 | lw<<4 | lb)
	k.add(t.phase<<32 | sq<<16 | near)
	k.add(t.phase<<32 | sq<<16 | col(0))
	k.add(t.phase<<48 ^ uint64(rank)<<40 ^ t.filesW>>file<<32 ^ t.filesB>>file<<24 ^ (7-uint64(file))<<20 ^ lw<<16 ^ lb<<12 ^ near>>4)
}

var (
	pawnOf    = [3]uint8{0, pawnW, pawnB}
	pawnThing = [things]int{board.WhitePawn: 1, board.BlackPawn: 2}
)
