package squares

import (
	"github.com/chesszip/chesszip/bitboard"
	"github.com/chesszip/chesszip/board"
)

// Walker goes through the choices of positions. The zero Walker is ready to
// use, for one position after the other.
type Walker struct {
	c     Chooser
	stage Stage
	truth *board.Position // nil when reading
	k     keys

	// What is known so far.
	count [things]int                  // men of each kind in all
	left  [things]int                  // and still to come
	men   [things]bitboard.Set         // seen
	seen  bitboard.Set                 // squares known
	cell  [12 * 12]uint8               // contents, with a border
	col   [8 + 4]uint32                // two bits a row: pawns seen on each file, from file -2 on
	rowOf [8]uint32                    // four bits a file: contents of each row
	hash  [things]uint64               // of men
	all   uint64                       // hash of all that is known
	mat   uint64                       // hash of count
	wood  int                          // class of what count is worth
	pawns uint64                       // hash of all pawns
	reach [2 * numReaches]bitboard.Set // attacked, by colour and kind of attacker
	kings [2]uint8
	here  uint8 // the square that a choice of what stands on it is about
}

// Stage is a part of a position, in the order of the choices.
type Stage uint8

// The stages.
const (
	Men Stage = iota
	Skeleton
	Kings
	Others
	Turn
	Castling
	EnPassant
	Clock
	Number
	Stages
)

// StageNames are the names of the stages.
var StageNames = [Stages]string{"men", "pawns", "kings", "pieces", "turn", "castling", "en passant", "clock", "number"}

// Stage returns what the present choice is about.
func (w *Walker) Stage() Stage { return w.stage }

// Walk goes through the choices of a position: through those of truth, or, if
// that is nil, through those that c makes. It returns the position, and
// whether it could not have been said in another way. With truth, which must
// be one that Holds, it is always true.
func (w *Walker) Walk(c Chooser, truth *board.Position) (p board.Position, ok bool) {
	w.c, w.truth = c, truth
	w.count, w.left, w.men, w.hash = [things]int{}, [things]int{}, [things]bitboard.Set{}, [things]uint64{}
	w.reach = [2 * numReaches]bitboard.Set{}
	w.seen, w.all, w.mat = 0, 0, 0
	w.cell = freshCells
	for i := range w.col {
		w.col[i] = 0xffff
	}
	w.rowOf = [8]uint32{}
	for i := range w.rowOf {
		w.rowOf[i] = 0xdddddddd
	}
	w.stage = Men
	w.material()
	w.stage = Skeleton
	w.placePawns()
	w.stage = Kings
	w.placeKings()
	w.stage = Others
	w.placePieces()
	for s := range w.men[1:] {
		for set := w.men[s+1]; set != 0; set = set.WithoutFirst() {
			p.Put(board.Square(set.First()), board.Piece(s+1))
		}
	}
	ok = w.rest(&p)
	w.c, w.truth = nil, nil
	return p, ok
}

// cellAt is the index of a square's cell.
func cellAt(s uint8) int { return int(s>>3+2)*12 + int(s&7) + 2 }

// Steps from a cell to others.
const (
	north, east = 12, 1
	south, west = -north, -east
)

var freshCells = func() (t [12 * 12]uint8) {
	for i := range t {
		t[i] = outside
	}
	for s := range uint8(64) {
		t[cellAt(s)] = unknown
	}
	return t
}()

// put notes that what stands on s is c.
func (w *Walker) put(s, c uint8) {
	w.seen |= bitboard.Of(s)
	w.cell[cellAt(s)] = c
	shift := 4 * uint(s&7)
	w.rowOf[s>>3] = w.rowOf[s>>3]&^(15<<shift) | uint32(c)<<shift
	if c == 0 {
		return
	}
	w.all += mix(uint64(c)<<6 | uint64(s) | 1<<32)
	w.men[c] |= bitboard.Of(s)
	w.hash[c] = mix(uint64(w.men[c]))
	w.left[c]--
}

// known returns the squares of all men seen.
func (w *Walker) known() (s bitboard.Set) {
	for _, m := range w.men[1:] {
		s |= m
	}
	return s
}
