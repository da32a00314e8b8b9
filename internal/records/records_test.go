package records_test

import (
	"bufio"
	"bytes"
	"encoding/hex"
	"errors"
	"io"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/corpus"
	"github.com/chesszip/chesszip/internal/records"
	"github.com/chesszip/chesszip/movegen"
)

// long reports whether tests that take a minute should run.
func long() bool { return os.Getenv("CHESSZIP_LONG") != "" }

func position(t testing.TB, fen string) board.Position {
	t.Helper()
	p, err := board.ParseFEN(fen)
	require.NoError(t, err)
	return p
}

func record(t testing.TB, fen string, from, to string, score int16, ply uint16, result int8) records.Record {
	t.Helper()
	a, err := board.ParseSquare(from)
	require.NoError(t, err)
	b, err := board.ParseSquare(to)
	require.NoError(t, err)
	return records.Record{Position: position(t, fen), Move: board.NewMove(a, b, board.NoKind), Score: score, Ply: ply, Result: result}
}

const (
	startFEN  = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
	afterE4   = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"
	castleFEN = "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6 0 301"
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

// TestBinVector holds records that were worked out by hand.
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

// TestMoves holds the kinds of moves of a record.
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

// TestUnfit holds what a record of 40 bytes cannot be.
func TestUnfit(t *testing.T) {
	for name, fen := range map[string]string{
		"no king":        "8/8/8/8/8/8/8/K7 w - - 0 1",
		"two kings":      "kk6/8/8/8/8/8/8/K7 w - - 0 1",
		"too many men":   "kqqqqqqq/qqqqqqqq/qqqqqqqq/qqqqqqqq/qqqqqqqq/qqqqqqqq/qqqqqqqq/Kqqqqqqq w - - 0 1",
		"clock":          "k7/8/8/8/8/8/8/K7 w - - 128 1",
		"inner rook":     "1k6/8/8/8/8/8/8/RRK5 w B - 0 1",
		"en passant row": "",
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

// TestDamagedBin holds what is no record.
func TestDamagedBin(t *testing.T) {
	kings := "0" + "001000" + "001111"
	for name, b := range map[string][]byte{
		"short":          make([]byte, 39),
		"equal kings":    make([]byte, 40),
		"kind 5":         bitString(kings+"1101", 40),
		"kind 7":         bitString(kings+"000 1111", 40),
		"ends inside":    bitString(kings+strings.Repeat("10000", 61), 40),
		"en passant row": bitString(kings+strings.Repeat("0", 62)+"0000"+"1"+"100000", 40),
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

// binpackVector is a chain of two records, e2e4 e7e5, worked out by hand.
const binpackVector = "42494e50" + "24000000" + // block of 36 bytes
	"ffff00000000ffff" + "2d844ad2" + "00000000" + "11111111" + "3e955be3" + // men of the start position
	"0c70" + "003e" + "8000" + "0000" + // 12 to 28; 31; won, -1 being 1 and 1 being 2, ply 0; clock 0
	"0001" + "4300" // one more move: 0100 the fifth black man, 0 its first target, 0 1100 is 6 more than -31

// TestBinpackVector holds a chain that was worked out by hand.
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

func readAll(t require.TestingT, src []byte, f records.Form) (all []records.Record) {
	in := records.NewReader(bytes.NewReader(src), f)
	for {
		var r records.Record
		err := in.Read(&r)
		if err == io.EOF {
			return all
		}
		require.NoError(t, err)
		all = append(all, r)
	}
}

func writeAll(t require.TestingT, all []records.Record, f records.Form) []byte {
	var b bytes.Buffer
	w := records.NewWriter(&b, f)
	for i := range all {
		require.NoError(t, w.Write(&all[i]))
	}
	require.NoError(t, w.Close())
	return b.Bytes()
}

const plainText = "fen " + startFEN + "\nmove e2e4\nscore 31\nply 0\nresult 1\ne\n" +
	"fen r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6 0 301\nmove e1c1\nscore -2\nply 600\nresult 0\ne\n" +
	"fen 4k3/8/8/8/8/8/8/1R3K1R w KQ - 0 1\nmove f1h1\nscore 7\nply 0\nresult -1\ne\n" +
	"fen 8/P6k/8/8/8/8/8/K7 w - - 0 1\nmove a7a8n\nscore 0\nply 0\nresult 0\ne\n" +
	"fen 8/P6k/8/8/8/8/8/K7 w - - 0 1\nmove 0000\nscore 32002\nply 0\nresult 0\ne\n"

// TestPlain holds the text of records.
func TestPlain(t *testing.T) {
	all := readAll(t, []byte(plainText), records.Plain)
	if len(all) != 5 || all[1] != record(t, castleFEN, "e1", "a1", -2, 600, 0) {
		t.Errorf("records = %+v", all)
	}
	if got := writeAll(t, all, records.Plain); string(got) != plainText {
		t.Errorf("text of the records = %s, want %s", got, plainText)
	}
	// Other line ends, other orders, what may be missing.
	for _, text := range []string{
		strings.ReplaceAll(plainText, "\n", "\r\n"),
		strings.ReplaceAll(plainText, "\ne\n", "\ne\n\n"),
		strings.ReplaceAll(plainText, "0000", "(none)"),
		strings.TrimSuffix(plainText, "\n"),
	} {
		got := readAll(t, []byte(text), records.Plain)
		if len(got) != len(all) || got[4] != all[4] {
			t.Errorf("records of %q = %+v, want %+v", text, got, all)
		}
	}
	if got := readAll(t, []byte("move e2e4\nfen "+startFEN+"\ne\n"), records.Plain); got[0].Move != all[0].Move {
		t.Errorf("move before the fen = %v", got[0].Move)
	}
}

// TestFEN reads lists.
func TestFEN(t *testing.T) {
	text := startFEN + "\n\n" + afterE4 + " c9 \"words\"; \r\n" +
		"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - bm O-O Kd2; ce 35; id \"a; b\";\n" +
		"r3k2r/8/8/8/8/8/8/R3K2R b KQkq - sm Rxa1+; bm zz;"
	all := readAll(t, []byte(text), records.FEN)
	if len(all) != 4 {
		t.Fatalf("records of %q = %+v, want 4", text, all)
	}
	if all[1].Ply != 1 || all[2].Score != 35 || all[2].Move.String() != "e1h1" || all[3].Move.String() != "a8a1" {
		t.Errorf("records of %q = %+v", text, all)
	}
	want := startFEN + "\n" + afterE4 + "\nr3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1\nr3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1\n"
	if got := writeAll(t, all, records.FEN); string(got) != want {
		t.Errorf("list of %q = %q, want %q", text, got, want)
	}
}

// TestErrors holds where what is wrong is said to be.
func TestErrors(t *testing.T) {
	bin, err := hex.DecodeString(binpackVector)
	require.NoError(t, err)
	forty := writeAll(t, readAll(t, []byte(plainText), records.Plain), records.Bin)
	changed := func(b []byte, at int, v byte) []byte {
		b = bytes.Clone(b)
		b[at] = v
		return b
	}
	for _, c := range []struct {
		name           string
		form           records.Form
		src            []byte
		record, offset int64
	}{
		{"fen", records.FEN, []byte(startFEN + "\n\nfoo\n"), 2, int64(len(startFEN)) + 2},
		{"no fen", records.Plain, []byte("\nmove e2e4\ne\n"), 1, 1},
		{"illegal move", records.Plain, []byte(plainText + "fen " + startFEN + "\nmove e2e5\ne\n"), 6, int64(len(plainText))},
		{"score", records.Plain, []byte("fen " + startFEN + "\nscore 99999\ne\n"), 1, 0},
		{"ply", records.Plain, []byte("fen " + startFEN + "\nply -1\ne\n"), 1, 0},
		{"result", records.Plain, []byte("fen " + startFEN + "\nresult 2\ne\n"), 1, 0},
		{"word", records.Plain, []byte("fen " + startFEN + "\nvalue 2\ne\n"), 1, 0},
		{"two fens", records.Plain, []byte("fen " + startFEN + "\nfen " + startFEN + "\ne\n"), 1, 0},
		{"no end", records.Plain, []byte("fen " + startFEN + "\n"), 1, 0},
		{"long line", records.Plain, bytes.Repeat([]byte("x"), 1<<17), 1, 0},
		{"bin cut off", records.Bin, forty[:79], 2, 40},
		{"bin kings", records.Bin, append(bytes.Clone(forty), make([]byte, 40)...), 6, 200},
		{"binpack magic", records.Binpack, changed(bin, 0, 'b'), 1, 0},
		{"binpack size", records.Binpack, changed(bin, 7, 0xff), 1, 0},
		{"binpack cut off", records.Binpack, bin[:43], 1, 0},
		{"binpack head cut off", records.Binpack, append(bytes.Clone(bin), 'B', 'I'), 3, int64(len(bin))},
		{"binpack stem cut off", records.Binpack, changed(bin[:len(bin)-8], 4, 28), 1, 8},
		{"binpack too few moves", records.Binpack, changed(bin, 41, 3), 3, 8},
		{"binpack illegal move", records.Binpack, changed(bin, 33, 0x74), 2, 8},
		{"binpack no such target", records.Binpack, changed(bin, 42, 0x83), 2, 8}, // a rook that cannot move
		{"binpack men", records.Binpack, changed(bin, 10, 0xff), 1, 8},
	} {
		in := records.NewReader(bytes.NewReader(c.src), c.form)
		var err error
		for err == nil {
			var r records.Record
			err = in.Read(&r)
		}
		var e *records.Error
		if !errors.As(err, &e) || !errors.Is(err, records.ErrCorrupt) || e.Record != c.record || e.Offset != c.offset {
			t.Errorf("%s: reading fails with %v, want ErrCorrupt in record %d at byte %d", c.name, err, c.record, c.offset)
		}
		var r records.Record
		if again := in.Read(&r); again != err {
			t.Errorf("%s: reading on = %v, want the same error", c.name, again)
		}
	}
}

// TestUnfitBinpack holds what no chain can hold, and that writing goes on.
func TestUnfitBinpack(t *testing.T) {
	good := record(t, startFEN, "e2", "e4", 31, 0, 1)
	for name, change := range map[string]func(r *records.Record){
		"ply":    func(r *records.Record) { r.Ply = 1 << 14 },
		"result": func(r *records.Record) { r.Result = 3 },
		"move":   func(r *records.Record) { r.Move = board.NewMove(sq("e2"), sq("e5"), board.NoKind) },
		"men":    func(r *records.Record) { r.Position.Put(sq("e5"), board.WhiteKnight) },
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

// drawGame draws records of a game, some left out, some changed.
func drawGame(t *rapid.T) (all []records.Record) {
	p := board.Start()
	switch rapid.IntRange(0, 5).Draw(t, "start") {
	case 0:
		p, _ = board.ParseFEN("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1")
	case 1:
		p, _ = board.ParseFEN("n1n3k1/PPPP4/8/8/2p1p1p1/8/1P1P1P1P/N1N1K3 w - - 3 9")
	case 2:
		p, _ = board.ParseFEN("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 90 70")
	}
	result := int8(rapid.IntRange(-1, 1).Draw(t, "result"))
	for range rapid.IntRange(1, 60).Draw(t, "plies") {
		legal := movegen.AppendLegal(nil, &p)
		if len(legal) == 0 || p.HalfmoveClock > 127 {
			break
		}
		r := records.Record{Position: p, Move: rapid.SampledFrom(legal).Draw(t, "move"), Result: result}
		r.Position.EnPassant = movegen.LegalEnPassant(&p)
		r.Ply = 2*(p.FullmoveNumber-1) + uint16(p.Turn)
		r.Score = int16(rapid.IntRange(-400, 400).Draw(t, "score"))
		movegen.Make(&p, r.Move)
		result = -result
		switch rapid.IntRange(0, 20).Draw(t, "odd") {
		case 0:
			continue
		case 1:
			r.Score = rapid.Int16().Draw(t, "any score")
		case 2:
			r.Move = board.NullMove
		}
		all = append(all, r)
	}
	return all
}

// propForms writes and reads records in all forms that hold them whole.
func propForms(t *rapid.T) {
	var all []records.Record
	for range rapid.IntRange(1, 3).Draw(t, "games") {
		all = append(all, drawGame(t)...)
	}
	for _, f := range []records.Form{records.Plain, records.Bin, records.Binpack} {
		b := writeAll(t, all, f)
		got := readAll(t, b, f)
		if len(got) != len(all) {
			t.Fatalf("%v: %d records come back as %d", f, len(all), len(got))
		}
		for i := range all {
			if got[i] != all[i] {
				t.Fatalf("%v: record %d comes back as %+v, want %+v", f, i+1, got[i], all[i])
			}
		}
		if g, ok := records.Sniff(b); len(all) > 0 && (g != f || !ok) {
			t.Fatalf("Sniff(%v) = %v, %v", f, g, ok)
		}
	}
}

func TestForms(t *testing.T) { rapid.Check(t, propForms) }
func FuzzForms(f *testing.F) { f.Fuzz(rapid.MakeFuzz(propForms)) }

// TestSniff holds what is taken for which form.
func TestSniff(t *testing.T) {
	forty := writeAll(t, readAll(t, []byte(plainText), records.Plain), records.Bin)
	for name, c := range map[string]struct {
		head []byte
		want records.Form // 0 for none
	}{
		"bin":          {forty, records.Bin},
		"cut off":      {forty[:79], records.Bin},
		"padded":       {append(bytes.Clone(forty[:39]), 0xff), records.Bin},
		"shifted":      {forty[1:], 0},
		"zeros":        {make([]byte, 400), 0},
		"one odd byte": {append(bytes.Clone(forty[:31]), append([]byte{0x80}, forty[32:]...)...), 0},
		"binpack":      {[]byte("BINP\x00\x00\x00\x00"), records.Binpack},
		"plain":        {[]byte(plainText), records.Plain},
		"fen":          {[]byte("\n" + startFEN + "\n"), records.FEN},
		"epd":          {[]byte("8/8/8/8/8/8/8/K1k5 w - - bm Kb2;"), records.FEN},
		"pgn":          {[]byte("[Event \"?\"]\n\n1. e4 *\n"), 0},
		"nothing":      {nil, 0},
	} {
		if got, ok := records.Sniff(c.head); got != c.want && ok || ok != (c.want != 0) {
			t.Errorf("%s: Sniff = %v, %v, want %v", name, got, ok, c.want)
		}
		if got, ok := records.SniffReader(bufio.NewReader(bytes.NewReader(c.head))); ok != (c.want != 0) || ok && got != c.want {
			t.Errorf("%s: SniffReader = %v, %v, want %v", name, got, ok, c.want)
		}
	}
	for _, name := range records.Forms() {
		if f, ok := records.ParseForm(name); !ok || f.String() != name {
			t.Errorf("ParseForm(%s) = %v, %v", name, f, ok)
		}
	}
	if f, ok := records.ParseForm("pgn"); ok {
		t.Errorf("ParseForm(pgn) = %v", f)
	}
}

// FuzzDecodeBin reads any 40 bytes: what is a record and has nothing behind
// the position comes back.
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

// FuzzReader reads any bytes in every form, and writes what it read in all.
func FuzzReader(f *testing.F) {
	bin, err := hex.DecodeString(binpackVector)
	require.NoError(f, err)
	f.Add(bin, uint8(records.Binpack))
	f.Add([]byte(plainText), uint8(records.Plain))
	f.Add([]byte(startFEN+"\n"+afterE4+" c9 \"x\";\n"), uint8(records.FEN))
	f.Add(writeAll(f, readAll(f, []byte(plainText), records.Plain), records.Bin), uint8(records.Bin))
	f.Fuzz(func(t *testing.T, src []byte, form uint8) {
		in := records.NewReader(bytes.NewReader(src), records.Form(form&3)+records.FEN)
		var writers []*records.Writer
		for _, name := range records.Forms() {
			g, _ := records.ParseForm(name)
			writers = append(writers, records.NewWriter(io.Discard, g))
		}
		for n := 0; ; n++ {
			var r records.Record
			err := in.Read(&r)
			if err == io.EOF {
				return
			}
			if err != nil {
				if !errors.Is(err, records.ErrCorrupt) {
					t.Errorf("Read = %v, want ErrCorrupt", err)
				}
				return
			}
			if n > 8*len(src) {
				t.Fatalf("more than %d records of %d bytes", n, len(src))
			}
			for _, w := range writers {
				if err := w.Write(&r); err != nil && !errors.Is(err, records.ErrNoRecord) {
					t.Errorf("Write(%+v) = %v, want ErrNoRecord", r, err)
				}
			}
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

// sq is the square of that name.
func sq(name string) board.Square {
	s, err := board.ParseSquare(name)
	if err != nil {
		panic(err)
	}
	return s
}
