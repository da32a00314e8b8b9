package learned

import (
	_ "embed"

	"github.com/chesszip/chesszip/internal/column/blob"
	"github.com/chesszip/chesszip/internal/entropy/zstdframe"
	"github.com/chesszip/chesszip/internal/model/level"
	"github.com/chesszip/chesszip/internal/model/lists"
	"github.com/chesszip/chesszip/internal/model/moves"
)

// V1Max takes the fewest bits and ten times as long as V1: it has more weights, and a
// search of captures finds what each move wins or loses. Like V1 it never changes,
// and is a static value that the linker can leave out. Append begins with the byte
// 0x46.
var V1Max = (*Level)(level.New("V1Max", byte(blob.MovesV1Max), embeddedMax{}))

// maxPacked is the model, packed by zstd: half of it is saved in every program that links
// it, and its first use takes some hundredths of a second more.
//
//go:embed max.czm.zst
var maxPacked []byte

const (
	maxSize = 13_195_830            // of the model
	maxID   = 0xaafd_efb3_1e85_535a // of the model, known without unpacking it
)

type embeddedMax struct{}

var maxModel embedded

func (embeddedMax) Model() *moves.Model {
	return maxModel.parse(func() ([]byte, error) { return zstdframe.Unpack(maxPacked, maxSize, nil) })
}
func (embeddedMax) ID() uint64                    { return maxID }
func (embeddedMax) Lists() (*lists.Models, error) { return embeddedDefault{}.Lists() }
func (m embeddedMax) Prepare()                    { go m.Model() }
