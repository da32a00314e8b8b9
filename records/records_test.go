package records_test

import (
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
	"github.com/chesszip/chesszip/movegen"
	"github.com/chesszip/chesszip/records"
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

// TestPlain checks the text of records.
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
	if all[1].Ply != 1 || all[2].Score != 35 || all[2].Move.String() != "e1-h1" || all[3].Move.String() != "a8-a1" {
		t.Errorf("records of %q = %+v", text, all)
	}
	want := startFEN + "\n" + afterE4 + "\nr3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1\nr3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1\n"
	if got := writeAll(t, all, records.FEN); string(got) != want {
		t.Errorf("list of %q = %q, want %q", text, got, want)
	}
}

// TestErrors checks where what is wrong is said to be.
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
		{"binpack pieces", records.Binpack, changed(bin, 10, 0xff), 1, 8},
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

// TestSniff checks what is taken for which form.
func TestSniff(t *testing.T) {
	forty := writeAll(t, readAll(t, []byte(plainText), records.Plain), records.Bin)
	for name, c := range map[string]struct {
		head []byte
		want records.Form // 0 if it has none
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

// sq is the square of that name.
func sq(name string) board.Square {
	s, err := board.ParseSquare(name)
	if err != nil {
		panic(err)
	}
	return s
}
