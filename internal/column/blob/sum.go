package blob

import (
	"encoding/binary"

	"github.com/cespare/xxhash/v2"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/movegen"
)

// sum returns the checksum of a blob, the lower 16 bits of the XXH64 of
//
//	| first byte 1 | salt 8 | body | position 39 | moves, 2 each |
//	position = | planes 4 x 8 | turn 1 | castling 2 | en passant 1 | clock 2 | number 2 |
//
// all of it little-endian. The planes are those of board.Board. Moves are as decoders
// return them: castling is the king taking its rook. A blob of a position has no
// moves.
func sum(first byte, salt uint64, body []byte, start *board.Position, moves []board.Move) uint16 {
	var d xxhash.Digest
	d.Reset()
	var room [128]byte
	b := append(room[:0], first)
	write(&d, binary.LittleEndian.AppendUint64(b, salt))
	write(&d, body)
	write(&d, appendPosition(room[:0], start))
	p := *start
	b = room[:0]
	for _, m := range moves {
		if m != board.NullMove && p.KindAt(m.From()) == board.King {
			if legal, ok := movegen.Resolve(&p, m); ok {
				m = legal
			}
		}
		if len(b) == len(room) {
			write(&d, b)
			b = room[:0]
		}
		b = binary.LittleEndian.AppendUint16(b, uint16(m))
		movegen.Make(&p, m)
	}
	write(&d, b)
	return uint16(d.Sum64())
}

func write(d *xxhash.Digest, b []byte) {
	_, _ = d.Write(b) // never fails
}

func appendPosition(b []byte, p *board.Position) []byte {
	for _, plane := range p.Planes() {
		b = binary.LittleEndian.AppendUint64(b, uint64(plane))
	}
	b = append(b, byte(p.Turn))
	b = binary.LittleEndian.AppendUint16(b, uint16(p.Castling))
	b = append(b, byte(p.EnPassant))
	b = binary.LittleEndian.AppendUint16(b, p.HalfmoveClock)
	return binary.LittleEndian.AppendUint16(b, p.FullmoveNumber)
}
