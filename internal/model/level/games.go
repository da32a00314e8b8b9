package level

import (
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/base/corrupt"
	"github.com/chesszip/chesszip/internal/entropy/choices"
	"github.com/chesszip/chesszip/internal/entropy/recall"
	"github.com/chesszip/chesszip/internal/model/moves"
)

// game is the Known of a game, and its fingerprint if needed.
type game struct {
	known moves.Known
	print recall.Print
}

func (g *game) begin(known *moves.Known, print bool) {
	g.known = *known
	if print {
		g.print = g.known.Print(0)
	}
}

// printOf returns the fingerprint of the inputs of a choice.
func (g *game) printOf(past *moves.Past, p *board.Position, legal []board.Move) recall.Print {
	return past.Print(g.print).Position(p, legal)
}

// Writer writes choices among legal moves, of any number of games and variations,
// without lengths. It must not be used by several goroutines at once.
type Writer struct {
	q       *moves.Predictor
	game    game
	choices choices.Writer
}

// NewWriter returns an empty Writer.
func (l *Level) NewWriter() *Writer {
	return &Writer{q: moves.NewPredictor(l.Model())}
}

// Reset empties w.
func (w *Writer) Reset() { w.choices.Reset(w.choices.Remembers()) }

// Remember sets whether w stores its choices for Reader.Recall, 16 bytes for each and
// at most 16 MiB. It empties w.
func (w *Writer) Remember(on bool) { w.choices.Reset(on) }

// Begin starts a game with what is known of it.
func (w *Writer) Begin(known *moves.Known) {
	w.choices.Begin()
	w.game.begin(known, w.choices.Remembers())
}

// Write writes the index of the move played in legal, the legal moves of p in the
// order of movegen.
func (w *Writer) Write(past *moves.Past, p *board.Position, legal []board.Move, index int) {
	if len(legal) < 2 {
		return
	}
	var print recall.Print
	if w.choices.Remembers() {
		print = w.game.printOf(past, p, legal)
	}
	w.choices.Write(w.q.Predict(p, past, &w.game.known, legal), index, print)
}

// Cost returns the approximate size of the moves written so far, in 1/16 bit.
func (w *Writer) Cost() int { return w.choices.Cost() }

// AppendTo ends the last group and appends the result.
func (w *Writer) AppendTo(dst []byte) []byte { return w.choices.AppendTo(dst) }

// Reader reads the choices of a Writer. It must not be used by several goroutines at
// once.
type Reader struct {
	q       *moves.Predictor
	game    game
	choices choices.Reader
}

// NewReader returns a Reader of src.
func (l *Level) NewReader(src []byte) *Reader {
	r := &Reader{q: moves.NewPredictor(l.Model())}
	r.Reset(src)
	return r
}

// Reset makes r read src.
func (r *Reader) Reset(src []byte) { r.choices.Open(src, false) }

// Recall makes r check what w has written since w's own Reset. Call it after Reset,
// before r reads anything. For a move with the same inputs as in w, r takes the
// probabilities from w instead of predicting them. Read returns the same as without
// Recall, as long as the model is deterministic. Groups of games with from <= number
// < to are always predicted. Recall has no effect if w has another model or does not
// remember.
func (r *Reader) Recall(w *Writer, from, to int) {
	if w.q.Model() == r.q.Model() {
		r.choices.Recall(&w.choices, from, to)
	}
}

// Begin starts a game with what is known of it, as in Writer.Begin. It fails with a
// *corrupt.Error if the input has no further game.
func (r *Reader) Begin(known *moves.Known) error {
	if err := r.choices.Begin(); err != nil {
		return err
	}
	r.game.begin(known, r.choices.Recalls())
	return nil
}

// Seek goes to the beginning of a group, counted from 0. It ends Recall.
func (r *Reader) Seek(group int) error { return r.choices.Seek(group) }

// Read returns the index of the move played in legal, the legal moves of p in the
// order of movegen. It fails with a *corrupt.Error if legal is empty or the input
// is cut off.
func (r *Reader) Read(past *moves.Past, p *board.Position, legal []board.Move) (index int, err error) {
	switch len(legal) {
	case 0:
		return 0, corrupt.New("no legal move")
	case 1:
		return 0, nil
	}
	index = -1
	if r.choices.Recalls() {
		index = r.choices.Recalled(r.game.printOf(past, p, legal), len(legal))
	}
	if index < 0 {
		index = r.choices.Choice(r.q.Predict(p, past, &r.game.known, legal))
	}
	return index, r.choices.Err()
}

// Close returns an error if input is left.
func (r *Reader) Close() error { return r.choices.Close() }
