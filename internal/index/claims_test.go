package index

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/internal/base/binfmt"
	"github.com/chesszip/chesszip/internal/base/corrupt"
)

// uvarints encodes numbers.
func uvarints(numbers ...uint64) (b []byte) {
	for _, v := range numbers {
		b = binfmt.AppendUvarint(b, v)
	}
	return b
}

// checkSaid checks the text of an error; "" means no error.
func checkSaid(t *testing.T, what string, err error, said string) {
	t.Helper()
	if said == "" {
		require.NoError(t, err, what)
		return
	}
	require.ErrorIs(t, err, corrupt.Err, what)
	require.ErrorContains(t, err, said, what)
}

// TestClaimsOfStatistics checks that statistics have exactly one form.
func TestClaimsOfStatistics(t *testing.T) {
	const cut, form = "frame statistics", "not in their only form"
	eco := func(last byte) []byte { return []byte{0, 0, 0, 0, 0, 0, last} }
	for _, c := range []struct {
		name string
		src  []byte
		said string
		want Statistics
	}{
		{"nothing", nil, "of no bytes", Statistics{}},
		{"of no games", []byte{0}, "", Statistics{}},
		{"of no games, and a byte", []byte{0, 0}, form, Statistics{}},
		{"ratings", append([]byte{hasRatings}, uvarints(1000, 20)...), "", Statistics{Ratings: Range{1000, 1020, true}}},
		{"ratings, no end", append([]byte{hasRatings}, uvarints(1000)...), cut, Statistics{}},
		{"ratings, nothing", []byte{hasRatings}, cut, Statistics{}},
		{"plies", append([]byte{hasPlies}, uvarints(10, 5)...), "", Statistics{Plies: Range{10, 15, true}}},
		{"dates", append([]byte{hasDates}, uvarints(10, 5)...), "", Statistics{Dates: Range{10, 5, true}}},
		{"results", []byte{hasResults, 5}, "", Statistics{Results: 5}},
		{"results, none", []byte{hasResults}, "are cut off", Statistics{}},
		{"results, of no games", []byte{hasResults, 0}, form, Statistics{}},
		{"openings", append([]byte{hasECO}, eco(3)...), "", Statistics{ECO: 3 << 48}},
		{"openings, the first alone", []byte{hasECO, 1, 0, 0, 0, 0, 0, 0}, "", Statistics{ECO: 1}},
		{"openings, one that is none", append([]byte{hasECO}, eco(4)...), form, Statistics{}},
		{"openings, of no games", append([]byte{hasECO}, eco(0)...), form, Statistics{}},
		{"openings, a byte less", append([]byte{hasECO}, eco(3)[1:]...), "are cut off", Statistics{}},
		{"results and openings", append([]byte{hasResults | hasECO, 1}, eco(1)...), "", Statistics{Results: 1, ECO: 1 << 48}},
		{"something unknown", []byte{1 << 6}, form, Statistics{}},
		{"something else unknown", []byte{1 << 7}, form, Statistics{}},
		{"open columns", []byte{hasOpen, 7}, "", Statistics{Open: 7}},
		{"open columns, none", []byte{hasOpen, 0}, form, Statistics{}},
		{"open columns, one that is none", []byte{hasOpen, 8}, form, Statistics{}},
		{"open columns, cut off", []byte{hasOpen}, "are cut off", Statistics{}},
	} {
		s, err := ParseStatistics(c.src)
		checkSaid(t, c.name, err, c.said)
		if err != nil {
			require.Equal(t, Statistics{}, s, c.name)
			continue
		}
		require.Equal(t, c.want, s, c.name)
		require.Equal(t, c.src, s.Append(nil), c.name)
	}
}

// TestClaimsOfFilters checks which frames filters of names may cover.
func TestClaimsOfFilters(t *testing.T) {
	const said = "filters of names are cut off, or are of other frames"
	for _, c := range []struct {
		name  string
		src   []byte
		frame int
		said  string
		want  filters
	}{
		{"nothing", nil, 3, said, filters{}},
		{"of none", uvarints(0, 0), 3, said, filters{}},
		{"of one", append(uvarints(2, 1, 2), "ab"...), 3, "", filters{2, [][]byte{[]byte("ab")}}},
		{"of two, one has none", append(uvarints(1, 2, 0, 2), "ab"...), 3, "", filters{1, [][]byte{{}, []byte("ab")}}},
		{"of the frame itself", append(uvarints(3, 1, 2), "ab"...), 3, said, filters{}},
		{"up to the frame itself", append(uvarints(2, 2, 0, 2), "ab"...), 3, said, filters{}},
		{"beyond it", uvarints(4, 0), 3, said, filters{}},
		{"of more frames than there are numbers", uvarints(1, 1<<63, 0), 3, said, filters{}},
		{"fewer than it says", uvarints(0, 3, 0, 0), 3, said, filters{}},
		{"a length that does not end", append(uvarints(0, 1), 0x80), 3, said, filters{}},
		{"cut off", append(uvarints(0, 1, 3), "ab"...), 3, said, filters{}},
		{"a byte more", append(uvarints(0, 1, 1), "ab"...), 3, said, filters{}},
	} {
		f, err := parseFilters(c.src, c.frame)
		checkSaid(t, c.name, err, c.said)
		if err == nil {
			require.Equal(t, c.want, f, c.name)
			require.Equal(t, c.src, f.append(nil), c.name)
		}
	}
}

// TestClaimsOfNote checks which frames a note may name.
func TestClaimsOfNote(t *testing.T) {
	const said = "the note of the footer is not one"
	listings := make([]uint64, 2*NumListings)
	for _, c := range []struct {
		name string
		src  []byte
		said string
		want Note
	}{
		{"nothing", nil, "", Note{Openings: -1}},
		{"an opening table", uvarints(9, 0, 0), "", Note{Openings: 8}},
		{"in the last frame", uvarints(10, 0, 0), "", Note{Openings: 9}},
		{"beyond it", uvarints(11, 0, 0), said, Note{}},
		{"filters", uvarints(0, 2, 3, 3, 4, 4, 0), "", Note{Openings: -1, Filters: []Place{{3, 0}, {7, 3}}}},
		{"of the frame itself", uvarints(0, 1, 3, 0, 0), said, Note{}},
		{"of frames before the first", uvarints(0, 1, 3, 4, 0), said, Note{}},
		{"in the last frame", uvarints(0, 1, 9, 9, 0), "", Note{Openings: -1, Filters: []Place{{9, 0}}}},
		{"beyond the last", uvarints(0, 1, 10, 9, 0), said, Note{}},
		{"twice in one frame", uvarints(0, 2, 3, 1, 0, 2, 0), said, Note{}},
		{"in another order", uvarints(0, 2, 3, 1, 4, 7, 0), said, Note{}},
		{"fewer than it says", uvarints(0, 2, 3, 3), said, Note{}},
		{"as many as bytes say", uvarints(0, 1<<40), said, Note{}},
		{"lists", append(uvarints(append([]uint64{0, 0, 8}, listings...)...), "summary"...), "", Note{Openings: -1, Covers: 8, Summary: []byte("summary")}},
		{"cut off", uvarints(append([]uint64{0, 0, 8}, listings[1:]...)...), said, Note{}},
		{"lists up to the end", uvarints(append([]uint64{0, 0, 8, 4, 6}, listings[2:]...)...), said, Note{}},
		{"of more frames than there are", uvarints(append([]uint64{0, 0, 11}, listings...)...), said, Note{}},
		{"a byte more", uvarints(9, 0, 0, 0), said, Note{}},
	} {
		n, err := ParseNote(c.src, 10)
		checkSaid(t, c.name, err, c.said)
		if err != nil {
			require.Equal(t, Note{Openings: -1}, n, c.name)
			continue
		}
		if len(n.Summary) == 0 {
			n.Summary = nil
		}
		require.Equal(t, c.want, n, c.name)
		require.True(t, bytes.Equal(c.src, n.Append(nil)), c.name)
	}
}
