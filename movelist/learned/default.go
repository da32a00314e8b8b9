package learned

import (
	_ "embed"
	"sync"

	"github.com/chesszip/chesszip/internal/column/blob"
	"github.com/chesszip/chesszip/internal/model/boards/embedded"
	"github.com/chesszip/chesszip/internal/model/level"
	"github.com/chesszip/chesszip/internal/model/lists"
	"github.com/chesszip/chesszip/internal/model/moves"
)

// V1 is the level for most purposes. It never changes: a better one will have another
// name, and games that V1 has stored stay readable. Append begins with the byte 0x45.
//
// It is a static value without initialization, so that the linker can leave it and
// its weights out.
var V1 = (*Level)(level.New("V1", byte(blob.MovesV1), embeddedDefault{}))

//go:embed default.czm
var defaultData []byte

type embeddedDefault struct{}

var defaultModel embedded

func (embeddedDefault) Model() *moves.Model {
	return defaultModel.parse(func() ([]byte, error) { return defaultData, nil })
}
func (embeddedDefault) ID() uint64 { return moves.IDOf(defaultData) }
func (d embeddedDefault) Lists() (*lists.Models, error) {
	return &lists.Models{Moves: d.Model(), Boards: boards.V1()}, nil
}
func (d embeddedDefault) Prepare() { go d.Model() }

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
