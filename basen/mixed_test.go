package basen

import (
	"bytes"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/chesszip/chesszip/board"
)

// appendMixedBig is AppendMixed by math/big, one digit at a time.
func appendMixedBig(dst []byte, digits, radices []uint16) []byte {
	v := new(big.Int)
	for i := len(digits) - 1; i >= 0; i-- {
		v.Mul(v, big.NewInt(int64(radices[i])))
		v.Add(v, big.NewInt(int64(digits[i])))
	}
	b := v.Bytes()
	slices.Reverse(b)
	return append(dst, b...)
}

func drawDigits(t *rapid.T) (digits, radices []uint16) {
	top := rapid.SampledFrom([]int{2, 40, 300, 65535}).Draw(t, "top")
	radices = rapid.SliceOfN(rapid.Uint16Range(1, uint16(top)), 0, 400).Draw(t, "radices")
	for _, r := range radices {
		digits = append(digits, rapid.Uint16Range(0, r-1).Draw(t, "digit"))
	}
	return digits, radices
}

func propMixed(t *rapid.T) {
	digits, radices := drawDigits(t)
	prefix := rapid.SliceOfN(rapid.Byte(), 0, 9).Draw(t, "prefix")
	got, err := AppendMixed(slices.Clone(prefix), digits, radices)
	require.NoError(t, err)
	if want := appendMixedBig(slices.Clone(prefix), digits, radices); !bytes.Equal(got, want) {
		t.Fatalf("AppendMixed(%v, %v) = %x, want %x", digits, radices, got, want)
	}
	var m Mixed
	require.NoError(t, m.Reset(got[len(prefix):]))
	for i, r := range radices {
		d, err := m.Next(r)
		require.NoError(t, err)
		if d != digits[i] {
			t.Fatalf("digit %d = %d, want %d", i, d, digits[i])
		}
	}
	require.NoError(t, m.Close())
}

func TestMixed(t *testing.T)     { rapid.Check(t, propMixed) }
func FuzzMixedDraw(f *testing.F) { f.Fuzz(rapid.MakeFuzz(propMixed)) }

// FuzzMixed decodes any bytes with radices that depend on the digits before
// them, as a game's do, and writes what came out again.
func FuzzMixed(f *testing.F) {
	f.Add([]byte{}, uint16(0))
	f.Add([]byte{1, 2, 3, 4, 5, 6, 7, 8, 9}, uint16(20))
	f.Add([]byte{255, 255, 255, 255, 255, 255, 255, 255, 1}, uint16(65534))
	f.Fuzz(func(t *testing.T, src []byte, seed uint16) {
		var m Mixed
		if m.Reset(src) != nil {
			return
		}
		var digits, radices []uint16
		r := seed
		for len(digits) < MaxMixedDigits && m.Close() != nil {
			r = r%65535 + 1
			d, err := m.Next(r)
			require.NoError(t, err)
			digits, radices = append(digits, d), append(radices, r)
			r = r*31 + d
		}
		if m.Close() != nil {
			return
		}
		got, err := AppendMixed(nil, digits, radices)
		require.NoError(t, err)
		if !bytes.Equal(got, src) {
			t.Errorf("AppendMixed(%v, %v) = %x, want %x", digits, radices, got, src)
		}
	})
}

func TestMixedFull(t *testing.T) {
	digits, radices := make([]uint16, MaxMixedDigits), make([]uint16, MaxMixedDigits)
	for i := range digits {
		digits[i], radices[i] = 65534, 65535
	}
	b, err := AppendMixed(nil, digits, radices)
	require.NoError(t, err)
	if want := appendMixedBig(nil, digits, radices); !bytes.Equal(b, want) {
		t.Errorf("AppendMixed of the largest digits differs from math/big")
	}
	var m Mixed
	require.NoError(t, m.Reset(b))
	for i := range digits {
		d, err := m.Next(65535)
		require.NoError(t, err)
		if d != 65534 {
			t.Fatalf("digit %d = %d, want 65534", i, d)
		}
	}
	require.NoError(t, m.Close())
	_, err = m.Next(2)
	require.Error(t, err)
}

func TestMixedErrors(t *testing.T) {
	for _, c := range []struct {
		name            string
		digits, radices []uint16
	}{
		{"digit equals radix", []uint16{0, 3}, []uint16{1, 3}},
		{"radix 0", []uint16{0}, []uint16{0}},
		{"more digits than radices", []uint16{0}, nil},
		{"too many", make([]uint16, MaxMixedDigits+1), slices.Repeat([]uint16{1}, MaxMixedDigits+1)},
	} {
		if b, err := AppendMixed([]byte("x"), c.digits, c.radices); err == nil || string(b) != "x" {
			t.Errorf("%s: AppendMixed = %x, %v, want x and an error", c.name, b, err)
		}
	}
	var m Mixed
	require.ErrorIs(t, m.Reset([]byte{1, 0}), board.ErrCorrupt)
	require.ErrorIs(t, m.Reset(make([]byte, MaxMixedBytes+1)), board.ErrCorrupt)
	require.NoError(t, m.Reset([]byte{7}))
	_, err := m.Next(0)
	require.Error(t, err)
	_, err = m.Next(3)
	require.NoError(t, err)
	require.ErrorIs(t, m.Close(), board.ErrCorrupt)
}

func benchDigits(n int) (digits, radices []uint16) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range n {
		r := 1 + rng.IntN(50)
		radices = append(radices, uint16(r))
		digits = append(digits, uint16(rng.IntN(r)))
	}
	return digits, radices
}

func BenchmarkMixed(b *testing.B) {
	for _, n := range []struct {
		name string
		n    int
	}{{"80", 80}, {"4096", 4096}} {
		digits, radices := benchDigits(n.n)
		buf, _ := AppendMixed(nil, digits, radices)
		b.Run("encode/"+n.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				buf, _ = AppendMixed(buf[:0], digits, radices)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n.n), "ns/digit")
		})
		b.Run("decode/"+n.name, func(b *testing.B) {
			b.ReportAllocs()
			var m Mixed
			for b.Loop() {
				if m.Reset(buf) != nil {
					b.Fatal("reset")
				}
				for _, r := range radices {
					if _, err := m.Next(r); err != nil {
						b.Fatal(err)
					}
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n.n), "ns/digit")
		})
	}
}
