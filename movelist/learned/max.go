package learned

import (
	_ "embed"

	"github.com/chesszip/chesszip/internal/column/blob"
	"github.com/chesszip/chesszip/internal/model/moves"
)

// V1Max takes the fewest bits and ten times as long as V1: it has more weights, and a
// search of captures finds what each move wins or loses. Like V1 it never changes,
// and is a static value that the linker can leave out. Append begins with the byte
// 0x46.
var V1Max = &Level{"max", blob.MovesV1Max, embeddedMax{}}

//go:embed max.czm
var maxData []byte

type embeddedMax struct{}

var maxModel embedded

func (embeddedMax) model() *moves.Model { return maxModel.parse(maxData) }
func (embeddedMax) id() uint64          { return moves.IDOf(maxData) }
func (embeddedMax) lists() any          { return embeddedDefault{}.lists() }
func (embeddedMax) prepare()            { go maxModel.parse(maxData) }
