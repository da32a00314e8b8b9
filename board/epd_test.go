package board_test

import (
	"reflect"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/test/corpus"
)

func TestParseEPD(t *testing.T) {
	const b = "8/8/8/8/8/8/8/8 w - -"
	tests := []struct {
		name, in, out string
		counters      int
		ops           []board.Op
	}{
		{"bare", b, b, 0, nil},
		{"trailing blanks", b + "  ", b, 0, nil},
		{"two ops", b + ` bm Rxf4; id "E 1";`, b + ` bm Rxf4; id "E 1";`, 0, []board.Op{{"bm", "Rxf4"}, {"id", `"E 1"`}}},
		{"no last semicolon", b + " bm Rxf4", b + " bm Rxf4;", 0, []board.Op{{"bm", "Rxf4"}}},
		{"semicolon first", b + " ; bm Qd1 + ; id BK.01 ", b + " bm Qd1 +; id BK.01;", 0, []board.Op{{"bm", "Qd1 +"}, {"id", "BK.01"}}},
		{"semicolon attached", b + "; am Nxb6", b + " am Nxb6;", 0, []board.Op{{"am", "Nxb6"}}},
		{"no operand", b + " draw_offer;", b + " draw_offer;", 0, []board.Op{{"draw_offer", ""}}},
		{"semicolon in a string", b + ` c0 "a; b" x;`, b + ` c0 "a; b" x;`, 0, []board.Op{{"c0", `"a; b" x`}}},
		{"quote inside a word", b + ` c0 5'11";`, b + ` c0 5'11";`, 0, []board.Op{{"c0", `5'11"`}}},
		{"inner blanks", b + " pv  a  b ;", b + " pv a  b;", 0, []board.Op{{"pv", "a  b"}}},
		{"FEN counters", b + " 3 9 ;D1 20 ;D2 400", b + " 3 9 D1 20; D2 400;", 2, []board.Op{{"D1", "20"}, {"D2", "400"}}},
		{"one counter", b + " 3", b + " 3", 1, nil},
		{"counter opcodes", b + " hmvc 12; fmvn 40;", b + " hmvc 12; fmvn 40;", 0, []board.Op{{"hmvc", "12"}, {"fmvn", "40"}}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			e, err := board.ParseEPD(tt.in)
			require.NoError(t, err)
			if e.Counters != tt.counters || !reflect.DeepEqual(e.Ops, tt.ops) {
				t.Errorf("ParseEPD(%q) = %d counters, ops %q, want %d, %q", tt.in, e.Counters, e.Ops, tt.counters, tt.ops)
			}
			if got := e.String(); got != tt.out {
				t.Errorf("ParseEPD(%q) prints %q, want %q", tt.in, got, tt.out)
			}
		})
	}
	e, err := board.ParseEPD(b + " hmvc 12; fmvn 40;")
	require.NoError(t, err)
	if e.Position.HalfmoveClock != 12 || e.Position.FullmoveNumber != 40 {
		t.Errorf("counters from opcodes = %d, %d, want 12, 40", e.Position.HalfmoveClock, e.Position.FullmoveNumber)
	}
	if s, ok := e.Op("fmvn"); s != "40" || !ok {
		t.Errorf(`Op("fmvn") = %q, %v`, s, ok)
	}
	if _, ok := e.Op("bm"); ok {
		t.Errorf(`Op("bm") found`)
	}
	_, err = board.ParseEPD(b + ` id "x;`)
	require.ErrorIs(t, err, board.ErrFEN)
	require.ErrorContains(t, err, "closing quote")
	_, err = board.ParseEPD(b + ` 1x`)
	require.ErrorIs(t, err, board.ErrFEN)
}

func FuzzParseEPD(f *testing.F) {
	f.Add(`r1bqk1r1/1p1p1n2/p1n2pN1/2p1b2Q/2P1Pp2/1PN5/PB4PP/R4RK1 w q - bm Rxf4; id "ERET 001";`)
	f.Add("8/8/8/8/8/8/8/8 w - - 3 9 ;D1 20 ;hmvc 4")
	f.Fuzz(func(t *testing.T, s string) {
		e, err := board.ParseEPD(s)
		if err != nil {
			require.ErrorIs(t, err, board.ErrFEN)
			return
		}
		text := e.String()
		again, err := board.ParseEPD(text)
		require.NoError(t, err)
		if !reflect.DeepEqual(again, e) {
			t.Errorf("ParseEPD(%q) = %+v, want %+v", text, again, e)
		}
	})
}

func TestEPDCorpus(t *testing.T) {
	names, err := corpus.Names("suites")
	if err != nil {
		t.Skipf("%v", err)
	}
	good, bad := 0, 0
	for _, name := range names {
		for line := range strings.Lines(string(corpus.Need(t, name))) {
			line = strings.TrimSpace(line)
			if strings.Count(line, "/") < 7 || strings.HasPrefix(line, "#") {
				continue
			}
			e, err := board.ParseEPD(line)
			if err != nil {
				t.Logf("%s: %v", name, err)
				bad++
				continue
			}
			good++
			again, err := board.ParseEPD(e.String())
			require.NoError(t, err)
			if !reflect.DeepEqual(again, e) {
				t.Errorf("%q reads back as %+v", line, again)
			}
		}
	}
	// The few that fail are broken indeed: see the log of go test -v.
	if good < 1000 || bad*100 > good {
		t.Errorf("%d lines read, %d refused", good, bad)
	}
}
