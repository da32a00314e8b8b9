package moves

import (
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/base/corrupt"
	"github.com/chesszip/chesszip/internal/entropy/groups"
	"github.com/chesszip/chesszip/internal/model/level"
	"github.com/chesszip/chesszip/internal/model/moves"
	"github.com/chesszip/chesszip/movegen"
	"github.com/chesszip/chesszip/movelist/learned"
)

// Reader reads the moves of the games of a frame. The zero Reader is ready for
// Open.
type Reader struct {
	fast      fastReader
	learned   *level.Reader // of level, nil before the first use
	level     *learned.Level
	deep      bool   // whether a learned level coded the moves
	data      []byte // all groups
	waits     bool
	begun     bool          // whether the reader of the level has data
	memory    *Writer       // the writer to recall from, or nil
	predicted int           // the first of the groups that are still predicted
	rest      groups.Reader // groups that Skip has not passed
	from      int           // number of groups before the first one of the level's reader
	damaged   error         // an error of all groups
	opened    opened

	legal   []board.Move
	pending int // index of the move that was read ahead, or -1
}

// Game is the data of a game before its moves are read.
type Game struct {
	Number   int          // in the frame
	Known    moves.Known  // for a learned level
	Opening  []board.Move // the first moves, which are not coded
	Branched bool         // it has moves outside its main line
}

// Open begins with the moves of a frame. By is the learned level that coded them;
// nil means the fast level.
func (r *Reader) Open(data []byte, by *learned.Level) {
	if r.level != by && by != nil {
		r.level, r.learned = by, nil
		by.Prepare() // while the tags are decoded
	}
	r.deep = by != nil
	r.data, r.begun, r.pending, r.memory = data, false, -1, nil
	r.rest, r.damaged = groups.Open(data)
	r.opened = opened{}
	r.start()
}

// Recall makes r check the moves of w, of the given number of games. Call it after
// Open, before the first game. r takes probabilities from w if the inputs are the
// same, except for a few groups, selected by draw, which it predicts. Seek ends it. A
// nil w does nothing.
func (r *Reader) Recall(w *Writer, of int, draw uint32) {
	if w == nil {
		return
	}
	const games = checkedGroups * GroupGames
	parts := max(of+games-1, games) / games
	r.memory, r.predicted = w, int(draw%uint32(parts))*checkedGroups
}

// start begins to read the groups after those passed.
func (r *Reader) start() { r.waits, r.from = true, r.rest.Number() }

// Learned reports whether a learned level coded the moves.
func (r *Reader) Learned() bool { return r.deep }

// prepare makes the reader of the level begin.
func (r *Reader) prepare() error {
	if !r.waits {
		return nil
	}
	if !r.begun {
		r.open()
		r.begun = true
	}
	if r.from > 0 || r.memory == nil {
		if err := r.seek(r.from); err != nil {
			return err
		}
	}
	if w := r.memory; w != nil {
		from, to := r.predicted, r.predicted+checkedGroups
		switch {
		case r.deep && w.learned != nil:
			r.learned.Recall(w.learned, from, to)
		case !r.deep && w.learned == nil:
			r.fast.choices.Recall(&w.fast.choices, from, to)
		}
	}
	r.waits = false
	return nil
}

func (r *Reader) open() {
	switch {
	case !r.deep:
		r.fast.choices.Open(r.data, true)
	case r.learned == nil:
		r.learned = (*level.Level)(r.level).NewReader(r.data)
	default:
		r.learned.Reset(r.data)
	}
}

func (r *Reader) seek(group int) error {
	if r.deep {
		return r.learned.Seek(group)
	}
	return r.fast.choices.Seek(group)
}

// Begin begins the moves of a game.
func (r *Reader) Begin(g *Game) error {
	if r.pending = -1; r.Opened() {
		return r.opened.begin(g)
	}
	return r.begin(&g.Known)
}

func (r *Reader) begin(known *moves.Known) error {
	err := r.damaged
	if err == nil {
		err = r.prepare()
	}
	switch {
	case err != nil:
	case r.deep:
		err = r.learned.Begin(known)
	default:
		err = r.fast.choices.Begin()
	}
	return in(err)
}

// in adds the name of the stream of moves to an error.
func in(err error) error { return corrupt.In("moves", err) }

// Skip passes a group of games, none of which has begun. After Seek the next group is
// read from its beginning.
func (r *Reader) Skip() (err error) {
	if err = r.damaged; err == nil && !r.Opened() {
		_, _, err = r.rest.Next()
	}
	return in(err)
}

// Seek goes to the beginning of the group after those that Skip has passed.
func (r *Reader) Seek() {
	r.memory = nil
	r.start()
}

// Next reads the move after the current place of the line; main is set if it is of the
// main line. The first moves outside variations are those of the opening, which are known
// to be legal from the start of the game.
func (r *Reader) Next(l *Line, g *Game, main bool) (m board.Move, err error) {
	now := l.Now()
	if r.Opened() {
		m, err := r.opened.next(now, main)
		return m, in(err)
	}
	if now.Ply < len(g.Opening) && l.Outside() {
		m = g.Opening[now.Ply]
		switch {
		case now.Lost:
			err = errUnknown
		case now.Passed && !movegen.IsLegal(&now.Position, m):
			err = corrupt.New("a move of the opening is illegal")
		}
		return m, in(err)
	}
	m, err = r.at(now)
	r.pending = -1
	return m, err
}

var errUnknown = corrupt.New("a move follows where the position is unknown")

// Ahead reads the first move of a variation on the last move, of which only comments
// before it have been passed. Next then returns it.
func (r *Reader) Ahead(l *Line) (m board.Move, err error) {
	if r.Opened() {
		m, err = r.opened.ahead(l.Before())
		return m, in(err)
	}
	return r.at(l.Before())
}

// at reads the move at a place, unless it was read ahead.
func (r *Reader) at(from *Place) (m board.Move, err error) {
	if from.Lost {
		return 0, in(errUnknown)
	}
	r.legal = movegen.AppendLegal(r.legal[:0], &from.Position)
	if r.pending < 0 {
		i, err := r.read(from)
		if err != nil {
			return 0, in(err)
		}
		r.pending = i
	}
	return r.legal[r.pending], nil
}

// read reads the move at a place, as one of r.legal.
func (r *Reader) read(from *Place) (i int, err error) {
	if r.deep {
		return r.learned.Read(&from.deep, &from.Position, r.legal)
	}
	return r.fast.read(from, r.legal)
}

// Close returns an error unless all moves were read.
func (r *Reader) Close() error {
	if r.Opened() {
		return in(r.opened.close())
	}
	err := r.damaged
	if err == nil {
		if err = r.prepare(); err == nil {
			err = r.close()
		}
	}
	return in(err)
}

func (r *Reader) close() error {
	if r.deep {
		return r.learned.Close()
	}
	return r.fast.choices.Close()
}
