package made

import (
	"bytes"
	"encoding/binary"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/archive"
	"github.com/chesszip/chesszip/internal/frame/game/streams"
)

// Frames returns the frames of an archive with one frame of games and its index frame.
func Frames(t testing.TB, packed []byte) (games, index archive.Frame) {
	r, err := archive.NewReader(bytes.NewReader(packed), int64(len(packed)), nil)
	require.NoError(t, err)
	games, err = r.Frame(0)
	require.NoError(t, err)
	index, err = r.Frame(1)
	require.NoError(t, err)
	return games, index
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

// OtherMoves returns an archive with a flipped bit in the coded moves and right
// checksums, so that only the index has the moves. The input has one frame of games and
// its index frame.
func OtherMoves(t testing.TB, packed []byte) []byte {
	games, index := Frames(t, packed)
	for i := range games.Streams {
		if s := &games.Streams[i]; s.Kind == streams.KindMoves {
			s.Data = bytes.Clone(s.Data)
			s.Data[len(s.Data)/2] ^= 1
		}
	}
	frame, err := archive.AppendFrame(nil, &games)
	require.NoError(t, err)
	index.Streams[0].Data = binary.LittleEndian.AppendUint64(nil, archive.Checksum(frame))
	return WithFrames(t, packed, games, index)
}
