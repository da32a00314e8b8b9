package zstdframe

import (
	"bytes"
	"testing"

	"github.com/klauspost/compress/zstd"
	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/internal/base/budget"
	"github.com/chesszip/chesszip/internal/base/corrupt"
)

// TestOneFrame checks that only one zstd frame is taken: a header says nothing of the
// unpacked size of frames after it.
func TestOneFrame(t *testing.T) {
	e, err := zstd.NewWriter(nil, zstd.WithEncoderCRC(true), zstd.WithSingleSegment(true))
	require.NoError(t, err)
	small := e.EncodeAll([]byte("a\nb\nc\n"), nil)
	large := e.EncodeAll(make([]byte, 32<<20), nil)
	random := e.EncodeAll(bytes.Repeat([]byte("0123456789abcdef"), 20_000), nil) // of several blocks
	skipped := []byte{0x50, 0x2a, 0x4d, 0x18, 3, 0, 0, 0, 1, 2, 3}
	reserved := append([]byte(nil), small...)
	reserved[6] |= 6
	join := func(parts ...[]byte) []byte { return bytes.Join(parts, nil) }
	tests := []struct {
		name string
		src  []byte
		ok   bool
	}{
		{"one frame", small, true},
		{"one frame of several blocks", random, true},
		{"the same twice", join(small, small), false},
		{"a large one behind a small one", join(small, large), false},
		{"an empty one behind", join(small, e.EncodeAll(nil, nil)), false},
		{"one to skip behind", join(small, skipped), false},
		{"one to skip in front", join(skipped, small), false},
		{"a byte behind", join(small, []byte{0}), false},
		{"without its checksum", small[:len(small)-4], false},
		{"cut in a block", small[:9], false},
		{"cut before a block", small[:6], false},
		{"a block of the reserved type", reserved, false},
		{"nothing", nil, false},
	}
	for _, c := range tests {
		out, err := Unpack(c.src, 1<<20, nil)
		if (err == nil) != c.ok {
			t.Errorf("%s: %d bytes, error %v", c.name, len(out), err)
		}
		if err != nil {
			require.ErrorIs(t, err, corrupt.Err, c.name)
		}
	}
}

// TestBudget checks that the content is charged before it is unpacked.
func TestBudget(t *testing.T) {
	e, err := zstd.NewWriter(nil, zstd.WithSingleSegment(true))
	require.NoError(t, err)
	large := e.EncodeAll(make([]byte, 32<<20), nil)
	allocated := testing.AllocsPerRun(1, func() {
		_, err = Unpack(large, 64<<20, budget.New(4<<20))
	})
	require.ErrorIs(t, err, corrupt.Err)
	require.ErrorContains(t, err, "24 MiB of memory")
	require.Less(t, allocated, 10.0)
	got, err := Unpack(large, 64<<20, nil)
	require.NoError(t, err)
	require.Len(t, got, 32<<20)
	_, err = Unpack(large, 32<<20-1, nil)
	require.ErrorContains(t, err, "at most 33554431 bytes, not 33554432")
}
