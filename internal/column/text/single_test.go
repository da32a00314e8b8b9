package text

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestSingle checks that one long value, a whole text, is packed too.
func TestSingle(t *testing.T) {
	for _, v := range []string{"1r6/6kp/6p1/p3b3/8/P3R2P/6P1/5B1K b - - 0 39\n", "no line feed "} {
		src := bytes.Repeat([]byte(v), 30_000)
		b := Append(nil, [][]byte{src}, Quick, nil)
		if len(b) > len(src)/50 {
			t.Errorf("Append(one value of %d bytes) takes %d bytes, want at most a fiftieth", len(src), len(b))
		}
		got, err := Decode(b, 1, len(src), nil)
		require.NoError(t, err)
		if !bytes.Equal(got[0], src) {
			t.Errorf("Decode(Append(v)) = %d other bytes", len(got[0]))
		}
	}
}
