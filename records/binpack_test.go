package records_test

import (
	"bytes"
	"encoding/hex"
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/records"
)

// binpackVector is a chain of two records, e2e4 e7e5, worked out by hand.
const binpackVector = "42494e50" + "24000000" + // block of 36 bytes
	"ffff00000000ffff" + "2d844ad2" + "00000000" + "11111111" + "3e955be3" + // pieces of the start position
	"0c70" + "003e" + "8000" + "0000" + // 12 to 28; 31; won, -1 being 1 and 1 being 2, ply 0; clock 0
	"0001" + "4300" // one more move: 0100 the fifth black piece, 0 its first target, 0 1100 is 6 more than -31

// TestBinpackVector checks a chain that was worked out by hand.
func TestBinpackVector(t *testing.T) {
	want := []records.Record{
		record(t, startFEN, "e2", "e4", 31, 0, 1),
		record(t, afterE4, "e7", "e5", -25, 1, -1),
	}
	src, err := hex.DecodeString(binpackVector)
	require.NoError(t, err)
	got := readAll(t, src, records.Binpack)
	if len(got) != 2 || got[0] != want[0] || got[1] != want[1] {
		t.Errorf("records of the chain = %+v, want %+v", got, want)
	}
	if b := writeAll(t, want, records.Binpack); !bytes.Equal(b, src) {
		t.Errorf("chain of the records = %x, want %x", b, src)
	}
}

// TestUnfitBinpack checks what no chain can hold, and that writing goes on.
func TestUnfitBinpack(t *testing.T) {
	good := record(t, startFEN, "e2", "e4", 31, 0, 1)
	for name, change := range map[string]func(r *records.Record){
		"ply":    func(r *records.Record) { r.Ply = 1 << 14 },
		"result": func(r *records.Record) { r.Result = 3 },
		"move":   func(r *records.Record) { r.Move = board.NewMove(sq("e2"), sq("e5"), board.NoKind) },
		"pieces": func(r *records.Record) { r.Position.Put(sq("e5"), board.WhiteKnight) },
		"rights": func(r *records.Record) { r.Position = position(t, "4k3/8/8/8/8/8/8/1R3K1R w KB - 0 1"); r.Move = 0 },
		"king":   func(r *records.Record) { r.Position = position(t, "8/8/8/8/8/8/8/K7 b - - 0 1"); r.Move = 0 },
	} {
		var b bytes.Buffer
		w := records.NewWriter(&b, records.Binpack)
		bad := good
		change(&bad)
		require.NoError(t, w.Write(&good))
		err := w.Write(&bad)
		var e *records.Error
		if !errors.Is(err, records.ErrNoRecord) || !errors.As(err, &e) || e.Record != 2 {
			t.Errorf("%s: Write = %v, want ErrNoRecord in record 2", name, err)
		}
		require.NoError(t, w.Write(&good))
		require.NoError(t, w.Close())
		if got := readAll(t, b.Bytes(), records.Binpack); len(got) != 2 || got[1] != good || w.Count() != 2 {
			t.Errorf("%s: records = %+v, want twice %+v", name, got, good)
		}
	}
}
