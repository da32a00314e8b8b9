// Package openings stores the first moves of the games of a frame as one column,
// without a learned model. It predicts them from the counts in a book, in the frame,
// and of each player in the frame.
//
// The column holds the main line of a game, outside variations, from its start
// position: up to the frame's number of half-moves. It ends at a position that
// neither book has, at a null move, and at a move that cannot be played.
//
// # Format
//
//	| half-moves + 32 book 1 | string of the range coder |
//
// Candidates for each move are the moves of the books, those played from the same
// position in the frame, and those of this player with his own pieces on the same
// squares. Other legal moves are coded by the order of package fast.
package openings

import (
	"github.com/cespare/xxhash/v2"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/base/budget"
	"github.com/chesszip/chesszip/internal/base/corrupt"
	"github.com/chesszip/chesszip/internal/base/tagvalue"
	"github.com/chesszip/chesszip/internal/column/replay"
	"github.com/chesszip/chesszip/internal/entropy/rangecoder"
	"github.com/chesszip/chesszip/internal/entropy/recall"
	"github.com/chesszip/chesszip/internal/model/openings"
	"github.com/chesszip/chesszip/internal/model/openings/book"
	"github.com/chesszip/chesszip/movegen"
)

// MaxPlies is the most half-moves of a game that the column holds.
const MaxPlies = 30

// pliesBits is the number of bits of the head for the number of half-moves.
const pliesBits = 5

// Game is the data of a game before its moves.
type Game struct {
	Start board.Position
	Plies int    // of its main line
	White uint64 // hash of the name of White
	Black uint64
}

// GameOf returns the Game of the given tags.
func GameOf(tags []tagvalue.Tag, start *board.Position, plies int) Game {
	g := Game{Start: *start, Plies: plies}
	for _, t := range tags {
		switch string(t.Name) {
		case "White":
			g.White = xxhash.Sum64(t.Value)
		case "Black":
			g.Black = xxhash.Sum64(t.Value)
		}
	}
	return g
}

// Needs reports whether the column depends on the tags of a name; "" is the name of a
// column of many names.
func Needs(name string) bool {
	switch name {
	case "", "Variant", "White", "Black":
		return true
	}
	return tagvalue.SameName(name, "FEN")
}

func (g *Game) place() place {
	at := place{position: g.Start, key: book.Key(&g.Start), names: [2]uint64{g.White, g.Black}, last: openings.NoName}
	if g.Start.Turn == board.Black {
		at.names = [2]uint64{g.Black, g.White}
	}
	return at
}

// Writer writes the column. The zero Writer is ready for Reset.
type Writer struct {
	coder
	plies int
	last  []openings.Last
	costs [MaxPlies]int
	kept  recall.Memory
	at    place // of the game
	ended bool  // the column holds no more moves of it
}

// Reset begins a frame with at most the given number of half-moves of each game; of
// is the better book. If remember is set, a Reader will recall them.
func (w *Writer) Reset(plies, of int, remember bool) {
	w.memory, w.print, w.at = nil, 0, place{}
	if remember {
		w.kept.Reset()
		w.memory = &w.kept
	}
	w.plies, w.last, w.costs = min(plies, MaxPlies), w.last[:0], [MaxPlies]int{}
	w.coder.begin(rangecoder.NewEncoder([]byte{byte(w.plies | of<<pliesBits)}), nil, of)
}

// Plies returns the most half-moves of each game that are written.
func (w *Writer) Plies() int { return w.plies }

// Begin begins a game, whose Plies need not be known yet.
func (w *Writer) Begin(g *Game) { w.at, w.ended = g.place(), false }

// Play writes the next move of the main line of a game, which must be playable, and
// reports whether the column holds it. After a move that it does not hold, it holds
// no more of the game.
func (w *Writer) Play(m board.Move) bool {
	if w.ended = w.ended || w.at.ply >= w.plies || !w.holds(w.at.key); w.ended {
		return false
	}
	before := w.enc.Cost()
	m, _ = w.move(&w.at, m) // a writer has no errors
	w.print = w.print.Add(uint64(m), 0)
	w.costs[w.at.ply] += w.enc.Cost() - before
	if w.ended = m == board.NullMove; w.ended {
		return false
	}
	w.at.play(m)
	return true
}

// Held returns the number of moves of the game that the column holds so far.
func (w *Writer) Held() int { return w.at.ply }

// End ends a game, of so many half-moves.
func (w *Writer) End(plies int) {
	if w.at.ply < plies {
		w.Play(board.NullMove)
	}
	w.last = append(w.last, w.at.last)
}

// Costs returns the approximate size of each half-move in all games, in 1/16 bits.
func (w *Writer) Costs() [MaxPlies]int { return w.costs }

// Last returns the last named position of each game in the column, or nil.
func (w *Writer) Last() []openings.Last {
	if w.plies == 0 {
		return nil
	}
	return w.last
}

// Finish returns the column, or nil.
func (w *Writer) Finish() []byte {
	if w.plies == 0 {
		return nil
	}
	return w.enc.Finish()
}

// Reader reads the column, game by game.
type Reader struct {
	coder
	plies  int
	of     int    // the book
	data   []byte // nil once the coder has begun
	budget *budget.Budget
	held   int // charged bytes
	moves  []board.Move
	ends   []int // of the moves of each game
	last   []openings.Last
	used   *Column // used in place of these, or nil

	recalled recalled
}

// predicted is the number of games that are always predicted.
const predicted = 32

// Recall makes r check the moves of w. Call it after Open. r takes probabilities from
// w if the inputs are the same; if they differ, it fails. It predicts the first
// games, and for some values of draw, a random number, all games. If w does not
// remember, Recall does nothing.
func (r *Reader) Recall(w *Writer, draw uint32) {
	const rare = 8
	if r.plies == 0 || w.memory == nil || draw%rare == 0 || len(w.last) <= predicted {
		return
	}
	r.recalled.any, r.recalled.choices = true, w.memory.From(0)
}

// Forget makes r a Reader without a column, and keeps its memory.
func (r *Reader) Forget() {
	r.plies, r.coded, r.data, r.budget, r.held, r.used, r.recalled = 0, 0, nil, nil, 0, nil, recalled{}
	r.moves, r.ends, r.last = r.moves[:0], r.ends[:0], r.last[:0]
}

// Open begins with the column of a frame.
func (r *Reader) Open(data []byte, b *budget.Budget) error {
	r.Forget()
	r.budget = b
	if len(data) == 0 {
		return corrupt.New("the column's head is missing")
	}
	plies, of := int(data[0]&(1<<pliesBits-1)), int(data[0]>>pliesBits)
	if plies == 0 || plies > MaxPlies || of >= book.Books {
		return corrupt.Newf("the head has %d half-moves and book %d, want 1 to %d and 0 or 1", plies, of, MaxPlies)
	}
	r.plies, r.of, r.data = plies, of, data[1:]
	return nil
}

// start begins to decode.
func (r *Reader) start() {
	if r.data != nil {
		r.coder.begin(nil, rangecoder.NewDecoder(r.data), r.of)
		r.data = nil
	}
}

// Read reads the moves of the next game.
func (r *Reader) Read(g *Game) error {
	r.start()
	at := g.place()
	n := min(r.plies, g.Plies)
	for at.ply < n && r.holds(at.key) {
		if !r.budget.Step(budget.FastPly) {
			return budget.ErrStopped
		}
		m, err := r.recalled.move(&r.coder, &at, len(r.ends) < predicted)
		if err == nil {
			err = r.dec.Err()
		}
		if err != nil {
			return err
		}
		if m == board.NullMove {
			break
		}
		r.moves = append(r.moves, m)
		at.play(m)
	}
	r.ends, r.last = append(r.ends, len(r.moves)), append(r.last, at.last)
	return r.hold()
}

// hold charges the memory added since the last call.
func (r *Reader) hold() error {
	n := r.Size() - r.held
	r.held += n
	return r.budget.Hold(n)
}

// LastOf returns the last named position of a game from the standard start, by the codes
// of its main line as package replay has them, up to MaxPlies half-moves.
func LastOf(codes []byte) openings.Last {
	p, last := board.Start(), openings.NoName
	for range MaxPlies {
		if len(codes) == 0 {
			break
		}
		m, rest, ok := replay.Next(&p, codes)
		if !ok || m == board.NullMove {
			break
		}
		codes = rest
		movegen.Make(&p, m)
		last.Pass(book.Key(&p))
	}
	return last
}

// Last returns the last named position of each game read, or nil if there is no
// column.
func (r *Reader) Last() []openings.Last {
	switch {
	case r.plies == 0:
		return nil
	case r.used != nil:
		return r.used.lastOf()
	}
	return r.last
}

// Column returns the games read, or nil if there is no column.
func (r *Reader) Column() *Column {
	if r.plies == 0 || r.used != nil {
		return r.used
	}
	return newColumn(r.plies, r.moves, r.ends, r.last)
}

// Use makes r a Reader that has read c.
func (r *Reader) Use(c *Column) {
	r.Forget()
	r.plies, r.used = c.plies, c
}

// Trim releases the memory that r keeps for other columns; the games read stay.
func (r *Reader) Trim() { r.coder = coder{} }

// Games returns the number of games read.
func (r *Reader) Games() int {
	if r.used != nil {
		return r.used.Games()
	}
	return len(r.ends)
}

// Of returns the moves of a game, or nil if it was not read.
func (r *Reader) Of(game int) []board.Move {
	if game >= r.Games() {
		return nil
	}
	if r.used != nil {
		return r.used.of(game)
	}
	from := 0
	if game > 0 {
		from = r.ends[game-1]
	}
	return r.moves[from:r.ends[game]]
}

// Close returns an error unless all of the column was read.
func (r *Reader) Close() error {
	r.start()
	if r.plies > 0 && !r.dec.AtEnd() {
		return corrupt.New("something is left over")
	}
	return nil
}
