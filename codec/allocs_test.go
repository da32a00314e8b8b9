package codec_test

import (
	"testing"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/codec"
	"github.com/chesszip/chesszip/codec/boardmodel"
	"github.com/chesszip/chesszip/movelist"
	"github.com/chesszip/chesszip/movelist/learned"
)

// TestAllocs counts what the calls take that are made for each game or position of a
// stream, where there is room for their results.
func TestAllocs(t *testing.T) {
	it := items(t, 1)[0]
	p := it.game.Start
	room := make([]byte, 0, 1<<12)
	moves := make([]board.Move, 0, 512)
	stored := codec.StoredGame{Game: it.game}
	column, err := stored.MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	position, err := codec.AppendPosition(nil, &p)
	if err != nil {
		t.Fatal(err)
	}
	fast, err := movelist.Fast.Append(nil, &it.game)
	if err != nil {
		t.Fatal(err)
	}
	v1, err := learned.V1.Append(nil, &it.game)
	if err != nil {
		t.Fatal(err)
	}
	game := codec.StoredGame{Game: it.game}
	for _, c := range []struct {
		name string
		most float64
		do   func() error
	}{
		{"codec.AppendPosition", 0, func() error { _, err := codec.AppendPosition(room, &p); return err }},
		{"codec.AppendPositionChecked", 0, func() error { _, err := codec.AppendPositionChecked(room, &p); return err }},
		{"codec.DecodePosition", 0, func() error { _, _, err := codec.DecodePosition(position); return err }},
		{"boardmodel.V1.Append", 0, func() error { _, err := boardmodel.V1.Append(room, &p); return err }},
		{"codec.KeyOf", 0, func() error { _, err := codec.KeyOf(&p); return err }},
		{"StoredGame.AppendBinary", 0, func() error { _, err := stored.AppendBinary(room); return err }},
		{"StoredGame.UnmarshalBinary", 1, func() error { return game.UnmarshalBinary(column) }}, // the moves
		{"codec.AppendDecodeGame", 0, func() error { _, _, err := codec.AppendDecodeGame(moves, column); return err }},
		{"movelist.SAN.Append", 0, func() error { _, err := movelist.SAN.Append(room, &it.game); return err }},
		{"movelist.FromTo.Append", 0, func() error { _, err := movelist.FromTo.Append(room, &it.game); return err }},
		{"movelist.LegalIndex.Append", 0, func() error { _, err := movelist.LegalIndex.Append(room, &it.game); return err }},
		{"movelist.Fast.Append", 0, func() error { _, err := movelist.Fast.Append(room, &it.game); return err }},
		{"movelist.Fast.AppendDecode", 0, func() error { _, _, err := movelist.Fast.AppendDecode(moves, fast, &p); return err }},
		{"learned.V1.Append", 0, func() error { _, err := learned.V1.Append(room, &it.game); return err }},
		{"learned.V1.AppendDecode", 0, func() error { _, _, err := learned.V1.AppendDecode(moves, v1, &p); return err }},
	} {
		var err error
		n := testing.AllocsPerRun(50, func() { err = c.do() })
		if err != nil || n > c.most && !race {
			t.Errorf("%s allocates %v times, want at most %v: %v", c.name, n, c.most, err)
		}
	}
}
