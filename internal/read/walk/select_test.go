package walk_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/chesszip/chesszip/internal/archive"
	"github.com/chesszip/chesszip/internal/read/rows"
	"github.com/chesszip/chesszip/internal/read/view"
	"github.com/chesszip/chesszip/internal/read/walk"
)

// texts are a file of members of frames of some games, and the texts of all. A broken
// member has one frame, which cannot be decoded; its texts are "".
func texts(t require.TestingT, members, frames, games, size int, broken map[int]bool) (p walk.Part, all []string) {
	list := make([]view.Member, members)
	for i := range list {
		if broken[i] {
			var held view.Held
			held.Add(archive.Frame{Games: int64(games), Input: 100, Streams: []archive.Stream{{Kind: 99}}}, archive.Entry{Length: 10, Input: 100, Games: int64(games)})
			list[i].Source = &held
			all = append(all, make([]string, games)...)
			continue
		}
		first := len(all)
		for range frames * games {
			all = append(all, fmt.Sprintf("[White \"%d\"]\n\n1. e4 {%s} *\n\n", len(all), strings.Repeat("0123456789abcde ", size/16)))
		}
		plain := view.NewPlain(strings.NewReader(strings.Join(all[first:], "")))
		for ; first < len(all); first += games {
			length := 0
			var ends []int
			for _, text := range all[first : first+games] {
				length += len(text)
				ends = append(ends, length)
			}
			plain.Add(int64(length), ends)
		}
		list[i].Source = plain
	}
	f := view.Join(list)
	require.EqualValues(t, len(all), f.Games())
	return whole(f, 2), all
}

// read returns the texts of items.
func read(v *view.View, items []int) ([]rows.Row, error) {
	return rows.Read(v, rows.Found{Items: items}, rows.Text, nil)
}

// TestParallelSelect checks that games come in the requested order, each number with its
// text or error.
func TestParallelSelect(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		broken := map[int]bool{rapid.IntRange(0, 5).Draw(t, "broken"): true}
		p, all := texts(t, 3, 3, 4, 16, broken)
		p.Threads = rapid.IntRange(1, 3).Draw(t, "threads")
		numbers := rapid.SliceOf(rapid.Int64Range(-1, int64(len(all)))).Draw(t, "numbers")
		var got []int64
		walk.Select(context.Background(), p, numbers, read, func(r rows.Row, err error) bool {
			number, text := r.Number, r.Text
			got = append(got, number)
			switch {
			case number < 0 || number >= int64(len(all)):
				require.ErrorIs(t, err, walk.ErrNoGame)
				require.Nil(t, text)
			case all[number] == "":
				require.ErrorIs(t, err, archive.ErrCorrupt)
				require.Nil(t, text)
			default:
				require.NoError(t, err)
				require.Equal(t, all[number], string(text))
			}
			clear(text) // the caller owns it
			return true
		})
		require.Equal(t, numbers, append([]int64{}, got...))
	})
}

// TestSelectOfMuch checks that texts beyond the limit are decoded again.
func TestSelectOfMuch(t *testing.T) {
	p, all := texts(t, 1, 3, 4, 3<<20, nil)
	var numbers []int64
	for i := range int64(len(all)) {
		numbers = append(numbers, int64(len(all))-1-i, i)
	}
	k := 0
	walk.Select(t.Context(), p, numbers, read, func(r rows.Row, err error) bool {
		number, text := r.Number, r.Text
		require.NoError(t, err)
		require.Equal(t, numbers[k], number)
		require.True(t, all[number] == string(text), "game %d", number)
		k++
		return true
	})
	require.Len(t, numbers, k)
}

// TestSelectEnds checks that nothing follows once the caller has left, or the context is
// done.
func TestSelectEnds(t *testing.T) {
	p, _ := texts(t, 2, 3, 4, 16, nil)
	k := 0
	walk.Select(t.Context(), p, []int64{9, 3, 20}, read, func(rows.Row, error) bool {
		k++
		return k < 2
	})
	require.Equal(t, 2, k)

	ctx, stop := context.WithCancel(t.Context())
	var errs []error
	walk.Select(ctx, p, slices.Repeat([]int64{23, 9, 3, 20}, 100), read, func(r rows.Row, err error) bool {
		stop()
		if err != nil {
			require.Equal(t, rows.Row{}, r)
			errs = append(errs, err)
		}
		return true
	})
	require.LessOrEqual(t, len(errs), 1)
	errs = nil
	walk.Select(ctx, p, []int64{9, 3}, read, func(_ rows.Row, err error) bool {
		errs = append(errs, err)
		return true
	})
	require.Len(t, errs, 1)
	require.ErrorIs(t, errs[0], context.Canceled)

	walk.Select(t.Context(), p, nil, read, func(rows.Row, error) bool {
		t.Error("no number gave a game")
		return true
	})
}
