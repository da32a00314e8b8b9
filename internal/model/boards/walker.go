package boards

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

	// The known part of the position.
	pieces
	grid
	all   uint64                       // hash of everything known
	mat   uint64                       // hash of count
	wood  int                          // class of the value of count
	worth int                          // value of count in pawns, White minus Black
	pawns uint64                       // hash of all pawns
	reach [2 * numReaches]bitboard.Set // attacked, by colour and kind of attacker
	kings [2]board.Square
	here  board.Square // the square of the current choice
}

// pieces is the known part of the pieces of each kind.
type pieces struct {
	count [things]int          // total number
	left  [things]int          // number still to place
	on    [things]bitboard.Set // their squares
	hash  [things]uint64       // of on
}

// grid is the known part of the squares.
type grid struct {
	seen bitboard.Set   // squares known
	cell [12 * 12]uint8 // contents, with a border
	file [8 + 4]uint32  // two bits a rank: pawns seen on each file, from file -2 on
	rank [8]uint32      // four bits a file: contents of each rank
}

// Stage is a part of a position, in the order of the choices.
type Stage uint8

// The stages.
const (
	Material Stage = iota
	Structure
	Kings
	OtherPieces
	Turn
	Castling
	EnPassant
	Clock
	Number
	Stages
)

// StageNames are the names of the stages.
var StageNames = [Stages]string{"material", "pawns", "kings", "pieces", "turn", "castling", "en passant", "clock", "number"}

// Stage returns the stage of the current choice.
func (w *Walker) Stage() Stage { return w.stage }

// Walk goes through the choices of a position: those of truth, or if that is nil
// those that c makes. It returns the position; ok reports whether no other choices
// give it. Truth must satisfy Holds; then ok is true.
func (w *Walker) Walk(c Chooser, truth *board.Position) (p board.Position, ok bool) {
	w.c, w.truth = c, truth
	w.pieces = pieces{}
	w.reach = [2 * numReaches]bitboard.Set{}
	w.seen, w.all, w.mat = 0, 0, 0
	w.cell = freshCells
	for i := range w.file {
		w.file[i] = 0xffff
	}
	for i := range w.rank {
		w.rank[i] = 0xdddddddd
	}
	w.stage = Material
	w.material()
	w.stage = Structure
	w.placePawns()
	w.stage = Kings
	w.placeKings()
	w.stage = OtherPieces
	w.placePieces()
	for s := range w.on[1:] {
		for set := w.on[s+1]; set != 0; set = set.WithoutFirst() {
			p.Put(set.First(), board.Piece(s+1))
		}
	}
	ok = w.rest(&p)
	w.c, w.truth = nil, nil
	return p, ok
}

// cellAt is the index of a square's cell.
func cellAt(s board.Square) int { return int(s>>3+2)*12 + int(s&7) + 2 }

// Steps from a cell to others.
const (
	north, east = 12, 1
	south, west = -north, -east
)

var freshCells = func() (t [12 * 12]uint8) {
	for i := range t {
		t[i] = outside
	}
	for s := range board.Square(64) {
		t[cellAt(s)] = unknown
	}
	return t
}()

// put records the content c of the square s.
func (w *Walker) put(s board.Square, c uint8) {
	w.seen |= bitboard.Of(s)
	w.cell[cellAt(s)] = c
	shift := 4 * uint(s&7)
	w.rank[s>>3] = w.rank[s>>3]&^(15<<shift) | uint32(c)<<shift
	if c == 0 {
		return
	}
	w.all += mix(uint64(c)<<6 | uint64(s) | 1<<32)
	w.on[c] |= bitboard.Of(s)
	w.hash[c] = mix(uint64(w.on[c]))
	w.left[c]--
}

// occupied returns the squares of all known pieces.
func (w *Walker) occupied() (s bitboard.Set) {
	for _, m := range w.on[1:] {
		s |= m
	}
	return s
}
