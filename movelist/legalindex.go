package movelist

import (
	"encoding/binary"

	"github.com/chesszip/chesszip/basen"
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/gamestate"
	"github.com/chesszip/chesszip/internal/column/blob"
)

// LegalIndex stores moves as their indexes among the legal ones, in one integer of
// mixed radix, some 5 bits a move. Append begins with the byte 0x43.
var LegalIndex Level = &level{coder: legalIndex{}}

type legalIndex struct{}

func (legalIndex) Name() string { return "index" }

func (legalIndex) Method() byte { return byte(blob.MovesLegalIndex) }

func (legalIndex) append(s *scratch, dst []byte, g *gamestate.Game) ([]byte, error) {
	base := len(dst)
	dst, err := appendLength(dst, g.Moves)
	if err != nil {
		return dst[:base], err
	}
	var digitRoom, radixRoom [256]uint16
	digits, radices := digitRoom[:0], radixRoom[:0]
	flush := func() error {
		var err error
		if s.bytes, err = basen.AppendMixed(s.bytes[:0], digits, radices); err != nil {
			return err
		}
		dst = append(binary.AppendUvarint(dst, uint64(len(s.bytes))), s.bytes...)
		digits, radices = digits[:0], radices[:0]
		return nil
	}
	err = s.walker.walk(g, func(at *ply, index int) error {
		digits, radices = append(digits, uint16(index)), append(radices, uint16(len(at.legal)))
		if len(digits) == basen.MaxMixedDigits {
			return flush()
		}
		return nil
	})
	if err == nil && len(digits) > 0 {
		err = flush()
	}
	if err != nil {
		return dst[:base], err
	}
	return dst, nil
}

func (legalIndex) decode(s *scratch, dst []board.Move, src []byte, start *board.Position) ([]board.Move, []byte, error) {
	l, src, err := decodeLength(src)
	if err != nil {
		return nil, nil, err
	}
	integer := &s.mixed
	used := 0 // digits of the current integer; 0 between two
	moves, err := s.walker.replay(dst, start, l, func(at *ply) (int, error) {
		if used == 0 {
			var size int
			if size, src, err = decodeUvarint(src, min(len(src), basen.MaxMixedBytes)); err != nil {
				return 0, err
			}
			if size > len(src) {
				return 0, &CorruptError{Ply: at.number, Msg: "integer cut off"}
			}
			if err := integer.Reset(src[:size]); err != nil {
				return 0, &CorruptError{Ply: at.number, Msg: err.Error()}
			}
			src = src[size:]
		}
		index, err := integer.Next(uint16(len(at.legal)))
		if err != nil {
			return 0, &CorruptError{Ply: at.number, Msg: err.Error()}
		}
		if used++; used == basen.MaxMixedDigits {
			used = 0
			if err := integer.Close(); err != nil {
				return 0, &CorruptError{Ply: at.number, Msg: err.Error()}
			}
		}
		return int(index), nil
	})
	if err != nil {
		return nil, nil, err
	}
	if used > 0 {
		if err := integer.Close(); err != nil {
			return nil, nil, &CorruptError{Ply: l.plies, Msg: err.Error()}
		}
	}
	return moves, src, nil
}
