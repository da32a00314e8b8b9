package rangecoder

import (
	"bytes"
	"math"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"
)

// choice is one call of an encoder, drawn at random.
type choice struct {
	kind      int
	value     int
	cum, freq uint32
}

func drawChoices(t *rapid.T) []choice {
	return rapid.SliceOfN(rapid.Custom(func(t *rapid.T) choice {
		c := choice{kind: rapid.IntRange(0, 5).Draw(t, "kind")}
		switch c.kind {
		case 0:
			c.value = rapid.IntRange(0, 1).Draw(t, "bit")
			c.freq = rapid.Uint32Range(1, One-1).Draw(t, "one")
		case 1:
			c.cum = rapid.Uint32Range(0, One-1).Draw(t, "cum")
			c.freq = rapid.Uint32Range(1, One-c.cum).Draw(t, "freq")
		case 2:
			c.freq = rapid.Uint32Range(0, 16).Draw(t, "width")
			c.value = rapid.IntRange(0, 1<<c.freq-1).Draw(t, "raw")
		case 3:
			c.value = rapid.IntRange(0, 1).Draw(t, "adaptive bit")
		case 4:
			c.value = rapid.IntRange(0, 15).Draw(t, "tree")
		case 5:
			c.value = rapid.IntRange(0, MaxNumber).Draw(t, "number")
		}
		return c
	}), 0, 300).Draw(t, "choices")
}

func propRoundTrip(t *rapid.T) {
	choices := drawChoices(t)
	prefix := rapid.SliceOfN(rapid.Byte(), 0, 3).Draw(t, "prefix")
	e := NewEncoder(append([]byte(nil), prefix...))
	var bit Bit
	var tree Tree
	var number Number
	for _, c := range choices {
		switch c.kind {
		case 0:
			e.Bit(c.value, c.freq)
		case 1:
			e.Symbol(c.cum, c.freq)
		case 2:
			e.Raw(uint32(c.value), uint(c.freq))
		case 3:
			bit.Encode(e, c.value)
		case 4:
			tree.Encode(e, c.value)
		case 5:
			number.Encode(e, c.value)
		}
	}
	out := e.Finish()
	if !bytes.HasPrefix(out, prefix) {
		t.Fatalf("prefix %x became %x", prefix, out[:len(prefix)])
	}
	d := NewDecoder(out[len(prefix):])
	bit, tree, number = Bit{}, Tree{}, Number{}
	for i, c := range choices {
		var got int
		switch c.kind {
		case 0:
			got = d.Bit(c.freq)
		case 1:
			p := d.Peek()
			if p < c.cum || p >= c.cum+c.freq {
				t.Fatalf("choice %d: Peek() = %d, want %d to %d", i, p, c.cum, c.cum+c.freq-1)
			}
			d.Take(c.cum, c.freq)
		case 2:
			got = int(d.Raw(uint(c.freq)))
		case 3:
			got = bit.Decode(d)
		case 4:
			got = tree.Decode(d)
		case 5:
			got = number.Decode(d)
		}
		if got != c.value {
			t.Fatalf("choice %d of kind %d = %d, want %d", i, c.kind, got, c.value)
		}
	}
	if err := d.Err(); err != nil {
		t.Fatalf("Err() = %v after the last choice", err)
	}
	if !d.AtEnd() {
		t.Fatalf("AtEnd() = false after the last choice")
	}
}

func TestRoundTrip(t *testing.T) { rapid.Check(t, propRoundTrip) }

func FuzzRoundTrip(f *testing.F) { f.Fuzz(rapid.MakeFuzz(propRoundTrip)) }

func TestCostIsTheIdeal(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, one := range []uint32{1, 100, 20000, 32768, 60000, 65535} {
		e := NewEncoder(nil)
		var ideal float64
		for range 200000 {
			b := 0
			p := 1 - float64(one)/One
			if r.Uint32N(One) < one {
				b, p = 1, 1-p
			}
			ideal -= math.Log2(p)
			e.Bit(b, one)
		}
		got := float64(8 * len(e.Finish()))
		if got > ideal*1.001+16 {
			t.Errorf("probability %d/65536: %v bits, ideal %v", one, got, ideal)
		}
	}
}

// TestEnd checks what the end costs: 16 bits at most beyond the ideal.
func TestEnd(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 2000 {
		e := NewEncoder(nil)
		var ideal float64
		for range r.IntN(50) {
			one := 1 + r.Uint32N(One-1)
			b := r.IntN(2)
			p := float64(one) / One
			if b == 0 {
				p = 1 - p
			}
			ideal -= math.Log2(p)
			e.Bit(b, one)
		}
		if got := float64(8 * len(e.Finish())); got > ideal+16 {
			t.Fatalf("%v bits, ideal %v", got, ideal)
		}
	}
}

func TestPastTheEnd(t *testing.T) {
	e := NewEncoder(nil)
	for i := range 100 {
		e.Bit(i&1, One/2)
	}
	d := NewDecoder(e.Finish())
	n := 0
	for ; d.Err() == nil && n < 1000; n++ {
		d.Bit(One / 2)
	}
	if n < 100 || n > 200 {
		t.Errorf("Err after %d bits of 100, want it within 64 more", n)
	}
}

func TestLearns(t *testing.T) {
	e := NewEncoder(nil)
	var b Bit
	for range 10000 {
		b.Encode(e, 1)
	}
	if n := len(e.Finish()); n > 5 {
		t.Errorf("10,000 equal bits took %d bytes", n)
	}
	e = NewEncoder(nil)
	var n Number
	for range 10000 {
		n.Encode(e, 77)
	}
	// Of 78 = 1001110 the four lowest digits are not modelled.
	if got := len(e.Finish()); got > 10000*4/8+40 {
		t.Errorf("10,000 equal numbers took %d bytes", got)
	}
}

func BenchmarkBit(b *testing.B) {
	b.ReportAllocs()
	var m [64]Bit
	e := NewEncoder(make([]byte, 0, 1<<24))
	i := 0
	for b.Loop() {
		m[i&63].Encode(e, int(uint32(i)*2654435761>>31))
		if i++; i&0xfffff == 0 {
			e = NewEncoder(e.out[:0])
		}
	}
}

func BenchmarkDecodeBit(b *testing.B) {
	b.ReportAllocs()
	e := NewEncoder(nil)
	var m Bit
	for i := range 1 << 20 {
		m.Encode(e, int(uint32(i)*2654435761>>31))
	}
	out := e.Finish()
	d := NewDecoder(out)
	m = Bit{}
	for b.Loop() {
		m.Decode(d)
		if d.AtEnd() {
			d, m = NewDecoder(out), Bit{}
		}
	}
}
