package lines

import (
	"bytes"
	"strconv"
	"strings"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/contextmix"
)

// linkEnd is what a cell has behind its text: the end of a link to a game, and
// before it perhaps the game's identifier.
type linkEnd struct {
	there bool
	id    []byte
}

// idSize is the length of the identifiers of games in links of Lichess.
const idSize = 8

// link codes the end of a cell, and returns what is before it for a writer.
func link(c *contextmix.Coder, flags *contextmix.Model, w *columnState, v []byte, p *board.Position) (before []byte, l linkEnd) {
	writing := c.Writing()
	if writing {
		var room [24]byte
		before, l.there = bytes.CutSuffix(v, appendLinkEnd(room[:0], p))
		l.there = l.there && len(before) > 0
	}
	if l.there = w.flag(flags, chooseLink, l.there); !l.there {
		return v, l
	}
	at := len(before) - idSize
	flags.Use(chooseID, w.number)
	if !flags.Flag(at > 0 && isID(before[at:])) {
		return before, l
	}
	// All digits of an identifier are as likely as any other.
	l.id = make([]byte, idSize)
	if writing {
		copy(l.id, before[at:])
		before = before[:at]
	}
	for i, b := range l.id {
		l.id[i] = idDigits[c.Below(uint32(max(strings.IndexByte(idDigits, b), 0)), uint32(len(idDigits)))]
	}
	return before, l
}

// appendLinkEnd appends what a link to a game has for the position after the
// next move from p: /black if White moves then, and the number of half-moves.
func appendLinkEnd(dst []byte, p *board.Position) []byte {
	plies := 2*int64(p.FullmoveNumber) - 1
	if p.Turn == board.Black {
		dst = append(dst, "/black"...)
		plies++
	}
	return strconv.AppendInt(append(dst, '#'), plies, 10)
}
