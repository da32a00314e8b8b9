package verify_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/internal/archive"
	"github.com/chesszip/chesszip/internal/frame/chunk"
	"github.com/chesszip/chesszip/internal/frame/game"
	"github.com/chesszip/chesszip/internal/read/verify"
	"github.com/chesszip/chesszip/internal/read/view"
	"github.com/chesszip/chesszip/internal/read/walk"
	corpusmade "github.com/chesszip/chesszip/internal/test/corpus/made"
	"github.com/chesszip/chesszip/records"
)

// held is an archive of frames in memory.
func held(frames ...archive.Frame) *verify.Archive {
	var h view.Held
	for _, f := range frames {
		h.Add(f, archive.Entry{Length: 10, Input: f.Input, Games: f.Games})
	}
	f := view.Join([]view.Member{{Source: &h}})
	return &verify.Archive{Part: walk.Part{Frames: f, Segments: f.Segments(), Threads: 1}}
}

// TestHuge checks that each piece of a game larger than a frame is checked, and that
// they are pieces of one game.
func TestHuge(t *testing.T) {
	const size = 1000
	ctx := chunk.WithLimits(t.Context(), chunk.Limits{Bytes: size})
	pieces := func(texts ...string) (frames []archive.Frame) {
		for i, text := range texts {
			var e game.Encoder
			f, _ := e.Encode([]byte(text), nil)
			if f.Games = 0; i == 0 {
				f.Games = 1
			}
			frames = append(frames, f)
		}
		return frames
	}
	begin := "[White \"A\"]\n\n1. e4 {"
	begin += strings.Repeat("x", size-len(begin))
	middle, end := strings.Repeat("y", size), "} *\n\n"
	frames := pieces(begin, middle, end)
	for bad := range len(frames) + 1 {
		altered := append([]archive.Frame(nil), frames...)
		if bad < len(frames) {
			altered[bad].Streams = []archive.Stream{{Kind: 99}}
		}
		a := held(altered...)
		require.Len(t, a.Segments, 1)
		right, damaged, err := verifyIn(t, ctx, a)
		require.NoError(t, err)
		if bad == len(frames) {
			require.Empty(t, damaged)
			require.Equal(t, verify.Right{Frames: 3, Games: 1, Bytes: int64(len(begin + middle + end))}, right)
			continue
		}
		require.Len(t, damaged, 1)
		require.Equal(t, bad, damaged[0].Frame)
		require.EqualValues(t, 2, right.Frames)
		require.Zero(t, right.Games)
	}
	games := strings.Repeat("[White \"A\"]\n\n1. e4 *\n\n", 50)
	for name, c := range map[string]struct {
		texts []string
		want  []string
	}{
		"too short a piece":   {[]string{begin[:size-1], end}, []string{"0: 0+1"}},
		"a short one between": {[]string{begin, middle[1:], end}, []string{"1: 1+0"}},
		"too many games":      {[]string{begin, middle, end + "[White \"A\"]\n\n1. e4 *\n\n"}, []string{"2: 1+0"}},
		"games first":         {[]string{games[:size], end}, []string{"0: 0+1", "1: 1+0"}},
	} {
		right, damaged, err := verifyIn(t, ctx, held(pieces(c.texts...)...))
		require.NoError(t, err)
		require.Equal(t, c.want, told(t, damaged), name)
		require.EqualValues(t, 1, right.Games, name)
	}
}

// TestCuts checks that games end where their text is split, and that a frame without
// games has none.
func TestCuts(t *testing.T) {
	const one = "[White \"A\"]\n\n1. e4 *\n\n"
	plain := string(corpusmade.Records(t, 2, records.Plain))
	for name, c := range map[string]struct {
		text  string
		games int
		want  []string
	}{
		"games":               {one + one, 2, nil},
		"one too few":         {one + one, 1, []string{"0: 0+1"}},
		"none":                {one + one, 0, []string{"0: 0+0"}},
		"prose":               {"no game at all\n", 0, nil},
		"prose as a game":     {"no game at all\n", 1, []string{"0: 0+1"}},
		"nothing around":      {"some words\n" + one + "others\n", 1, nil},
		"records":             {plain, 0, nil},
		"records as a game":   {plain, 1, []string{"0: 0+1"}},
		"a list":              {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n", 0, nil},
		"a list, as one game": {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n", 1, []string{"0: 0+1"}},
	} {
		var e game.Encoder
		f, _ := e.EncodeText([]byte(c.text), c.games)
		f.Games = int64(c.games)
		right, damaged, err := verified(t, held(f))
		require.NoError(t, err)
		require.Equal(t, c.want, told(t, damaged), name)
		require.Equal(t, int64(c.games), right.Games, name)
	}
}
