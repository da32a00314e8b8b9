package codeword

import (
	"math"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"
)

// bitString is a Source of its bits, and zeros after them.
type bitString struct {
	bits []bool
	at   int
}

func (s *bitString) TryReadBool() bool {
	s.at++
	return s.at <= len(s.bits) && s.bits[s.at-1]
}

func (s *bitString) append(word []byte, n int) {
	for i := range n {
		s.bits = append(s.bits, word[i/8]<<(i%8)&128 != 0)
	}
}

// draw gives frequencies of n things: often very uneven.
func draw(rng *rand.Rand, n int) []uint32 {
	freq := make([]uint32, n)
	left := uint32(One - n)
	for i := range freq {
		f := uint32(0)
		if i == n-1 {
			f = left
		} else if left > 0 {
			f = rng.Uint32N(left+1) >> rng.UintN(17)
		}
		freq[i] = f + 1
		left -= f
	}
	rng.Shuffle(n, func(i, j int) { freq[i], freq[j] = freq[j], freq[i] })
	return freq
}

// TestWords checks that words come back one after the other, that their readers
// take their bits and no more, and that they are short.
func TestWords(t *testing.T) { rapid.Check(t, propWords) }

func FuzzWords(f *testing.F) { f.Fuzz(rapid.MakeFuzz(propWords)) }

func propWords(t *rapid.T) {
	rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
	var e Encoder
	var s bitString
	var freqs [][]uint32
	var choices, ends []int
	for range rapid.IntRange(1, 5).Draw(t, "words") {
		e.Reset()
		cost := 0.0
		for range rapid.IntRange(0, 60).Draw(t, "choices") {
			freq := draw(rng, 2+rng.IntN(9))
			// Mostly what is likely, or the whole word is rarities.
			at, i := rng.Uint32N(One), 0
			for at >= freq[i] {
				at -= freq[i]
				i++
			}
			if rng.IntN(20) == 0 {
				i = rng.IntN(len(freq))
			}
			freqs, choices = append(freqs, freq), append(choices, i)
			if got := e.Code(freq, i); got != i {
				t.Fatalf("Code = %d, want %d", got, i)
			}
			cost -= math.Log2(float64(freq[i]) / One)
		}
		n := e.BitLen()
		word, bits := e.Finish()
		if bits != n || len(word) != (n+7)/8 {
			t.Fatalf("%d bits in %d bytes, BitLen = %d", bits, len(word), n)
		}
		if float64(n) > cost+2 || float64(n) < cost-1e-6 {
			t.Fatalf("%d bits for a cost of %.3f", n, cost)
		}
		s.append(word, bits)
		ends = append(ends, len(choices), len(s.bits))
	}
	var d Decoder
	at := 0
	for w := 0; w < len(ends); w += 2 {
		d.Reset(&s)
		for ; at < ends[w]; at++ {
			if got := d.Code(freqs[at], 0); got != choices[at] {
				t.Fatalf("choice %d is %d, want %d", at, got, choices[at])
			}
		}
		if s.at != ends[w+1] || !d.Shortest() {
			t.Fatalf("word %d ends after bit %d, want %d; shortest: %v", w/2, s.at, ends[w+1], d.Shortest())
		}
	}
}

// TestShortest checks that of all bit strings that a reader takes for the same
// choices exactly one is the shortest.
func TestShortest(t *testing.T) {
	freq := [][]uint32{{20000, 45536}, {1, 65534, 1}, {30000, 5536, 30000}}
	found := map[[3]int]int{}
	for x := range 1 << 12 {
		s := bitString{}
		s.append([]byte{byte(x >> 4), byte(x << 4)}, 12)
		var d Decoder
		d.Reset(&s)
		var c [3]int
		for i := range c {
			c[i] = d.Code(freq[i], 0)
		}
		if s.at <= 12 && d.Shortest() && x&(1<<(12-s.at)-1) == 0 {
			found[c]++
			var e Encoder
			e.Reset()
			for i := range c {
				e.Code(freq[i], c[i])
			}
			if n := e.BitLen(); n != s.at {
				t.Errorf("%v read from %d bits, written in %d", c, s.at, n)
			}
		}
	}
	for c, n := range found {
		if n != 1 {
			t.Errorf("%v has %d shortest words", c, n)
		}
	}
	if len(found) != 6 {
		t.Errorf("%d sequences of choices have short words, want the 6 that are likely", len(found))
	}
}

func TestAllocs(t *testing.T) {
	freq := []uint32{1000, 64536}
	var e Encoder
	var d Decoder
	s := &bitString{}
	if n := testing.AllocsPerRun(100, func() {
		e.Reset()
		for i := range 50 {
			e.Code(freq, i&1)
		}
		e.Finish()
		s.at = 0
		d.Reset(s)
		d.Code(freq, 0)
	}); n != 0 {
		t.Errorf("a word allocates %v times, want 0", n)
	}
}
