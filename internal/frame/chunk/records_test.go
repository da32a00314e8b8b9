package chunk

import (
	"bytes"
	"io"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/internal/test/corpus/made"
	"github.com/chesszip/chesszip/records"
)

// TestCutRecords checks that chunks of records are whole ones.
func TestCutRecords(t *testing.T) {
	for name, c := range map[string]struct {
		src  []byte
		form records.Form
		tail int // of the last chunk
	}{
		"bin":                {made.Records(t, 110_000, records.Bin), records.Bin, 0},
		"bin and seven":      {append(made.Records(t, 110_000, records.Bin), "1234567"...), records.Bin, 7},
		"block":              {made.Records(t, 3_000, records.Binpack), records.Binpack, 0},
		"two blocks, a tail": {append(append(made.Records(t, 3_000, records.Binpack), made.Records(t, 9, records.Binpack)...), "BINP\x10"...), records.Binpack, 0},
		"too long a block":   {append([]byte("BINP\x00\x00\x00\x06"), make([]byte, 5<<20)...), records.Binpack, 0},
		"plain":              {made.Records(t, 40_000, records.Plain), records.Plain, 0},
		"plain without e":    {bytes.TrimSuffix(made.Records(t, 40_000, records.Plain), []byte("e\n")), records.Plain, 0},
		"nothing but an end": {made.Records(t, 1, records.Bin)[:30], 0, 0},
	} {
		cut := NewSplitter(t.Context(), bytes.NewReader(c.src))
		var got []byte
		for {
			p, err := cut.Next()
			if err == io.EOF {
				break
			}
			require.NoError(t, err)
			got = append(got, p.Text...)
			last := len(got) == len(c.src)
			switch {
			case len(p.Text) > MaxBytes || len(p.Ends) > 0 && c.form != 0:
				t.Errorf("%s: chunk of %d bytes and %d games", name, len(p.Text), len(p.Ends))
			case c.form == records.Bin && len(p.Text)%records.BinSize != 0 && !(last && len(p.Text) == c.tail):
				t.Errorf("%s: chunk of %d bytes is not of whole records", name, len(p.Text))
			case c.form == records.Plain && !last && !bytes.HasSuffix(p.Text, []byte("\ne\n")):
				t.Errorf("%s: chunk ends with %q", name, p.Text[len(p.Text)-20:])
			}
		}
		if cut.form != c.form || !bytes.Equal(got, c.src) {
			t.Errorf("%s: form %v, want %v; %d bytes in chunks, want %d", name, cut.form, c.form, len(got), len(c.src))
		}
	}
}

// TestSmallBlocks checks that small blocks that follow each other make one chunk: a
// frame each would take several times what they hold. Large ones have one each.
func TestSmallBlocks(t *testing.T) {
	block := func(n int) []byte {
		return append([]byte{'B', 'I', 'N', 'P', byte(n), byte(n >> 8), byte(n >> 16), 0}, make([]byte, n)...)
	}
	small, large := block(1), block(smallBlock)
	many := bytes.Repeat(small, 1000)
	for name, c := range map[string]struct {
		src  [][]byte
		want []int
	}{
		"one small":           {[][]byte{small}, []int{9}},
		"many":                {[][]byte{many}, []int{9000}},
		"more than a chunk":   {[][]byte{bytes.Repeat(small, MaxBytes/9+10)}, []int{MaxBytes / 9 * 9, 90}},
		"large ones":          {[][]byte{large, large}, []int{len(large), len(large)}},
		"small before large":  {[][]byte{many, large, small}, []int{9000, len(large), 9}},
		"a tail behind small": {[][]byte{many, []byte("BINP")}, []int{9000, 4}},
		"a block that is cut": {[][]byte{many, large[:100]}, []int{9000, 100}},
	} {
		cut := NewSplitter(t.Context(), bytes.NewReader(bytes.Join(c.src, nil)))
		cut.form, cut.begun = records.Binpack, true
		var got []int
		for {
			p, err := cut.Next()
			if err == io.EOF {
				break
			}
			require.NoError(t, err)
			got = append(got, len(p.Text))
		}
		require.Equal(t, c.want, got, name)
	}
}
