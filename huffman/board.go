package huffman

import (
	"sync"

	"github.com/icza/bitio"

	"github.com/chesszip/chesszip/board"
)

// Board is the scheme of one code word for each square, from a1 to h8. It
// holds any board. The zero Board is Classic.
type Board uint8

// The two tables of code words.
const (
	// Classic is built from the classic weights: 32 for the empty square and, for
	// each colour, 8 for pawns, 2 for rooks, knights and bishops, 1 for queen and
	// king.
	Classic Board = iota
	// Counted is built from the counts of each piece in real positions.
	Counted
)

// classicWeights are the weights of Classic, by the number of the piece.
var classicWeights = [13]uint64{32, 8, 2, 2, 2, 1, 1, 8, 2, 2, 2, 1, 1}

var (
	classicCode = sync.OnceValue(func() *Code { return must(Build(classicWeights[:], MaxLen)) })
	countedCode = sync.OnceValue(func() *Code { return must(Build(pieceCounts[:], MaxLen)) })
)

// Code returns the code; its symbols are the numbers of the pieces.
func (t Board) Code() *Code {
	if t == Counted {
		return countedCode()
	}
	return classicCode()
}

// Weights returns the weights of Code, by the number of the piece.
func (t Board) Weights() [13]uint64 {
	if t == Counted {
		return pieceCounts
	}
	return classicWeights
}

// BitLen returns the number of bits that Write writes for b. The error is nil.
func (t Board) BitLen(b *board.Board) (int, error) {
	c := t.Code()
	n := 0
	for p := board.Empty; p <= board.BlackKing; p++ {
		n += b.Pieces(p).Count() * c.Len(int(p))
	}
	return n, nil
}

// Write writes b.
func (t Board) Write(w *bitio.Writer, b *board.Board) error {
	c := t.Code()
	out := sink{w: w}
	for s := board.A1; s <= board.H8; s++ {
		out.put(c.Encode(int(b.At(s))))
	}
	return out.flush()
}

// Read reads a board. It fails with io.ErrUnexpectedEOF or the error of r.
func (t Board) Read(r *bitio.Reader) (board.Board, error) {
	c := t.Code()
	in := source{r: r}
	var planes planes
	for s := board.A1; s <= board.H8; s++ {
		// Every later square has a word of at least one bit.
		p := in.get(c, int(board.H8-s))
		planes.put(s, nibbleOf[p])
	}
	if err := in.err(); err != nil {
		return board.Board{}, err
	}
	return planes.board(), nil
}
