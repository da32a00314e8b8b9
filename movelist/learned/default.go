package learned

import (
	_ "embed"
	"sync"

	"github.com/chesszip/chesszip/internal/model/moves"
)

// Default is the level for most purposes: 2 MiB of weights.
//
// It is a static value, without work at the start of a program, so that the
// linker can leave it out.
var Default = &Level{"default", embedded{}}

//go:embed default.czm
var defaultModel []byte

type embedded struct{}

var (
	once   sync.Once
	parsed *moves.Model
)

func (embedded) model() *moves.Model {
	once.Do(func() {
		m, err := moves.ParseModel(defaultModel)
		if err != nil {
			panic("learned: the embedded model is broken: " + err.Error()) // held by a test
		}
		parsed = m
	})
	return parsed
}
