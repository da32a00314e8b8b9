package huffman

import (
	"container/heap"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// tree is a heap of weights, for the slow twin of Lengths.
type tree []uint64

func (t tree) Len() int           { return len(t) }
func (t tree) Less(i, j int) bool { return t[i] < t[j] }
func (t tree) Swap(i, j int)      { t[i], t[j] = t[j], t[i] }
func (t *tree) Push(x any)        { *t = append(*t, x.(uint64)) }
func (t *tree) Pop() any {
	x := (*t)[len(*t)-1]
	*t = (*t)[:len(*t)-1]
	return x
}

// huffmanCost is the cost in bits of Huffman's own construction, which knows
// no limit: the sum of all inner nodes.
func huffmanCost(weights []uint64) (cost uint64) {
	var t tree
	for _, w := range weights {
		if w > 0 {
			t = append(t, w)
		}
	}
	heap.Init(&t)
	for len(t) > 1 {
		sum := heap.Pop(&t).(uint64) + heap.Pop(&t).(uint64)
		cost += sum
		heap.Push(&t, sum)
	}
	return cost
}

func cost(weights []uint64, lengths []uint8) (sum uint64) {
	for i, w := range weights {
		sum += w * uint64(lengths[i])
	}
	return sum
}

// bestCost finds the cost of the best code with limited words by trying all
// sorted sequences of lengths.
func bestCost(weights []uint64, limit int) uint64 {
	w := slices.DeleteFunc(slices.Clone(weights), func(w uint64) bool { return w == 0 })
	slices.Sort(w)
	best := ^uint64(0)
	var try func(i, minLen, space int, sum uint64)
	try = func(i, minLen, space int, sum uint64) {
		if i < 0 {
			if space == 0 {
				best = min(best, sum)
			}
			return
		}
		for n := minLen; n <= limit; n++ {
			if part := 1 << (limit - n); part <= space {
				try(i-1, n, space-part, sum+w[i]*uint64(n))
			}
		}
	}
	try(len(w)-1, 1, 1<<limit, 0)
	return best
}

func TestLengthsAreBest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		weights := rapid.SliceOfN(rapid.Uint64Range(0, 50), 2, 8).Draw(t, "weights")
		weights = append(weights, 1, 3)
		limit := rapid.IntRange(4, 6).Draw(t, "limit")
		lengths, err := Lengths(weights, limit)
		require.NoError(t, err)
		if got, want := cost(weights, lengths), bestCost(weights, limit); got != want {
			t.Fatalf("Lengths(%v, %d) = %v costs %d, want %d", weights, limit, lengths, got, want)
		}
		for i := range weights {
			if (weights[i] == 0) != (lengths[i] == 0) {
				t.Fatalf("Lengths(%v, %d) = %v", weights, limit, lengths)
			}
		}
		_, err = New(lengths)
		require.NoError(t, err)
	})
}

func TestLengthsMatchHuffman(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for range 200 {
		weights := make([]uint64, 2+rng.IntN(255))
		for i := range weights {
			weights[i] = 50 + rng.Uint64N(1000) // no word over 16 bits
		}
		lengths, err := Lengths(weights, MaxLen)
		require.NoError(t, err)
		if got, want := cost(weights, lengths), huffmanCost(weights); got != want {
			t.Fatalf("Lengths(%v) costs %d, want %d", weights, got, want)
		}
	}
}

func TestLengthsTies(t *testing.T) {
	// Frozen: a change here changes every stored code with equal weights.
	for _, c := range []struct {
		weights []uint64
		want    []uint8
	}{
		{[]uint64{1, 1, 1}, []uint8{2, 2, 1}},
		{[]uint64{1, 1, 2, 2}, []uint8{2, 2, 2, 2}},
		{[]uint64{5, 0, 5, 0, 5, 5, 5}, []uint8{3, 0, 3, 0, 2, 2, 2}},
		{[]uint64{1, 2, 4, 8, 16}, []uint8{4, 4, 3, 2, 1}},
	} {
		got, err := Lengths(c.weights, MaxLen)
		require.NoError(t, err)
		if !slices.Equal(got, c.want) {
			t.Errorf("Lengths(%v) = %v, want %v", c.weights, got, c.want)
		}
	}
}

func TestLengthsErrors(t *testing.T) {
	for _, c := range []struct {
		name    string
		weights []uint64
		limit   int
	}{
		{"none", nil, 8},
		{"one", []uint64{0, 7, 0}, 8},
		{"limit 0", []uint64{1, 1}, 0},
		{"limit too large", []uint64{1, 1}, MaxLen + 1},
		{"five in two bits", []uint64{1, 1, 1, 1, 1}, 2},
		{"overflow", []uint64{1 << 57, 1 << 57}, 8},
		{"too many", make([]uint64, MaxSymbols+1), 8},
	} {
		if got, err := Lengths(c.weights, c.limit); err == nil {
			t.Errorf("%s: Lengths = %v, want an error", c.name, got)
		}
	}
}

func TestNewErrors(t *testing.T) {
	for _, c := range []struct {
		name    string
		lengths []uint8
	}{
		{"empty", nil},
		{"incomplete", []uint8{1, 2}},
		{"crowded", []uint8{1, 1, 1}},
		{"single", []uint8{1}},
		{"too long", []uint8{1, 17}},
		{"too many", make([]uint8, MaxSymbols+1)},
	} {
		if _, err := New(c.lengths); err == nil {
			t.Errorf("%s: New(%v) gives no error", c.name, c.lengths)
		}
	}
}

// drawCode draws a code of up to 300 symbols, steep enough to reach MaxLen.
func drawCode(t *rapid.T) *Code {
	weights := rapid.SliceOfN(rapid.Uint64Range(0, 1<<40), 2, 300).Draw(t, "weights")
	if rapid.Bool().Draw(t, "steep") {
		for i := range weights {
			weights[i] >>= i % 40
		}
	}
	weights = append(weights, 1, 1)
	c, err := Build(weights, rapid.IntRange(9, MaxLen).Draw(t, "limit"))
	require.NoError(t, err)
	return c
}

func TestCode(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := drawCode(t)
		tail := rapid.Uint64().Draw(t, "tail")
		type word struct {
			n    uint8
			word uint64
		}
		var last word
		var kraft int
		order := make([]int, 0, c.Symbols())
		for sym := range c.Symbols() {
			if c.Len(sym) > 0 {
				order = append(order, sym)
			}
		}
		slices.SortStableFunc(order, func(a, b int) int { return c.Len(a) - c.Len(b) })
		for i, sym := range order {
			w, n := c.Encode(sym)
			if int(n) != c.Len(sym) || w>>n != 0 {
				t.Fatalf("Encode(%d) = %b, %d", sym, w, n)
			}
			// Canonical: the next word is the last one plus one, lengthened.
			if want := (last.word + 1) << (n - last.n); i > 0 && w != want {
				t.Fatalf("word of symbol %d = %0*b, want %0*b", sym, n, w, n, want)
			}
			last = word{n, w}
			kraft += 1 << (MaxLen - n)
			got, gotN := c.Decode(w<<(64-n) | tail>>n)
			if got != sym || gotN != n {
				t.Fatalf("Decode(word of %d) = %d, %d bits, want %d bits", sym, got, gotN, n)
			}
		}
		if kraft != 1<<MaxLen {
			t.Fatalf("words fill %d/%d", kraft, 1<<MaxLen)
		}
	})
}

func BenchmarkDecode(b *testing.B) {
	// A code like that of move ranks: 64 symbols, each half as likely as
	// the one six before.
	weights := make([]uint64, 64)
	for i := range weights {
		weights[i] = 1<<20>>(i/6) + 1
	}
	c, err := Build(weights, MaxLen)
	require.NoError(b, err)
	var stream [1 << 10]uint64
	rng := rand.New(rand.NewPCG(1, 1))
	for i := range stream {
		stream[i] = rng.Uint64()
	}
	b.ReportAllocs()
	i, sum := 0, 0
	for b.Loop() {
		sym, n := c.Decode(stream[i&(len(stream)-1)])
		sum += sym + int(n)
		i++
	}
	b.ReportMetric(float64(sum&1), "check")
}
