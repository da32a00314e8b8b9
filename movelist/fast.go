package movelist

import (
	"fmt"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/gamestate"
	"github.com/chesszip/chesszip/internal/column/blob"
	"github.com/chesszip/chesszip/internal/model/fast"
)

// Fast stores moves as their places in a learned order, by static codes: some 3.3
// bits a move in real games. Append begins with the byte 0x44.
var Fast Level = &level{coder: fastMoves{}}

type fastMoves struct{}

func (fastMoves) Name() string { return "fast" }

func (fastMoves) Method() byte { return byte(blob.MovesFast) }

func (fastMoves) append(s *scratch, dst []byte, g *gamestate.Game) ([]byte, error) {
	w := &s.writer
	w.Reset()
	return s.walker.appendGame(dst, g, func(at *ply, index int) error {
		w.Write(at.past, at.p, at.legal, index)
		return nil
	}, w.AppendTo)
}

func (fastMoves) decode(s *scratch, dst []board.Move, src []byte, start *board.Position) ([]board.Move, []byte, error) {
	l, src, err := decodeLength(src)
	if err != nil {
		return dst, nil, err
	}
	r := &s.reader
	r.Reset(src)
	moves, err := s.walker.replay(dst, start, l, func(at *ply) (int, error) {
		index, err := r.Read(at.past, at.p, at.legal)
		if err != nil {
			return 0, &CorruptError{Ply: at.number, Msg: err.Error()}
		}
		return index, nil
	})
	return finish(&r.bits, l.plies, moves, err)
}

// Past is the part of a game before a position that the fast level uses: the last
// move of each player. The zero Past is the start of a game. It is a small value;
// keep a copy to return to it for a variation.
type Past struct{ past fast.Past }

// Next returns the Past after m is played in p; call it before the move is made.
// After a null move the last move of the player who passed is unknown.
func (h Past) Next(p *board.Position, m board.Move) Past { return Past{h.past.Next(p, m)} }

// FastWriter writes choices among legal moves as the fast level does, without lengths
// and without padding between games: one bit string for any number of games and
// variations. The zero FastWriter is empty and ready to use.
type FastWriter struct {
	ranker fast.Ranker
	bits   bitWriter
}

// later is the symbol of all places from later on; laterBits more bits hold the
// difference.
const (
	later     = fast.Symbols - 1
	laterBits = 12
)

// Reset empties w and keeps its memory.
func (w *FastWriter) Reset() { w.bits = bitWriter{buf: w.bits.buf[:0]} }

// Len returns the number of bits written, which is the offset of the next move.
func (w *FastWriter) Len() int { return w.bits.len() }

// Write writes the index of the move played in legal, the legal moves of p in the
// order of movegen. If there is only one, it takes no bits.
func (w *FastWriter) Write(past Past, p *board.Position, legal []board.Move, index int) {
	if len(legal) < 2 {
		return
	}
	context := w.ranker.Prepare(past.past, p, legal)
	place := w.ranker.Order(index)
	word, n := fast.Word(context, min(place, later))
	w.bits.put(word, n)
	if place >= later {
		w.bits.put(uint64(place-later), laterBits)
	}
}

// AppendTo appends the bits, padded to a byte with zeros.
func (w *FastWriter) AppendTo(dst []byte) []byte { return w.bits.appendTo(dst) }

// FastReader reads the moves of a FastWriter.
type FastReader struct {
	ranker fast.Ranker
	bits   bitReader
}

// NewFastReader returns a FastReader that reads src from its first bit.
func NewFastReader(src []byte) *FastReader { return &FastReader{bits: bitReader{src: src}} }

// Reset makes r read src from its first bit.
func (r *FastReader) Reset(src []byte) { r.bits = bitReader{src: src} }

// Offset returns the offset of the next move in bits.
func (r *FastReader) Offset() int { return r.bits.pos }

// AtEnd reports whether all code words were read and the padding is zero.
func (r *FastReader) AtEnd() bool {
	rest, ok := r.bits.rest()
	return ok && len(rest) == 0
}

// Seek makes bit the offset of the next move: an earlier FastWriter.Len or Offset. It
// fails with ErrCorrupt if that is outside the input.
func (r *FastReader) Seek(bit int) error {
	if bit < 0 || bit > 8*len(r.bits.src) {
		return fmt.Errorf("%w: no bit %d in %d bytes", ErrCorrupt, bit, len(r.bits.src))
	}
	r.bits.pos = bit
	return nil
}

// Read returns the index of the move played in legal, the legal moves of p in the
// order of movegen. It fails with ErrCorrupt if legal is empty, if the input is cut
// off, or if the index is too large.
func (r *FastReader) Read(past Past, p *board.Position, legal []board.Move) (index int, err error) {
	if len(legal) < 2 {
		if len(legal) == 0 {
			return 0, fmt.Errorf("%w: no legal move", ErrCorrupt)
		}
		return 0, nil
	}
	place, n := r.place(r.ranker.Prepare(past.past, p, legal))
	if !r.bits.skip(n) {
		return 0, fmt.Errorf("%w: input cut off", ErrCorrupt)
	}
	if place >= len(legal) {
		return 0, fmt.Errorf("%w: place %d among %d moves", ErrCorrupt, place, len(legal))
	}
	return r.ranker.Index(place), nil
}

// place returns the place of the next code word in a context, and the word's length.
func (r *FastReader) place(context int) (place int, n uint8) {
	bits := r.bits.peek()
	place, n = fast.Symbol(context, bits)
	if place == later {
		place += int(bits << n >> (64 - laterBits))
		n += laterBits
	}
	return place, n
}
