package made

import (
	"bytes"
	"context"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/internal/archive"
)

// Frame returns the first frame of an archive.
func Frame(t testing.TB, packed []byte) archive.Frame {
	r, err := archive.NewReader(bytes.NewReader(packed), int64(len(packed)), nil)
	require.NoError(t, err)
	f, err := r.Frame(context.Background(), 0)
	require.NoError(t, err)
	return f
}

// Blocks returns the head and the blocks of a frame's stream of blocks.
func Blocks(t testing.TB, f *archive.Frame, kind uint16) (parts [][]byte) {
	data, ok := f.Stream(kind)
	require.True(t, ok)
	b, err := archive.ParseBlocks(kind, f.Games, data)
	require.NoError(t, err)
	parts = append(parts, b.Head)
	for i := range b.Len() {
		block, err := b.Block(i)
		require.NoError(t, err)
		parts = append(parts, block)
	}
	return parts
}

// WithBlocks returns a frame with another head and other blocks of a stream.
func WithBlocks(f archive.Frame, kind uint16, parts [][]byte) archive.Frame {
	f.Streams = slices.Clone(f.Streams)
	for i := range f.Streams {
		if f.Streams[i].Kind == kind {
			f.Streams[i].Data = archive.AppendBlocks(nil, kind, f.Games, parts[0], parts[1:])
		}
	}
	return f
}

// WithFrames returns an archive with the header of another one, and the given frames.
func WithFrames(t testing.TB, like []byte, frames ...archive.Frame) []byte {
	h, _, err := archive.DecodeHeader(like, nil)
	require.NoError(t, err)
	var b bytes.Buffer
	w, err := archive.NewWriter(&b, &h, nil)
	require.NoError(t, err)
	for i := range frames {
		require.NoError(t, w.WriteFrame(&frames[i], nil))
	}
	require.NoError(t, w.Close())
	return b.Bytes()
}
