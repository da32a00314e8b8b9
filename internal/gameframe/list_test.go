package gameframe

import (
	"bytes"
	"testing"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/gameframe/streams"
	"github.com/chesszip/chesszip/movegen"
)

// TestListOfPositions holds that positions are kept as such, though what has
// much in common is short as a game's text, too.
func TestListOfPositions(t *testing.T) {
	var src []byte
	for range 50 {
		p := board.Start()
		for range 20 {
			src = append(p.AppendFEN(src), '\n')
			legal := movegen.AppendLegal(nil, &p)
			movegen.Make(&p, legal[len(legal)/2])
		}
	}
	var e Encoder
	f, c := e.Encode(src, []int{len(src)})
	if _, ok := f.Stream(streams.KindPositions); !ok || c.Columns {
		t.Errorf("Encode(list of positions): no stream %d, columns %v", streams.KindPositions, c.Columns)
	}
	var d Decoder
	if got, err := d.Decode(nil, &f); err != nil || !bytes.Equal(got, src) {
		t.Errorf("Decode(Encode(list of positions)) = %d bytes, %v, want the %d bytes of the list", len(got), err, len(src))
	}
}
