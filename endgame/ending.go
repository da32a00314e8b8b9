package endgame

import (
	"fmt"
	"strings"

	"github.com/chesszip/chesszip/board"
)

// maxPieces is the most pieces of an ending besides the two kings: one more would
// make tables of 240 MB.
const maxPieces = 2

// ending is a set of pieces that play against a bare king. The pieces are always
// White's; if they are Black's, the position is turned round.
type ending struct {
	kinds [maxPieces]board.Kind // of White's pieces except the king, in the order of kindOrder
	count int                   // number of kinds in use
}

// kindOrder is the order of the letters in an ending's name.
const kindOrder = "QRBNP"

// kindOf returns the kind of a letter of kindOrder, or NoKind.
func kindOf(letter byte) board.Kind {
	p, ok := board.PieceOfLetter(letter)
	if !ok || p.Color() != board.White || p.Kind() == board.King {
		return board.NoKind
	}
	return p.Kind()
}

// parseEnding reads a name such as "KBNK".
func parseEnding(name string) (ending, error) {
	var e ending
	pieces, ok := strings.CutPrefix(name, "K")
	if ok {
		pieces, ok = strings.CutSuffix(pieces, "K")
	}
	if !ok {
		return e, fmt.Errorf("endgame: ending %q: want the pieces of one side and then a bare king, as in KBNK", name)
	}
	if len(pieces) > maxPieces {
		return e, fmt.Errorf("endgame: ending %q: want at most %d pieces beside the kings", name, maxPieces)
	}
	for i := range len(pieces) {
		k := kindOf(pieces[i])
		if k == board.NoKind {
			return e, fmt.Errorf("endgame: ending %q: %q is not one of %s", name, pieces[i], kindOrder)
		}
		e.kinds[i] = k
	}
	e.count = len(pieces)
	e.sort(nil)
	return e, nil
}

// sort sorts the pieces, and the squares with them.
func (e *ending) sort(squares *[maxPieces]board.Square) {
	if e.count < 2 || before(e.kinds[0], e.kinds[1]) {
		return
	}
	e.kinds[0], e.kinds[1] = e.kinds[1], e.kinds[0]
	if squares != nil {
		squares[0], squares[1] = squares[1], squares[0]
	}
}

// before reports whether a piece of kind a is named before one of kind b, or a equals
// b.
func before(a, b board.Kind) bool {
	return strings.IndexByte(kindOrder, a.Letter()) <= strings.IndexByte(kindOrder, b.Letter())
}

// String returns the name, such as "KBNK".
func (e ending) String() string {
	name := []byte{'K'}
	for _, k := range e.kinds[:e.count] {
		name = append(name, k.Letter())
	}
	return string(append(name, 'K'))
}

// named reports whether name is the String of e.
func (e ending) named(name string) bool {
	if len(name) != e.count+2 {
		return false
	}
	for i, k := range e.kinds[:e.count] {
		if name[i+1] != k.Letter() {
			return false
		}
	}
	return true
}

// pawns reports whether a piece is a pawn: then only left and right are symmetric.
func (e ending) pawns() bool {
	return e.kinds[0] == board.Pawn || e.kinds[1] == board.Pawn
}

// twins reports whether the ending has two pieces of one kind, which may change
// places.
func (e ending) twins() bool { return e.count == 2 && e.kinds[0] == e.kinds[1] }

// dead reports whether the pieces cannot mate, whatever Black plays.
func (e ending) dead() bool {
	return e.count == 0 || e.count == 1 && (e.kinds[0] == board.Knight || e.kinds[0] == board.Bishop)
}

// without returns the ending after the loss of piece i, and its placement.
func (e ending) without(i int, p placement) (ending, placement) {
	for j := i + 1; j < e.count; j++ {
		e.kinds[j-1], p.pieces[j-1] = e.kinds[j], p.pieces[j]
	}
	e.count--
	e.kinds[e.count], p.pieces[e.count] = board.NoKind, 0
	return e, p
}

// promoted returns the ending after piece i is promoted to kind k on square to, and
// its placement.
func (e ending) promoted(i int, k board.Kind, to board.Square, p placement) (ending, placement) {
	e.kinds[i], p.pieces[i] = k, to
	e.sort(&p.pieces)
	return e, p
}

// promotions are the kinds that a pawn promotes to.
var promotions = [...]board.Kind{board.Knight, board.Bishop, board.Rook, board.Queen}
