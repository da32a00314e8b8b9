// Package learned stores the moves of a game by how likely they are: a model
// learned from games predicts each legal move, and a range coder spends about
// minus log2 of the probability of the move played, in bits.
//
//	data, err := learned.V1.Append(nil, &game)
//	moves, rest, err := learned.V1.Decode(data, &game.Start)
//
// V1, V1Max and every Level that Parse gives implement movelist.Level. A
// Level carries its weights, so that a program links only those it names.
//
// # Format of a game
//
//	| head | number 0 or 1 | size, uvarint | range coded: length, null moves, moves |
//
// The head is that of every level: a byte for the method, V1, V1Max, or a model
// that Parse has read, and if it is checked two bytes more. The number is there
// only for a model that Parse has read: the lowest byte of its ID.
//
// The length is a class, 0 for no moves and else the number of its bits, by
// the static probabilities in lengths.go, and the bits below the highest. Null
// moves are a bit that is nearly always 0 and, if it is 1, one bit for each
// ply. Then comes for each ply its choice among the legal moves in the order of
// movegen; a forced move costs nothing.
//
// # Format of many games
//
// Writer and Reader leave the lengths to their caller and put 8 games
// together, so that a game can be read without those before its group. What the range
// coder makes of the moves of each group is put together by package internal/entropy/groups,
// which says where each begins.
//
// The package knows neither PGN nor files.
package learned

import (
	"sync"

	"github.com/chesszip/chesszip/internal/column/blob"
	"github.com/chesszip/chesszip/internal/model/boards"
	"github.com/chesszip/chesszip/internal/model/lists"
	"github.com/chesszip/chesszip/internal/model/moves"
)

// ErrModel says that bytes are not a model, or not one that this version reads.
var ErrModel = moves.ErrModel

// Level stores games by a model. It implements movelist.Level and may be used
// by several goroutines at once.
type Level struct {
	name    string
	method  blob.Method
	weights source
}

// source gives the weights of a level.
type source interface {
	model() *moves.Model
	id() uint64 // without reading the whole model
	lists() any // *lists.Models, or an error
}

// loaded are weights that were read from somewhere.
type loaded struct {
	parsed *moves.Model
	list   func() any // gives what lists does
}

func (l *loaded) model() *moves.Model { return l.parsed }
func (l *loaded) id() uint64          { return l.parsed.ID() }
func (l *loaded) lists() any          { return l.list() }

// Parse returns the level of a model, the bytes of a .czm file. It keeps data,
// which must not be changed after. The error wraps ErrModel.
func Parse(data []byte) (*Level, error) {
	return parse(data, embeddedDefault{}.lists)
}

// ParseWith is Parse for a program that carries no weights, such as one in a web page.
// What lists of positions and of training records are coded by, at every level, is
// asked of tables when it is first needed, and again after an error: the models of
// moves and of boards that this package embeds, which are the files
// movelist/learned/default.czm and internal/model/boards/embedded/squares.czs of the
// library. They must not be changed after. The call that needs them fails with
// an error of tables, and with chesszip.ErrLevel. Tables is called by one goroutine at a
// time.
func ParseWith(data []byte, tables func() (moves, boards []byte, err error)) (*Level, error) {
	t := &listTables{read: tables}
	return parse(data, t.lists)
}

// parse makes the level of a model; it is no method of a source, so that Parse alone
// links weights.
func parse(data []byte, list func() any) (*Level, error) {
	m, err := moves.ParseModel(data)
	if err != nil {
		return nil, err
	}
	return &Level{"model", blob.MovesOwn, &loaded{m, list}}, nil
}

// listTables are the models of lists, parsed when they are first needed.
type listTables struct {
	read   func() (moves, boards []byte, err error)
	mu     sync.Mutex
	parsed *lists.Models
}

func (t *listTables) lists() any {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.parsed != nil {
		return t.parsed
	}
	ofMoves, ofBoards, err := t.read()
	if err != nil {
		return err
	}
	m, err := moves.ParseModel(ofMoves)
	if err != nil {
		return err
	}
	b, err := boards.ParseModel(ofBoards)
	if err != nil {
		return err
	}
	t.parsed = &lists.Models{Moves: m, Boards: b}
	return t.parsed
}

// Lists returns what archives code lists of positions and of training records by, or
// the error of having it. It is for package chesszip, and what it returns is no public
// type.
func (l *Level) Lists() any { return l.weights.lists() }

// Prepare begins to check the level's model, if that was not done, and does not
// wait for it: whoever needs the model then waits for less time.
func (l *Level) Prepare() {
	if e, ok := l.weights.(preparer); ok {
		e.prepare()
	}
}

// preparer is a source that checks its model, once.
type preparer interface{ prepare() }

// Name returns "default" or "max", or "model" for one that Parse gave.
func (l *Level) Name() string { return l.name }

// Method returns the byte in front of what Append appends.
func (l *Level) Method() byte { return byte(l.method) }

// ID returns the number of the level's model: equal models have equal numbers,
// and different ones hardly ever.
func (l *Level) ID() uint64 { return l.weights.id() }

// Bytes returns the level's model as Parse takes it, to keep it in a file. They
// must not be changed.
func (l *Level) Bytes() []byte { return l.weights.model().Bytes() }

// About returns what the level's model was learned from, as text.
func (l *Level) About() string { return l.weights.model().About() }
