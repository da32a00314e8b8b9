// Package level has what archives need of a learned level and programs do not: its
// models, and the choices of many games. A learned.Level is converted to a Level.
//
// The caller of Writer and Reader stores the lengths of games. They code 8 games as a
// group, so that a game can be read without the groups before it.
package level

import (
	"fmt"
	"sync"

	"github.com/chesszip/chesszip/internal/base/corrupt"
	"github.com/chesszip/chesszip/internal/model/lists"
	"github.com/chesszip/chesszip/internal/model/moves"
)

// Level is a learned level of package movelist/learned.
type Level struct {
	name   string
	method byte
	source Source
	pool   sync.Pool
}

// Source has the models of a level.
type Source interface {
	Model() *moves.Model
	ID() uint64 // without reading the whole model
	Lists() (*lists.Models, error)
}

// preparer is a Source that checks its model once.
type preparer interface{ Prepare() }

// New returns a level. The compiler inlines the call, so that a level is a static value
// and a program links only the levels that it names; a build without inlining must except
// this package, as contrib/wasm/build does.
func New(name string, method byte, source Source) *Level {
	return &Level{name: name, method: method, source: source}
}

// Name returns the name of the level.
func (l *Level) Name() string { return l.name }

// Method returns the first byte of its games.
func (l *Level) Method() byte { return l.method }

// ID returns the number of the model.
func (l *Level) ID() uint64 { return l.source.ID() }

// Model returns the model of moves.
func (l *Level) Model() *moves.Model { return l.source.Model() }

// Pool keeps memory to code single games.
func (l *Level) Pool() *sync.Pool { return &l.pool }

// Prepare starts to check the model in the background, if it is not checked yet.
func (l *Level) Prepare() {
	if s, ok := l.source.(preparer); ok {
		s.Prepare()
	}
}

// Lists returns the models by which archives code lists of positions and records. It is
// a lists.Source.
func (l *Level) Lists() (*lists.Models, error) {
	m, err := l.source.Lists()
	if err != nil {
		return nil, fmt.Errorf("%w that lists are coded by: %w", corrupt.ErrLevel, err)
	}
	return m, nil
}
