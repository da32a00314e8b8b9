package streams

import (
	"bytes"
	"errors"
	"io"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/internal/test/corpus/made"
	"github.com/chesszip/chesszip/levels"
	"github.com/chesszip/chesszip/movelist/learned"
	"github.com/chesszip/chesszip/records"
)

// TestRecords checks the round trip of files of records.
func TestRecords(t *testing.T) {
	for _, f := range []records.Form{records.Bin, records.Plain, records.Binpack} {
		for _, tail := range []string{"", "x", "fen half"} {
			src := append(made.Records(t, 300, f), tail...)
			for _, level := range []*learned.Level{nil, learned.V1} {
				var packed, back bytes.Buffer
				stats, err := chesszip.Compress(t.Context(), &packed, bytes.NewReader(src), &chesszip.WriterOptions{Level: level})
				require.NoError(t, err)
				if stats.Games != 0 || stats.Out > 700 {
					t.Errorf("%v, level %v: %d games, %d bytes, want 0 and at most 700", f, level, stats.Games, stats.Out)
				}
				_, err = chesszip.Decompress(t.Context(), &back, &packed, &chesszip.ReaderOptions{Levels: levels.All()})
				require.NoError(t, err)
				if !bytes.Equal(back.Bytes(), src) {
					t.Errorf("%v, level %v: %d bytes come back, want %d", f, level, back.Len(), len(src))
				}
			}
		}
	}
}

// TestConvertRecords reads and writes records by the public API.
func TestConvertRecords(t *testing.T) {
	src := made.Records(t, 100, records.Bin)
	f, ok := records.Sniff(src)
	if f != records.Bin || !ok {
		t.Errorf("records.Sniff(bin) = %v, %v", f, ok)
	}
	in := records.NewReader(bytes.NewReader(src), f)
	var b bytes.Buffer
	out := records.NewWriter(&b, records.Plain)
	var r records.Record
	for {
		err := in.Read(&r)
		if err == io.EOF {
			break
		}
		require.NoError(t, err)
		require.NoError(t, out.Write(&r))
	}
	require.NoError(t, out.Close())
	if want := made.Records(t, 100, records.Plain); !bytes.Equal(b.Bytes(), want) {
		t.Errorf("bin as plain = %q, want %q", b.Bytes(), want)
	}
	err := records.NewReader(bytes.NewReader(make([]byte, 80)), records.Bin).Read(&r)
	var at *records.Error
	if !errors.Is(err, records.ErrCorrupt) || !errors.As(err, &at) || at.Record != 1 {
		t.Errorf("reading zeros = %v, want records.ErrCorrupt in record 1", err)
	}
	r.Position.HalfmoveClock = 1000
	if err := records.NewWriter(io.Discard, records.Bin).Write(&r); !errors.Is(err, records.ErrNoRecord) {
		t.Errorf("writing a clock of 1000 = %v, want records.ErrNoRecord", err)
	}
}
