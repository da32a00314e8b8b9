package train

import (
	"encoding/binary"
	"io"
	"math"

	"github.com/chesszip/chesszip/internal/model/moves"
	"github.com/chesszip/chesszip/internal/model/network"
)

// Choice is the input of a network for a choice: the weights of the features of every
// move near the best, before the game was learned from, and the rows of its biases.
// It is packed, with little-endian numbers:
//
//	number of moves near the best; index of the one played, or -1     2, 2 bytes
//	sum of the other moves' chances, the best having 1, a float32     4
//	sum of weights of the best move, and of the one played             2, 2
//	number of rows of the position, and the rows                       1, 2 each
//	for each move near the best: its two rows, its sum of weights,
//	and the weights                                                    2, 2, 2, 1 each
type Choice []byte

// choiceHead is the size of a Choice before its rows.
const choiceHead = 13

// known returns the Choice of c with the current weights.
func (t *trainer) known(c *choice) Choice {
	sums := make([]int32, c.moves)
	best := int32(math.MinInt32 / 2)
	for i := range sums {
		for _, k := range c.at[i*t.count:][:t.count] {
			sums[i] += int32(t.cells[k].rounded())
		}
		best = max(best, sums[i])
	}
	near, played, far := 0, -1, 0.0
	for i, s := range sums {
		if s < best-network.Near {
			far += math.Exp(float64(s-best) / moves.Unit)
			continue
		}
		if i == c.played {
			played = near
		}
		near++
	}
	e := binary.LittleEndian.AppendUint16(make(Choice, 0, choiceHead+2*len(c.position)+near*(6+t.count)), uint16(near))
	e = binary.LittleEndian.AppendUint16(e, uint16(played))
	e = binary.LittleEndian.AppendUint32(e, math.Float32bits(float32(far)))
	e = binary.LittleEndian.AppendUint16(e, uint16(best))
	e = binary.LittleEndian.AppendUint16(e, uint16(sums[c.played]))
	e = append(e, byte(len(c.position)))
	for _, r := range c.position {
		e = binary.LittleEndian.AppendUint16(e, r)
	}
	for i, s := range sums {
		if s < best-network.Near {
			continue
		}
		for _, r := range c.rows[i] {
			e = binary.LittleEndian.AppendUint16(e, r)
		}
		e = binary.LittleEndian.AppendUint16(e, uint16(s))
		for _, k := range c.at[i*t.count:][:t.count] {
			e = append(e, byte(t.cells[k].rounded()))
		}
	}
	return e
}

// unpacked is a Choice unpacked.
type unpacked struct {
	near, played int
	far          float64
	playedSum    float32 // natural logarithms above the best
	position     []uint16
	moves        []unpackedMove
}

type unpackedMove struct {
	rows    [2]uint16
	sum     float32 // natural logarithms above the best
	weights []byte  // int8 each
}

// size returns the size of the choice at the beginning of data, 0 if it is cut off.
func size(data []byte, features int) int {
	if len(data) < choiceHead {
		return 0
	}
	n := choiceHead + 2*int(data[choiceHead-1]) + int(binary.LittleEndian.Uint16(data))*(6+features)
	if n > len(data) {
		return 0
	}
	return n
}

// unpack sets u to a choice.
func (u *unpacked) unpack(e Choice, features int) {
	u.near = int(binary.LittleEndian.Uint16(e))
	u.played = int(int16(binary.LittleEndian.Uint16(e[2:])))
	u.far = float64(math.Float32frombits(binary.LittleEndian.Uint32(e[4:])))
	best := int16(binary.LittleEndian.Uint16(e[8:]))
	above := func(sum []byte) float32 {
		return float32(int16(binary.LittleEndian.Uint16(sum))-best) / moves.Unit
	}
	u.playedSum = above(e[10:])
	n := int(e[12])
	e = e[choiceHead:]
	u.position, u.moves = u.position[:0], u.moves[:0]
	for i := range n {
		u.position = append(u.position, binary.LittleEndian.Uint16(e[2*i:]))
	}
	e = e[2*n:]
	for range u.near {
		rows := [2]uint16{binary.LittleEndian.Uint16(e), binary.LittleEndian.Uint16(e[2:])}
		u.moves = append(u.moves, unpackedMove{rows, above(e[4:]), e[6:][:features]})
		e = e[6+features:]
	}
}

// CutChoices returns the choices that are concatenated in data, of a model with the
// features of a search if deep is set.
func CutChoices(data []byte, deep bool) (list []Choice, err error) {
	features := (&moves.Features{Deep: deep}).Count()
	for len(data) > 0 {
		n := size(data, features)
		if n == 0 {
			return nil, io.ErrUnexpectedEOF
		}
		list = append(list, data[:n:n])
		data = data[n:]
	}
	return list, nil
}
