package diagram_test

import (
	"bytes"
	"encoding/xml"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/diagram"
)

// TestAppendSprite finds every piece under its letter, drawn as AppendSVG draws
// him.
func TestAppendSprite(t *testing.T) {
	sprite := diagram.AppendSprite(nil)
	var doc struct {
		Symbols []struct {
			ID   string `xml:"id,attr"`
			Body []byte `xml:",innerxml"`
		} `xml:"symbol"`
	}
	require.NoError(t, xml.Unmarshal(sprite, &doc))
	if len(doc.Symbols) != 12 {
		t.Fatalf("%d symbols, want 12", len(doc.Symbols))
	}
	for i, symbol := range doc.Symbols {
		piece := board.Piece(i + 1)
		if symbol.ID != string(piece.Letter()) {
			t.Errorf("symbol %d has id %q, want %q", i, symbol.ID, piece.Letter())
		}
		var p board.Position
		p.Put(board.A1, piece)
		if drawing := diagram.AppendSVG(nil, &p, nil); !bytes.Contains(drawing, symbol.Body) {
			t.Errorf("symbol %q is not the piece of AppendSVG", symbol.ID)
		}
	}
}
