// Package lists gives access to the models that code lists of positions and records,
// at every learned level.
package lists

import (
	"github.com/chesszip/chesszip/internal/base/corrupt"
	"github.com/chesszip/chesszip/internal/model/boards"
	"github.com/chesszip/chesszip/internal/model/moves"
)

// Models predict moves and boards.
type Models struct {
	Moves  *moves.Model
	Boards *boards.Model
}

// Source returns the models when they are first needed, or an error if they are not
// available. A nil Source means that a writer uses none.
type Source func() (*Models, error)

// Models returns the models, or nil for a nil Source.
func (s Source) Models() (*Models, error) {
	if s == nil {
		return nil, nil
	}
	return s()
}

// Needed returns the models; for a nil Source it fails with a *corrupt.Error.
func (s Source) Needed() (*Models, error) {
	if s == nil {
		return nil, corrupt.New("a list needs a learned level, and none is named")
	}
	return s()
}
