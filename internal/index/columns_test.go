package index

import (
	"bytes"
	"encoding/hex"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/chesszip/chesszip/internal/base/tagvalue"
)

func TestNumbers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		bits := rapid.IntRange(0, 48).Draw(t, "bits")
		least := rapid.Uint64Range(0, 1<<40).Draw(t, "least")
		in := rapid.SliceOfN(rapid.Uint64Range(0, 1<<bits-1), 0, 100).Draw(t, "numbers")
		for i := range in {
			if in[i] > 0 {
				in[i] = min(in[i]+least, 1<<48-2)
			}
		}
		packed := appendNumbers([]byte("x"), in)
		n, rest, err := parseNumbers(append(packed[1:], "rest"...), len(in))
		require.NoError(t, err)
		if got := n.appendTo(nil); !slices.Equal(got, in) || string(rest) != "rest" {
			t.Errorf("parseNumbers(%x) = %d and %q, want %d", packed, got, rest, in)
		}
		require.Equal(t, append([]uint64{7}, in...), n.appendTo([]uint64{7}))
		for k := 1; k < len(packed); k++ {
			if n, _, err := parseNumbers(packed[1:k], len(in)); err == nil {
				n.appendTo(nil) // must not panic
			}
		}
	})
}

func FuzzParseNumbers(f *testing.F) {
	f.Add(appendNumbers(nil, []uint64{1500, 0, 1600}), 3)
	f.Fuzz(func(t *testing.T, src []byte, count int) {
		count = min(count, 5000)
		n, rest, err := parseNumbers(src, count)
		if err != nil {
			return
		}
		if got := n.appendTo(nil); len(got) != count || len(rest) > len(src) {
			t.Errorf("%d numbers, want %d", len(got), count)
		}
	})
}

func FuzzParseOverflow(f *testing.F) {
	f.Add((&overflow{first: 1, before: 1, each: [][]byte{{1}, nil, {2, 3}}}).append(nil), 9)
	f.Fuzz(func(t *testing.T, src []byte, frames int) {
		m, err := parseOverflow(src, frames&1023)
		if err != nil {
			return
		}
		if got := m.append(nil); !bytes.Equal(got, src) {
			t.Errorf("parseOverflow took %x, which is written %x", src, got)
		}
		if m.first+len(m.each) > frames&1023 || m.before > frames&1023 {
			t.Errorf("parseOverflow(%x, %d) = %+v: beyond the last frame", src, frames&1023, m)
		}
	})
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
		out = n.appendTo(out[:0])
	}
	b.ReportMetric(float64(len(in))*float64(b.N)/b.Elapsed().Seconds(), "numbers/s")
}

func drawRange(t *rapid.T, name string) Range {
	r := Range{Known: rapid.Bool().Draw(t, name+" known")}
	if r.Known {
		r.Min = rapid.Uint64Range(0, 1<<40).Draw(t, name)
		r.Max = r.Min + rapid.Uint64Range(0, 1<<20).Draw(t, name+" width")
	}
	return r
}

func TestStatistics(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := Statistics{
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
		m.Names = filterNames(names, 4, 10, 40)
		b := m.Append(nil)
		got, err := ParseStatistics(b)
		require.NoError(t, err)
		if again := got.Append(nil); !bytes.Equal(again, b) || got.Ratings != m.Ratings || got.Dates != m.Dates || got.ECO != m.ECO {
			t.Errorf("ParseStatistics(%x) = %+v, want %+v", b, got, m)
		}
		for h := range names {
			if !got.MayHaveName(h) {
				t.Errorf("MayHaveName(%#x) = false, and it was put in", h)
			}
		}
	})
}

func FuzzParseStatistics(f *testing.F) {
	m := Statistics{Ratings: Range{Min: 1000, Max: 2000, Known: true}, Results: 3, ECO: 5}
	f.Add(m.Append(nil))
	f.Fuzz(func(t *testing.T, src []byte) {
		m, err := ParseStatistics(src)
		if err != nil {
			return
		}
		m.MayHaveName(7)
		if got := m.Append(nil); !bytes.Equal(got, src) {
			t.Errorf("Parse took %x, which is written %x", src, got)
		}
	})
}

func TestFilterNames(t *testing.T) {
	names := map[uint64]struct{}{}
	for i := range 1000 {
		names[HashName([]byte{byte(i), byte(i >> 8)})] = struct{}{}
	}
	if f := filterNames(names, 4, 10, 499); f != nil {
		t.Errorf("FilterNames of 1000 names in 499 bytes gave %d bytes, want none: that is less than 4 bits a name", len(f))
	}
	m := Statistics{Names: filterNames(names, 4, 10, 5000)}
	if len(m.Names) != 1251 {
		t.Errorf("FilterNames of 1000 names took %d bytes, want 1251", len(m.Names))
	}
	wrong := 0
	for i := range 10_000 {
		if m.MayHaveName(HashName([]byte{byte(i), byte(i >> 8), 1})) {
			wrong++
		}
	}
	if wrong > 200 {
		t.Errorf("%d of 10000 other names are said to be there, want about 100", wrong)
	}
}

// TestDump checks the example of docs/spec/indexes.md.
func TestDump(t *testing.T) {
	m := Statistics{Results: ResultBit(tagvalue.WhiteWins) | ResultBit(tagvalue.Draw), ECO: 1 << 22}
	m.Ratings.Add(2100)
	m.Ratings.Add(1800)
	m.Dates.Add(tagvalue.Day(2013, 1, 31))
	m.Plies.Add(33)
	if got, want := hex.EncodeToString(m.Append(nil)), "1f880eac02c2da2dc2da2d21000500004000000000"; got != want {
		t.Errorf("statistics = %s, want %s", got, want)
	}
	if got, want := hex.EncodeToString(appendNumbers(nil, []uint64{1800, 0, 2100})), "880e090100b404"; got != want {
		t.Errorf("numbers = %s, want %s", got, want)
	}
}
