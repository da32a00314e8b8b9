package learned

import (
	"encoding/binary"
	"fmt"
	"slices"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/gamestate"
	"github.com/chesszip/chesszip/internal/column/blob"
	"github.com/chesszip/chesszip/internal/entropy/rangecoder"
	"github.com/chesszip/chesszip/internal/model/moves"
	"github.com/chesszip/chesszip/movegen"
	"github.com/chesszip/chesszip/movelist"
)

// manyMoves is at least the number of legal moves of any position of a game.
const manyMoves = 256

// scratch is the memory to code one game, kept for the next.
type scratch struct {
	q       *moves.Predictor
	p       board.Position
	past    moves.Past
	known   moves.Known
	with    informed
	encoder rangecoder.Encoder
	decoder rangecoder.Decoder
	bytes   []byte
	room    [manyMoves]board.Move
}

func (l *Level) scratch() *scratch {
	if s, ok := l.inside().Pool().Get().(*scratch); ok {
		return s
	}
	return &scratch{q: moves.NewPredictor(l.inside().Model())}
}

// free keeps s, without references to memory of the caller.
func (l *Level) free(s *scratch) {
	s.decoder, s.with = rangecoder.Decoder{}, informed{}
	l.inside().Pool().Put(s)
}

// appendMoves appends the moves of g without a head, with known to predict them.
func (l *Level) appendMoves(s *scratch, dst []byte, g *gamestate.Game, known *Known) ([]byte, error) {
	if len(g.Moves) > movelist.MaxPlies {
		return dst, movelist.ErrTooLong
	}
	s.encoder = *rangecoder.NewEncoder(s.bytes[:0])
	e := &s.encoder
	encodeLength(e, len(g.Moves))
	nulls := slices.Contains(g.Moves, board.NullMove)
	e.Bit(boolBit(nulls), nullOdds)
	s.begin(&g.Start, known, len(g.Moves))
	q, k, past, p, legal := s.q, &s.known, &s.past, &s.p, s.room[:0]
	for i, m := range g.Moves {
		null := m == board.NullMove
		if nulls {
			e.Bit(boolBit(null), nullOdds)
		}
		if !null {
			legal = movegen.AppendLegal(legal[:0], p)
			index := movegen.Index(p, m, legal)
			if index < 0 {
				return dst, &movelist.IllegalError{Ply: i, Move: m}
			}
			m = legal[index]
			if len(legal) > 1 {
				e.Symbol(predict(q, past, p, k, legal, index))
			}
		}
		*past = past.Next(p, m)
		movegen.Make(p, m)
	}
	coded := e.Finish()
	s.bytes = coded
	if l.Method() == byte(blob.MovesOwn) {
		dst = append(dst, byte(l.ID()))
	}
	dst = binary.AppendUvarint(dst, uint64(len(coded)))
	return append(dst, coded...), nil
}

// begin sets s to the start of a game.
func (s *scratch) begin(start *board.Position, known *Known, plies int) {
	s.p, s.past, s.known = *start, moves.Past{}, known.model()
	s.known.Plies = plies
}

// decodeMoves reads moves of appendMoves, and appends them.
func (l *Level) decodeMoves(s *scratch, list []board.Move, src []byte, start *board.Position, known *Known) ([]board.Move, []byte, error) {
	if l.Method() == byte(blob.MovesOwn) {
		if len(src) == 0 {
			return nil, nil, &movelist.CorruptError{Ply: -1, Msg: "number of the model cut off"}
		}
		if id := byte(l.ID()); src[0] != id {
			return nil, nil, fmt.Errorf("%w: the number of its model ends in %02x, that of this one in %02x", movelist.ErrMethod, src[0], id)
		}
		src = src[1:]
	}
	d := &s.decoder
	rest, err := part(d, src)
	if err != nil {
		return nil, nil, err
	}
	n, err := decodeLength(d)
	if err != nil {
		return nil, nil, err
	}
	nulls := d.Bit(nullOdds) != 0
	s.begin(start, known, n)
	q, k, past, p, legal := s.q, &s.known, &s.past, &s.p, s.room[:0]
	list = slices.Grow(list, min(n, 512))
	for i := range n {
		m := board.NullMove
		if !nulls || d.Bit(nullOdds) == 0 {
			legal = movegen.AppendLegal(legal[:0], p)
			if len(legal) == 0 {
				return nil, nil, &movelist.CorruptError{Ply: i, Msg: "the game goes on where no move is legal"}
			}
			m = legal[decode(d, q, past, p, k, legal)]
		}
		if d.Err() != nil {
			return nil, nil, &movelist.CorruptError{Ply: i, Msg: "input cut off"}
		}
		list = append(list, m)
		*past = past.Next(p, m)
		movegen.Make(p, m)
	}
	if !d.AtEnd() {
		return nil, nil, &movelist.CorruptError{Ply: n, Msg: "something is left over"}
	}
	return list, rest, nil
}

// part sets d to as many bytes from src as a size at its beginning says.
func part(d *rangecoder.Decoder, src []byte) (rest []byte, err error) {
	size, n := binary.Uvarint(src)
	if n <= 0 || size > uint64(len(src)-n) {
		return nil, &movelist.CorruptError{Ply: -1, Msg: "size cut off or beyond the input"}
	}
	if n > 1 && src[n-1] == 0 {
		return nil, &movelist.CorruptError{Ply: -1, Msg: "size longer than it need be"}
	}
	*d = *rangecoder.NewDecoder(src[n:][:size])
	return src[n+int(size):], nil
}

// predict returns the sum of the frequencies of the moves before legal[index], and
// its own frequency.
func predict(q *moves.Predictor, past *moves.Past, p *board.Position, k *moves.Known, legal []board.Move, index int) (cum, width uint32) {
	freq := q.Predict(p, past, k, legal)
	for _, f := range freq[:index] {
		cum += f
	}
	return cum, freq[index]
}

// decode reads a choice; legal is not empty.
func decode(d *rangecoder.Decoder, q *moves.Predictor, past *moves.Past, p *board.Position, k *moves.Known, legal []board.Move) int {
	if len(legal) < 2 {
		return 0
	}
	return d.Choice(q.Predict(p, past, k, legal))
}

func boolBit(b bool) int {
	if b {
		return 1
	}
	return 0
}
