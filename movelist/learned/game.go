package learned

import (
	"encoding/binary"
	"fmt"
	"slices"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/gamestate"
	"github.com/chesszip/chesszip/internal/blob"
	"github.com/chesszip/chesszip/internal/model/moves"
	"github.com/chesszip/chesszip/internal/rangecoder"
	"github.com/chesszip/chesszip/movegen"
	"github.com/chesszip/chesszip/movelist"
)

// manyMoves is enough room for the legal moves of any position of a game.
const manyMoves = 256

// appendMoves appends the moves of g without a head, of which known is known.
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
			encode(e, q, &past, &p, &k, legal, index)
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

// decodeMoves reads what appendMoves wrote.
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

// part cuts a size and as many bytes from src.
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

// encode codes the choice of legal[index].
func encode(e *rangecoder.Encoder, q *moves.Predictor, past *Past, p *board.Position, k *moves.Known, legal []board.Move, index int) {
	if len(legal) < 2 {
		return
	}
	freq := q.Predict(p, &past.past, k, legal)
	var cum uint32
	for _, f := range freq[:index] {
		cum += f
	}
	e.Symbol(cum, freq[index])
}

// decode reads a choice; legal is not empty.
func decode(d *rangecoder.Decoder, q *moves.Predictor, past *Past, p *board.Position, k *moves.Known, legal []board.Move) int {
	if len(legal) < 2 {
		return 0
	}
	freq := q.Predict(p, &past.past, k, legal)
	at, cum := d.Peek(), uint32(0)
	index := 0
	for cum+freq[index] <= at {
		cum += freq[index]
		index++
	}
	d.Take(cum, freq[index])
	return index
}

func boolBit(b bool) int {
	if b {
		return 1
	}
	return 0
}

// GroupGames is how many games a Writer puts together.
const GroupGames = 32

// Writer writes choices among legal moves, of any number of games and
// variations, without lengths. It is not for several goroutines at once.
type Writer struct {
	q     *moves.Predictor
	known moves.Known
	enc   *rangecoder.Encoder
	games int
	out   []byte
}

// NewWriter returns an empty Writer.
func (l *Level) NewWriter() *Writer {
	return &Writer{q: moves.NewPredictor(l.weights.model())}
}

// Reset makes w empty again.
func (w *Writer) Reset() { w.enc, w.games, w.out = nil, 0, w.out[:0] }

// Begin starts a game of which known is known.
func (w *Writer) Begin(known *Known) {
	if w.games == GroupGames {
		w.flush()
	}
	w.games++
	w.known = known.model()
}

// Write writes that of legal, the legal moves of p in the order of movegen,
// the one with the given index was played.
func (w *Writer) Write(past *Past, p *board.Position, legal []board.Move, index int) {
	if w.enc == nil {
		w.enc = rangecoder.NewEncoder(nil)
	}
	encode(w.enc, w.q, past, p, &w.known, legal, index)
}

func (w *Writer) flush() {
	var coded []byte
	if w.enc != nil {
		coded = w.enc.Finish()
	}
	w.out = binary.AppendUvarint(w.out, uint64(len(coded)))
	w.out = append(w.out, coded...)
	w.enc, w.games = nil, 0
}

// AppendTo ends the last group and appends what was written.
func (w *Writer) AppendTo(dst []byte) []byte {
	if w.games > 0 {
		w.flush()
	}
	return append(dst, w.out...)
}

// Reader reads what a Writer wrote. It is not for several goroutines at once.
type Reader struct {
	q     *moves.Predictor
	known moves.Known
	dec   *rangecoder.Decoder
	games int
	rest  []byte
}

// NewReader returns a Reader of src.
func (l *Level) NewReader(src []byte) *Reader {
	return &Reader{q: moves.NewPredictor(l.weights.model()), rest: src}
}

// Reset makes r read src.
func (r *Reader) Reset(src []byte) { r.dec, r.games, r.rest = nil, 0, src }

// Begin starts a game of which known is known, as in Writer.Begin. It fails
// with a *movelist.CorruptError if the input has no further game.
func (r *Reader) Begin(known *Known) (err error) {
	if r.games == GroupGames {
		if err := r.end(); err != nil {
			return err
		}
	}
	if r.games == 0 {
		if r.dec, r.rest, err = part(r.rest); err != nil {
			return err
		}
	}
	r.games++
	r.known = known.model()
	return nil
}

// Skip passes a group of games, of which none has begun.
func (r *Reader) Skip() (err error) {
	if err = r.end(); err == nil {
		_, r.rest, err = part(r.rest)
	}
	return err
}

// Read returns the index of the move played among legal, the legal moves of p
// in the order of movegen. It fails with movelist.ErrCorrupt if legal is empty
// or the input is cut off.
func (r *Reader) Read(past *Past, p *board.Position, legal []board.Move) (index int, err error) {
	if len(legal) == 0 {
		return 0, fmt.Errorf("%w: no legal move", movelist.ErrCorrupt)
	}
	index = decode(r.dec, r.q, past, p, &r.known, legal)
	if r.dec.Err() != nil {
		return 0, fmt.Errorf("%w: input cut off", movelist.ErrCorrupt)
	}
	return index, nil
}

func (r *Reader) end() error {
	if r.dec != nil && !r.dec.AtEnd() {
		return fmt.Errorf("%w: something is left over in a group", movelist.ErrCorrupt)
	}
	r.dec, r.games = nil, 0
	return nil
}

// Close reports an error if not all was read.
func (r *Reader) Close() error {
	if err := r.end(); err != nil {
		return err
	}
	if len(r.rest) > 0 {
		return fmt.Errorf("%w: something is left over", movelist.ErrCorrupt)
	}
	return nil
}
