package open

import (
	"encoding/hex"
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/chesszip/chesszip/internal/base/binfmt"
	"github.com/chesszip/chesszip/internal/base/corrupt"
)

func TestNumbers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		bits := rapid.IntRange(0, 48).Draw(t, "bits")
		least := rapid.Uint64Range(0, 1<<40).Draw(t, "least")
		in := rapid.SliceOfN(rapid.Uint64Range(0, 1<<bits-1), 0, 100).Draw(t, "numbers")
		for i := range in {
			if in[i] > 0 {
				in[i] = min(in[i]+least, maxNumber)
			}
		}
		packed := appendNumbers([]byte("x"), in)
		n, rest, err := parseNumbers(append(packed[1:], "rest"...), len(in))
		require.NoError(t, err)
		if got := n.append(nil, 0, len(in)); !slices.Equal(got, in) || string(rest) != "rest" {
			t.Errorf("parseNumbers(%x) = %d and %q, want %d", packed, got, rest, in)
		}
		from := rapid.IntRange(0, len(in)).Draw(t, "from")
		to := rapid.IntRange(from, len(in)).Draw(t, "to")
		require.Equal(t, append([]uint64{7}, in[from:to]...), n.append([]uint64{7}, from, to))
		for k := 1; k < len(packed); k++ {
			if n, _, err := parseNumbers(packed[1:k], len(in)); err == nil {
				n.append(nil, 0, len(in)) // must not panic
			}
		}
	})
}

// TestClamped checks that numbers over the limit are stored as it.
func TestClamped(t *testing.T) {
	n, _, err := parseNumbers(appendNumbers(nil, []uint64{math.MaxUint64, 0, 1}), 3)
	require.NoError(t, err)
	require.Equal(t, []uint64{maxNumber, 0, 1}, n.append(nil, 0, 3))
}

func FuzzParseNumbers(f *testing.F) {
	f.Add(appendNumbers(nil, []uint64{1500, 0, 1600}), 3)
	f.Fuzz(func(t *testing.T, src []byte, count int) {
		count = max(0, min(count, 5000))
		n, rest, err := parseNumbers(src, count)
		if err != nil {
			return
		}
		if got := n.append(nil, 0, count); len(got) != count || len(rest) > len(src) {
			t.Errorf("%d numbers, want %d", len(got), count)
		}
	})
}

// uvarints encodes numbers.
func uvarints(numbers ...uint64) (b []byte) {
	for _, v := range numbers {
		b = binfmt.AppendUvarint(b, v)
	}
	return b
}

// TestClaimsOfNumbers checks the limits of a block of numbers: one more is refused.
func TestClaimsOfNumbers(t *testing.T) {
	begin := func(least, width uint64, more ...byte) []byte {
		return append(append(uvarints(least), byte(width)), more...)
	}
	const badBegin, short, filled = "least number and its width", "has fewer than", "has bits left over"
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
		{"three of five bits, the bit after them is set", begin(5, 5, 0x41, 0x8c), 3, filled, nil},
		{"three of five bits in a byte", begin(5, 5, 0x41), 3, short, nil},
		{"one of seven bits, the last is set", begin(5, 7, 0x40), 1, "", []uint64{5 + 63}},
		{"one of seven bits and another", begin(5, 7, 0x81), 1, filled, nil},
		{"as many as there are numbers", begin(5, 1, 0xff), 8, "", []uint64{5, 5, 5, 5, 5, 5, 5, 5}},
		{"one more than that", begin(5, 1, 0xff), 9, short, nil},
		{"very many", begin(5, 48, 0xff), math.MaxInt / 64, short, nil},
	} {
		n, rest, err := parseNumbers(c.src, c.count)
		if c.said != "" {
			require.ErrorIs(t, err, corrupt.Err, c.name)
			require.ErrorContains(t, err, c.said, c.name)
			continue
		}
		require.NoError(t, err, c.name)
		require.Empty(t, rest, c.name)
		require.Equal(t, c.want, n.append(nil, 0, c.count), c.name)
	}
}

// TestDump checks the example of docs/spec/open.md.
func TestDump(t *testing.T) {
	if got, want := hex.EncodeToString(appendNumbers(nil, []uint64{1800, 0, 2100})), "880e090100b404"; got != want {
		t.Errorf("numbers = %s, want %s", got, want)
	}
}

func BenchmarkNumbers(b *testing.B) {
	in := make([]uint64, 4000)
	for i := range in {
		in[i] = uint64(1000 + i%1500)
	}
	packed := appendNumbers(nil, in)
	out := in[:0]
	for b.Loop() {
		n, _, err := parseNumbers(packed, len(in))
		if err != nil {
			b.Fatal(err)
		}
		out = n.append(out[:0], 0, len(in))
	}
	b.ReportMetric(float64(len(in))*float64(b.N)/b.Elapsed().Seconds(), "numbers/s")
}
