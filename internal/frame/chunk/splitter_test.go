package chunk

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"
)

// cut returns the chunks of r.
func cut(t *testing.T, r io.Reader) (all []Chunk) {
	t.Helper()
	s := NewSplitter(t.Context(), r)
	for {
		c, err := s.Next()
		if err == io.EOF {
			return all
		}
		require.NoError(t, err)
		all = append(all, c)
	}
}

// TestCuts names the reasons for which a chunk ends.
func TestCuts(t *testing.T) {
	small := "[Event \"x\"]\n\n1. e4 *\n\n"
	tags := ""
	for i := range 1000 {
		tags += fmt.Sprintf("[A%d \"b\"]\n", i)
	}
	tags += "\n*\n\n"
	half := "[Event \"x\"]\n\n{" + strings.Repeat("0123456789abcde ", MaxBytes/32) + "} *\n\n"
	full := half[:len(half)-6-(len(half)-MaxBytes/2)] + "} *\n\n"
	long := "[Event \"x\"]\n\n{" + strings.Repeat("0123456789abcde ", MaxBytes/10) + "} *\n\n"
	prose := strings.Repeat("There is no game here, and none there.\n", MaxBytes/37)
	type want struct {
		games int
		piece bool
	}
	for name, c := range map[string]struct {
		src  string
		want []want
	}{
		"nothing":          {"", nil},
		"one game":         {small, []want{{1, false}}},
		"no game at all":   {"hello", []want{{0, true}}},
		"blank":            {"\n\n", []want{{0, true}}},
		"prose first":      {"hello\n\n" + small, []want{{1, false}}},
		"much prose":       {prose, []want{{0, true}, {0, true}}},
		"too much first":   {prose + small, []want{{0, true}, {1, false}}},
		"prose and game":   {prose[:MaxBytes/4*3] + half, []want{{1, true}, {0, true}}},
		"prose behind":     {small + prose + small, []want{{1, true}, {0, true}, {1, false}}},
		"a tag at the cut": {prose[:MaxBytes-5] + "\n" + small + small, []want{{0, true}, {2, false}}},
		"a move at a cut":  {prose[:MaxBytes-1] + "\n1. e4 e5\n\n", []want{{0, true}, {1, false}}},
		"a long comment":   {"[Event \"x\"]\n" + long[13:] + long, []want{{1, true}, {0, true}, {1, true}, {0, true}}},
		"games":            {strings.Repeat(small, MaxGames), []want{{MaxGames, false}}},
		"one game more":    {strings.Repeat(small, MaxGames+1), []want{{MaxGames, false}, {1, false}}},
		"tags":             {strings.Repeat(tags, 46), []want{{45, false}, {1, false}}},
		"bytes":            {half + half, []want{{1, false}, {1, false}}},
		"just enough":      {full[:MaxBytes/2-5] + "} *\n\n" + full[:MaxBytes/2-5] + "} *\n\n", []want{{2, false}}},
		"a game too large": {small + long + small, []want{{1, false}, {1, true}, {0, true}, {1, false}}},
	} {
		for how, r := range map[string]io.Reader{"at once": strings.NewReader(c.src), "by halves": iotest.HalfReader(strings.NewReader(c.src))} {
			var got []want
			var text []byte
			for _, k := range cut(t, r) {
				require.Equal(t, k.More, len(k.Ends) == 0 && strings.Contains(string(text), "[Event"), name)
				got = append(got, want{len(k.Ends), k.Piece})
				text = append(text, k.Text...)
				require.LessOrEqual(t, len(k.Text), MaxBytes, name)
				if n := len(k.Ends); n > 0 {
					require.Equal(t, len(k.Text), k.Ends[n-1], name)
				}
			}
			require.Equal(t, c.want, got, "%s, read %s", name, how)
			require.True(t, string(text) == c.src, "%s, read %s: the chunks are not the input", name, how)
		}
	}
}

func TestSplitterErrors(t *testing.T) {
	broken := errors.New("broken")
	_, err := NewSplitter(t.Context(), iotest.ErrReader(broken)).Next()
	require.ErrorIs(t, err, broken)
	_, err = NewSplitter(t.Context(), io.MultiReader(strings.NewReader(strings.Repeat("[Event \"x\"]\n", 9000)), iotest.ErrReader(broken))).Next()
	require.ErrorIs(t, err, broken)
}
