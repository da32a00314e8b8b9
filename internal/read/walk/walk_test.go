package walk_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/chesszip/chesszip/internal/archive"
	"github.com/chesszip/chesszip/internal/column/open"
	"github.com/chesszip/chesszip/internal/index"
	"github.com/chesszip/chesszip/internal/read/view"
	"github.com/chesszip/chesszip/internal/read/walk"
)

// entry is the index entry of a frame with some games; every frame takes 10 bytes and
// has 100 decompressed, except index frames.
func entry(games int64) archive.Entry { return archive.Entry{Length: 10, Input: 100, Games: games} }

// indexEntry is of an index frame.
var indexEntry = archive.Entry{Length: 5}

// joined is a file of members of frames that cannot be decoded.
func joined(members ...[]archive.Entry) *view.File {
	list := make([]view.Member, len(members))
	at := int64(0)
	for i, entries := range members {
		var held view.Held
		for _, e := range entries {
			e.Offset = at
			at += e.Length
			held.Add(archive.Frame{Games: e.Games, Input: e.Input}, e)
		}
		list[i].Source = &held
	}
	return view.Join(list)
}

// whole is all of a file.
func whole(f *view.File, threads int, gaps ...walk.Gap) walk.Part {
	return walk.Part{Frames: f, Segments: f.Segments(), Gaps: gaps, Threads: threads}
}

// gapAt is a gap before a frame.
func gapAt(frame int) walk.Gap {
	return walk.Gap{Gap: archive.Gap{Length: 1000}, Frame: frame, Told: fmt.Errorf("gap before frame %d", frame)}
}

// drawn is a file of members, with gaps between some of them.
func drawn(t *rapid.T) (f *view.File, gaps []walk.Gap) {
	var members [][]archive.Entry
	for range rapid.IntRange(1, 4).Draw(t, "members") {
		var entries []archive.Entry
		for range rapid.IntRange(0, 4).Draw(t, "segments") {
			games := rapid.Int64Range(0, 4).Draw(t, "games")
			if n := len(entries); games == 0 && n > 0 && entries[n-1].Games <= 1 {
				games = 2 // one would make it a piece of the previous game
			}
			entries = append(entries, entry(games))
			if games == 1 {
				for range rapid.IntRange(0, 3).Draw(t, "more") {
					entries = append(entries, entry(0))
				}
			}
			if rapid.Bool().Draw(t, "indexed") {
				entries = append(entries, indexEntry)
			}
		}
		members = append(members, entries)
	}
	f = joined(members...)
	for i := range len(members) + 1 {
		if rapid.IntRange(0, 2).Draw(t, "gap") == 0 {
			gaps = append(gaps, gapAt(f.Starts(i)))
		}
	}
	return f, gaps
}

// walked is the expected result of a walk over frames of which some are damaged: the
// numbers of the segments' first frames, and errors, as text.
func walked(p walk.Part, damaged map[int]bool, of func(s view.Segment) []string) (want []string) {
	gaps, broken := p.Gaps, -1
	for _, s := range p.Segments {
		for len(gaps) > 0 && gaps[0].Frame <= s.Frame {
			want = append(want, gaps[0].Told.Error())
			gaps = gaps[1:]
		}
		member := p.Frames.MemberOf(s.Frame)
		switch {
		case member == broken:
		case damaged[s.Frame]:
			broken = member
			want = append(want, damage(s.Frame).Error())
		default:
			want = append(want, of(s)...)
		}
	}
	for _, g := range gaps {
		want = append(want, g.Told.Error())
	}
	return want
}

func damage(frame int) error { return fmt.Errorf("%w: frame %d", archive.ErrCorrupt, frame) }

// TestParallelWalks checks that a walk returns everything in order with any number of
// threads, skips the rest of a member after damage, and reports gaps at their places.
func TestParallelWalks(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f, gaps := drawn(t)
		p := whole(f, rapid.IntRange(1, 4).Draw(t, "threads"), gaps...)
		damaged := map[int]bool{}
		for _, s := range p.Segments {
			damaged[s.Frame] = rapid.IntRange(0, 3).Draw(t, "damaged") == 0
		}
		var got []string
		walk.Each(context.Background(), p, func(_ context.Context, v *view.View) ([]string, error) {
			n := v.Segment().Frame
			if damaged[n] {
				return []string{"not given"}, damage(n)
			}
			return []string{fmt.Sprint(n), "again"}, nil
		}, func(s string, err error) bool {
			if err != nil {
				s = err.Error()
			}
			got = append(got, s)
			return true
		})
		require.Equal(t, walked(p, damaged, func(s view.Segment) []string { return []string{fmt.Sprint(s.Frame), "again"} }), got)

		got = nil
		err := walk.Pieces(context.Background(), p, func(_ context.Context, v *view.View, piece int) (string, error) {
			n := v.Segment().Frame
			if damaged[n] {
				return "", damage(n)
			}
			return fmt.Sprint(n, piece), nil
		}, func(s string) error {
			got = append(got, s)
			return nil
		}, func(err error) error {
			got = append(got, err.Error())
			return nil
		})
		require.NoError(t, err)
		require.Equal(t, walked(p, damaged, func(s view.Segment) (all []string) {
			for piece := range s.More + 1 {
				all = append(all, fmt.Sprint(s.Frame, piece))
			}
			return all
		}), got)
	})
}

// TestEnds checks how a walk ends early.
func TestEnds(t *testing.T) {
	p := whole(joined(slices.Repeat([]archive.Entry{entry(2)}, 50)), 2)
	odd := errors.New("odd")
	one := func(_ context.Context, v *view.View) ([]int, error) { return []int{v.Segment().Frame, -1}, nil }

	var under context.Context
	n := 0
	walk.Each(t.Context(), p, func(ctx context.Context, v *view.View) ([]int, error) {
		if v.Segment().Frame == 0 {
			under = ctx
		}
		return one(ctx, v)
	}, func(_ int, err error) bool {
		require.NoError(t, err)
		n++
		return n < 3
	})
	require.Equal(t, 3, n)
	require.ErrorIs(t, under.Err(), context.Canceled)

	ctx, stop := context.WithCancelCause(t.Context())
	var errs []error
	walk.Each(ctx, p, one, func(i int, err error) bool {
		if err != nil {
			errs = append(errs, err)
		}
		if i == 3 {
			stop(odd)
		}
		return true
	})
	require.Len(t, errs, 1)
	require.ErrorIs(t, errs[0], context.Canceled)
	require.ErrorIs(t, errs[0], odd)

	errs = nil
	walk.Each(t.Context(), p, func(ctx context.Context, v *view.View) ([]int, error) {
		if v.Segment().Frame == 3 {
			return nil, odd // not damage
		}
		return one(ctx, v)
	}, func(i int, err error) bool {
		require.Less(t, i, 3)
		if err != nil {
			errs = append(errs, err)
		}
		return true
	})
	require.Equal(t, []error{odd}, errs)

	p.Gaps = []walk.Gap{gapAt(1), gapAt(2)}
	n = 0
	walk.Each(t.Context(), p, one, func(_ int, err error) bool {
		n++
		return err == nil
	})
	require.Equal(t, 3, n, "two values, and the gap before the second frame")

	piece := func(context.Context, *view.View, int) (int, error) { return 0, nil }
	fine := func(int) error { return nil }
	err := walk.Pieces(t.Context(), p, piece, func(int) error { return io.ErrShortWrite }, func(error) error { return nil })
	require.ErrorIs(t, err, io.ErrShortWrite)
	require.ErrorIs(t, walk.Pieces(t.Context(), p, piece, fine, func(error) error { return odd }), odd)
	require.ErrorIs(t, walk.Pieces(ctx, p, piece, fine, func(error) error { return nil }), context.Canceled)
	p.Gaps = nil
	p.Segments = nil
	require.NoError(t, walk.Pieces(t.Context(), p, piece, fine, func(error) error { return odd }))
}

// TestEachGame checks that a range of games is that of the whole, of a file and of its
// parts, and that frames outside it are not examined.
func TestEachGame(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f, gaps := drawn(t)
		p := whole(f, 2, gaps...)
		low := rapid.IntRange(0, len(p.Segments)).Draw(t, "low")
		p = p.Slice(low, rapid.IntRange(low, len(p.Segments)).Draw(t, "high"))
		first, last := p.Span()
		from, to := rapid.Int64Range(-2, 30).Draw(t, "from"), rapid.Int64Range(-2, 30).Draw(t, "to")
		var want, got []int64
		for i := max(from, first); i < min(to, last); i++ {
			want = append(want, i)
		}
		some := p.OfGames(max(from, first), min(to, last))
		var told []error
		walk.EachGame(context.Background(), some, from, to, func(v *view.View, low, high int) ([]int64, error) {
			require.Positive(t, v.Items())
			require.LessOrEqual(t, high, v.Items())
			var all []int64
			for item := low; item < high; item++ {
				all = append(all, v.First()+int64(item))
			}
			return all, nil
		}, func(g int64, err error) bool {
			if err != nil {
				told = append(told, err)
			} else {
				got = append(got, g)
			}
			return true
		})
		require.Equal(t, want, got)
		if from <= first && to >= last {
			require.Len(t, told, len(p.Gaps))
		}
	})
}

// TestViewOf checks the place of a game, and the error for one that does not exist.
func TestViewOf(t *testing.T) {
	p := whole(joined([]archive.Entry{entry(2), indexEntry}, []archive.Entry{entry(1), entry(0), indexEntry, entry(3)}), 1)
	v, item, err := p.ViewOf(t.Context(), 2)
	require.NoError(t, err)
	require.Zero(t, item)
	require.Equal(t, view.Segment{Frame: 2, More: 1}, v.Segment())
	v, item, err = p.ViewOf(t.Context(), 5)
	require.NoError(t, err)
	require.Equal(t, 2, item)
	require.Equal(t, 5, v.Segment().Frame)
	part := p.Slice(1, 3)
	for _, c := range []struct {
		of     walk.Part
		number int64
		want   string
	}{
		{p, -1, "chesszip: no such game: number -1 of 6, counted from 0"},
		{p, 6, "chesszip: no such game: number 6 of 6, counted from 0"},
		{part, 1, "chesszip: no such game: number 1 of a part from 2 to 5, counted from 0"},
		{p.Slice(1, 1), 0, "chesszip: no such game: number 0 of 0, counted from 0"},
	} {
		_, _, err := c.of.ViewOf(t.Context(), c.number)
		require.ErrorIs(t, err, walk.ErrNoGame)
		require.EqualError(t, err, c.want)
	}
}

// foreseeing stores announcements.
type foreseeing struct{ told [][2]int64 }

func (f *foreseeing) Ahead(offset, length int64) { f.told = append(f.told, [2]int64{offset, length}) }

// TestAhead checks the announcements of a walk's reads, at most 2 MiB and a frame at
// once.
func TestAhead(t *testing.T) {
	for _, c := range []struct {
		reads walk.Reads
		open  open.Set
		bytes int64 // of those after the first
	}{
		{walk.ReadsUnknown, 0, 4 << 20},
		{walk.ReadsUnknown, open.Names, 0},
		{walk.ReadsItems, 0, 4 << 20},
		{walk.ReadsItems, open.Moves, 4 << 20},
		{walk.ReadsAll, open.Numbers, 4 << 20},
	} {
		statistics := index.Statistics{Open: c.open}
		big := archive.Entry{Length: 1 << 20, Input: 2 << 20, Games: 5, Meta: statistics.Append(nil)}
		var entries []archive.Entry
		for range 5 {
			entries = append(entries, big, indexEntry)
		}
		var far foreseeing
		p := whole(joined(entries), 1)
		p.Ahead, p.Reads = &far, c.reads
		n := 0
		for s := range p.OneByOne {
			require.Equal(t, 2*n, s.Frame)
			var ahead int64
			for _, of := range far.told {
				if of[0] > p.Frames.Entry(s.Frame).Offset {
					ahead += of[1]
				}
			}
			require.Less(t, ahead, int64(3<<20))
			n++
		}
		require.Equal(t, 5, n)
		var total int64
		for _, of := range far.told {
			total += of[1]
		}
		require.Equal(t, c.bytes, total, "%+v", c)
		require.True(t, slices.IsSortedFunc(far.told, func(x, y [2]int64) int { return int(x[0] - y[0]) }))
		told := far.told

		far.told = nil
		walk.Each(t.Context(), p, func(context.Context, *view.View) ([]int, error) { return nil, nil }, func(int, error) bool { return true })
		require.Equal(t, told, far.told)

		far.told = nil
		for range p.OneByOne {
			break
		}
		require.LessOrEqual(t, len(far.told), 8)
		far.told = nil
		for range p.Slice(1, 2).OneByOne {
		}
		require.Empty(t, far.told, "the only segment is read at once")
	}
}
