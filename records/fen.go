package records

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/notation"
)

// parseFEN reads a line of a list: a FEN with any text after it, or an EPD. Of an EPD
// the move is sm, or else the first of bm, and the score is ce.
func parseFEN(r *Record, line string) error {
	fields := strings.Fields(line)
	if len(fields) >= 6 && isNumber(fields[4]) && isNumber(fields[5]) {
		p, err := board.ParseFEN(strings.Join(fields[:6], " "))
		if err != nil {
			return fmt.Errorf("%w: %w", ErrCorrupt, err)
		}
		*r = Record{Position: p, Ply: plyOf(&p)}
		return nil
	}
	e, err := board.ParseEPD(line)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrCorrupt, err)
	}
	*r = Record{Position: e.Position, Ply: plyOf(&e.Position)}
	for _, code := range []string{"bm", "sm"} {
		operand, _ := e.Op(code)
		word, _, _ := strings.Cut(operand, " ")
		if m, err := notation.ParseSAN(word, &e.Position); err == nil {
			r.Move = m
		}
	}
	if operand, ok := e.Op("ce"); ok {
		if v, err := strconv.ParseInt(operand, 10, 16); err == nil {
			r.Score = int16(v)
		}
	}
	return nil
}

func isNumber(s string) bool {
	_, err := strconv.ParseUint(s, 10, 16)
	return err == nil
}

// plyOf returns the number of half-moves before p, by its move number.
func plyOf(p *board.Position) uint16 {
	return uint16(2*uint32(max(p.FullmoveNumber, 1)-1) + uint32(p.Turn))
}

// numberOf returns the move number of a position with the given ply. The ply counts
// from 0 or from 1; the side to move decides which.
func numberOf(ply uint16, turn board.Color) uint16 {
	if turn == board.White {
		return 1 + ply/2
	}
	return 1 + (max(ply, 1)-1)/2
}
