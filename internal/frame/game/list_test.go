package game

import (
	"bytes"
	"strings"
	"testing"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/base/tagvalue"
	"github.com/chesszip/chesszip/internal/frame/game/streams"
	"github.com/chesszip/chesszip/movegen"
)

// TestListOfPositions checks that positions are kept as such, but not those of a game,
// since a list that claims games is damage.
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
	f, c := e.EncodeText(src, 0)
	if _, ok := f.Stream(streams.KindPositions); !ok || c.Columns {
		t.Errorf("EncodeText(list of positions): no stream %d, columns %v", streams.KindPositions, c.Columns)
	}
	game, _ := e.Encode(src, []int{len(src)})
	if _, ok := game.Stream(streams.KindPositions); ok {
		t.Errorf("Encode(a game of positions): a stream %d", streams.KindPositions)
	}
	var d Decoder
	if got, err := d.Decode(nil, &f); err != nil || !bytes.Equal(got, src) {
		t.Errorf("Decode(Encode(list of positions)) = %d bytes, %v, want the %d bytes of the list", len(got), err, len(src))
	}
	f.Games = 1
	_, err := d.Decode(nil, &f)
	err2 := d.Tags(&f, nil, true, func(int, []tagvalue.Tag, tagvalue.Facts) bool { return true })
	for _, err := range []error{err, err2} {
		if err == nil || !strings.Contains(err.Error(), "a list claims 1 games") {
			t.Errorf("a list that claims a game: %v", err)
		}
	}
}
