package text

import (
	"bytes"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/chesszip/chesszip/internal/base/corrupt"
)

func drawValues(t *rapid.T) [][]byte {
	return rapid.SliceOfN(rapid.OneOf(
		rapid.SliceOfN(rapid.Byte(), 0, 12),
		rapid.Custom(func(t *rapid.T) []byte {
			return []byte(rapid.SampledFrom([]string{"", "\n", "1-0", "Rated Blitz game", "2013.01.24", "B20", "\x0b", "\x0bJ"}).Draw(t, "usual"))
		}),
	), 0, 60).Draw(t, "values")
}

func propRoundTrip(t *rapid.T) {
	values := drawValues(t)
	total := 0
	for _, v := range values {
		total += len(v)
	}
	limit := max(total, len(values))
	for _, effort := range []Effort{Quick, Thorough} {
		packed := Append([]byte("before"), values, effort, nil)
		if !bytes.HasPrefix(packed, []byte("before")) {
			t.Fatalf("Append changed what came before: %q", packed)
		}
		packed = packed[len("before"):]
		for _, n := range []int{len(values), -1} {
			got, err := Decode(packed, n, limit, nil)
			if err != nil {
				t.Fatalf("Decode(%d values, effort %d): %v", n, effort, err)
			}
			if len(got) != len(values) {
				t.Fatalf("%d values came back as %d", len(values), len(got))
			}
			for i := range values {
				if !bytes.Equal(got[i], values[i]) {
					t.Fatalf("value %d = %q, want %q", i, got[i], values[i])
				}
			}
		}
		if _, err := Decode(packed, len(values)+1, limit+1, nil); err == nil {
			t.Fatalf("Decode of one value more than there are: no error")
		}
	}
}

func TestRoundTrip(t *testing.T) { rapid.Check(t, propRoundTrip) }

func TestSmaller(t *testing.T) {
	var values [][]byte
	for i := range 3000 {
		values = append(values, []byte(fmt.Sprintf("Player %d", i*i%97)))
	}
	quick, thorough := len(Append(nil, values, Quick, nil)), len(Append(nil, values, Thorough, nil))
	if thorough >= quick || quick > 6000 {
		t.Errorf("3,000 names take %d bytes quickly and %d thoroughly", quick, thorough)
	}
}

func TestLimit(t *testing.T) {
	long := bytes.Repeat([]byte("long "), 100_000)
	for _, values := range [][][]byte{{long}, {long, long}, {long, nil}, {nil, long, []byte("\n")}} {
		for _, effort := range []Effort{Quick, Thorough} {
			packed := Append(nil, values, effort, nil)
			if _, err := Decode(packed, -1, len(long)/2, nil); err == nil {
				t.Errorf("%d long values within half of one: no error", len(values))
			}
		}
	}
	_, err := Decode(nil, -1, 10, nil)
	require.ErrorIs(t, err, corrupt.Err)
}

func FuzzDecode(f *testing.F) {
	for _, values := range [][][]byte{nil, {nil}, {[]byte("a"), []byte("b")}, {[]byte("a\n"), []byte("b")}} {
		f.Add(Append(nil, values, Quick, nil))
		f.Add(Append(nil, values, Thorough, nil))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		const limit = 1 << 12
		values, err := Decode(src, -1, limit, nil)
		if err != nil {
			return
		}
		total := 0
		for _, v := range values {
			total += len(v)
		}
		if total > limit+4*len(values) || len(values) > limit+1 {
			t.Fatalf("%d values of %d bytes beyond the limit %d", len(values), total, limit)
		}
	})
}
