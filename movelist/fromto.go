package movelist

import (
	"slices"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/gamestate"
	"github.com/chesszip/chesszip/internal/column/blob"
)

// FromTo stores moves as origin, target and promotion, 12 or 14 bits a move. Append
// begins with the byte 0x42.
var FromTo Level = &level{coder: fromTo{}}

type fromTo struct{}

func (fromTo) Name() string { return "from-to" }

func (fromTo) Method() byte { return byte(blob.MovesFromTo) }

// promotes reports whether a legal move from one square to another takes a pawn to
// rank 1 or 8.
func promotes(p *board.Position, from, to board.Square) bool {
	return p.KindAt(from) == board.Pawn && (to < 8 || to >= 56)
}

func (fromTo) append(s *scratch, dst []byte, g *gamestate.Game) ([]byte, error) {
	w := &s.writer.bits
	w.reset()
	return s.walker.appendGame(dst, g, func(at *ply, index int) error {
		m := at.legal[index]
		w.put(uint64(m.From())<<6|uint64(m.To()), 12)
		if promotes(at.p, m.From(), m.To()) {
			w.put(uint64(m.Promotion()-board.Knight), 2)
		}
		return nil
	}, w.appendTo)
}

func (fromTo) decode(s *scratch, dst []board.Move, src []byte, start *board.Position) ([]board.Move, []byte, error) {
	l, src, err := decodeLength(src)
	if err != nil {
		return dst, nil, err
	}
	r := &s.reader.bits
	*r = bitReader{src: src}
	moves, err := s.walker.replay(dst, start, l, func(at *ply) (int, error) {
		bits := r.peek()
		from, to := board.Square(bits>>58), board.Square(bits>>52&63)
		kind, n := board.NoKind, uint8(12)
		if promotes(at.p, from, to) {
			kind, n = board.Knight+board.Kind(bits>>50&3), 14
		}
		if !r.skip(n) {
			return 0, &CorruptError{Ply: at.number, Msg: "input cut off"}
		}
		index := slices.Index(at.legal, board.NewMove(from, to, kind))
		if index < 0 {
			return 0, &CorruptError{Ply: at.number, Msg: "illegal move " + board.NewMove(from, to, kind).String()}
		}
		return index, nil
	})
	return finish(r, l.plies, moves, err)
}

// finish checks the padding after the last move.
func finish(r *bitReader, plies int, moves []board.Move, err error) ([]board.Move, []byte, error) {
	if err != nil {
		return nil, nil, err
	}
	rest, ok := r.rest()
	if !ok {
		return nil, nil, &CorruptError{Ply: plies, Msg: "padding is not zero"}
	}
	return moves, rest, nil
}
