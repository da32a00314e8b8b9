// Package learned stores the moves of a game by how likely they are: a model
// learned from games predicts each legal move, and a range coder spends about
// minus log2 of the probability of the move played, in bits.
//
// V1, V1Max and every Level that Parse gives implement movelist.Level. A
// Level carries its weights, so that a program links only those it names.
//
// # Format of a game
//
//	| size, uvarint | range coded: length, null moves, moves |
//
// The length is a class, 0 for no moves and else the number of its bits, by
// the static probabilities in lengths.go, and the bits below the highest. Null
// moves are a bit that is nearly always 0 and, if it is 1, one bit for each
// ply. Then comes for each ply its choice among the legal moves in the order of
// movegen; a forced move costs nothing.
//
// # Format of many games
//
// Writer and Reader leave the lengths to their caller and put 32 games
// together, so that a game can be read without those before its group:
//
//	| size, uvarint | range coded: moves of 32 games | size | ... |
//
// The package knows neither PGN nor files.
package learned

import (
	"github.com/chesszip/chesszip/internal/model/moves"
)

// Known is what is known of a game before its moves, such as ratings and
// result: the more, the fewer bits. Whoever decodes must know the same. The
// zero Known knows nothing.
type Known = moves.Known

// Result is the result of a game, Ending how it was decided.
type (
	Result = moves.Result
	Ending = moves.Ending
)

// The values of Known's fields Result and Ending; their zero values are
// unknown.
const (
	WhiteWins = moves.WhiteWins
	BlackWins = moves.BlackWins
	Draw      = moves.Draw
	Normal    = moves.Normal
	Forfeit   = moves.Forfeit
)

// Past is what a level knows of the moves before a position. The zero Past
// stands at the start of a game. To go on after a move, take past.Next(&p, m)
// before m is made; null moves are allowed. It is a value: keep a copy to go
// back to, for a variation.
type Past = moves.Past

// ErrModel says that bytes are not a model, or not one that this version reads.
var ErrModel = moves.ErrModel

// Level stores games by a model. It implements movelist.Level and may be used
// by several goroutines at once.
type Level struct {
	name    string
	weights source
}

// source gives the weights of a level.
type source interface {
	model() *moves.Model
	id() uint64 // without reading the whole model
}

// loaded are weights that were read from somewhere.
type loaded moves.Model

func (l *loaded) model() *moves.Model { return (*moves.Model)(l) }
func (l *loaded) id() uint64          { return (*moves.Model)(l).ID() }

// Parse returns the level of a model, the bytes of a .czm file. It keeps data,
// which must not be changed after. The error wraps ErrModel.
func Parse(data []byte) (*Level, error) {
	m, err := moves.ParseModel(data)
	if err != nil {
		return nil, err
	}
	return &Level{"model", (*loaded)(m)}, nil
}

// Prepare begins to unpack the level's model, if that was not done, and does not
// wait for it: whoever needs the model then waits for less time.
func (l *Level) Prepare() {
	if e, ok := l.weights.(preparer); ok {
		e.prepare()
	}
}

// preparer is a source that unpacks its model, once.
type preparer interface{ prepare() }

// Name returns "default" or "max", or "model" for one that Parse gave.
func (l *Level) Name() string { return l.name }

// ID returns the number of the level's model: equal models have equal numbers,
// and different ones hardly ever.
func (l *Level) ID() uint64 { return l.weights.id() }

// Bytes returns the level's model as Parse takes it, to keep it in a file. They
// must not be changed.
func (l *Level) Bytes() []byte { return l.weights.model().Bytes() }

// About returns what the level's model was learned from, as text.
func (l *Level) About() string { return l.weights.model().About() }
