package chesszip

import (
	"bytes"
	"errors"
	"io"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/internal/corpus/made"
	"github.com/chesszip/chesszip/internal/records"
)

// TestRecords takes files of records there and back.
func TestRecords(t *testing.T) {
	for _, f := range []records.Form{records.Bin, records.Plain, records.Binpack} {
		for _, tail := range []string{"", "x", "fen half"} {
			src := append(made.Records(t, 300, f), tail...)
			for _, level := range []Level{Fast, Default} {
				var packed, back bytes.Buffer
				stats, err := Compress(t.Context(), &packed, bytes.NewReader(src), &Options{Level: level})
				require.NoError(t, err)
				if stats.Games != 0 || stats.Out > 700 {
					t.Errorf("%v, level %v: %d games, %d bytes, want 0 and at most 700", f, level, stats.Games, stats.Out)
				}
				_, err = Decompress(t.Context(), &back, &packed, nil)
				require.NoError(t, err)
				if !bytes.Equal(back.Bytes(), src) {
					t.Errorf("%v, level %v: %d bytes come back, want %d", f, level, back.Len(), len(src))
				}
			}
		}
	}
}

// TestConvertRecords reads and writes records by what the package exports.
func TestConvertRecords(t *testing.T) {
	src := made.Records(t, 100, records.Bin)
	f, ok := SniffRecords(src)
	if f != RecordsBin || !ok {
		t.Errorf("SniffRecords(bin) = %v, %v", f, ok)
	}
	in := NewRecordReader(bytes.NewReader(src), f)
	var b bytes.Buffer
	out := NewRecordWriter(&b, RecordsPlain)
	var r Record
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
	err := NewRecordReader(bytes.NewReader(make([]byte, 80)), RecordsBin).Read(&r)
	var at *RecordError
	if !errors.Is(err, ErrRecords) || !errors.As(err, &at) || at.Record != 1 {
		t.Errorf("reading zeros = %v, want ErrRecords in record 1", err)
	}
	r.Position.HalfmoveClock = 1000
	if err := NewRecordWriter(io.Discard, RecordsBin).Write(&r); !errors.Is(err, ErrNoRecord) {
		t.Errorf("writing a clock of 1000 = %v, want ErrNoRecord", err)
	}
}
