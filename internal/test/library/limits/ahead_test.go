package limits

import (
	"bytes"
	"io"
	"iter"
	"slices"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/test/corpus"
	"github.com/chesszip/chesszip/internal/test/library/kit"
)

// foreseeing records announced and actual reads.
type foreseeing struct {
	*bytes.Reader
	mu         sync.Mutex
	told, read [][2]int64 // offset and length
}

func (f *foreseeing) Ahead(offset, length int64) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.told = append(f.told, [2]int64{offset, length})
}

func (f *foreseeing) ReadAt(b []byte, offset int64) (int, error) {
	f.mu.Lock()
	f.read = append(f.read, [2]int64{offset, int64(len(b))})
	f.mu.Unlock()
	return f.Reader.ReadAt(b, offset)
}

// TestAhead checks that a reader is told of exactly the frames that a call reads, except
// the first, in their order; and of none with open columns that it may read alone.
func TestAhead(t *testing.T) {
	ctx := t.Context()
	games := corpus.Need(t, corpus.Sample)
	const frames = 10
	made := func(index chesszip.Columns) []byte {
		var parts []*chesszip.Archive
		whole, err := chesszip.OpenPGN(ctx, bytes.NewReader(games), int64(len(games)), nil)
		require.NoError(t, err)
		for i := range int64(frames) {
			var text, part bytes.Buffer
			_, err := whole.Games().Range(i*50, i*50+50).WriteTo(ctx, &text)
			require.NoError(t, err)
			_, err = chesszip.Compress(kit.Opening(ctx), &part, &text, &chesszip.WriterOptions{Open: index, Unchecked: true})
			require.NoError(t, err)
			a, err := chesszip.Open(ctx, bytes.NewReader(part.Bytes()), int64(part.Len()), nil)
			require.NoError(t, err)
			parts = append(parts, a)
		}
		var all bytes.Buffer
		_, err = chesszip.Merge(ctx, &all, parts, nil)
		require.NoError(t, err)
		return all.Bytes()
	}
	query := func(text string) *chesszip.Query {
		q, err := chesszip.ParseQuery(text)
		require.NoError(t, err)
		return q
	}
	pattern, err := chesszip.ParsePattern(`moves:"1. e4 c5"`)
	require.NoError(t, err)
	plain, indexed := made(0), made(chesszip.ColumnNumbers|chesszip.ColumnMoves)
	for _, c := range []struct {
		name    string
		archive []byte
		told    int // frames
		do      func(a *chesszip.Archive) error
	}{
		{"All", plain, frames - 1, func(a *chesszip.Archive) error { return drained(a.Games().Texts(ctx)) }},
		{"All, indexed", indexed, frames - 1, func(a *chesszip.Archive) error { return drained(a.Games().Texts(ctx)) }},
		{"Range", plain, 4, func(a *chesszip.Archive) error { return drained(a.Games().Range(120, 310).Texts(ctx)) }},
		{"Range of one frame", plain, 0, func(a *chesszip.Archive) error { return drained(a.Games().Range(110, 120).Texts(ctx)) }},
		{"Game", plain, 0, func(a *chesszip.Archive) error { _, err := kit.Text(ctx, a, 300); return err }},
		{"Copy", indexed, frames - 1, func(a *chesszip.Archive) error { _, err := a.WriteTo(ctx, io.Discard); return err }},
		{"Headers", indexed, frames - 1, func(a *chesszip.Archive) error { return drained(a.Games().Headers(ctx)) }},
		{"Filter", plain, frames - 1, func(a *chesszip.Archive) error {
			return drained(a.Games().Where(query("event:tournament")).Headers(ctx))
		}},
		{"Filter by index", indexed, 0, func(a *chesszip.Archive) error {
			_, err := a.Games().Where(query("elo:2000-")).Count(ctx)
			return err
		}},
		{"Filter by a tag, indexed", indexed, 0, func(a *chesszip.Archive) error {
			return drained(a.Games().Where(query("event:tournament")).Headers(ctx))
		}},
		{"Filter by another tag, indexed", indexed, 0, func(a *chesszip.Archive) error { return drained(a.Games().Where(query("round:4")).Headers(ctx)) }},
		{"Find", plain, frames - 1, func(a *chesszip.Archive) error { return drained(a.Games().With(pattern).Texts(ctx)) }},
		{"Explore", indexed, 0, func(a *chesszip.Archive) error {
			e, err := chesszip.NewExplorer(board.Start(), nil)
			if err == nil && e.Next() {
				err = e.Add(ctx, a.Games(), 0)
			}
			return err
		}},
		{"Verify", indexed, frames - 1, func(a *chesszip.Archive) error { _, _, err := a.Verify(ctx); return err }},
		{"Merge", indexed, frames - 1, func(a *chesszip.Archive) error {
			_, err := chesszip.Merge(ctx, io.Discard, []*chesszip.Archive{a}, nil)
			return err
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := &foreseeing{Reader: bytes.NewReader(c.archive)}
			a, err := chesszip.Open(ctx, r, int64(len(c.archive)), &chesszip.ReaderOptions{Threads: 1})
			require.NoError(t, err)
			require.Empty(t, r.told)
			r.read = nil
			require.NoError(t, c.do(a))
			require.Len(t, r.told, c.told)
			require.True(t, slices.IsSortedFunc(r.told, func(x, y [2]int64) int { return int(x[0] - y[0]) }))
			for _, s := range r.told {
				require.Contains(t, r.read, s, "it is read as it was told")
			}
		})
	}
}

// drained reads all of a sequence, and returns its first error.
func drained[T any](all iter.Seq2[T, error]) error {
	for _, err := range all {
		if err != nil {
			return err
		}
	}
	return nil
}
