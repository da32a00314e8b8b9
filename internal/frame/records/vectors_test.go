package records

import (
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/base/binfmt"
	"github.com/chesszip/chesszip/internal/base/corrupt"
	"github.com/chesszip/chesszip/internal/entropy/contextmix"
	"github.com/chesszip/chesszip/internal/entropy/rangecoder"
	"github.com/chesszip/chesszip/internal/test/golden"
	"github.com/chesszip/chesszip/internal/test/vectors"
	"github.com/chesszip/chesszip/movegen"
	"github.com/chesszip/chesszip/records"
)

const vectorsHeading = `Lists of training records, docs/spec/records.md, that no input leads to or that are rare: streams of kind 12.
stream   its bytes, hexadecimal
input    what it stands for, as a text: at most so many bytes are what a reader takes
limit    where it must be refused, how many bytes a reader takes
refused  the class of refusal`

// vectorCase is a list, whether its form can hold it or not.
type vectorCase struct {
	name string
	form records.Form
	list []entry
}

// stream writes a list, whatever its form can hold.
func stream(f records.Form, list []entry) []byte {
	enc := rangecoder.NewEncoder(nil)
	c := newRecorder(contextmix.Coder{Enc: enc}, nil, f, nil)
	for i := range list {
		if list[i].bytes == nil {
			list[i].bytes = make([]byte, records.BinSize)
		}
		_ = c.record(&list[i]) // a writer has no errors
	}
	return append(binfmt.AppendUvarint([]byte{firstBytes()[f]}, uint64(len(list))), enc.Finish()...)
}

// record returns a record; its move is given as the UCI text that board.Move prints.
func record(fen, move string, score int, ply uint16, result int8) (e entry) {
	p, err := board.ParseFEN(fen)
	if err != nil {
		panic(err)
	}
	e.Position, e.Score, e.Ply, e.Result = p, int16(score), ply, result
	if move != "" {
		e.Move = moveOf(move)
	}
	return e
}

// moveOf returns the move of origin, target and promotion.
func moveOf(s string) board.Move {
	kind := board.NoKind
	for i, c := range "nbrq" {
		if len(s) > 4 && rune(s[4]) == c {
			kind = board.Knight + board.Kind(i)
		}
	}
	at := func(s string) board.Square { return board.SquareAt(int(s[0]-'a'), int(s[1]-'1')) }
	return board.NewMove(at(s), at(s[2:]), kind)
}

// Positions with moves of each kind: castling, en passant, promotions.
var oddStarts = []string{
	"r3k2r/pPppqpP1/1n2pnp1/3PN3/1p2P3/2N2Q1p/pPPBBPpP/R3K2R w KQkq - 0 1",
	"r3k2r/1P4P1/8/3pP3/3Pp3/8/1p4p1/R3K2R b KQkq d3 0 9",
	"r3k2r/6P1/8/2PpP3/3Pp3/8/1p6/R3K2R w Kq d6 0 30",
	"4k2r/P6P/8/8/8/8/p6p/R3K3 b Qk - 99 200",
	"r3k3/5P2/8/6Pp/5pP1/8/8/4K2R b Kq g3 0 77",
	"r1n1k1n1/1P3P2/8/8/8/8/1p3p2/R1N1K1N1 w Qq - 3 1",
	"QQQQ4/7Q/Q7/8/3Q4/8/8/K1k5 w - - 12 90",
	"1k6/8/QQ6/Q6Q/Q2q4/Q5q1/6qq/5K2 b - - 63 64",
	"qnbrqrnk/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQ - 64 3",
	"8/8/8/KPp4r/8/8/8/7k w - c6 0 65535",
	"7k/8/8/8/8/8/8/K7 b - - 60 40",
	"b3k2r/8/8/8/8/8/8/R3K2B w Qk - 7 8",
}

// special reports whether a move castles, promotes or takes en passant.
func special(p *board.Position, m board.Move) bool {
	us := p.Color(p.Turn)
	return m.Promotion() != board.NoKind || us.Has(board.Square(m.To())) || p.EnPassant != 0 && m.To() == p.EnPassant && p.Kind(board.Pawn).Has(board.Square(m.From()))
}

// oddRecords are games from oddStarts in which such moves are played where they can be,
// with scores, plies and results that seldom follow.
func oddRecords(seed uint32, plies int) (list []entry) {
	r := func(n int) int {
		seed = seed*1664525 + 1013904223
		return int(uint64(seed) * uint64(n) >> 32)
	}
	for i, fen := range oddStarts {
		e := record(fen, "", 0, uint16(i*1400), int8(r(3)-1))
		for k := range plies {
			legal := movegen.AppendLegal(nil, &e.Position)
			if len(legal) == 0 {
				break
			}
			var best []board.Move
			for _, m := range legal {
				if special(&e.Position, m) {
					best = append(best, m)
				}
			}
			if len(best) == 0 {
				best = legal
			}
			e.Move = best[r(len(best))]
			if k == plies-1 && i%3 == 0 {
				e.Move = board.NullMove
			}
			switch r(5) {
			case 0:
				e.Score = int16(r(1 << 16))
			case 1:
				e.Score = -e.Score
			default:
				e.Score = -e.Score + int16(r(64)-32)
			}
			e.begins = r(6) == 0
			list = append(list, e)
			movegen.Make(&e.Position, e.Move)
			e.Position.EnPassant = movegen.LegalEnPassant(&e.Position)
			e.Ply++
			e.Result = -e.Result
			if r(5) == 0 {
				e.Result = int8(r(3) - 1)
			}
			if r(7) == 0 {
				e.Ply += uint16(r(4))
			}
		}
	}
	return list
}

// limits are lists with a record that is at a limit of its form, or one beyond it.
func limits() (list []vectorCase) {
	add := func(name string, f records.Form, all ...entry) { list = append(list, vectorCase{name, f, all}) }
	const lone, start = "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
	for _, result := range []int8{-128, -2, -1, 1, 2, 127} {
		add(fmt.Sprintf("a block whose result is %d", result), records.Binpack, record(start, "e2e4", 5, 0, result))
		add(fmt.Sprintf("40 bytes whose result is %d", result), records.Bin, record(start, "e2e4", 5, 0, result), record(lone, "", 9, 1, 1))
	}
	add("a block from the last ply", records.Binpack, record(lone, "", 5, 16383, 1))
	for _, ply := range []uint16{16382, 16383, 16384, 65535} {
		add(fmt.Sprintf("a block from ply %d", ply), records.Binpack, record(start, "e2e4", 5, ply, 1), record("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", "e7e5", -4, ply+1, -1))
		add(fmt.Sprintf("40 bytes from ply %d", ply), records.Bin, record(start, "e2e4", 5, ply, 1), record("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", "e7e5", -4, ply+1, -1))
	}
	for _, c := range []struct{ name, fen, move string }{
		{"32 pieces", start, "a2a4"}, {"33 pieces", "rnbqkbnr/pppppppp/8/8/8/7P/PPPPPPPP/RNBQKBNR w KQkq - 0 1", ""},
		{"no white king", "4k3/8/8/8/8/8/8/R7 b - - 0 1", "e8e7"}, {"no black king", "8/8/8/8/8/8/8/R3K3 w - - 0 1", "a1a8"},
		{"two black kings", "k3k3/8/8/8/8/8/8/R3K3 w - - 0 1", ""}, {"two white kings", "k7/8/8/8/8/8/8/K3K3 w - - 0 1", ""},
		{"a right with the rook on file h", "r3k2r/8/8/8/8/8/8/R3K2R w Kq - 0 1", "e1h1"}, {"a right with a rook on file g", "4k3/8/8/8/8/8/8/4K1R1 w G - 0 1", "e1g1"},
		{"a right with a rook on file b", "1r2k3/8/8/8/8/8/8/4K3 b b - 0 1", "e8b8"}, {"a right without a rook", "4k3/8/8/8/8/8/8/4K3 w Q - 0 1", ""},
		{"both rights on one side", "4k3/8/8/8/8/8/8/K6R w KQ - 0 1", ""}, {"a king with rooks at both sides", "1r1k3r/8/8/8/8/8/8/4K3 b k - 0 1", "d8h8"},
		{"an en passant square on which no capture is legal", "4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1", "e8e7"}, {"an en passant square with a capture", "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", "d4e3"},
		{"a clock of 63", "4k3/8/8/8/8/8/8/4K3 w - - 63 1", ""}, {"a clock of 64", "4k3/8/8/8/8/8/8/4K3 b - - 64 65535", "e8e7"},
		{"a clock of 127", "4k3/8/8/8/8/8/8/4K3 w - - 127 0", ""}, {"a clock of 128", "4k3/8/8/8/8/8/8/4K3 w - - 128 1", ""}, {"a clock of 65535", "4k3/8/8/8/8/8/8/4K3 w - - 65535 1", ""},
		{"an outer rook that may not castle", "4k1rr/8/8/8/8/8/8/4K3 b g - 0 1", "e8g8"}, {"outer rooks", "1r2k2r/8/8/8/8/8/8/R3K1R1 w GAhb - 0 1", "e1a1"},
		{"38 pieces beside the kings", "knnnnnnn/nnnnnnnn/nnnnn3/8/8/NNN5/NNNNNNNN/NNNNNNNK w - - 0 1", ""}, {"39 pieces beside the kings", "knnnnnnn/nnnnnnnn/nnnnnn2/8/8/NNN5/NNNNNNNN/NNNNNNNK w - - 0 1", ""},
		{"36 pieces beside the kings and an en passant square", "knnnnnnn/nnnnnnnn/nnn5/8/P7/NNN5/1NNNNNNN/NNNNNNNK b - a3 0 1", ""}, {"37 pieces beside the kings and an en passant square", "knnnnnnn/nnnnnnnn/nnnn4/8/P7/NNN5/1NNNNNNN/NNNNNNNK b - a3 0 1", ""},
		{"a king that takes a rook of its colour on another side's turn", "4k3/8/8/8/8/8/8/R3K2R b KQ - 0 1", "e1h1"}, {"a black king that takes a rook of its colour", "r3k2r/8/8/8/8/8/8/4K3 w kq - 0 1", "e8a8"},
		{"a king that takes a rook of the other", "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1", "e1e2"}, {"a knight's promotion", "4k3/8/8/8/8/8/8/4K1N1 w - - 0 1", "g1f3q"}, {"a promotion to a knight", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8n"},
		{"a pawn that goes straight to the en passant square", "4k3/8/8/3Pp3/8/8/8/4K3 w - e6 0 1", "e5e6"}, {"a black pawn that takes en passant on White's turn", "4k3/8/8/8/3pP3/8/8/4K3 w - e3 0 1", "d4e3"},
		{"a pawn that takes en passant", "4k3/8/8/3Pp3/8/8/8/4K3 w - e6 0 1", "d5e6"}, {"a move of nothing", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "a1b1"}, {"a move of nothing that promotes", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "a4b5r"},
		{"the move whose number is 1", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "b1a1"}, {"a move of nothing that promotes to a knight", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "a4b5n"}, {"a move of nothing that promotes to a bishop", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "a4b5b"},
		{"castling as the king to file g", "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "e8h8"}, {"castling as the king to file c", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1a1"},
		{"castling with a rook on file b", "1r2k3/8/8/8/8/8/8/1R2K3 w Bb - 0 1", "e1b1"}, {"castling with a king on file d", "r2k3r/8/8/8/8/8/8/R2K3R w HAha - 0 1", "d1a1"}, {"castling on the other side of rank 8", "r2k3r/8/8/8/8/8/8/R2K3R b HAha - 0 1", "d8h8"},
	} {
		for _, f := range []struct {
			name string
			form records.Form
		}{{"40 bytes", records.Bin}, {"a plain record", records.Plain}, {"a block", records.Binpack}} {
			add(f.name+": "+c.name, f.form, record(c.fen, c.move, -300, 7, 0))
		}
	}
	return list
}

// more are lists in which records follow one another in odd ways.
func more() (list []vectorCase) {
	add := func(name string, f records.Form, all ...entry) { list = append(list, vectorCase{name, f, all}) }
	rich, bare := "QQQQ4/7Q/Q7/8/3Q4/8/8/K1k5 w - - 0 1", "4k3/8/8/8/8/8/8/4K3 b - - 0 1"
	var scores, balance, kept []entry
	for i := range 40 {
		scores = append(scores, record(bare, "e8e7", (1<<(i%16)-i)*(1-i%2*2), uint16(i*i*40), int8(i%7*40)))
		fen := []string{rich, bare, "rnbqkbnr/8/8/8/8/8/8/4K3 b - - 0 1", "4k3/8/8/8/8/8/PPPPPPPP/RNBQKBNR b - - 0 1", "4k3/8/8/8/8/8/8/RR2K3 w - - 0 1", "bbbbk3/8/8/8/8/8/8/NNNNK3 w - - 0 1"}[i%6]
		balance = append(balance, record(fen, "", math.MinInt16+i*1638, uint16(65530+i), int8(i%5-2)))
	}
	for i := range 24 {
		e := record(bare, "e8d7", 10*i, uint16(i), 1)
		e.bytes = make([]byte, records.BinSize)
		for k := range e.bytes {
			e.bytes[k] = byte(i * (k + 1))
		}
		e.verbatim = i%3 == 1 || i > 15
		kept = append(kept, e)
	}
	var least []entry
	for i := range 6 {
		least = append(least, record([]string{"4k3/8/8/8/8/8/8/4K3 w - - 0 1", "4k3/8/8/8/8/8/4K3/8 b - - 1 1"}[i%2], []string{"e1e2", ""}[i%2], -32768, uint16(i), -128))
	}
	add("plain records of the least score and result", records.Plain, least...)
	for kind := range 8 {
		e := record(bare, "e8e7", 1, 1, 1)
		e.Move |= board.Move(kind << 12)
		add(fmt.Sprintf("40 bytes: a move with promotion %d", kind), records.Bin, e)
	}
	add("scores, plies and results of each size", records.Bin, scores...)
	add("material of each size", records.Plain, balance...)
	add("records that are kept as their bytes", records.Bin, kept...)
	for _, f := range []struct {
		name string
		form records.Form
	}{{"40 bytes", records.Bin}, {"plain records", records.Plain}, {"a block", records.Binpack}} {
		add(f.name+": odd games", f.form, oddRecords(7, 9)...)
	}
	add("a block: odd games, and longer", records.Binpack, oddRecords(8, 24)...)
	return list
}

// oddity is a record of 40 bytes, or if over is not 0 a plain one, that no writer makes, in a position without a legal move: the
// kind of its move, its number where it has one, and what its score is over 16 bits.
type oddity struct {
	kind int
	move uint32
	over int64
}

func (o oddity) stream() []byte {
	enc := rangecoder.NewEncoder(nil)
	form := records.Bin
	if o.over != 0 {
		form = records.Plain
	}
	c := newRecorder(contextmix.Coder{Enc: enc}, nil, form, nil)
	e := record("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "", -7, 3, 0)
	if form == records.Bin {
		c.fields.Use(chooseVerbatim, 0).Flag(false)
	}
	_, _ = c.position(&e.Position)
	balance := material(&e.Position)
	c.fields.Use(chooseSameResult, unrelated, balance).Flag(true)
	c.fields.Use(choosePly, unrelated, 0)
	c.fields.Signed(0)
	c.fields.Use(chooseScore, unrelated, 0, 0, balance, 0, 0)
	c.fields.Signed(int64(e.Score) + o.over)
	c.fields.Use(chooseMove, 0).Index(o.kind, 2)
	if o.kind == moveOther {
		c.coder.Raw(o.move, 15)
	}
	if form == records.Bin {
		c.fields.Use(chooseSamePadding, 0).Flag(true)
	}
	return append([]byte{firstBytes()[form], 1}, enc.Finish()...)
}

// TestVectors checks vectors/layers/records.txt.
func TestVectors(t *testing.T) {
	const limit = 1 << 16
	var list []*vectors.Vector
	taken := 0
	var streams [][]byte
	var names []string
	for _, c := range append(more(), limits()...) {
		streams, names = append(streams, stream(c.form, c.list)), append(names, c.name)
	}
	for form := range byte(16) {
		data := stream(records.Bin, []entry{record("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "", 0, 2, 0)})
		data[0] = 128 | form
		streams, names = append(streams, data), append(names, fmt.Sprintf("a record of 40 bytes that says form %d", data[0]))
	}
	for _, o := range []oddity{{1, 0, 0}, {1, 0, 1 << 16}, {1, 0, -1 << 17}, {2, 0, 0}, {2, 1 << 14, 0}, {2, 5, 0}, {3, 0, 0}, {0, 0, 0}} {
		streams, names = append(streams, o.stream()), append(names, fmt.Sprintf("a record with a move of kind %d, number %d, and a score over by %d", o.kind, o.move, o.over))
	}
	for i, data := range streams {
		c := struct{ name string }{names[i]}
		v := vectors.New("%s", c.name)
		v.Add("stream", "%x", data)
		got, err := Decode(data, limit, nil, nil, With(true))
		if err != nil {
			require.ErrorIs(t, err, corrupt.Err, c.name)
			v.Add("limit", "%d", limit)
			v.Add("refused", "damaged")
		} else {
			taken++
			v.Add("input", "%s", vectors.Quote(got))
		}
		list = append(list, v)
	}
	require.Greater(t, taken, 60)
	require.Greater(t, len(list)-taken, 30)
	golden.Equal(t, "../../../vectors/layers/records.txt", vectors.File(vectorsHeading, list))
}
