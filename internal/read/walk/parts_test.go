package walk_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/chesszip/chesszip/internal/archive"
	"github.com/chesszip/chesszip/internal/read/view"
	"github.com/chesszip/chesszip/internal/read/walk"
)

// TestGapsOfGames checks which gaps are reported among the games of a range.
func TestGapsOfGames(t *testing.T) {
	two := []archive.Entry{entry(2), entry(2)}
	f := joined(two, two, two)
	p := whole(f, 1, gapAt(0), gapAt(2), gapAt(4), gapAt(6))
	for _, c := range []struct {
		from, to int64
		want     []int
	}{
		{0, 12, []int{0, 2, 4, 6}},
		{0, 3, []int{0}},
		{1, 5, []int{2}},
		{2, 5, []int{2}},
		{2, 3, nil},
		{4, 6, nil}, // it is before the first of these
		{3, 9, []int{2, 4}},
		{9, 12, []int{6}},
		{7, 12, []int{4, 6}},
	} {
		var got []int
		for _, g := range p.OfGames(c.from, c.to).Gaps {
			got = append(got, g.Frame)
		}
		require.Equal(t, c.want, got, "%+v", c)
	}
}

// TestParts checks that parts have all of a file once, in order, and their own sizes.
func TestParts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f, gaps := drawn(t)
		p := whole(f, 1, gaps...)
		var size int64
		for n := range f.Len() {
			size += f.Entry(n).Length
		}
		require.Equal(t, size+1000*int64(len(gaps)), p.Size())

		most := rapid.Int64Range(1, 8).Draw(t, "most")
		var segments []view.Segment
		var told []walk.Gap
		var input, length int64
		for _, part := range p.Cuts(most) {
			require.True(t, part.Cut)
			from, to := part.Span()
			require.True(t, to-from <= most || len(part.WithGames().Segments) == 1)
			segments = append(segments, part.Segments...)
			told = append(told, part.Gaps...)
			input += part.Input()
			length += part.Size()
		}
		require.Equal(t, p.Segments, append([]view.Segment{}, segments...))
		require.Equal(t, gaps, told)
		require.Equal(t, p.Input(), input)
		require.LessOrEqual(t, length, size, "index frames at the beginning of a member are of no segment")

		segments = nil
		members := p.Members()
		require.Len(t, members, f.Members())
		for i, part := range members {
			require.Empty(t, part.Gaps)
			require.True(t, part.Cut)
			for _, s := range part.Segments {
				require.Equal(t, i, f.MemberOf(s.Frame))
			}
			segments = append(segments, part.Segments...)
		}
		require.Equal(t, p.Segments, append([]view.Segment{}, segments...))
		for member, run := range p.Runs {
			require.Equal(t, members[member], run)
			break
		}
	})
}

// TestWithout checks that drop is called once for each segment, and that the caller's
// segments do not change.
func TestWithout(t *testing.T) {
	p := whole(joined([]archive.Entry{entry(0), entry(2), entry(0), entry(3), entry(0), indexEntry}), 1)
	before := slices.Clone(p.Segments)
	frames := func(p walk.Part) (all []int) {
		for _, s := range p.Segments {
			all = append(all, s.Frame)
		}
		return all
	}
	require.Equal(t, []int{1, 3}, frames(p.WithGames()))
	for _, drop := range [][]int{nil, {0}, {2}, {4}, {0, 1, 2, 3, 4}} {
		var asked []int
		got := p.Without(func(s view.Segment) bool {
			asked = append(asked, s.Frame)
			return slices.Contains(drop, s.Frame)
		})
		require.Equal(t, []int{0, 1, 2, 3, 4}, asked)
		require.Len(t, got.Segments, 5-len(drop))
		require.Equal(t, before, p.Segments)
	}
}

// archiveOf is an archive of a frame of some games, which cannot be decoded.
func archiveOf(t testing.TB, games int64) []byte {
	t.Helper()
	var b strings.Builder
	w, err := archive.NewWriter(&b, &archive.Header{}, nil)
	require.NoError(t, err)
	require.NoError(t, w.WriteFrame(&archive.Frame{Games: games, Input: 9, Streams: []archive.Stream{{Kind: 1, Data: []byte("data")}}}, nil))
	require.NoError(t, w.Close())
	return []byte(b.String())
}

// TestGaps checks the places of gaps among frames.
func TestGaps(t *testing.T) {
	junk := "of another kind"
	one, two := string(archiveOf(t, 1)), string(archiveOf(t, 2))
	src := strings.NewReader(junk + one + junk + two + junk)
	members, gaps, err := archive.Members(src, src.Size(), nil)
	require.NoError(t, err)
	require.Len(t, gaps, 3)
	frames := view.Join([]view.Member{{Source: members[0]}, {Source: members[1]}})
	told := func(g archive.Gap) error { return fmt.Errorf("at %d", g.Offset) }
	for i, g := range walk.Gaps(gaps, members, frames, told) {
		require.Equal(t, i, g.Frame)
		require.Equal(t, gaps[i], g.Gap)
		require.EqualError(t, g.Told, fmt.Sprintf("at %d", g.Offset))
	}
	require.Empty(t, walk.Gaps(nil, members, frames, told))
}
