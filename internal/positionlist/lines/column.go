package lines

import (
	"github.com/chesszip/chesszip/internal/contextmix"
	"github.com/chesszip/chesszip/internal/positionlist/positions"
)

// columnState is what a column has shown so far.
type columnState struct {
	number     uint32
	last       []byte           // value
	recent     [numKinds]uint32 // the last answers about each kind of value
	vocabulary vocabulary
	texts      texts
}

// flag codes an answer about a kind of value.
func (w *columnState) flag(m *contextmix.Model, kind int, b bool) bool {
	b = positions.Flag(m, b, kind, w.number, w.recent[kind]&0xff)
	w.recent[kind] = w.recent[kind]<<1 | positions.Bit(b)
	return b
}
