package codec

import (
	"errors"
	"io"

	"github.com/icza/bitio"

	"github.com/chesszip/chesszip/board"
)

// trailerBits returns the length of the rights trailer of p. With marked set
// castling and en passant are known and left out.
func trailerBits(p *board.Position, marked bool) int {
	if marked {
		return 33
	}
	return 55
}

func writeTrailer(w *bitio.Writer, p *board.Position, marked bool) error {
	w.TryWriteBits(uint64(p.Turn), 1)
	w.TryWriteBits(uint64(p.HalfmoveClock), 16)
	w.TryWriteBits(uint64(p.FullmoveNumber), 16)
	if !marked {
		w.TryWriteBits(uint64(p.Castling), 16)
		w.TryWriteBits(uint64(p.EnPassant), 6)
	}
	return w.TryError
}

func readTrailer(r *bitio.Reader, p *board.Position, marked bool) error {
	p.Turn = board.Color(r.TryReadBits(1))
	p.HalfmoveClock = uint16(r.TryReadBits(16))
	p.FullmoveNumber = uint16(r.TryReadBits(16))
	if !marked {
		p.Castling = board.Rights(r.TryReadBits(16))
		p.EnPassant = board.Square(r.TryReadBits(6))
	}
	if errors.Is(r.TryError, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return r.TryError
}

// trailerParts describes the trailer and the other ways to write it.
func trailerParts(p *board.Position, marked bool) (note string, others []Part) {
	return "side to move, castling, en passant, counters", nil
}
