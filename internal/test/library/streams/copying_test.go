package streams

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/internal/test/library/kit"
)

// plainOnly hides the type Writer, so that nothing is copied.
type plainOnly struct{ io.Writer }

// resultGames returns games with numbers from <= number < to, with a result for each,
// and with a comment of some bytes.
func resultGames(from, to int, comment string, result func(i int) string) (text []byte) {
	for i := from; i < to; i++ { // with few names, each of which costs time
		text = fmt.Appendf(text, "[Event \"e\"]\n[White \"w%d\"]\n[Black \"b%d\"]\n[Result \"%s\"]\n\n1. e4 {%s} e5 %[3]s\n\n", i%30, i*7%50, result(i), comment)
	}
	return text
}

func always(result string) func(int) string { return func(int) string { return result } }

// TestCopiedFrames checks that an archive with copied frames is that of the same text,
// and how many are copied.
func TestCopiedFrames(tt *testing.T) {
	t := kit.SmallFrames{T: tt}
	t.Parallel()
	white := always("1-0")
	inSecond := func(i int) string { // the second frame is not copied whole
		if i == 500 {
			return "0-1"
		}
		return "1-0"
	}
	large := strings.Repeat("words ", 300)
	opts := func(index chesszip.Columns) *chesszip.WriterOptions {
		return &chesszip.WriterOptions{Open: index, Unchecked: true} // the text is compared below
	}
	kept := map[string][]byte{}
	compressed := func(text []byte, index chesszip.Columns) []byte { // each text once
		key := fmt.Sprintf("%d %s", index, text)
		if kept[key] == nil {
			kept[key] = kit.Compress(t, text, opts(index))
		}
		return bytes.Clone(kept[key])
	}
	appended := func(first, second []byte) []byte {
		a := compressed(first, 0)
		var more bytes.Buffer
		_, err := chesszip.Append(t.Context(), &more, bytes.NewReader(a), int64(len(a)), bytes.NewReader(second), nil)
		require.NoError(t, err)
		return append(a, more.Bytes()...)
	}
	all, onlyWhite := (*chesszip.Query)(nil), kit.Query("result:1-0")
	many := resultGames(0, 900, "", white)
	for name, c := range map[string]struct {
		archive []byte
		query   *chesszip.Query
		index   chesszip.Columns
		copied  int64
	}{
		"all":                {compressed(many, 0), all, 0, 2},
		"all by a query":     {compressed(many, 0), onlyWhite, 0, 2},
		"every index":        {compressed(many, 15), onlyWhite, 15, 2},
		"another index":      {compressed(many, 1), all, 5, 0},
		"players or not":     {compressed(many, 1), all, 0, 0},
		"part of the second": {compressed(resultGames(0, 900, "", inSecond), 0), onlyWhite, 0, 1},
		"none of the first":  {compressed(append(resultGames(0, 400, "", always("0-1")), many...), 0), onlyWhite, 0, 2},
		"full of bytes":      {compressed(resultGames(0, 480, large, white), 0), onlyWhite, 0, 2},
		"full of bytes, then small": {compressed(append(resultGames(0, 220, large, func(i int) string {
			if i < 217 {
				return "1-0"
			}
			return "0-1"
		}), many...), 0), onlyWhite, 0, 0},
		"appended":                 {appended(resultGames(0, 410, "", white), many), onlyWhite, 0, 1},
		"appended to a full frame": {appended(resultGames(0, 400, "", white), many), onlyWhite, 0, 3},
		"appended to an open comment": {appended(append(resultGames(0, 399, "", white), "[Event \"?\"]\n[Result \"1-0\"]\n\n1. e4 {open\n"...),
			append([]byte("d4 } 1-0\n\n"), many...)), all, 0, 0},
		"several": {append(compressed(resultGames(0, 800, "", white), 0), compressed(many, 0)...), all, 0, 4},
	} {
		var text, anew bytes.Buffer
		a := kit.OpenBytes(t, c.archive, nil)
		want, err := a.Games().Where(c.query).WriteTo(t.Context(), &text)
		require.NoError(t, err)
		again := compressed(text.Bytes(), c.index)
		z := chesszip.NewWriter(t.Context(), &anew, opts(c.index))
		_, err = a.Games().Where(c.query).WriteTo(t.Context(), plainOnly{z})
		require.NoError(t, err)
		require.NoError(t, z.Close())
		require.Zero(t, z.Stats().Copied, name)
		require.True(t, bytes.Equal(again, anew.Bytes()), name)
		for _, threads := range []int{1, 5} {
			a, err := chesszip.Open(t.Context(), bytes.NewReader(c.archive), int64(len(c.archive)), &chesszip.ReaderOptions{Threads: threads})
			require.NoError(t, err)
			var got bytes.Buffer
			z := chesszip.NewWriter(t.Context(), &got, &chesszip.WriterOptions{Open: c.index, Threads: threads})
			n, err := a.Games().Where(c.query).WriteTo(t.Context(), z)
			require.NoError(t, err)
			require.NoError(t, z.Close())
			require.Equal(t, want, n, name)
			require.True(t, bytes.Equal(again, got.Bytes()), "%s, %d threads: another archive", name, threads)
			require.Equal(t, c.copied, z.Stats().Copied, "%s, %d threads", name, threads)
		}
	}
}
