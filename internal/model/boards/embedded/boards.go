// Package boards holds the embedded model of boards. A program contains its weights
// only if it calls V1 or Data.
package boards

import (
	_ "embed"
	"sync"

	"github.com/chesszip/chesszip/internal/model/boards"
)

//go:embed squares.czs
var data []byte

var v1 embedded

// embedded is a model that is parsed once, at its first use.
type embedded struct {
	once   sync.Once
	parsed *boards.Model
}

// V1 returns the model. The first call unpacks it, which takes some 30 ms and 6 MiB.
func V1() *boards.Model {
	v1.once.Do(func() {
		m, err := boards.ParseModel(data)
		if err != nil {
			panic("boards: the embedded model is broken: " + err.Error()) // a test checks it
		}
		v1.parsed = m
	})
	return v1.parsed
}

// Data returns the file of the model, which the caller must not change.
func Data() []byte { return data }
