package chunk

import (
	"bytes"
	"io"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/internal/corpus/made"
	"github.com/chesszip/chesszip/internal/records"
)

// TestCutRecords holds that chunks of records are whole ones.
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
		cut := NewSplitter(bytes.NewReader(c.src))
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
