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

// appendMoves appends the moves of g without a head, with known to predict them.
func (l *Level) appendMoves(dst []byte, g *gamestate.Game, known *Known) ([]byte, error) {
	if len(g.Moves) > movelist.MaxPlies {
		return dst, movelist.ErrTooLong
	}
	e := rangecoder.NewEncoder(make([]byte, 0, len(g.Moves)+8))
	encodeLength(e, len(g.Moves))
	nulls := slices.Contains(g.Moves, board.NullMove)
	e.Bit(boolBit(nulls), nullOdds)
	q := moves.NewPredictor(l.weights.model())
	k := known.model()
	k.Plies = len(g.Moves)
	var past Past
	p := g.Start
	var room [manyMoves]board.Move
	legal := room[:0]
	for i, m := range g.Moves {
		null := m == board.NullMove
		if nulls {
			e.Bit(boolBit(null), nullOdds)
		}
		if !null {
			legal = movegen.AppendLegal(legal[:0], &p)
			index := movegen.Index(&p, m, legal)
			if index < 0 {
				return dst, &movelist.IllegalError{Ply: i, Move: m}
			}
			m = legal[index]
			if len(legal) > 1 {
				e.Symbol(predict(q, &past, &p, &k, legal, index))
			}
		}
		past = past.Next(&p, m)
		movegen.Make(&p, m)
	}
	coded := e.Finish()
	if l.method == blob.MovesOwn {
		dst = append(dst, byte(l.ID()))
	}
	dst = binary.AppendUvarint(dst, uint64(len(coded)))
	return append(dst, coded...), nil
}

// decodeMoves reads moves of appendMoves.
func (l *Level) decodeMoves(src []byte, start *board.Position, known *Known) ([]board.Move, []byte, error) {
	if l.method == blob.MovesOwn {
		if len(src) == 0 {
			return nil, nil, &movelist.CorruptError{Ply: -1, Msg: "number of the model cut off"}
		}
		if id := byte(l.ID()); src[0] != id {
			return nil, nil, fmt.Errorf("%w: the number of its model ends in %02x, that of this one in %02x", movelist.ErrMethod, src[0], id)
		}
		src = src[1:]
	}
	d, rest, err := part(src)
	if err != nil {
		return nil, nil, err
	}
	n, err := decodeLength(d)
	if err != nil {
		return nil, nil, err
	}
	nulls := d.Bit(nullOdds) != 0
	q := moves.NewPredictor(l.weights.model())
	k := known.model()
	k.Plies = n
	var past Past
	p := *start
	var room [manyMoves]board.Move
	legal := room[:0]
	list := make([]board.Move, 0, min(n, 512))
	for i := range n {
		m := board.NullMove
		if !nulls || d.Bit(nullOdds) == 0 {
			legal = movegen.AppendLegal(legal[:0], &p)
			if len(legal) == 0 {
				return nil, nil, &movelist.CorruptError{Ply: i, Msg: "the game goes on where no move is legal"}
			}
			m = legal[decode(d, q, &past, &p, &k, legal)]
		}
		if d.Err() != nil {
			return nil, nil, &movelist.CorruptError{Ply: i, Msg: "input cut off"}
		}
		list = append(list, m)
		past = past.Next(&p, m)
		movegen.Make(&p, m)
	}
	if !d.AtEnd() {
		return nil, nil, &movelist.CorruptError{Ply: n, Msg: "something is left over"}
	}
	return list, rest, nil
}

// part reads a size and as many bytes from src.
func part(src []byte) (d *rangecoder.Decoder, rest []byte, err error) {
	size, n := binary.Uvarint(src)
	if n <= 0 || size > uint64(len(src)-n) {
		return nil, nil, &movelist.CorruptError{Ply: -1, Msg: "size cut off or beyond the input"}
	}
	if n > 1 && src[n-1] == 0 {
		return nil, nil, &movelist.CorruptError{Ply: -1, Msg: "size longer than it need be"}
	}
	return rangecoder.NewDecoder(src[n:][:size]), src[n+int(size):], nil
}

// predict returns the sum of the frequencies of the moves before legal[index], and
// its own frequency.
func predict(q *moves.Predictor, past *Past, p *board.Position, k *moves.Known, legal []board.Move, index int) (cum, width uint32) {
	freq := q.Predict(p, &past.past, k, legal)
	for _, f := range freq[:index] {
		cum += f
	}
	return cum, freq[index]
}

// decode reads a choice; legal is not empty.
func decode(d *rangecoder.Decoder, q *moves.Predictor, past *Past, p *board.Position, k *moves.Known, legal []board.Move) int {
	if len(legal) < 2 {
		return 0
	}
	return d.Choice(q.Predict(p, &past.past, k, legal))
}

func boolBit(b bool) int {
	if b {
		return 1
	}
	return 0
}
