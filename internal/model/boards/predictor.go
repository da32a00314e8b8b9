package boards

import (
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/model/softmax"
)

// One is the sum of the frequencies of a choice.
const One = softmax.One

// Coder codes choices by their frequencies, each at least 1, One in total. An encoder
// returns actual, a decoder the index that it reads.
type Coder interface {
	Code(freq []uint32, actual int) int
}

// Predictor predicts the frequencies of each choice of a position. It must not be
// used by several goroutines at once.
type Predictor struct {
	m     *Model
	w     Walker
	coder Coder
	score [64]int32
	freq  [64]uint32
	index [64]uint8
}

// NewPredictor returns a Predictor with the weights of m.
func NewPredictor(m *Model) *Predictor { return &Predictor{m: m} }

// Walk goes through the choices of a position, as Walker.Walk, and passes them to c
// with their frequencies.
func (q *Predictor) Walk(c Coder, truth *board.Position) (p board.Position, ok bool) {
	q.coder = c
	p, ok = q.w.Walk(q, truth)
	q.coder = nil
	return p, ok
}

// Stage returns the stage of the current choice.
func (q *Predictor) Stage() Stage { return q.w.Stage() }

// Bit implements Chooser.
func (q *Predictor) Bit(at []uint32, actual int) int {
	var s int32
	table, shift := q.m.bits, q.m.bitShift
	for _, k := range at {
		s += int32(table[k>>(shift&31)])
	}
	q.score[0], q.score[1] = 0, s
	return q.coder.Code(q.normalise(2), actual)
}

// Pawn implements Chooser.
func (q *Predictor) Pawn(at []uint32, allowed uint, actual int) int {
	var sum uint32
	table, shift := q.m.pawns, q.m.pawnShift
	for _, k := range at {
		x := uint32(table[k>>(shift&31)])
		sum += x&0xff | x>>8<<16
	}
	bias := int32(128 * len(at))
	scores := [3]int32{0, int32(sum&0xffff) - bias, int32(sum>>16) - bias}
	return q.among(scores[:], allowed, actual)
}

// Piece implements Chooser.
func (q *Predictor) Piece(at []uint32, allowed uint, actual int) int {
	const every = 0x00ff00ff00ff00ff
	var even, odd uint64
	table, shift := q.m.pieces, q.m.pieceShift
	for _, k := range at {
		x := table[k>>(shift&31)]
		even += x & every
		odd += x >> 8 & every
	}
	bias := int32(128 * len(at))
	var scores [9]int32
	for i := 0; i < 4; i++ {
		scores[1+2*i] = int32(even>>(16*i)&0xffff) - bias
		scores[2+2*i] = int32(odd>>(16*i)&0xffff) - bias
	}
	return q.among(scores[:], allowed, actual)
}

// among makes a choice among the allowed contents; a single one needs no choice.
func (q *Predictor) among(scores []int32, allowed uint, actual int) int {
	n, place := 0, 0
	for i, s := range scores {
		if allowed>>i&1 == 0 {
			continue
		}
		if i == actual {
			place = n
		}
		q.score[n], q.index[n] = s, uint8(i)
		n++
	}
	if n > 1 {
		place = q.coder.Code(q.normalise(n), place)
	}
	return int(q.index[place])
}

// Square implements Chooser.
func (q *Predictor) Square(at []uint32, n, actual int) int {
	count := len(at) / n
	table, shift := q.m.squares, q.m.squareShift
	for i := range n {
		var s int32
		for _, k := range at[i*count:][:count] {
			s += int32(table[k>>(shift&31)])
		}
		q.score[i] = s
	}
	return q.coder.Code(q.normalise(n), actual)
}

// normalise turns the first n scores, in units of a natural logarithm, into
// frequencies.
func (q *Predictor) normalise(n int) []uint32 {
	freq := q.freq[:n]
	chances.Frequencies(freq, q.score[:n])
	return freq
}

// Unit is the number of steps of a score in a natural logarithm.
const Unit = 16

// chances holds the powers of exp(-1/16).
var chances = softmax.NewTable(Unit, 17329112349219823218)
