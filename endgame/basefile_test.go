package endgame

import (
	"bytes"
	"encoding/binary"
	"testing"

	"github.com/cespare/xxhash/v2"
	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/bitboard"
	"github.com/chesszip/chesszip/internal/entropy/contextmix"
	"github.com/chesszip/chesszip/internal/entropy/rangecoder"
)

// embeddedOf returns the embedded base of an ending.
func embeddedOf(t testing.TB, name string) []byte {
	t.Helper()
	for i := range embeddedCount {
		if n, data := embedded(i); n == name {
			return []byte(data)
		}
	}
	t.Fatalf("no base of %s", name)
	return nil
}

// TestEmbedded checks that the embedded bases are what the code makes, and what each
// cell of them says. Of the endings with two pieces it makes one block in 23, from
// the model in the base, and looks at one cell in 23 of one block in four; with
// CHESSZIP_LONG=1 it also trains the model, and makes and looks at all.
func TestEmbedded(t *testing.T) {
	total := 0
	for i := range embeddedCount {
		name, data := embedded(i)
		total += len(data)
		table := solve(t, name)
		f, err := openBase([]byte(data))
		require.NoError(t, err)
		step := 1
		if table.count > 1 && !long() {
			step = 23
			for i := 0; i < len(f.blocks); i += step {
				e := rangecoder.NewEncoder(nil)
				table.block(f.layout, f.start.clone(), contextmix.Coder{Enc: e}, i)
				if !bytes.Equal(e.Finish(), f.packed[i]) {
					t.Errorf("%s: block %d of the embedded base is not what the code makes: go run ./internal/tools/makeendgame", name, i)
				}
			}
		} else {
			made, err := table.AppendBase([]byte("before"))
			require.NoError(t, err)
			if string(made) != "before"+data {
				t.Errorf("%s: the embedded base is not what AppendBase makes: go run ./internal/tools/makeendgame", name)
			}
		}
		for slot := 0; slot < table.slots(); slot += step {
			want := table.white[slot]
			if want == impossible {
				continue
			}
			p := table.placement(slot)
			if i, _, _ := f.locate(p); step > 1 && i%4 > 0 {
				continue
			}
			got, err := f.value(p)
			require.NoError(t, err)
			if got != want {
				t.Fatalf("%s: %+v: value %d, want %d", name, p, got, want)
			}
		}
	}
	if n := len(embeddedOf(t, "KBNK")); n > 300_000 {
		t.Errorf("KBNK: %d bytes, want at most 300,000", n)
	}
	if total > 300_000 {
		t.Errorf("all bases: %d bytes, want at most 300,000", total)
	}
}

func TestAppendBaseRefuses(t *testing.T) {
	if _, err := solve(t, "KK").AppendBase(nil); err == nil {
		t.Errorf("KK: AppendBase = no error, want one")
	}
	e, err := parseEnding("KQRK")
	require.NoError(t, err)
	live := &Table{ending: e}
	live.without = [maxPieces]*Table{solve(t, "KRK"), solve(t, "KQK")}
	if _, err := live.AppendBase(nil); err == nil {
		t.Errorf("KQRK: AppendBase = no error, want one")
	}
}

func TestDamagedBase(t *testing.T) {
	data := embeddedOf(t, "KRK")
	for i := range data {
		bad := append([]byte(nil), data...)
		bad[i] ^= 1 << (i % 8)
		_, err := openBase(bad)
		require.ErrorIs(t, err, ErrCorrupt)
		_, err = openBase(data[:i])
		require.ErrorIs(t, err, ErrCorrupt)
	}
}

// seal puts the right checksum at the end of a base.
func seal(data []byte) {
	body := len(data) - checksumLen
	binary.LittleEndian.PutUint32(data[body:], uint32(xxhash.Sum64(data[:body])))
}

func FuzzOpenBase(f *testing.F) {
	for _, name := range []string{"KQK", "KRK", "KPK"} {
		f.Add(embeddedOf(f, name))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) < checksumLen {
			return
		}
		data = append([]byte(nil), data...)
		seal(data)
		base, err := openBase(data)
		if err != nil {
			require.ErrorIs(t, err, ErrCorrupt)
			return
		}
		if _, err := base.decode(len(data)%len(base.blocks), bitboard.Square(len(data)%(allPlanes+1))); err != nil {
			require.ErrorIs(t, err, ErrCorrupt)
		}
	})
}
