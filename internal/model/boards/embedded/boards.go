// Package boards holds the model of boards that the library comes with. A program
// carries its weights only if it calls V1 or Data.
package boards

import (
	_ "embed"
	"sync"

	"github.com/chesszip/chesszip/internal/model/boards"
)

//go:embed squares.czs
var data []byte

var v1 embedded

// embedded is a model that is parsed once, when it is first needed.
type embedded struct {
	once   sync.Once
	parsed *boards.Model
}

// V1 returns the model, which is unpacked in the first call: some 30 ms and 6 MiB.
func V1() *boards.Model {
	v1.once.Do(func() {
		m, err := boards.ParseModel(data)
		if err != nil {
			panic("boards: the embedded model is broken: " + err.Error()) // held by a test
		}
		v1.parsed = m
	})
	return v1.parsed
}

// Data returns the file of the model, which must not be changed.
func Data() []byte { return data }
