// Package learned stores the moves of a game with a model learned from games. The
// model predicts each legal move, and a range coder takes about minus log2 of the
// probability of the move played, in bits.
//
//	data, err := learned.V1.Append(nil, &game)
//	moves, rest, err := learned.V1.Decode(data, &game.Start)
//
// V1, V1Max and every Level of Parse implement movelist.Level. A Level contains its
// weights, so a program links only those that it names.
//
// # Format of a game
//
//	| head | number 0 or 1 | size, uvarint | range coded: length, null moves, moves |
//
// The head is that of every level: a byte for the method, V1, V1Max, or a model of
// Parse, and two bytes more if it is checked. The number is the lowest byte of the
// model's ID, only for a model of Parse.
//
// The length is a class, coded by the static probabilities in lengths.go, and the
// bits below the highest. The class is the number of bits of the length, 0 for no
// moves. Null moves are a bit that is nearly always 0 and, if it is 1, one bit for
// each ply. Then each ply has its choice among the legal moves in the order of
// movegen; a forced move takes nothing.
package learned

import (
	"sync"

	"github.com/chesszip/chesszip/internal/column/blob"
	"github.com/chesszip/chesszip/internal/model/boards"
	"github.com/chesszip/chesszip/internal/model/level"
	"github.com/chesszip/chesszip/internal/model/lists"
	"github.com/chesszip/chesszip/internal/model/moves"
)

// ErrModel is returned for bytes that are not a model that this version reads.
var ErrModel = moves.ErrModel

// Level stores games by a model. It implements movelist.Level. Several goroutines may
// use it at once.
type Level level.Level

// inside returns what this package and archives have of a level.
func (l *Level) inside() *level.Level { return (*level.Level)(l) }

// loaded are weights read at run time. It is a level.Source.
type loaded struct {
	parsed *moves.Model
	list   func() (*lists.Models, error)
}

func (l *loaded) Model() *moves.Model           { return l.parsed }
func (l *loaded) ID() uint64                    { return l.parsed.ID() }
func (l *loaded) Lists() (*lists.Models, error) { return l.list() }

// Parse returns the level of a model, the bytes of a .czm file. It keeps data, which
// the caller must not change afterwards. The error wraps ErrModel.
func Parse(data []byte) (*Level, error) {
	return parse(data, embeddedDefault{}.Lists)
}

// ParseWith is Parse for a program without embedded weights, such as one in a web
// page. Every level needs two models to code lists of positions and training records:
// those of moves and of boards that this package embeds, the files
// movelist/learned/default.czm and internal/model/boards/embedded/squares.czs of the
// library. ParseWith calls tables for them when they are first needed, and again
// after an error, never from two goroutines at once. The caller must not change them
// afterwards. A call that needs them fails with an error of tables, and with
// chesszip.ErrLevel.
func ParseWith(data []byte, tables func() (moves, boards []byte, err error)) (*Level, error) {
	t := &listTables{read: tables}
	return parse(data, t.lists)
}

// parse returns the level of a model. The caller gives list, so that only Parse links
// weights.
func parse(data []byte, list func() (*lists.Models, error)) (*Level, error) {
	m, err := moves.ParseModel(data)
	if err != nil {
		return nil, err
	}
	return (*Level)(level.New("model", byte(blob.MovesOwn), &loaded{m, list})), nil
}

// listTables are the models of lists, parsed at their first use.
type listTables struct {
	read   func() (moves, boards []byte, err error)
	mu     sync.Mutex
	parsed *lists.Models
}

func (t *listTables) lists() (*lists.Models, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.parsed != nil {
		return t.parsed, nil
	}
	ofMoves, ofBoards, err := t.read()
	if err != nil {
		return nil, err
	}
	m, err := moves.ParseModel(ofMoves)
	if err != nil {
		return nil, err
	}
	b, err := boards.ParseModel(ofBoards)
	if err != nil {
		return nil, err
	}
	t.parsed = &lists.Models{Moves: m, Boards: b}
	return t.parsed, nil
}

// Prepare starts to check the level's model in the background, if it is not checked
// yet. So its first use waits for less time.
func (l *Level) Prepare() { l.inside().Prepare() }

// Name returns "V1" or "V1Max", or "model" for a level of Parse.
func (l *Level) Name() string { return l.inside().Name() }

// Method returns the first byte of Append.
func (l *Level) Method() byte { return l.inside().Method() }

// ID returns the number of the level's model: equal models have equal numbers,
// different ones almost never.
func (l *Level) ID() uint64 { return l.inside().ID() }

// Bytes returns the level's model in the form of Parse, for a file. The caller must
// not change it.
func (l *Level) Bytes() []byte { return l.inside().Model().Bytes() }

// About returns a text that describes what the level's model was learned from.
func (l *Level) About() string { return l.inside().Model().About() }
