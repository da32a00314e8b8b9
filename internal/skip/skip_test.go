package skip_test

import (
	"bytes"
	"encoding/hex"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/chesszip/chesszip/internal/skip"
)

func TestSet(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := rapid.SliceOfN(rapid.Uint64(), 0, 300).Draw(t, "hashes")
		out := rapid.Uint64().Draw(t, "another")
		set := skip.AppendSet(nil, slices.Clone(in))
		for _, h := range in {
			ok, err := skip.Holds(set, out, h)
			require.NoError(t, err)
			if !ok {
				t.Errorf("Holds(set, %#x) = false, and it was put in", h)
			}
		}
		for n := range set {
			_, _ = skip.Holds(set[:n], out) // must not panic or hang
		}
	})
}

// TestSetRates holds what the package comment says of size and mistakes.
func TestSetRates(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	in := make([]uint64, 100_000)
	for i := range in {
		in[i] = rng.Uint64()
	}
	set := skip.AppendSet(nil, in)
	if bits := 8 * float64(len(set)) / float64(len(in)); bits > 9.7 {
		t.Errorf("a set takes %.2f bits a hash, want at most 9.7", bits)
	}
	wrong := 0
	const asked = 8000
	for range asked {
		ok, err := skip.Holds(set, rng.Uint64())
		require.NoError(t, err)
		if ok {
			wrong++
		}
	}
	if wrong < asked/512 || wrong > asked/128 {
		t.Errorf("%d of %d hashes that are not in the set are said to be, want about %d", wrong, asked, asked/256)
	}
}

func FuzzHolds(f *testing.F) {
	f.Add(skip.AppendSet(nil, []uint64{1, 1 << 40, 1 << 63}), uint64(5))
	f.Fuzz(func(t *testing.T, src []byte, h uint64) { _, _ = skip.Holds(src, h) })
}

func drawRange(t *rapid.T, name string) skip.Range {
	r := skip.Range{Known: rapid.Bool().Draw(t, name+" known")}
	if r.Known {
		r.Min = rapid.Uint64Range(0, 1<<40).Draw(t, name)
		r.Max = r.Min + rapid.Uint64Range(0, 1<<20).Draw(t, name+" width")
	}
	return r
}

func TestMeta(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := skip.Meta{
			Ratings: drawRange(t, "ratings"),
			Dates:   drawRange(t, "dates"),
			Plies:   drawRange(t, "plies"),
			Results: rapid.Uint8().Draw(t, "results"),
			ECO:     rapid.Uint64Range(0, 1<<50-1).Draw(t, "ECO"),
		}
		names := map[uint64]struct{}{}
		for _, h := range rapid.SliceOfN(rapid.Uint64(), 0, 50).Draw(t, "names") {
			names[h] = struct{}{}
		}
		m.Names = skip.FilterNames(names, 4, 10, 40)
		b := m.Append(nil)
		got, err := skip.Parse(b)
		require.NoError(t, err)
		if again := got.Append(nil); !bytes.Equal(again, b) || got.Ratings != m.Ratings || got.Dates != m.Dates || got.ECO != m.ECO {
			t.Errorf("Parse(%x) = %+v, want %+v", b, got, m)
		}
		for h := range names {
			if !got.MayName(h) {
				t.Errorf("MayName(%#x) = false, and it was put in", h)
			}
		}
	})
}

func FuzzParse(f *testing.F) {
	m := skip.Meta{Ratings: skip.Range{Min: 1000, Max: 2000, Known: true}, Results: 3, ECO: 5}
	f.Add(m.Append(nil))
	f.Fuzz(func(t *testing.T, src []byte) {
		m, err := skip.Parse(src)
		if err != nil {
			return
		}
		m.MayName(7)
		if got := m.Append(nil); !bytes.Equal(got, src) {
			t.Errorf("Parse took %x, which is written %x", src, got)
		}
	})
}

func TestFilterNames(t *testing.T) {
	names := map[uint64]struct{}{}
	for i := range 1000 {
		names[skip.HashName([]byte{byte(i), byte(i >> 8)})] = struct{}{}
	}
	if f := skip.FilterNames(names, 4, 10, 499); f != nil {
		t.Errorf("FilterNames of 1000 names in 499 bytes gave %d bytes, want none: that is less than 4 bits a name", len(f))
	}
	m := skip.Meta{Names: skip.FilterNames(names, 4, 10, 5000)}
	if len(m.Names) != 1251 {
		t.Errorf("FilterNames of 1000 names took %d bytes, want 1251", len(m.Names))
	}
	wrong := 0
	for i := range 10_000 {
		if m.MayName(skip.HashName([]byte{byte(i), byte(i >> 8), 1})) {
			wrong++
		}
	}
	if wrong > 200 {
		t.Errorf("%d of 10000 other names are said to be there, want about 100", wrong)
	}
}

// TestDump holds the example of SPEC.md.
func TestDump(t *testing.T) {
	m := skip.Meta{Results: skip.WhiteWins | skip.Draw, ECO: 1 << 22}
	m.Ratings.Add(2100)
	m.Ratings.Add(1800)
	m.Dates.Add(skip.Day(2013, 1, 31))
	m.Plies.Add(33)
	if got, want := hex.EncodeToString(m.Append(nil)), "1f880eac02c2da2dc2da2d21000500004000000000"; got != want {
		t.Errorf("meta = %s, want %s", got, want)
	}
	if got, want := hex.EncodeToString(skip.AppendSet(nil, []uint64{1 << 62, 3 << 62})), "02000300"; got != want {
		t.Errorf("set = %s, want %s", got, want)
	}
}
