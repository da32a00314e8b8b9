package train

import (
	"encoding/binary"
	"io"

	"github.com/chesszip/chesszip/internal/model/moves"
)

// Choice is a choice as the network sees it: the weights of the features of every
// move, as they were before the game was learned from.
type Choice struct {
	weights []int8
	rows    [moves.Contexts]uint8
	moves   int
	played  int
	copies  int // how often it is learned from
}

// known returns what the weights know of a choice.
func (t *trainer) known(c *choice, copies int) *Choice {
	e := &Choice{weights: make([]int8, len(c.at)), rows: c.rows, moves: c.moves, played: c.played, copies: copies}
	for i, k := range c.at {
		e.weights[i] = t.cells[k].rounded()
	}
	return e
}

// Write writes a choice of a deep model, for ReadChoices.
func (e *Choice) Write(w io.Writer) error {
	head := append([]byte{byte(e.copies)}, e.rows[:]...)
	head = binary.LittleEndian.AppendUint16(head, uint16(e.moves))
	head = binary.LittleEndian.AppendUint16(head, uint16(e.played))
	for _, v := range e.weights {
		head = append(head, byte(v))
	}
	_, err := w.Write(head)
	return err
}

// ReadChoices reads what Write wrote, to the end of r.
func ReadChoices(r io.Reader) (list []*Choice, err error) {
	for {
		var head [1 + moves.Contexts + 4]byte
		if _, err := io.ReadFull(r, head[:]); err == io.EOF {
			return list, nil
		} else if err != nil {
			return nil, err
		}
		e := &Choice{copies: int(head[0]), rows: [moves.Contexts]uint8(head[1:])}
		e.moves = int(binary.LittleEndian.Uint16(head[1+moves.Contexts:]))
		e.played = int(binary.LittleEndian.Uint16(head[3+moves.Contexts:]))
		raw := make([]byte, e.moves*moves.MaxFeatures)
		if _, err := io.ReadFull(r, raw); err != nil {
			return nil, err
		}
		e.weights = make([]int8, len(raw))
		for i, v := range raw {
			e.weights[i] = int8(v)
		}
		list = append(list, e)
	}
}
