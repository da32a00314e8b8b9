package remote_test

import (
	"bytes"
	"fmt"
	"io"
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/test/corpus"
)

var dates = regexp.MustCompile(`Date "[0-9]{4}`)

// years returns an archive of a frame for each year from 1980 on, of 300 games each.
func years(t *testing.T, n int, index chesszip.Columns) []byte {
	t.Helper()
	games := corpus.Need(t, corpus.Sample)
	whole, err := chesszip.OpenPGN(t.Context(), bytes.NewReader(games), int64(len(games)), nil)
	require.NoError(t, err)
	var parts []*chesszip.Archive
	for i := range n {
		var text bytes.Buffer
		from := int64(i % 4 * 300)
		_, err := whole.Games().Range(from, from+300).WriteTo(t.Context(), &text)
		require.NoError(t, err)
		part, err := chesszip.Encode(nil, dates.ReplaceAll(text.Bytes(), fmt.Appendf(nil, `Date "%d`, 1980+i)), &chesszip.WriterOptions{Open: index, Unchecked: true})
		require.NoError(t, err)
		a, err := chesszip.Open(t.Context(), bytes.NewReader(part), int64(len(part)), nil)
		require.NoError(t, err)
		parts = append(parts, a)
	}
	var all bytes.Buffer
	_, err = chesszip.Merge(t.Context(), &all, parts, nil)
	require.NoError(t, err)
	return all.Bytes()
}

// TestArchive checks how many requests and bytes it takes to open and query an archive:
// only frames that the index does not exclude are read, and of open columns only a part.
func TestArchive(t *testing.T) {
	ctx := t.Context()
	query := func(text string) *chesszip.Query {
		q, err := chesszip.ParseQuery(text)
		require.NoError(t, err)
		return q
	}
	count := func(text string) func(a *chesszip.Archive) error {
		return func(a *chesszip.Archive) error {
			_, err := a.Games().Where(query(text)).Count(ctx)
			return err
		}
	}
	explore := func(a *chesszip.Archive) error {
		e, err := chesszip.NewExplorer(board.Start(), nil)
		if err == nil && e.Next() {
			err = e.Add(ctx, a.Games(), 0)
		}
		return err
	}
	const opening = 16<<10 + 64<<10
	const frames = 16
	plain := years(t, frames, 0)
	indexed := years(t, frames, chesszip.ColumnNumbers|chesszip.ColumnNames|chesszip.ColumnMoves|chesszip.OpeningTable)
	stored := func(a *chesszip.Archive, frames ...int) (n int64) {
		for _, i := range frames {
			n += a.Frames()[i].Stored
		}
		return n
	}
	none := func(*chesszip.Archive) int64 { return 0 }
	for _, c := range []struct {
		name     string
		archive  []byte
		do       func(a *chesszip.Archive) error
		requests int64 // after those of opening
		bytes    func(a *chesszip.Archive) int64
		over     int64 // bytes that may be read in addition
	}{
		{"open", plain, func(*chesszip.Archive) error { return nil }, 0, none, 0},
		{"games", plain, count(""), 0, none, 0},
		{"get", plain, func(a *chesszip.Archive) error { _, err := a.Game(ctx, 1900, chesszip.FieldText); return err }, 1,
			func(a *chesszip.Archive) int64 { return stored(a, 6) }, 16 << 10},
		{"neighbours", plain, func(a *chesszip.Archive) error {
			_, err := a.Game(ctx, 1900, chesszip.FieldText)
			if err == nil {
				_, err = a.Game(ctx, 1901, chesszip.FieldText)
			}
			return err
		}, 1, func(a *chesszip.Archive) int64 { return stored(a, 6) }, 16 << 10},
		{"a year", plain, count("date:1986"), 1, func(a *chesszip.Archive) int64 { return stored(a, 6) }, 16 << 10},
		{"years", plain, count("date:1986,1988"), 2, func(a *chesszip.Archive) int64 { return stored(a, 6, 8) }, 32 << 10},
		{"no year", plain, count("date:1970"), 0, none, 0},
		{"by open numbers", indexed, count("elo:2000-"), -1, none, frames * 16 << 10},
		{"by players", indexed, count("player:a*"), -1, none, frames * 16 << 10},
		{"by players, a year", indexed, count("player:a* date:1986"), 1, none, 16 << 10},
		{"openings", indexed, explore, -1, none, 64 << 10},
	} {
		t.Run(c.name, func(t *testing.T) {
			s, at := serve(t, c.archive)
			r := open(t, at("plain"), nil)
			a, err := chesszip.Open(ctx, r, r.Size(), &chesszip.ReaderOptions{Threads: 1})
			require.NoError(t, err)
			requests, read := s.Count()
			require.EqualValues(t, 2, requests)
			require.EqualValues(t, opening, read)
			require.NoError(t, c.do(a))
			requests, read = s.Count()
			if c.requests >= 0 {
				require.Equal(t, c.requests, requests)
			}
			want := c.bytes(a)
			require.GreaterOrEqual(t, read+opening, want, "what is not in the cache yet")
			require.LessOrEqual(t, read, want+c.over)
		})
	}
	t.Run("all of it, joined", func(t *testing.T) {
		s, at := serve(t, plain)
		r := open(t, at("plain"), nil)
		a, err := chesszip.Open(ctx, r, r.Size(), &chesszip.ReaderOptions{Threads: 2})
		require.NoError(t, err)
		_, err = a.WriteTo(ctx, io.Discard)
		require.NoError(t, err)
		requests, read := s.Count()
		require.LessOrEqual(t, read, int64(len(plain)), "nothing twice")
		require.Less(t, requests, int64(2+8), "16 frames")
	})
}

// TestLongIndex checks that an index of more than 64 KiB takes one more request.
func TestLongIndex(t *testing.T) {
	const frames = 10_000
	part, err := chesszip.Encode(nil, []byte("[White \"A\"]\n[Date \"2001.02.03\"]\n\n1. e4 *\n\n[White \"B\"]\n\n1. d4 *\n\n"), nil)
	require.NoError(t, err)
	a, err := chesszip.Open(t.Context(), bytes.NewReader(part), int64(len(part)), nil)
	require.NoError(t, err)
	parts := make([]*chesszip.Archive, frames)
	for i := range parts {
		parts[i] = a
	}
	var all bytes.Buffer
	_, err = chesszip.Merge(t.Context(), &all, parts, nil)
	require.NoError(t, err)
	s, at := serve(t, all.Bytes())
	r := open(t, at("plain"), nil)
	b, err := chesszip.Open(t.Context(), r, r.Size(), nil)
	require.NoError(t, err)
	require.EqualValues(t, 2*frames, b.NumGames())
	requests, _ := s.Count()
	require.EqualValues(t, 3, requests)
	_, err = b.Game(t.Context(), 5_000, chesszip.FieldText)
	require.NoError(t, err)
	requests, _ = s.Count()
	require.EqualValues(t, 1, requests)
}
