package boardmodel

import (
	"github.com/chesszip/chesszip/codec"
	"github.com/chesszip/chesszip/internal/column/blob"
)

// Palette returns the palette of four schemes that is shortest for a mix of all kinds
// of positions: the learned code for those that look like games, and the exact
// numbering, the piece list and Huffman for others. A blob begins with the byte 0x63.
func Palette() codec.Selector {
	s := codec.Selector{Name: "learned", Method: byte(blob.PositionLearned)}
	s.Schemes[0] = V1
	for i, name := range [...]string{"numbered", "piece-list", "huffman"} {
		s.Schemes[1+i], _ = codec.ByName(name)
	}
	return s
}
