package learned

import (
	"errors"
	"fmt"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/base/corrupt"
	"github.com/chesszip/chesszip/internal/entropy/choices"
	"github.com/chesszip/chesszip/internal/entropy/recall"
	"github.com/chesszip/chesszip/internal/model/moves"
	"github.com/chesszip/chesszip/movelist"
)

// GroupGames is how many games a Writer puts together.
const GroupGames = choices.GroupGames

// game is what is known of a game, and its fingerprint if that is asked for.
type game struct {
	known moves.Known
	print recall.Print
}

func (g *game) begin(known *Known, print bool) {
	g.known = known.model()
	if print {
		g.print = g.known.Print(0)
	}
}

// printOf is the fingerprint of what a choice depends on.
func (g *game) printOf(past *Past, p *board.Position, legal []board.Move) recall.Print {
	return past.past.Print(g.print).Position(p, legal)
}

// Writer writes choices among legal moves, of any number of games and
// variations, without lengths. It is not for several goroutines at once.
type Writer struct {
	q       *moves.Predictor
	game    game
	choices choices.Writer
}

// NewWriter returns an empty Writer.
func (l *Level) NewWriter() *Writer {
	return &Writer{q: moves.NewPredictor(l.weights.model())}
}

// Reset makes w empty again.
func (w *Writer) Reset() { w.choices.Reset(w.choices.Remembers()) }

// Remember says whether w is to remember the choices that it writes, 16 bytes for
// each and 16 MiB at most, for Reader.Recall. It makes w empty.
func (w *Writer) Remember(on bool) { w.choices.Reset(on) }

// Begin starts a game of which known is known.
func (w *Writer) Begin(known *Known) {
	w.choices.Begin()
	w.game.begin(known, w.choices.Remembers())
}

// Write writes that of legal, the legal moves of p in the order of movegen,
// the one with the given index was played.
func (w *Writer) Write(past *Past, p *board.Position, legal []board.Move, index int) {
	if len(legal) < 2 {
		return
	}
	var print recall.Print
	if w.choices.Remembers() {
		print = w.game.printOf(past, p, legal)
	}
	w.choices.Write(w.q.Predict(p, &past.past, &w.game.known, legal), index, print)
}

// Cost returns about how many bits the moves written so far take, in 1/16.
func (w *Writer) Cost() int { return w.choices.Cost() }

// AppendTo ends the last group and appends what was written.
func (w *Writer) AppendTo(dst []byte) []byte { return w.choices.AppendTo(dst) }

// Reader reads what a Writer wrote. It is not for several goroutines at once.
type Reader struct {
	q       *moves.Predictor
	game    game
	choices choices.Reader
}

// NewReader returns a Reader of src.
func (l *Level) NewReader(src []byte) *Reader {
	r := &Reader{q: moves.NewPredictor(l.weights.model())}
	r.Reset(src)
	return r
}

// Reset makes r read src.
func (r *Reader) Reset(src []byte) { r.choices.Open(src, false) }

// Recall makes r, of which nothing was read since Reset, check what w has written
// since its own. Where r is asked for a move with the inputs that w had, it takes how
// likely that is from w, and does not predict. What Read returns is the same, as long
// as the model gives the same for the same inputs. The groups of games from one number
// up to, not including, another are predicted in any case. A writer of another model,
// or one that remembers nothing, is of no use to r.
func (r *Reader) Recall(w *Writer, from, to int) {
	if w.q.Model() == r.q.Model() {
		r.choices.Recall(&w.choices, from, to)
	}
}

// Begin starts a game of which known is known, as in Writer.Begin. It fails
// with a *movelist.CorruptError if the input has no further game.
func (r *Reader) Begin(known *Known) error {
	if err := r.choices.Begin(); err != nil {
		return wrong(err)
	}
	r.game.begin(known, r.choices.Recalls())
	return nil
}

// Seek goes to the beginning of a group, from 0, whatever was read before. It ends
// Recall.
func (r *Reader) Seek(group int) error { return wrong(r.choices.Seek(group)) }

// Read returns the index of the move played among legal, the legal moves of p
// in the order of movegen. It fails with movelist.ErrCorrupt if legal is empty
// or the input is cut off.
func (r *Reader) Read(past *Past, p *board.Position, legal []board.Move) (index int, err error) {
	switch len(legal) {
	case 0:
		return 0, fmt.Errorf("%w: no legal move", movelist.ErrCorrupt)
	case 1:
		return 0, nil
	}
	index = -1
	if r.choices.Recalls() {
		index = r.choices.Recalled(r.game.printOf(past, p, legal), len(legal))
	}
	if index < 0 {
		index = r.choices.Choice(r.q.Predict(p, &past.past, &r.game.known, legal))
	}
	return index, wrong(r.choices.Err())
}

// Close reports an error if not all was read.
func (r *Reader) Close() error { return wrong(r.choices.Close()) }

// wrong returns an error of package choices as one of movelist; nil stays nil.
func wrong(err error) error {
	if err == nil {
		return nil
	}
	var e *corrupt.Error
	if errors.As(err, &e) {
		return &movelist.CorruptError{Ply: -1, Msg: e.Problem}
	}
	return err
}
