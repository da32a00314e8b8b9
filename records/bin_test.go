package records_test

import (
	"bytes"
	"encoding/hex"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/test/corpus"
	"github.com/chesszip/chesszip/records"
)

// bitString packs digits, the first in the lowest bit of the first byte.
func bitString(digits string, size int) []byte {
	b := make([]byte, size)
	i := 0
	for _, d := range digits {
		switch d {
		case '1':
			b[i/8] |= 1 << (i % 8)
			i++
		case '0':
			i++
		}
	}
	return b
}

// TestBinVector checks records that were worked out by hand.
func TestBinVector(t *testing.T) {
	const (
		e1, e8      = "001000", "001111" // 4 and 60, the lowest bit first
		emptyRow    = "00000000"
		clock1      = "000000"
		number1     = "10000000"
		number301   = "10110100" // 301 = 256 + 45
		high0       = "00000000"
		high1       = "10000000"
		blackPieces = "11101 11001 10101 10011 10101 11001 11101" // r n b q (k) b n r
		whitePieces = "11100 11000 10100 10010 10100 11000 11100"
		blackPawns  = "10001 10001 10001 10001 10001 10001 10001 10001"
		whitePawns  = "10000 10000 10000 10000 10000 10000 10000 10000"
	)
	empty4 := strings.Repeat(emptyRow, 4)
	for _, c := range []struct {
		name   string
		record records.Record
		bits   string
		rest   string // hexadecimal, from the score on
	}{
		{"start, e2e4", record(t, startFEN, "e2", "e4", 31, 0, 1),
			"0" + e1 + e8 + blackPieces + blackPawns + empty4 + whitePawns + whitePieces + "1111" + "0" + clock1 + number1 + high0 + "0",
			"1f00 1c03 0000 01 00"}, // to 28 | from 12 << 6 = 0x31c
		{"O-O-O, black clock, no result", record(t, castleFEN, "e1", "a1", -2, 600, 0),
			"0" + e1 + e8 + "11101 000 00 11101" + emptyRow + emptyRow + "000 10001 10000 000" + strings.Repeat(emptyRow, 3) +
				"11100 000 00 11100" + "1111" + "1" + "110101" + clock1 + number301 + high1 + "0", // d6 is 43
			"feff 00c1 5802 00 00"}, // to 0 | from 4 << 6 | 3 << 14
	} {
		want := bitString(strings.ReplaceAll(c.bits, " ", ""), 32)
		rest, err := hex.DecodeString(strings.ReplaceAll(c.rest, " ", ""))
		require.NoError(t, err)
		want = append(want, rest...)
		got, err := records.AppendBin(nil, &c.record)
		require.NoError(t, err)
		if !bytes.Equal(got, want) {
			t.Errorf("%s: AppendBin(%v) =\n%x, want\n%x", c.name, c.record, got, want)
		}
		back, err := records.DecodeBin(want)
		require.NoError(t, err)
		if back != c.record {
			t.Errorf("%s: DecodeBin(%x) = %+v, want %+v", c.name, want, back, c.record)
		}
	}
}

// TestMoves checks the kinds of moves of a record.
func TestMoves(t *testing.T) {
	for _, c := range []struct {
		fen  string
		move board.Move
		want uint16
	}{
		{"8/P6k/8/8/8/8/8/K7 w - - 0 1", board.NewMove(sq("a7"), sq("a8"), board.Knight), 48<<6 | 56 | 1<<14},
		{"8/P6k/8/8/8/8/8/K7 w - - 0 1", board.NewMove(sq("a7"), sq("a8"), board.Queen), 48<<6 | 56 | 3<<12 | 1<<14},
		{castleFEN, board.NewMove(sq("e5"), sq("d6"), board.NoKind), 36<<6 | 43 | 2<<14},
		{castleFEN, board.NewMove(sq("e5"), sq("e6"), board.NoKind), 36<<6 | 44},
		{castleFEN, board.NewMove(sq("e1"), sq("h1"), board.NoKind), 4<<6 | 7 | 3<<14},
		{startFEN, board.NullMove, 0},
		{startFEN, board.NewMove(sq("b1"), sq("b1"), board.NoKind), 65}, // Stockfish's null move
	} {
		r := records.Record{Position: position(t, c.fen), Move: c.move}
		b, err := records.AppendBin(nil, &r)
		require.NoError(t, err)
		if got := uint16(b[34]) | uint16(b[35])<<8; got != c.want {
			t.Errorf("move of AppendBin(%s, %v) = %#x, want %#x", c.fen, c.move, got, c.want)
		}
		if back, err := records.DecodeBin(b); err != nil || back != r {
			t.Errorf("DecodeBin(AppendBin(%s, %v)) = %+v, %v", c.fen, c.move, back, err)
		}
	}
}

// TestUnfit checks what a record of 40 bytes cannot be.
func TestUnfit(t *testing.T) {
	for name, fen := range map[string]string{
		"no king":         "8/8/8/8/8/8/8/K7 w - - 0 1",
		"two kings":       "kk6/8/8/8/8/8/8/K7 w - - 0 1",
		"too many pieces": "kqqqqqqq/qqqqqqqq/qqqqqqqq/qqqqqqqq/qqqqqqqq/qqqqqqqq/qqqqqqqq/Kqqqqqqq w - - 0 1",
		"clock":           "k7/8/8/8/8/8/8/K7 w - - 128 1",
		"inner rook":      "1k6/8/8/8/8/8/8/RRK5 w B - 0 1",
		"en passant rank": "",
	} {
		r := records.Record{}
		if fen != "" {
			r.Position = position(t, fen)
		} else {
			r.Position = board.Start()
			r.Position.EnPassant = sq("e4")
		}
		dst := []byte("before")
		got, err := records.AppendBin(dst, &r)
		require.ErrorIs(t, err, records.ErrNoRecord, name)
		if string(got) != "before" {
			t.Errorf("%s: AppendBin wrote %x and failed", name, got)
		}
	}
}

// TestDamagedBin checks bytes that are no record.
func TestDamagedBin(t *testing.T) {
	kings := "0" + "001000" + "001111"
	for name, b := range map[string][]byte{
		"short":           make([]byte, 39),
		"equal kings":     make([]byte, 40),
		"kind 5":          bitString(kings+"1101", 40),
		"kind 7":          bitString(kings+"000 1111", 40),
		"ends inside":     bitString(kings+strings.Repeat("10000", 61), 40),
		"en passant rank": bitString(kings+strings.Repeat("0", 62)+"0000"+"1"+"100000", 40),
	} {
		if r, err := records.DecodeBin(b); !errors.Is(err, records.ErrCorrupt) {
			t.Errorf("%s: DecodeBin(%x) = %+v, %v, want ErrCorrupt", name, b, r, err)
		}
	}
}

// TestCorpus takes every position of the data there and back.
func TestCorpus(t *testing.T) {
	names, err := corpus.Names("positions")
	if err != nil {
		t.Skip(err)
	}
	var b []byte
	for _, name := range names {
		if !strings.HasSuffix(name, ".epd") && !strings.HasSuffix(name, ".fen") || !long() && strings.Contains(name, "train") {
			continue
		}
		in := records.NewReader(bytes.NewReader(corpus.Need(t, name)), records.FEN)
		n, unfit := 0, 0
		for {
			var r records.Record
			err := in.Read(&r)
			if err == io.EOF {
				break
			}
			require.NoError(t, err, name)
			n++
			b, err = records.AppendBin(b[:0], &r)
			if err != nil {
				require.ErrorIs(t, err, records.ErrNoRecord)
				unfit++
				continue
			}
			if back, err := records.DecodeBin(b); err != nil || back != r || !records.SameBin(&r, b) {
				t.Fatalf("%s: record %d: DecodeBin(AppendBin(%+v)) = %+v, %v", name, n, r, back, err)
			}
		}
		t.Logf("%s: %d positions, %d do not fit", name, n, unfit)
		if n == 0 || unfit*1000 > n {
			t.Errorf("%s: %d of %d positions do not fit a record, want one in 1000 at most", name, unfit, n)
		}
	}
}

// FuzzDecodeBin reads any 40 bytes: a record with nothing after the position comes
// back.
func FuzzDecodeBin(f *testing.F) {
	forty := writeAll(f, readAll(f, []byte(plainText), records.Plain), records.Bin)
	for ; len(forty) > 0; forty = forty[records.BinSize:] {
		f.Add(forty[:records.BinSize])
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		r, err := records.DecodeBin(src)
		if err != nil {
			if !errors.Is(err, records.ErrCorrupt) {
				t.Errorf("DecodeBin(%x) = %v, want ErrCorrupt", src, err)
			}
			return
		}
		b, err := records.AppendBin(nil, &r)
		if err != nil {
			t.Fatalf("AppendBin(DecodeBin(%x)) = %v", src, err)
		}
		if back, err := records.DecodeBin(b); err != nil || back != r {
			t.Errorf("DecodeBin(AppendBin(%+v)) = %+v, %v", r, back, err)
		}
	})
}

func BenchmarkBin(b *testing.B) {
	all := readAll(b, []byte(plainText), records.Plain)
	forty := writeAll(b, all, records.Bin)
	b.Run("append", func(b *testing.B) {
		b.ReportAllocs()
		b.SetBytes(records.BinSize)
		dst := make([]byte, 0, records.BinSize)
		for b.Loop() {
			_, _ = records.AppendBin(dst, &all[0])
		}
	})
	b.Run("decode", func(b *testing.B) {
		b.ReportAllocs()
		b.SetBytes(records.BinSize)
		for b.Loop() {
			if _, err := records.DecodeBin(forty); err != nil {
				b.Fatal(err)
			}
		}
	})
}
