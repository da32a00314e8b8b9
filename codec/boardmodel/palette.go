package boardmodel

import (
	"sync"

	"github.com/chesszip/chesszip/codec"
	"github.com/chesszip/chesszip/internal/column/blob"
)

// Palette returns the palette of four schemes that is shortest for a mix of all kinds
// of positions: the learned code for those that look like games, and the exact
// numbering, the piece list and Huffman for others. A blob begins with the byte 0x63.
func Palette() *codec.Palette {
	palette.once.Do(func() {
		schemes := []codec.Scheme{released{V1}}
		for _, name := range [...]string{"numbered", "piece-list", "huffman"} {
			s, _ := codec.ByName(name)
			schemes = append(schemes, s)
		}
		palette.made, _ = codec.NewPalette(0, "learned", schemes...) // a test uses it
	})
	return palette.made
}

// palette is made at its first use, so that a program that does not call Palette does
// not contain V1.
var palette struct {
	once sync.Once
	made *codec.Palette
}

// released is V1 in a palette of this library.
type released struct{ *Scheme }

func (released) PaletteMethod() blob.Method { return blob.PositionLearned }
