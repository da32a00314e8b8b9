package records_test

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"io"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/records"
)

// TestExactly reads what is as small or as large as may be, and what is one more.
func TestExactly(t *testing.T) {
	bin, err := hex.DecodeString(binpackVector)
	require.NoError(t, err)
	const head, stem, most = 8, 32, 100 << 20
	block := func(size uint32, body []byte) []byte {
		return append(binary.LittleEndian.AppendUint32([]byte("BINP"), size), body...)
	}
	// The first chain, without the moves that follow.
	alone := append(bytes.Clone(bin[head:head+stem]), 0, 0)
	plain := func(line string) []byte { return []byte("fen " + startFEN + "\n" + line + "\ne\n") }
	for _, c := range []struct {
		name    string
		form    records.Form
		src     []byte
		records int
		said    string // of the error; nothing if there is none
	}{
		{"a chain of one record", records.Binpack, block(stem+2, alone), 1, ""},
		{"two of them", records.Binpack, block(2*(stem+2), append(bytes.Clone(alone), alone...)), 2, ""},
		{"a chain without its number of moves", records.Binpack, block(stem+1, alone[:stem+1]), 0, "block ends after 33 bytes of a chain, want at least 34"},
		{"a second chain without it", records.Binpack, block(2*stem+3, append(bytes.Clone(alone), alone[:stem+1]...)), 1, "block ends after 33 bytes of a chain, want at least 34"},
		{"the largest block", records.Binpack, block(most, alone), 0, "block ends after 34 of 104857600 bytes"},
		{"one byte larger", records.Binpack, block(most+1, alone), 0, "block of 104857601 bytes, want at most 104857600"},
		{"a lost game", records.Plain, plain("result -1"), 1, ""},
		{"a won game", records.Plain, plain("result 1"), 1, ""},
		{"less than lost", records.Plain, plain("result -2"), 0, "result"},
		{"more than won", records.Plain, plain("result 2"), 0, "result"},
		{"the least score", records.Plain, plain("score -32768"), 1, ""},
		{"the largest score", records.Plain, plain("score 32767"), 1, ""},
		{"a score more", records.Plain, plain("score 32768"), 0, "score"},
		{"the last ply", records.Plain, plain("ply 65535"), 1, ""},
		{"a ply more", records.Plain, plain("ply 65536"), 0, "ply"},
	} {
		in := records.NewReader(bytes.NewReader(c.src), c.form)
		n := 0
		var err error
		for {
			var r records.Record
			if err = in.Read(&r); err != nil {
				break
			}
			n++
		}
		require.Equal(t, c.records, n, "%s: %v", c.name, err)
		if c.said == "" {
			require.Equal(t, io.EOF, err, c.name)
			continue
		}
		require.ErrorIs(t, err, records.ErrCorrupt, c.name)
		require.ErrorContains(t, err, c.said, c.name)
	}
}
