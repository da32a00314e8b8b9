package archive

import (
	"bytes"
	"context"
	"io"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/chesszip/chesszip/internal/base/corrupt"
)

// propBlocks: a stream of blocks gives back its head and its blocks.
func propBlocks(t *rapid.T) {
	kind := rapid.Uint16Range(FirstBlocks, LastBlocks).Draw(t, "kind")
	games := rapid.Int64Range(0, 5000).Draw(t, "games")
	head, blocks, prefix := drawBytes(t, "head", 10), drawBlocks(t), drawBytes(t, "prefix", 10)
	s := AppendBlocks(bytes.Clone(prefix), kind, games, head, blocks)
	require.True(t, bytes.HasPrefix(s, prefix))
	s = s[len(prefix):]
	b, err := ParseBlocks(kind, games, s)
	require.NoError(t, err)
	require.True(t, bytes.Equal(head, b.Head))
	require.Equal(t, len(blocks), b.Len())
	for i, want := range blocks {
		got, err := b.Block(i)
		require.NoError(t, err)
		require.True(t, bytes.Equal(want, got))
	}
	for _, other := range []struct {
		kind  uint16
		games int64
		data  []byte
	}{{kind ^ 1, games, s}, {kind, games + 1, s}, {kind, games, append(bytes.Clone(s), 0)}, {kind, games, s[:len(s)-1]}} {
		_, err := ParseBlocks(other.kind, other.games, other.data)
		require.ErrorIs(t, err, corrupt.Err)
	}
}

func TestBlocks(t *testing.T) { rapid.Check(t, propBlocks) }

// FuzzBlocks: what is read of any bytes, with checksums set right, is written as the
// same.
func FuzzBlocks(f *testing.F) {
	f.Add(AppendBlocks(nil, 300, 7, []byte("head"), [][]byte{[]byte("one"), nil, []byte("three")}), int64(7))
	f.Add(AppendBlocks(nil, 300, 0, nil, nil), int64(0))
	f.Add([]byte{0xff, 0xff, 0xff, 0xff, 0x0f, 0}, int64(1))
	f.Fuzz(func(t *testing.T, src []byte, games int64) {
		src = bytes.Clone(src)
		fixBlocks(300, games, src)
		b, err := ParseBlocks(300, games, src)
		if err != nil {
			require.ErrorIs(t, err, corrupt.Err)
			return
		}
		var blocks [][]byte
		for i := range b.Len() {
			data, err := b.Block(i)
			require.NoError(t, err)
			blocks = append(blocks, data)
		}
		require.Equal(t, src, AppendBlocks(nil, 300, games, b.Head, blocks))
	})
}

// TestBlockFlips flips every bit of a stream of blocks: one of the front makes the
// whole stream unreadable, one of a block that block alone.
func TestBlockFlips(t *testing.T) {
	blocks := [][]byte{[]byte("first"), nil, []byte("second"), {0}}
	s := AppendBlocks(nil, 511, 900, []byte("head"), blocks)
	whole, err := ParseBlocks(511, 900, s)
	require.NoError(t, err)
	for i := range s {
		for bit := range 8 {
			bad := bytes.Clone(s)
			bad[i] ^= 1 << bit
			b, err := ParseBlocks(511, 900, bad)
			if i < whole.front {
				require.ErrorIs(t, err, corrupt.Err, "byte %d, bit %d", i, bit)
				continue
			}
			require.NoError(t, err)
			at, _ := slices.BinarySearch(whole.ends, i-whole.front+1)
			for k, want := range blocks {
				got, err := b.Block(k)
				if k == at {
					require.ErrorIs(t, err, corrupt.ErrSum, "block %d", k)
				} else {
					require.NoError(t, err)
					require.True(t, bytes.Equal(want, got))
				}
			}
		}
	}
}

// blocksFrame is a frame with streams of blocks and others.
func blocksFrame() Frame {
	of := func(kind uint16, blocks ...string) Stream {
		var all [][]byte
		for _, b := range blocks {
			all = append(all, []byte(b))
		}
		return Stream{kind, AppendBlocks(nil, kind, 3, nil, all)}
	}
	return Frame{Games: 3, Input: 90, Check: 5, Streams: []Stream{
		{3, bytes.Repeat([]byte("packed"), 500)}, {255, []byte("a")},
		of(FirstBlocks, "one", "two"), of(257), of(300, "three"), of(511, "four", "five"), of(LastBlocks, "six"), {LastBlocks + 1, []byte("b")},
	}}
}

// TestFrameSum flips every bit of a frame. Its checksum covers everything except the
// data of blocks, which have their own.
func TestFrameSum(t *testing.T) {
	f := blocksFrame()
	b, err := AppendFrame(nil, &f)
	require.NoError(t, err)
	opt := (*Options)(nil).withDefaults()
	h, err := parseFrameHead(b, &opt)
	require.NoError(t, err)
	inBlock := make([]bool, len(b))
	from := h.size
	for _, s := range f.Streams {
		if hasBlocks(s.Kind) {
			blocks, err := ParseBlocks(s.Kind, f.Games, s.Data)
			require.NoError(t, err)
			for i := blocks.front; i < len(s.Data); i++ {
				inBlock[from+i] = true
			}
		}
		from += len(s.Data)
	}
	count := 0
	for i := range b {
		for bit := range 8 {
			bad := bytes.Clone(b)
			bad[i] ^= 1 << bit
			_, _, err := DecodeFrame(bad, nil)
			require.Error(t, err, "byte %d, bit %d", i, bit)
			if inBlock[i] {
				count++
				require.NoError(t, h.check(bad))
				require.ErrorIs(t, err, corrupt.ErrSum)
				require.ErrorContains(t, err, "the checksum of block")
			} else if i >= h.size {
				require.Error(t, h.check(bad))
			}
		}
	}
	require.Equal(t, 8*len("onetwothreefourfivesix"), count)
}

// TestBlocksRefused: AppendFrame takes a stream of blocks only if it is one of the
// frame's games.
func TestBlocksRefused(t *testing.T) {
	good := AppendBlocks(nil, 300, 3, nil, [][]byte{[]byte("a")})
	for what, f := range map[string]Frame{
		"other bytes":            {Games: 3, Streams: []Stream{{300, []byte("other bytes")}}},
		"no bytes":               {Games: 3, Streams: []Stream{{300, nil}}},
		"of more games":          {Games: 4, Streams: []Stream{{300, good}}},
		"of another kind":        {Games: 3, Streams: []Stream{{301, good}}},
		"with other bytes after": {Games: 3, Streams: []Stream{{300, append(bytes.Clone(good), 0)}}},
	} {
		before := []byte("before")
		got, err := AppendFrame(before, &f)
		require.Error(t, err, what)
		require.Equal(t, before, got, what)
	}
	_, err := AppendFrame(nil, &Frame{Games: 3, Streams: []Stream{{300, good}}})
	require.NoError(t, err)
}

// reads counts the bytes that are read, and where.
type reads struct {
	r    io.ReaderAt
	all  [][2]int64 // offset and length
	size int64
}

func (r *reads) ReadAt(p []byte, off int64) (int, error) {
	r.all, r.size = append(r.all, [2]int64{off, int64(len(p))}), r.size+int64(len(p))
	return r.r.ReadAt(p, off)
}

// TestReaderBlocks reads streams of blocks alone: the same bytes as with the whole
// frame, and no others than the front of the frame and these.
func TestReaderBlocks(t *testing.T) {
	f := blocksFrame()
	many := f
	many.Streams = nil
	for kind := range uint16(240) { // so that the front of the frame takes two reads
		many.Streams = append(many.Streams, Stream{2 * kind, bytes.Repeat([]byte{1}, 1<<14)})
	}
	for i := range many.Streams {
		if s := &many.Streams[i]; hasBlocks(s.Kind) {
			s.Data = AppendBlocks(nil, s.Kind, 3, nil, [][]byte{bytes.Repeat([]byte{byte(s.Kind)}, 1<<14)})
		}
	}
	packed := (&content{Frames: []Frame{f, many, f}, Metas: make([][]byte, 3)}).encode(t)
	for i := range 3 {
		for what, wanted := range map[string]func(kind uint16) bool{
			"all":       func(uint16) bool { return true },
			"none":      func(uint16) bool { return false },
			"one":       func(kind uint16) bool { return kind == 300 },
			"two":       func(kind uint16) bool { return kind == 256 || kind == 300 },
			"a packed":  func(kind uint16) bool { return kind == 3 },
			"one apart": func(kind uint16) bool { return kind%4 == 0 },
		} {
			r := &reads{r: bytes.NewReader(packed)}
			a, err := NewReader(r, int64(len(packed)), nil)
			require.NoError(t, err)
			whole, err := a.Frame(t.Context(), i)
			require.NoError(t, err)
			r.all, r.size = nil, 0
			got, err := a.Blocks(context.Background(), i, wanted)
			require.NoError(t, err)
			require.Equal(t, Frame{Games: whole.Games, Input: whole.Input}, Frame{Games: got.Games, Input: got.Input, Check: got.Check})
			var want []Stream
			most, runs := int64(frontBytes), 0
			if i == 1 {
				most += maxFrameHeader
			}
			open := false
			for _, s := range whole.Streams {
				taken := hasBlocks(s.Kind) && wanted(s.Kind)
				if taken {
					want, most = append(want, s), most+int64(len(s.Data))
					if !open {
						runs++
					}
				}
				open = taken
			}
			require.Equal(t, want, got.Streams, what)
			require.LessOrEqual(t, r.size, most, what)
			require.LessOrEqual(t, len(r.all), 1+i%2+runs, "%s: neighbours are read at once", what)
		}
	}
}

// TestReaderBlocksDamage flips every bit of a frame: what is read of it alone is as it
// was, or is missing, or is refused.
func TestReaderBlocksDamage(t *testing.T) {
	f := blocksFrame()
	f.Streams[0].Data = []byte("packed")
	packed := (&content{Frames: []Frame{f, f}, Metas: make([][]byte, 2)}).encode(t)
	a, err := NewReader(bytes.NewReader(packed), int64(len(packed)), nil)
	require.NoError(t, err)
	e := a.Entry(1)
	h, err := parseFrameHead(packed[e.Offset:], &a.opt)
	require.NoError(t, err)
	from := e.Offset + int64(h.size) // of the streams that are read
	for i, k := range h.kinds {
		if k < 300 {
			from += h.lengths[i]
		}
	}
	to := e.end() - sumLen - int64(len("b"))
	for at := e.Offset; at < e.end(); at++ {
		for bit := range 8 {
			bad := bytes.Clone(packed)
			bad[at] ^= 1 << bit
			got, err := a.From(bytes.NewReader(bad)).Blocks(context.Background(), 1, func(kind uint16) bool { return kind >= 300 })
			if err != nil {
				require.ErrorIs(t, err, ErrCorrupt)
				continue
			}
			require.False(t, at >= from && at < to, "byte %d", at)
			for _, s := range got.Streams {
				want, ok := f.Stream(s.Kind)
				require.True(t, ok)
				require.Equal(t, want, s.Data)
			}
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err = a.Blocks(ctx, 1, func(uint16) bool { return true })
	require.ErrorIs(t, err, context.Canceled)
	small, err := NewReader(bytes.NewReader(packed), int64(len(packed)), &Options{MaxFrame: 20})
	require.NoError(t, err)
	_, err = small.Blocks(context.Background(), 1, func(uint16) bool { return true })
	require.ErrorIs(t, err, ErrLimit)
}
