package positions

import (
	"bytes"
	"strconv"
	"strings"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/column/positions"
	"github.com/chesszip/chesszip/internal/entropy/contextmix"
)

// columnState is the state of a column so far.
type columnState struct {
	number     uint32
	last       []byte           // value
	recent     [numKinds]uint32 // the last flags of each kind of value
	vocabulary vocabulary
	texts      texts
}

// flag codes a flag of a kind of value.
func (w *columnState) flag(m *contextmix.Model, kind int, b bool) bool {
	b = m.Use(kind, w.number, w.recent[kind]&0xff).Flag(b)
	w.recent[kind] = w.recent[kind]<<1 | positions.Bit(b)
	return b
}

// idSize is the length of the identifiers of games in links of Lichess.
const idSize = 8

// link codes the end of a link to a game in a cell, and perhaps the game's identifier
// before it. For a writer it returns the text before both.
func link(c *contextmix.Coder, flags *contextmix.Model, w *columnState, v []byte, p *board.Position) (before, id []byte, ok bool) {
	if c.Writing() {
		var room [24]byte
		before, ok = bytes.CutSuffix(v, appendLinkEnd(room[:0], p))
	}
	if ok = w.flag(flags, chooseLink, ok && len(before) > 0); !ok {
		return v, nil, false
	}
	at := len(before) - idSize
	if !flags.Use(chooseID, w.number).Flag(at > 0 && isID(before[at:])) {
		return before, nil, true
	}
	// All digits of an identifier are equally likely.
	id = make([]byte, idSize)
	if c.Writing() {
		copy(id, before[at:])
		before = before[:at]
	}
	for i, b := range id {
		id[i] = idDigits[c.Below(uint32(max(strings.IndexByte(idDigits, b), 0)), uint32(len(idDigits)))]
	}
	return before, id, true
}

// appendLinkEnd appends the end of a link to the position after the next move from p:
// /black if White moves then, and the number of half-moves.
func appendLinkEnd(dst []byte, p *board.Position) []byte {
	plies := 2*int64(p.FullmoveNumber) - 1
	if p.Turn == board.Black {
		dst = append(dst, "/black"...)
		plies++
	}
	return strconv.AppendInt(append(dst, '#'), plies, 10)
}
