package made

import (
	"bytes"
	"encoding/binary"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/archive"
	"github.com/chesszip/chesszip/internal/gameframe/streams"
)

// OtherMoves returns an archive, of one frame of games and its index frame, with a bit of
// the coded moves turned and every checksum mended: only the index has the moves then.
func OtherMoves(t testing.TB, packed []byte) []byte {
	r, err := archive.NewReader(bytes.NewReader(packed), int64(len(packed)), nil)
	require.NoError(t, err)
	games, err := r.Frame(0)
	require.NoError(t, err)
	index, err := r.Frame(1)
	require.NoError(t, err)
	games.Streams, index.Streams = slices.Clone(games.Streams), slices.Clone(index.Streams)
	for i := range games.Streams {
		if s := &games.Streams[i]; s.Kind == streams.KindMoves {
			s.Data = bytes.Clone(s.Data)
			s.Data[len(s.Data)/2] ^= 1
		}
	}
	frame, err := archive.AppendFrame(nil, &games)
	require.NoError(t, err)
	index.Streams[0].Data = binary.LittleEndian.AppendUint64(nil, archive.Checksum(frame))
	var b bytes.Buffer
	h := r.Header()
	w, err := archive.NewWriter(&b, &h, nil)
	require.NoError(t, err)
	require.NoError(t, w.WriteFrame(&games, nil))
	require.NoError(t, w.WriteFrame(&index, nil))
	require.NoError(t, w.Close())
	return b.Bytes()
}
