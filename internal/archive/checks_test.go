package archive

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/internal/base/binfmt"
)

// TestEntrySkip checks that a frame begins at the last byte before the footer at
// most, whatever the index says is before it.
func TestEntrySkip(t *testing.T) {
	const pos, limit = 27, 1000
	for skip, ok := range map[uint64]bool{0: true, limit - pos: true, limit - pos + 1: false, 1 << 63: false} {
		single := binfmt.AppendBytes(binfmt.AppendUvarint(nil, skip), []byte("meta"))
		e, _, err := parseEntry(single, pos, limit, true)
		if ok {
			require.NoError(t, err)
			require.Equal(t, int64(pos+skip), e.Offset)
			require.Equal(t, int64(limit), e.end())
		} else {
			require.Error(t, err, "skip %d", skip)
		}
	}
	// Of several frames each has its length: skip and length are in the room.
	of := func(skip, length uint64) error {
		b := binfmt.AppendUvarint(nil, skip)
		b = binfmt.AppendUvarint(binfmt.AppendUvarint(binfmt.AppendUvarint(b, length), 0), 0)
		_, _, err := parseEntry(binfmt.AppendBytes(append(b, 1, 2, 3, 4), nil), pos, limit, false)
		return err
	}
	require.NoError(t, of(limit-pos-minFrame, minFrame))
	require.Error(t, of(limit-pos-minFrame, minFrame+1))
	require.Error(t, of(limit-pos-minFrame+1, minFrame))
	require.Error(t, of(0, minFrame-1))
}

// TestEntriesFit checks that an index cannot claim more frames than its bytes can
// hold: nothing is sized by the claim.
func TestEntriesFit(t *testing.T) {
	f := Frame{Games: 1, Input: 5, Streams: []Stream{{1, []byte("games")}}}
	packed := (&content{Frames: []Frame{f, f}, Metas: make([][]byte, 2)}).encode(t)
	at := bytes.LastIndex(packed, footerMagic[:]) + len(footerMagic)
	refused := 0
	for i := range 6 { // the number of frames is one of the first
		if bad := bytes.Clone(packed); bad[at+i] == 2 {
			bad[at+i] = 5
			_, err := NewReader(bytes.NewReader(bad), int64(len(bad)), nil)
			require.ErrorIs(t, err, ErrCorrupt)
			if bytes.Contains([]byte(err.Error()), []byte("claims more frames than it has entries")) {
				refused++
			}
		}
	}
	require.Equal(t, 1, refused)
}

// TestKindsIncrease checks that a frame has at most one stream of a kind, and
// that they are in order, though its checksum is right.
func TestKindsIncrease(t *testing.T) {
	good, err := AppendFrame(nil, &Frame{Games: 1, Input: 2, Streams: []Stream{{5, []byte("a")}, {7, []byte("b")}}})
	require.NoError(t, err)
	at := bytes.Index(good, []byte{5, 1, 7, 1})
	for kind, ok := range map[byte]bool{8: true, 6: true, 5: false, 4: false} {
		b := bytes.Clone(good)
		b[at+2] = kind
		b = fixSum(b)
		_, _, err := DecodeFrame(b, nil)
		if ok {
			require.NoError(t, err)
		} else {
			require.ErrorContains(t, err, "kinds of streams do not increase")
		}
	}
}
