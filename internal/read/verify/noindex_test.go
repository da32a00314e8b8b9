package verify_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/internal/archive"
	"github.com/chesszip/chesszip/internal/frame/game"
)

// TestNoIndex checks that a frame without games and bytes that is not an index frame is
// damage, since sequential readers decode it, and so is a list that claims games.
func TestNoIndex(t *testing.T) {
	a, b := frame(t, "A", 30), frame(t, "B", 20)
	var e game.Encoder
	list := []byte(strings.Repeat("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n", 9))
	listed, _ := e.EncodeText(list, 0)
	claims, empty := listed, listed
	claims.Games = 1
	empty.Input, empty.Check = 0, 0
	for name, c := range map[string]struct {
		frames []archive.Frame
		want   []string
	}{
		"a list":              {[]archive.Frame{listed}, nil},
		"a list of games":     {[]archive.Frame{claims}, []string{"2: 50+1"}},
		"no index":            {[]archive.Frame{empty}, []string{"2: 50+0"}},
		"nothing":             {[]archive.Frame{{}}, []string{"2: 50+0"}},
		"behind a list":       {[]archive.Frame{listed, empty, empty}, []string{"3: 50+0", "4: 50+0"}},
		"nothing for a list":  {[]archive.Frame{listed, {}}, []string{"3: 50+0"}},
		"a list, then a list": {[]archive.Frame{listed, listed}, nil},
	} {
		var file bytes.Buffer
		w, err := archive.NewWriter(&file, &archive.Header{}, nil)
		require.NoError(t, err)
		for _, m := range []made{a, b} {
			require.NoError(t, w.WriteEncoded(m.frame, nil))
		}
		for i := range c.frames {
			require.NoError(t, w.WriteFrame(&c.frames[i], nil))
		}
		require.NoError(t, w.Close())
		right, damaged, err := verified(t, fileOf(t, file.Bytes()))
		require.NoError(t, err)
		require.Equal(t, c.want, told(t, damaged), name)
		require.EqualValues(t, 50, right.Games, name)
	}
}
