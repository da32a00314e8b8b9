package door

import (
	"encoding/binary"

	"github.com/chesszip/chesszip/bitboard"
	"github.com/chesszip/chesszip/board"
)

// positionColumns makes batches of positions.
type positionColumns struct {
	layout Layout
	rows   int
	batch  *Batch

	pieces, side, rights, enPassant, clock *Column
	result, game, ply, move, score         *Column
}

func newPositionColumns(l Layout, rows int) *positionColumns {
	w := &positionColumns{layout: l, rows: rows}
	w.renew()
	return w
}

func (w *positionColumns) renew() {
	pieces := Column{Name: "bitboards", Type: "<u8", Width: 12}
	bytes := 96
	if w.layout == Squares {
		pieces, bytes = Column{Name: "squares", Type: "|u1", Width: 64}, 64
	}
	pieces.Data = make([]byte, 0, bytes*w.rows)
	w.batch = &Batch{Columns: []Column{
		pieces,
		{Name: "side", Type: "|u1", Width: 1},
		{Name: "rights", Type: "|u1", Width: 1},
		{Name: "en_passant", Type: "|i1", Width: 1},
		{Name: "halfmove_clock", Type: "<u2", Width: 1},
		{Name: "result", Type: "|i1", Width: 1},
		{Name: "game", Type: "<i8", Width: 1},
		{Name: "ply", Type: "<i4", Width: 1},
		{Name: "move", Type: "<u2", Width: 1},
		{Name: "score", Type: "<i2", Width: 1},
	}}
	c := w.batch.Columns
	w.pieces, w.side, w.rights, w.enPassant, w.clock = &c[0], &c[1], &c[2], &c[3], &c[4]
	w.result, w.game, w.ply, w.move, w.score = &c[5], &c[6], &c[7], &c[8], &c[9]
}

func (w *positionColumns) take() *Batch {
	b := w.batch
	w.renew()
	return b
}

func (w *positionColumns) add(s *sample) {
	p := &s.position
	w.batch.Rows++
	if w.layout == Squares {
		w.pieces.Data = appendSquares(w.pieces.Data, &p.Board)
	} else {
		w.pieces.Data = appendBitboards(w.pieces.Data, &p.Board)
	}
	w.side.uint8(uint8(p.Turn))
	w.rights.uint8(rightsOf(p.Castling))
	square := int8(NoSquare)
	if p.EnPassant != 0 {
		square = int8(p.EnPassant)
	}
	w.enPassant.int8(square)
	w.clock.uint16(p.HalfmoveClock)
	w.result.int8(s.result)
	w.game.int64(s.game)
	w.ply.int32(s.ply)
	w.move.uint16(uint16(s.move))
	w.score.uint16(uint16(s.score))
}

func appendBitboards(dst []byte, b *board.Board) []byte {
	planes := b.Planes()
	one, two, four, black := planes[0], planes[1], planes[2], planes[3]
	kinds := [6]bitboard.Set{
		one &^ two &^ four, two &^ one &^ four, one & two &^ four,
		four &^ one &^ two, one & four &^ two, two & four &^ one,
	}
	var out [96]byte
	for i, k := range kinds {
		binary.LittleEndian.PutUint64(out[8*i:], uint64(k&^black))
		binary.LittleEndian.PutUint64(out[48+8*i:], uint64(k&black))
	}
	return append(dst, out[:]...)
}

func appendSquares(dst []byte, b *board.Board) []byte {
	planes := b.Planes()
	var out [64]byte
	for all := uint64(b.Occupied()); all != 0; all &= all - 1 {
		s := bitboard.Set(all).First() & 63
		kind := planes[0]>>s&1 | planes[1]>>s&1<<1 | planes[2]>>s&1<<2
		out[s] = uint8(kind + planes[3]>>s&1*6)
	}
	return append(dst, out[:]...)
}

// rightsOf returns the castling rights as four bits: White's to the king's side and to
// the queen's, then Black's.
func rightsOf(r board.Rights) (bits uint8) {
	for i := range 4 {
		if r>>(4*i)&15 != 0 {
			bits |= 1 << i
		}
	}
	return bits
}
