package textmodel

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"testing"

	"github.com/cespare/xxhash/v2"
	"github.com/klauspost/compress/zstd"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/chesszip/chesszip/internal/base/corrupt"
	"github.com/chesszip/chesszip/internal/test/corpus"
)

func equal(a, b [][]byte) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if !bytes.Equal(a[i], b[i]) {
			return false
		}
	}
	return true
}

func total(values [][]byte) (n int) {
	for _, v := range values {
		n += len(v)
	}
	return n
}

func propRoundTrip(t *rapid.T) {
	value := rapid.OneOf(
		rapid.SliceOfN(rapid.Byte(), 0, 40),
		rapid.SliceOfN(rapid.ByteRange(8, 12), 0, 40),
		rapid.Map(rapid.IntRange(0, 3), func(i int) []byte {
			return []byte([]string{"Sicilian Defense: Najdorf Variation", "Sicilian Defense: Dragon", "?", "C\v"}[i])
		}))
	values := rapid.SliceOfN(value, 0, 60).Draw(t, "values")
	prefix := rapid.SliceOfN(rapid.Byte(), 0, 5).Draw(t, "prefix")
	isProse := rapid.IntRange(0, 9).Draw(t, "prose") == 0 // it takes long
	b := Append(bytes.Clone(prefix), values, isProse, nil)
	if !bytes.HasPrefix(b, prefix) {
		t.Errorf("prefix %x became %x", prefix, b)
	}
	b = b[len(prefix):]
	n := total(values)
	got, err := Decode(b, len(values), n, isProse, nil)
	require.NoError(t, err)
	if !equal(got, values) {
		t.Errorf("Decode(Append(%q)) = %q", values, got)
	}
	if n > 0 {
		_, err = Decode(b, len(values), n-1, isProse, nil)
		require.ErrorIs(t, err, corrupt.Err)
	}
	_, err = Decode(b, len(values)+1, n, isProse, nil)
	require.ErrorIs(t, err, corrupt.Err)
	// The bytes after a text may change its last few bytes.
	_, err = Decode(append(b, bytes.Repeat([]byte("too long."), 12)...), len(values), n, isProse, nil)
	require.ErrorIs(t, err, corrupt.Err)
}

func TestRoundTrip(t *testing.T) { rapid.Check(t, propRoundTrip) }

func FuzzRoundTrip(f *testing.F) { f.Fuzz(rapid.MakeFuzz(propRoundTrip)) }

// FuzzDecode: what decodes stays within the limit and comes back from what it
// encodes to.
func FuzzDecode(f *testing.F) {
	f.Add(Append(nil, [][]byte{[]byte("C41"), []byte("C42"), nil, []byte("a\nb\v")}, false, nil), 4)
	f.Add([]byte{0}, 0)
	f.Fuzz(func(t *testing.T, src []byte, n int) {
		const limit = 10000
		values, err := Decode(src, n, limit, false, nil)
		if err != nil {
			return
		}
		if len(values) != n || total(values) > limit {
			t.Fatalf("Decode gives %d values of %d bytes, want %d of at most %d", len(values), total(values), n, limit)
		}
		got, err := Decode(Append(nil, values, false, nil), n, limit, false, nil)
		require.NoError(t, err)
		if !equal(got, values) {
			t.Errorf("%q came back as %q", values, got)
		}
	})
}

// TestProse checks that notes on a game are a good deal shorter as prose.
func TestProse(t *testing.T) {
	values := [][]byte{
		[]byte("Black cannot castle any more, and the white rooks are going to double on the open file."),
		[]byte("A natural looking move, after which the knight never gets back into the game."),
	}
	plain, prose := Append(nil, values, false, nil), Append(nil, values, true, nil)
	if len(prose)*4 > len(plain)*3 {
		t.Errorf("%d bytes as prose, %d as anything", len(prose), len(plain))
	}
}

// TestHostile feeds a false length and strings that end.
func TestHostile(t *testing.T) {
	values := column(40)
	b := Append(nil, values, false, nil)
	for n := range b {
		if got, err := Decode(b[:n], len(values), total(values), false, nil); err == nil && !equal(got, values) {
			t.Logf("cut at %d: other values, which only a checksum can tell", n)
		}
	}
	for i := range b {
		c := bytes.Clone(b)
		c[i] ^= 0x10
		got, err := Decode(c, len(values), total(values), false, nil)
		if err == nil && (len(got) != len(values) || total(got) > total(values)) {
			t.Errorf("flip in byte %d: %d values of %d bytes", i, len(got), total(got))
		}
	}
	for _, c := range [][]byte{nil, {0x80}, {1}, {0, 0}, {0xff, 0xff, 0xff, 0xff, 0x0f}, {0x88, 0x27, 1, 2, 3}} {
		if _, err := Decode(c, 1, 1<<20, false, nil); err == nil {
			t.Errorf("Decode(%x) gives no error", c)
		}
	}
}

// column makes up names and numbers, the same everywhere.
func column(n int) [][]byte {
	r := rand.New(rand.NewPCG(5, 6))
	names := []string{"Anderssen, Adolf", "Morphy, Paul", "Steinitz, Wilhelm", "Lasker, Emanuel", "Zukertort, J\xf6hannes"}
	values := make([][]byte, n)
	for i := range values {
		values[i] = fmt.Appendf(nil, "%s %d", names[r.IntN(len(names))], 2000+r.IntN(60))
	}
	return values
}

// TestFrozen checks the format: equal values give equal bytes on every machine.
func TestFrozen(t *testing.T) {
	b := Append(nil, column(2000), false, nil)
	const size, sum = 2243, 0x85f065caf98cfcf6
	if len(b) != size || xxhash.Sum64(b) != sum {
		t.Errorf("2,000 values take %d bytes with hash %#x, want %d and %#x", len(b), xxhash.Sum64(b), size, uint64(sum))
	}
}

// tagColumns returns the values of every tag in the first games of a file.
func tagColumns(pgn []byte, games int) (names []string, cols map[string][][]byte) {
	cols = map[string][][]byte{}
	for line := range bytes.Lines(pgn) {
		name, value, ok := bytes.Cut(bytes.TrimSpace(line), []byte(` "`))
		if !ok || name[0] != '[' || !bytes.HasSuffix(value, []byte(`"]`)) {
			continue
		}
		k := string(name[1:])
		if k == "Event" {
			if games--; games < 0 {
				break
			}
		}
		if cols[k] == nil {
			names = append(names, k)
		}
		cols[k] = append(cols[k], value[:len(value)-2])
	}
	return names, cols
}

const frameGames = 4000

// head returns the first 8 MiB of a file to train on, or skips the test.
func head(t testing.TB, file string) []byte {
	t.Helper()
	f, err := corpus.Open("pgn/" + file + "-train.pgn")
	if errors.Is(err, corpus.ErrAbsent) {
		t.Skip(err)
	}
	require.NoError(t, err)
	b, err := io.ReadAll(io.LimitReader(f, 8<<20))
	require.NoError(t, errors.Join(err, f.Close()))
	return b
}

// TestColumns checks what the package is for: the tags of half a frame, of a whole
// one with CHESSZIP_LONG, take at most three quarters of what zstd makes of them.
func TestColumns(t *testing.T) {
	z, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedBestCompression), zstd.WithEncoderCRC(false))
	require.NoError(t, err)
	games := frameGames / 2
	if os.Getenv("CHESSZIP_LONG") != "" {
		games = frameGames
	}
	for _, file := range []string{"lichess-old", "master", "chesscom"} {
		names, cols := tagColumns(head(t, file), games)
		n := float64(len(cols["Event"]))
		var theirs, ours int
		for _, k := range names {
			values := cols[k]
			packed := Append(nil, values, false, nil)
			got, err := Decode(packed, len(values), total(values), false, nil)
			require.NoError(t, err)
			if !equal(got, values) {
				t.Errorf("%s/%s came back changed", file, k)
			}
			zs := len(z.EncodeAll(join(values), nil))
			t.Logf("%-11s %-16s zstd %6.3f text %6.3f B/game", file, k, float64(zs)/n, float64(len(packed))/n)
			theirs, ours = theirs+zs, ours+len(packed)
		}
		t.Logf("%-11s %-16s zstd %6.3f text %6.3f B/game", file, "all", float64(theirs)/n, float64(ours)/n)
		if 4*ours > 3*theirs {
			t.Errorf("%s: %d bytes, zstd %d: want at most three quarters", file, ours, theirs)
		}
	}
}

func BenchmarkColumns(b *testing.B) {
	for _, file := range []string{"lichess-old", "master", "chesscom"} {
		names, cols := tagColumns(head(b, file), frameGames)
		raw, size, n := 0, 0, float64(len(cols["Event"]))
		packed := map[string][]byte{}
		for _, k := range names {
			packed[k] = Append(nil, cols[k], false, nil)
			raw += total(cols[k]) + len(cols[k])
			size += len(packed[k])
		}
		b.Run(file+"/encode", func(b *testing.B) {
			b.ReportAllocs()
			b.SetBytes(int64(raw))
			for b.Loop() {
				for _, k := range names {
					Append(nil, cols[k], false, nil)
				}
			}
			b.ReportMetric(float64(size)/n, "B/game")
		})
		b.Run(file+"/decode", func(b *testing.B) {
			b.ReportAllocs()
			b.SetBytes(int64(raw))
			for b.Loop() {
				for _, k := range names {
					if _, err := Decode(packed[k], len(cols[k]), total(cols[k]), false, nil); err != nil {
						b.Fatal(err)
					}
				}
			}
		})
	}
}
