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
	w.bits.reset()
	return s.walker.appendGame(dst, g, func(at *ply, index int) error {
		w.write(at.past, at.p, at.legal, index)
		return nil
	}, w.bits.appendTo)
}

func (fastMoves) decode(s *scratch, dst []board.Move, src []byte, start *board.Position) ([]board.Move, []byte, error) {
	l, src, err := decodeLength(src)
	if err != nil {
		return dst, nil, err
	}
	r := &s.reader
	r.bits = bitReader{src: src}
	moves, err := s.walker.replay(dst, start, l, func(at *ply) (int, error) {
		index, err := r.read(at.past, at.p, at.legal)
		if err != nil {
			return 0, &CorruptError{Ply: at.number, Msg: err.Error()}
		}
		return index, nil
	})
	return finish(&r.bits, l.plies, moves, err)
}

// fastWriter writes choices among legal moves, without lengths.
type fastWriter struct {
	ranker fast.Ranker
	bits   bitWriter
}

// write writes the index of the move played in legal, the legal moves of p in the
// order of movegen. If there is only one, it takes no bits.
func (w *fastWriter) write(past fast.Past, p *board.Position, legal []board.Move, index int) {
	if len(legal) >= 2 {
		context := w.ranker.Prepare(past, p, legal)
		w.bits.put(fast.Code(context, w.ranker.Order(index)))
	}
}

// fastReader reads the moves of a fastWriter.
type fastReader struct {
	ranker fast.Ranker
	bits   bitReader
}

// read returns the index of the move played in legal, the legal moves of p in the
// order of movegen. It fails with ErrCorrupt if legal is empty, if the input is cut
// off, or if the index is too large.
func (r *fastReader) read(past fast.Past, p *board.Position, legal []board.Move) (index int, err error) {
	if len(legal) < 2 {
		if len(legal) == 0 {
			return 0, fmt.Errorf("%w: no legal move", ErrCorrupt)
		}
		return 0, nil
	}
	place, n := fast.Place(r.ranker.Prepare(past, p, legal), r.bits.peek())
	if !r.bits.skip(n) {
		return 0, fmt.Errorf("%w: input cut off", ErrCorrupt)
	}
	if place >= len(legal) {
		return 0, fmt.Errorf("%w: place %d among %d moves", ErrCorrupt, place, len(legal))
	}
	return r.ranker.Index(place), nil
}
