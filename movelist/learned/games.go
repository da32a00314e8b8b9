package learned

import (
	"fmt"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/groups"
	"github.com/chesszip/chesszip/internal/model/moves"
	"github.com/chesszip/chesszip/internal/rangecoder"
	"github.com/chesszip/chesszip/movelist"
)

// GroupGames is how many games a Writer puts together.
const GroupGames = 8

// Writer writes choices among legal moves, of any number of games and
// variations, without lengths. It is not for several goroutines at once.
type Writer struct {
	q     *moves.Predictor
	known moves.Known
	enc   *rangecoder.Encoder
	games int
	out   []byte
	sizes []int // of the groups in it
	ended int   // what the moves in it take, in 1/16 bits

	memory *memory // nil if nothing is to be remembered
}

// NewWriter returns an empty Writer.
func (l *Level) NewWriter() *Writer {
	return &Writer{q: moves.NewPredictor(l.weights.model())}
}

// Reset makes w empty again.
func (w *Writer) Reset() {
	w.enc, w.games, w.out, w.sizes, w.ended = nil, 0, w.out[:0], w.sizes[:0], 0
	if w.memory != nil {
		w.memory.reset()
	}
}

// Remember says whether w is to remember the choices that it writes, 16 bytes for
// each and 16 MiB at most, for Reader.Recall. It makes w empty.
func (w *Writer) Remember(on bool) {
	w.memory = nil
	if on {
		w.memory = new(memory)
	}
	w.Reset()
}

// Begin starts a game of which known is known.
func (w *Writer) Begin(known *Known) {
	if w.games == GroupGames {
		w.flush()
	}
	w.known = known.model()
	if w.memory != nil {
		w.memory.begin(w.games == 0, &w.known)
	}
	w.games++
}

// Write writes that of legal, the legal moves of p in the order of movegen,
// the one with the given index was played.
func (w *Writer) Write(past *Past, p *board.Position, legal []board.Move, index int) {
	if w.enc == nil {
		w.enc = rangecoder.NewEncoder(nil)
	}
	if len(legal) < 2 {
		return
	}
	cum, width := predict(w.q, past, p, &w.known, legal, index)
	w.enc.Symbol(cum, width)
	if w.memory != nil {
		w.memory.add(past, p, legal, cum, width, index)
	}
}

func (w *Writer) flush() {
	var coded []byte
	if w.enc != nil {
		w.ended = w.Cost()
		coded = w.enc.Finish()
	}
	w.out, w.sizes = append(w.out, coded...), append(w.sizes, len(coded))
	w.enc, w.games = nil, 0
}

// Cost returns about how many bits the moves written so far take, in 1/16.
func (w *Writer) Cost() int {
	if w.enc == nil {
		return w.ended
	}
	return w.ended + w.enc.Cost()
}

// AppendTo ends the last group and appends what was written.
func (w *Writer) AppendTo(dst []byte) []byte {
	if w.games > 0 {
		w.flush()
	}
	return groups.Append(dst, w.sizes, w.out)
}

// Reader reads what a Writer wrote. It is not for several goroutines at once.
type Reader struct {
	q     *moves.Predictor
	known moves.Known
	dec   *rangecoder.Decoder
	games int
	src   []byte
	rest  groups.Reader
	wrong error // what is wrong with all groups

	recalled *recalled // nil if nothing is to be recalled
}

// NewReader returns a Reader of src.
func (l *Level) NewReader(src []byte) *Reader {
	r := &Reader{q: moves.NewPredictor(l.weights.model())}
	r.Reset(src)
	return r
}

// Reset makes r read src.
func (r *Reader) Reset(src []byte) {
	r.dec, r.games, r.recalled, r.src = nil, 0, nil, src
	r.rest, r.wrong = groups.Open(src)
}

// Recall makes r, of which nothing was read since Reset, check what w has written
// since its own. Where r is asked for a move with the inputs that w had, it takes how
// likely that is from w, and does not predict. What Read returns is the same, as long
// as the model gives the same for the same inputs. The groups of games from one number
// up to, not including, another are predicted in any case. A writer of another model,
// or one that remembers nothing, is of no use to r.
func (r *Reader) Recall(w *Writer, from, to int) {
	r.recalled = nil
	if w.memory != nil && w.q.Model() == r.q.Model() {
		r.recalled = &recalled{memory: w.memory, from: from, to: to, group: -1}
	}
}

// Begin starts a game of which known is known, as in Writer.Begin. It fails
// with a *movelist.CorruptError if the input has no further game.
func (r *Reader) Begin(known *Known) (err error) {
	if r.games == GroupGames {
		if err := r.end(); err != nil {
			return err
		}
	}
	if r.games == 0 {
		data, err := r.next()
		if err != nil {
			return err
		}
		r.dec = rangecoder.NewDecoder(data)
	}
	r.known = known.model()
	if r.recalled != nil {
		r.recalled.begin(r.games == 0, &r.known)
	}
	r.games++
	return nil
}

// next returns the next group.
func (r *Reader) next() ([]byte, error) {
	if r.wrong != nil {
		return nil, &movelist.CorruptError{Ply: -1, Msg: r.wrong.Error()}
	}
	data, ok, err := r.rest.Next()
	switch {
	case err != nil:
		return nil, &movelist.CorruptError{Ply: -1, Msg: err.Error()}
	case !ok:
		return nil, &movelist.CorruptError{Ply: -1, Msg: "no group is left"}
	}
	return data, nil
}

// Seek goes to the beginning of a group, from 0, whatever was read before. It ends
// Recall.
func (r *Reader) Seek(group int) (err error) {
	r.dec, r.games, r.recalled = nil, 0, nil
	if group < r.rest.Number() {
		r.rest, r.wrong = groups.Open(r.src)
	}
	for err == nil && r.rest.Number() < group {
		_, err = r.next()
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
	index = -1
	if r.recalled != nil && len(legal) > 1 {
		index = r.recalled.read(r.dec, past, p, legal)
	}
	if index < 0 {
		index = decode(r.dec, r.q, past, p, &r.known, legal)
	}
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
	if r.wrong != nil || r.rest.Left() {
		return fmt.Errorf("%w: something is left over", movelist.ErrCorrupt)
	}
	return nil
}
