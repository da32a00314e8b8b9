package chesszip_test

import (
	"bytes"
	"io"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip"
)

// bytesRead counts what is read of a file.
type bytesRead struct {
	*bytes.Reader
	n int64
}

func (r *bytesRead) ReadAt(b []byte, off int64) (int, error) {
	n, err := r.Reader.ReadAt(b, off)
	r.n += int64(n)
	return n, err
}

// TestQueriesPassOverLists: no question for games reads anything of frames that hold
// none, alone or beside games.
func TestQueriesPassOverLists(t *testing.T) {
	list := compress(t, training, thorough)
	games := compress(t, numbered(0, 1), thorough)
	for name, file := range map[string][]byte{
		"a list":              list,
		"lists":               bytes.Repeat(list, 20),
		"games between lists": append(append(bytes.Repeat(list, 20), games...), list...),
	} {
		pattern, query := pattern(`moves:"1. d4"`), query("white:nobody ply:1-")
		for question, ask := range map[string]func(a *chesszip.Archive) error{
			"Headers": func(a *chesszip.Archive) error {
				for _, err := range a.Headers(t.Context()) {
					if err != nil {
						return err
					}
				}
				return nil
			},
			"All": func(a *chesszip.Archive) error {
				for _, err := range a.All(t.Context()) {
					if err != nil {
						return err
					}
				}
				return nil
			},
			"Filter": func(a *chesszip.Archive) error {
				for _, err := range a.Filter(t.Context(), query) {
					return err
				}
				return nil
			},
			"FilterCount":  func(a *chesszip.Archive) error { _, err := a.FilterCount(t.Context(), query); return err },
			"CopyFiltered": func(a *chesszip.Archive) error { _, err := a.CopyFiltered(t.Context(), io.Discard, query); return err },
			"FindCount":    func(a *chesszip.Archive) error { _, err := a.FindCount(t.Context(), pattern, query); return err },
			"Find": func(a *chesszip.Archive) error {
				for _, err := range a.Find(t.Context(), pattern, nil) {
					return err
				}
				return nil
			},
		} {
			in := &bytesRead{Reader: bytes.NewReader(file)}
			a, err := chesszip.Open(t.Context(), in, int64(len(file)), everyLevel)
			require.NoError(t, err)
			in.n = 0
			require.NoError(t, ask(a), "%s of %s", question, name)
			most := int64(0)
			if a.Games() > 0 {
				most = int64(len(games)) // moves are asked for after tags
			}
			require.LessOrEqual(t, in.n, most, "%s of %s", question, name)
		}
	}
}

// TestManyTinyLists: Decompress, Verify and Recover make the tables of models once for
// each thread, not for each list.
func TestManyTinyLists(t *testing.T) {
	one := compress(t, training, &chesszip.WriterOptions{})
	o := &chesszip.ReaderOptions{Threads: 1}
	for name, work := range map[string]func(file []byte) error{
		"Decompress": func(file []byte) error {
			_, err := chesszip.Decompress(t.Context(), io.Discard, bytes.NewReader(file), o)
			return err
		},
		"Verify": func(file []byte) error {
			a, err := chesszip.Open(t.Context(), bytes.NewReader(file), int64(len(file)), o)
			if err != nil {
				return err
			}
			_, _, err = a.Verify(t.Context())
			return err
		},
		"Recover": func(file []byte) error {
			_, err := chesszip.Recover(t.Context(), io.Discard, bytes.NewReader(file), int64(len(file)), o)
			return err
		},
	} {
		allocated := func(n int) int64 {
			file := bytes.Repeat(one, n)
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			require.NoError(t, work(file), name)
			runtime.ReadMemStats(&after)
			return int64(after.TotalAlloc - before.TotalAlloc)
		}
		const n = 32
		few, many := allocated(n), allocated(4*n)
		require.Less(t, many-few, int64(3*n*1<<20), "%s: bytes for %d more lists", name, 3*n)
		require.Less(t, many, 5*few, name)
	}
}
