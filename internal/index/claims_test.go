package index

import (
	"bytes"
	"math"
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

// TestClaimsOfColumns checks the limits of a numeric column: one more is refused.
func TestClaimsOfColumns(t *testing.T) {
	begin := func(least, width uint64, more ...byte) []byte {
		return append(append(uvarints(least), byte(width)), more...)
	}
	const badBegin, short, filled = "least number and its width", "has fewer than", "not filled up with zeros"
	for _, c := range []struct {
		name  string
		src   []byte
		count int
		said  string
		want  []uint64
	}{
		{"nothing", nil, 1, badBegin, nil},
		{"no width", uvarints(7), 1, badBegin, nil},
		{"all alike", begin(7, 0), 3, "", []uint64{7, 7, 7}},
		{"none has a number", begin(0, 0), 2, "", []uint64{0, 0}},
		{"less than none", begin(7, 0), -1, badBegin, nil},
		{"no games", begin(7, 0), 0, "", nil},
		{"no games, with a width", begin(7, 3), 0, "", nil},
		{"the greatest number", begin(maxNumber, 0), 1, "", []uint64{maxNumber}},
		{"one more", begin(maxNumber+1, 0), 1, badBegin, nil},
		{"the greatest width", begin(5, maxWidth, 1, 0, 0, 0, 0, 0), 1, "", []uint64{5}},
		{"one more bit", begin(5, maxWidth+1, 1, 0, 0, 0, 0, 0, 0), 1, badBegin, nil},
		{"numbers, but no least", begin(0, 1, 1), 1, short, nil},
		{"two of four bits", begin(5, 4, 0x21), 2, "", []uint64{5, 6}},
		{"three of four bits in a byte", begin(5, 4, 0x21), 3, short, nil},
		{"three of five bits in two bytes", begin(5, 5, 0x41, 0x0c), 3, "", []uint64{5, 6, 7}},
		{"three of five bits, the bit behind them is set", begin(5, 5, 0x41, 0x8c), 3, filled, nil},
		{"three of five bits in a byte", begin(5, 5, 0x41), 3, short, nil},
		{"one of seven bits, the last is set", begin(5, 7, 0x40), 1, "", []uint64{5 + 63}},
		{"one of seven bits and another", begin(5, 7, 0x81), 1, filled, nil},
		{"as many as there are numbers", begin(5, 1, 0xff), 8, "", []uint64{5, 5, 5, 5, 5, 5, 5, 5}},
		{"one more than that", begin(5, 1, 0xff), 9, short, nil},
		{"very many", begin(5, 48, 0xff), math.MaxInt / 64, short, nil},
	} {
		n, rest, err := parseNumbers(c.src, c.count)
		checkSaid(t, c.name, err, c.said)
		if err == nil {
			require.Empty(t, rest, c.name)
			require.Equal(t, c.want, n.appendTo(nil), c.name)
		}
	}
	none := bytes.Repeat(begin(0, 0), int(NumColumns))
	_, err := ParseColumns(none, 4)
	require.NoError(t, err)
	_, err = ParseColumns(append(none, 0), 4)
	checkSaid(t, "a byte behind the columns", err, "1 bytes follow")
	_, err = ParseColumns(none[1:], 4)
	checkSaid(t, "a byte less", err, badBegin)
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
		{"names, none", []byte{hasNames}, form, Statistics{}},
		{"names, a count of probes alone", []byte{hasNames, 1}, form, Statistics{}},
		{"names, no probes", []byte{hasNames, 0, 1}, form, Statistics{}},
		{"names, one probe", []byte{hasNames, 1, 0}, "", Statistics{Names: []byte{1, 0}}},
		{"names, as many probes as may be", []byte{hasNames, maxProbes, 9}, "", Statistics{Names: []byte{maxProbes, 9}}},
		{"names, one more", []byte{hasNames, maxProbes + 1, 9}, form, Statistics{}},
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

// TestClaimsOfOverflow checks which frames overflow statistics may cover.
func TestClaimsOfOverflow(t *testing.T) {
	const notBefore, more = "frames that do not come before", "of more frames than come before"
	for _, c := range []struct {
		name   string
		src    []byte
		frames int
		said   string
		want   overflow
	}{
		{"nothing", nil, 3, notBefore, overflow{}},
		{"of none", uvarints(0, 0, 0), 0, "", overflow{each: [][]byte{}}},
		{"of one", append(uvarints(2, 1, 1, 2), "ab"...), 3, "", overflow{first: 2, before: 1, each: [][]byte{[]byte("ab")}}},
		{"of two, one has none", append(uvarints(1, 0, 2, 0, 2), "ab"...), 3, "", overflow{first: 1, each: [][]byte{{}, []byte("ab")}}},
		{"of the frame itself", append(uvarints(3, 0, 1, 2), "ab"...), 3, more, overflow{}},
		{"up to the frame itself", append(uvarints(2, 0, 2, 0, 2), "ab"...), 3, more, overflow{}},
		{"behind all", uvarints(3, 0, 0), 3, "", overflow{first: 3, each: [][]byte{}}},
		{"farther behind", uvarints(4, 0, 0), 3, notBefore, overflow{}},
		{"those before are in the last frame", uvarints(3, 3, 0), 3, "", overflow{first: 3, before: 3, each: [][]byte{}}},
		{"those before are in a frame of these", uvarints(2, 3, 0), 3, more, overflow{}},
		{"those before are in the frame itself", uvarints(0, 4, 0), 3, notBefore, overflow{}},
		{"more lengths than bytes", uvarints(0, 0, 3, 0, 0), 3, more, overflow{}},
		{"as many lengths as bytes", uvarints(0, 0, 3, 0, 0, 0), 3, "", overflow{each: [][]byte{{}, {}, {}}}},
		{"a length that does not end", append(uvarints(0, 0, 1), 0x80), 3, "a length of overflow statistics is missing", overflow{}},
		{"cut off", append(uvarints(0, 0, 1, 3), "ab"...), 3, "are cut off", overflow{}},
		{"a byte more", append(uvarints(0, 0, 1, 1), "ab"...), 3, "something follows", overflow{}},
	} {
		m, err := parseOverflow(c.src, c.frames)
		checkSaid(t, c.name, err, c.said)
		if err == nil {
			require.Equal(t, c.want, m, c.name)
			require.Equal(t, c.src, m.append(nil), c.name)
		}
	}
}
