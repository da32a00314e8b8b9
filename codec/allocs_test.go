package codec_test

import (
	"testing"

	"github.com/chesszip/chesszip/codec"
	"github.com/chesszip/chesszip/movelist"
	"github.com/chesszip/chesszip/movelist/learned"
)

// TestAppendGameAllocs checks what a game takes where there is room for its bytes.
func TestAppendGameAllocs(t *testing.T) {
	it := items(t, 1)[0]
	room := make([]byte, 0, 1<<12)
	for _, c := range []struct {
		level movelist.Level
		most  float64
	}{
		{movelist.SAN, 5}, {movelist.FromTo, 5}, {movelist.Fast, 5},
		{movelist.LegalIndex, 8}, // its integers grow
		{learned.V1, 13},         // what predicts has tables of its own
	} {
		var err error
		n := testing.AllocsPerRun(20, func() { _, err = codec.AppendGameChecked(room, &it.game, c.level) })
		if err != nil || n > c.most {
			t.Errorf("%s: AppendGameChecked allocates %v times, want at most %v: %v", c.level.Name(), n, c.most, err)
		}
	}
}
