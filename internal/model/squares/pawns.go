package squares

import "github.com/chesszip/chesszip/board"

// pawnRows and pieceRows are the orders of rows: what changes least first.
var (
	pawnRows  = [6]uint8{1, 6, 2, 5, 3, 4}
	pieceRows = [8]uint8{0, 7, 1, 6, 2, 5, 3, 4}
)

const (
	pawnW = uint8(board.WhitePawn)
	pawnB = uint8(board.BlackPawn)
)

// placePawns says what pawns stand on the rows 2 to 7.
func (w *Walker) placePawns() {
	squares := 48
	phase := w.phase()
	var unknownPawn [12 * 12]uint8 // contents as two bits: 0 none, 1, 2, 3 unknown or outside
	for i := range unknownPawn {
		unknownPawn[i] = 3
	}
	homeW, homeB := uint64(0), uint64(0)
	filesW, filesB := uint64(0), uint64(0) // files with a pawn
	// Doubled pawns cost the other side men.
	lossW, lossB := 15, 15 // the kings are not counted
	for c := board.WhitePawn; c <= board.WhiteKing; c++ {
		lossW -= w.count[c]
		lossB -= w.count[c+6]
	}
	lost := uint64(max(0, min(lossW, 15))<<4 | max(0, min(lossB, 15)))
	for _, row := range pawnRows {
		sofar := uint64(1)
		for file := range uint8(8) {
			s := row<<3 | file
			left := w.left[pawnW] + w.left[pawnB]
			c := uint8(0)
			if left > 0 {
				allowed := uint(0)
				if left < squares {
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
					actual = pawnThing[w.truth.At(board.Square(s))]
				}
				at := cellAt(s)
				cell := func(step int) uint64 { return uint64(unknownPawn[at+step]) }
				col := func(step int) uint64 { return uint64(w.col[int(file)+2+step]) }
				lw, lb := uint64(min(w.left[pawnW], 15)), uint64(min(w.left[pawnB], 15))
				sq := uint64(s)
				k := &w.k
				k.start(2)
				// How many are to come; the files round; pawns at home; all that
				// is known, by colour and by part of the board; the squares round;
				// material; the row so far; which files have pawns.
				k.add(sq<<8 | lw<<4 | lb)
				k.add(sq<<16 | col(0))
				k.add(sq<<32 | col(0)<<16 | col(-1))
				k.add(sq<<32 | col(0)<<16 | col(1))
				k.add(sq<<32 | col(1)<<16 | col(-1))
				k.add(sq<<48 ^ col(0)<<32 ^ col(1)<<16 ^ col(-1))
				k.add(sq<<48 ^ col(-2)<<16 ^ col(-1))
				k.add(sq<<48 ^ col(2)<<16 ^ col(1))
				k.add(sq<<8 | homeW)
				k.add(sq<<8 | homeB)
				k.add(sq<<16 | homeW<<8 | homeB)
				k.add(w.all + mix(sq))
				k.add(w.hash[pawnW] + sq<<4 | lw)
				k.add(w.hash[pawnB] + sq<<4 | lb)
				k.add(mix(uint64(w.col[4])<<48^uint64(w.col[5])<<32^uint64(w.col[6])<<16^uint64(w.col[7])) + sq)
				wing := 2 + int(file)&4
				k.add(mix(uint64(w.col[wing])<<48^uint64(w.col[wing+1])<<32^uint64(w.col[wing+2])<<16^uint64(w.col[wing+3])) + sq)
				near := cell(west)<<14 | cell(west+north)<<12 | cell(north)<<10 | cell(north+east)<<8 | cell(west+south)<<6 | cell(south)<<4 | cell(south+east)<<2 | cell(2*west)
				k.add(sq<<16 | near)
				k.add(uint64(row)<<16 | near)
				k.add(sq<<16 | uint64(w.wood)<<8 | lw<<4 | lb)
				k.add(w.mat + sq)
				k.add(sq<<32 | col(0)<<8 | lw<<4 | lb)
				k.add(sq<<16 | sofar)
				k.add(mix(sofar<<16|col(0)) + sq)
				k.add(uint64(row)<<48 ^ col(0)<<32 ^ col(1)<<16 ^ col(-1))
				k.add(sq<<16 | filesW<<4 | lw)
				k.add(sq<<16 | filesB<<4 | lb)
				k.add(sq<<32 | (filesW>>file)<<16 | (filesB>>file)<<8 | lw<<4 | lb)
				k.add(sq<<32 | col(0)<<8 | lost)
				k.add(sq<<32 | filesW<<16 | filesB<<8 | lw<<4 | lb)
				k.add(phase<<32 | sq<<16 | near)
				k.add(phase<<32 | sq<<16 | col(0))
				k.add(phase<<48 ^ uint64(row)<<40 ^ filesW>>file<<32 ^ filesB>>file<<24 ^ (7-uint64(file))<<20 ^ lw<<16 ^ lb<<12 ^ near>>4)
				w.here = s
				c = pawnOf[w.c.Pawn(k.at, allowed, actual)]
			}
			squares--
			thing := uint32(pawnThing[c])
			w.col[file+2] = w.col[file+2]&^(3<<(2*row)) | thing<<(2*row)
			unknownPawn[cellAt(s)] = uint8(thing)
			sofar = sofar<<2 | uint64(thing)
			if c == 0 {
				continue
			}
			w.put(s, c)
			if c == pawnW {
				filesW |= 1 << file
				if row == 1 {
					homeW |= 1 << file
				}
			} else {
				filesB |= 1 << file
				if row == 6 {
					homeB |= 1 << file
				}
			}
		}
	}
	w.pawns = mix(w.hash[pawnW] + w.hash[pawnB]*3)
}

var (
	pawnOf    = [3]uint8{0, pawnW, pawnB}
	pawnThing = [things]int{board.WhitePawn: 1, board.BlackPawn: 2}
)
