package learned

import (
	_ "embed"
	"sync"

	"github.com/chesszip/chesszip/internal/column/blob"
	"github.com/chesszip/chesszip/internal/model/boards/embedded"
	"github.com/chesszip/chesszip/internal/model/lists"
	"github.com/chesszip/chesszip/internal/model/moves"
)

// V1 is the level for most purposes. It never changes: a better one will have another
// name, and games that V1 has stored stay readable. Append begins with the byte 0x45.
//
// It is a static value without initialization, so that the linker can leave it and
// its weights out.
var V1 = &Level{name: "V1", method: blob.MovesV1, weights: embeddedDefault{}}

//go:embed default.czm
var defaultData []byte

type embeddedDefault struct{}

var defaultModel embedded

func (embeddedDefault) model() *moves.Model {
	return defaultModel.parse(func() ([]byte, error) { return defaultData, nil })
}
func (embeddedDefault) id() uint64 { return moves.IDOf(defaultData) }
func (d embeddedDefault) lists() any {
	return &lists.Models{Moves: d.model(), Boards: boards.V1()}
}
func (d embeddedDefault) prepare() { go d.model() }

// embedded parses a model once, at its first use.
type embedded struct {
	once   sync.Once
	parsed *moves.Model
}

func (e *embedded) parse(data func() ([]byte, error)) *moves.Model {
	e.once.Do(func() {
		b, err := data()
		if err == nil {
			e.parsed, err = moves.ParseModel(b)
		}
		if err != nil {
			panic("learned: the embedded model is broken: " + err.Error()) // a test checks it
		}
	})
	return e.parsed
}
