package records

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/notation"
)

// appendPlain appends r as Stockfish's plain form, six lines:
//
//	fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
//	move e2e4
//	score 31
//	ply 0
//	result 1
//	e
//
// The move is in the form of UCI, 0000 for none. Castling is the king's own move, or
// the king taking its rook if it is not castling of standard chess.
func appendPlain(dst []byte, r *Record) []byte {
	p := &r.Position
	dst = p.AppendFEN(append(dst, "fen "...))
	dst = notation.AppendUCI(append(dst, "\nmove "...), p, r.Move, !isStandard(p, r.Move))
	dst = strconv.AppendInt(append(dst, "\nscore "...), int64(r.Score), 10)
	dst = strconv.AppendUint(append(dst, "\nply "...), uint64(r.Ply), 10)
	dst = strconv.AppendInt(append(dst, "\nresult "...), int64(r.Result), 10)
	return append(dst, "\ne\n"...)
}

// isStandard reports whether m is not castling, or is castling of standard chess.
func isStandard(p *board.Position, m board.Move) bool {
	if !castles(p, m) {
		return true
	}
	return m.From().File() == 4 && (m.To().File() == 0 || m.To().File() == 7)
}

// plainParser reads the lines of records.
type plainParser struct {
	r      Record
	begun  bool // there was a line after the last e
	hasFEN bool
	move   string
}

// line reads a line; done reports whether it ended the record.
func (l *plainParser) line(text string) (done bool, err error) {
	name, value, _ := strings.Cut(strings.TrimSpace(text), " ")
	if name == "" {
		return false, nil
	}
	value = strings.TrimSpace(value)
	if name == "e" {
		return true, l.end()
	}
	l.begun = true
	switch name {
	case "fen":
		p, err := board.ParseFEN(value)
		if err != nil {
			return false, fmt.Errorf("%w: %w", ErrCorrupt, err)
		}
		if l.hasFEN {
			return false, corrupt("second fen before the line e")
		}
		l.r.Position, l.hasFEN = p, true
	case "move":
		l.move = value
	case "score":
		v, err := strconv.ParseInt(value, 10, 16)
		if err != nil {
			return false, corrupt("score %.40q, want -32768 to 32767", value)
		}
		l.r.Score = int16(v)
	case "ply":
		v, err := strconv.ParseUint(value, 10, 16)
		if err != nil {
			return false, corrupt("ply %.40q, want 0 to 65535", value)
		}
		l.r.Ply = uint16(v)
	case "result":
		v, err := strconv.ParseInt(value, 10, 8)
		if err != nil || v < -1 || v > 1 {
			return false, corrupt("result %.40q, want -1, 0 or 1", value)
		}
		l.r.Result = int8(v)
	default:
		return false, corrupt("line %.40q, want fen, move, score, ply, result or e", text)
	}
	return false, nil
}

// end ends a record.
func (l *plainParser) end() error {
	if !l.hasFEN {
		return corrupt("record without a fen")
	}
	switch l.move {
	case "", "(none)", "none", "0000":
		return nil
	}
	p := &l.r.Position
	m, err := notation.ParseUCI(l.move, p)
	if err != nil {
		return fmt.Errorf("%w: move in %s: %w", ErrCorrupt, p.AppendFEN(nil), err)
	}
	l.r.Move = m
	return nil
}
