package records_test

import (
	"bytes"
	"encoding/hex"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/base/corrupt"
	recordlists "github.com/chesszip/chesszip/internal/frame/records"
	"github.com/chesszip/chesszip/internal/test/corpus"
	"github.com/chesszip/chesszip/internal/test/golden"
	"github.com/chesszip/chesszip/internal/train"
	"github.com/chesszip/chesszip/movegen"
	"github.com/chesszip/chesszip/records"
)

const start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

// check packs and unpacks src and returns what it was packed to, nil if it is
// not a list of records.
func check(t require.TestingT, src []byte, thorough bool) []byte {
	packed, ok := recordlists.Append([]byte("before"), src, recordlists.With(thorough), nil)
	require.True(t, bytes.HasPrefix(packed, []byte("before")))
	packed = packed[len("before"):]
	require.Equal(t, ok, len(packed) > 0)
	if !ok {
		return nil
	}
	require.True(t, recordlists.Is(packed))
	got, err := recordlists.Decode(packed, len(src), nil, nil, recordlists.With(true))
	require.NoError(t, err)
	require.True(t, bytes.Equal(got, src), "what comes back is not what was packed")
	return packed
}

// gameRecords makes a record of each move of a game; scores are what a weak
// engine may say: material.
// long reports whether tests that take a minute should run.
func long() bool { return os.Getenv("CHESSZIP_LONG") != "" }

func gameRecords(g *train.Game, result int8) (all []records.Record) {
	p := g.Start
	for _, m := range g.Moves {
		q := p
		q.EnPassant = movegen.LegalEnPassant(&p)
		score := 0
		for k, worth := range map[board.Kind]int{board.Pawn: 100, board.Knight: 320, board.Bishop: 330, board.Rook: 500, board.Queen: 900} {
			score += worth * (p.Pieces(board.PieceOf(p.Turn, k)).Count() - p.Pieces(board.PieceOf(p.Turn.Other(), k)).Count())
		}
		all = append(all, records.Record{
			Position: q, Move: m, Score: int16(score), Result: result,
			Ply: 2*(p.FullmoveNumber-1) + uint16(p.Turn),
		})
		movegen.Make(&p, m)
		result = -result
	}
	return all
}

func write(t require.TestingT, all []records.Record, f records.Form) []byte {
	var b bytes.Buffer
	w := records.NewWriter(&b, f)
	for i := range all {
		require.NoError(t, w.Write(&all[i]))
	}
	require.NoError(t, w.Close())
	return b.Bytes()
}

// TestRecords packs the records of whole games, and of every third position.
func TestRecords(t *testing.T) {
	src := corpus.Need(t, "pgn/engine-test.pgn")
	games, err := train.Games(bytes.NewReader(src[:min(len(src), 1<<18)]), 1)
	require.NoError(t, err)
	number := 25
	if long() {
		number = len(games)
	}
	for _, c := range []struct {
		name  string
		every int
		most  map[bool]float64 // bits a record
	}{
		{"all", 1, map[bool]float64{false: 7.5, true: 6}},
		{"every third", 3, map[bool]float64{false: 60, true: 60}},
	} {
		var all []records.Record
		for i := range games[:number] {
			for j, r := range gameRecords(&games[i], int8(i%3-1)) {
				if j%c.every == 0 {
					all = append(all, r)
				}
			}
		}
		for _, f := range []records.Form{records.Bin, records.Plain, records.Binpack} {
			for thorough, most := range c.most {
				got := 8 * float64(len(check(t, write(t, all, f), thorough))) / float64(len(all))
				t.Logf("%s, %v: %.2f bits a record, thorough %v, %d records", c.name, f, got, thorough, len(all))
				if got == 0 || got > most {
					t.Errorf("%s, %v: %.2f bits a record, want at most %.2f", c.name, f, got, most)
				}
			}
		}
	}
}

// smallRecords are records of a short game, with what is odd among them.
func smallRecords(t require.TestingT) []byte {
	p := board.Start()
	g := train.Game{Start: p}
	for range 60 {
		legal := movegen.AppendLegal(nil, &p)
		m := legal[len(legal)/2]
		g.Moves = append(g.Moves, m)
		movegen.Make(&p, m)
	}
	src := write(t, gameRecords(&g, 1), records.Bin)
	src[5*records.BinSize-1] = 0xff // another last byte
	src[7*records.BinSize+31] = 1   // a bit after the position
	copy(src[9*records.BinSize:], make([]byte, records.BinSize))
	src[11*records.BinSize+34], src[11*records.BinSize+35] = 0xff, 0x0f // no legal move
	src[13*records.BinSize+34], src[13*records.BinSize+35] = 0, 0       // none
	return src
}

// block is small records as a block of chains.
func block(t require.TestingT) []byte {
	var all []records.Record
	in := records.NewReader(bytes.NewReader(smallRecords(t)), records.Bin)
	for range 8 {
		var r records.Record
		require.NoError(t, in.Read(&r))
		all = append(all, r)
	}
	return write(t, all, records.Binpack)
}

// TestBlock packs a block of chains, and one whose chain is broken for no reason.
func TestBlock(t *testing.T) {
	src := block(t)
	var b bytes.Buffer
	w := records.NewWriter(&b, records.Binpack)
	in := records.NewReader(bytes.NewReader(src), records.Binpack)
	for range 8 {
		var r records.Record
		require.NoError(t, in.Read(&r))
		w.Begin()
		require.NoError(t, w.Write(&r))
	}
	require.NoError(t, w.Close())
	for _, src := range [][]byte{src, b.Bytes()} {
		for _, thorough := range []bool{false, true} {
			packed := check(t, src, thorough)
			if len(packed) == 0 || packed[0] < 0x80 || len(packed) > 60 {
				t.Errorf("Append(block of %d bytes) = %x, want records in 60 bytes at most", len(src), packed)
			}
			for i := range packed {
				broken := append(append(bytes.Clone(packed[:i]), packed[i]^0x41), packed[i+1:]...)
				if got, err := recordlists.Decode(broken, len(src), nil, nil, recordlists.With(true)); err == nil && len(got) > len(src) || err != nil && !errors.Is(err, corrupt.Err) {
					t.Errorf("Decode(%x) = %d bytes, %v, want at most %d or ErrCorrupt", broken, len(got), err, len(src))
				}
			}
		}
	}
}

// TestManyRecords packs more records than are known at once.
func TestManyRecords(t *testing.T) {
	small := smallRecords(t)
	src := bytes.Repeat(small, 66_000/(len(small)/records.BinSize)+1)
	// The first records come again, after they have been forgotten.
	check(t, append(src, small[:40*20]...), false)
}

// TestOddRecords packs records that are none among others.
func TestOddRecords(t *testing.T) {
	src := smallRecords(t)
	for _, thorough := range []bool{false, true} {
		packed := check(t, src, thorough)
		if packed == nil || packed[0] < 0x80 {
			t.Errorf("Append(records) takes this for none")
		}
		if len(packed) > 300 {
			t.Errorf("Append(records) = %d bytes, want at most 300", len(packed))
		}
		_, err := recordlists.Decode(packed, len(src)-1, nil, nil, recordlists.With(true))
		require.ErrorIs(t, err, corrupt.Err)
		for i := range packed {
			for _, broken := range [][]byte{packed[:i], append(append(bytes.Clone(packed[:i]), packed[i]^0x41), packed[i+1:]...)} {
				if got, err := recordlists.Decode(broken, len(src), nil, nil, recordlists.With(true)); err == nil && len(got) > len(src) || err != nil && !errors.Is(err, corrupt.Err) {
					t.Errorf("Decode(%x) = %d bytes, %v, want at most %d or ErrCorrupt", broken, len(got), err, len(src))
				}
			}
		}
	}
}

// TestNoRecords checks what is not taken for records.
func TestNoRecords(t *testing.T) {
	src := smallRecords(t)
	odd := bytes.Clone(src)
	for i := range 8 {
		odd[(20+i)*records.BinSize+31] = 1
	}
	for name, src := range map[string][]byte{
		"cut off":       src[:len(src)-1],
		"shifted":       src[1:],
		"too many odd":  odd,
		"zeros":         make([]byte, 4000),
		"half a record": []byte("fen " + start + "\nmove e2e4\n"),
		"half a block":  block(t)[:50],
		"two blocks":    append(block(t), block(t)...),
	} {
		if packed, ok := recordlists.Append(nil, src, nil, nil); ok && packed[0] >= 0x80 {
			t.Errorf("%s: Append takes this for records", name)
		}
	}
}

// propRecords packs records of games with anything changed.
func propRecords(t *rapid.T) {
	g := train.Game{Start: board.Start()}
	p := g.Start
	for range rapid.IntRange(1, 30).Draw(t, "plies") {
		if legal := movegen.AppendLegal(nil, &p); len(legal) > 0 {
			g.Moves = append(g.Moves, rapid.SampledFrom(legal).Draw(t, "move"))
			movegen.Make(&p, g.Moves[len(g.Moves)-1])
		}
	}
	all := gameRecords(&g, int8(rapid.IntRange(-1, 1).Draw(t, "result")))
	for i := range all {
		r := &all[i]
		switch rapid.IntRange(0, 12).Draw(t, "what") {
		case 0:
			r.Move = board.Move(rapid.Uint16Range(0, 1<<12-1).Draw(t, "any move"))
		case 1:
			r.Score = rapid.Int16().Draw(t, "score")
		case 2:
			r.Ply = rapid.Uint16().Draw(t, "ply")
		case 3:
			r.Result = rapid.Int8().Draw(t, "result")
		case 4:
			r.Position.FullmoveNumber = rapid.Uint16().Draw(t, "number")
		case 5:
			all[i] = all[rapid.IntRange(0, i).Draw(t, "copy")]
		}
	}
	thorough := rapid.IntRange(0, 9).Draw(t, "thorough") == 0
	switch rapid.IntRange(0, 2).Draw(t, "form") {
	case 0:
		check(t, write(t, all, records.Plain), thorough)
		return
	case 1:
		var b bytes.Buffer
		w := records.NewWriter(&b, records.Binpack)
		for i := range all {
			if rapid.IntRange(0, 9).Draw(t, "begin") == 0 {
				w.Begin()
			}
			if err := w.Write(&all[i]); err != nil {
				require.ErrorIs(t, err, records.ErrNoRecord)
			}
		}
		require.NoError(t, w.Close())
		check(t, b.Bytes(), thorough)
		return
	}
	src := write(t, all, records.Bin)
	for range rapid.IntRange(0, 3).Draw(t, "odd") {
		src[rapid.IntRange(0, len(src)-1).Draw(t, "at")] = rapid.Byte().Draw(t, "byte")
	}
	check(t, src, thorough)
}

func TestRecordsRoundTrip(t *testing.T) { rapid.Check(t, propRecords) }
func FuzzRecords(f *testing.F)          { f.Fuzz(rapid.MakeFuzz(propRecords)) }

// FuzzDecodeRecords unpacks any bytes.
func FuzzDecodeRecords(f *testing.F) {
	src := smallRecords(f)
	for _, thorough := range []bool{false, true} {
		for _, src := range [][]byte{src, block(f)} {
			packed, _ := recordlists.Append(nil, src, recordlists.With(thorough), nil)
			f.Add(packed)
		}
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		const limit = 1 << 12
		if len(src) > 0 {
			src = append([]byte{src[0] | 0x80}, src[1:]...)
		}
		got, err := recordlists.Decode(src, limit, nil, nil, recordlists.With(true))
		if err != nil && !errors.Is(err, corrupt.Err) || len(got) > limit {
			t.Errorf("Decode(%x) = %d bytes, %v, want at most %d or ErrCorrupt", src, len(got), err, limit)
		}
	})
}

// TestGoldenRecords checks the bytes of small records and a block.
func TestGoldenRecords(t *testing.T) {
	for name, src := range map[string][]byte{"records": smallRecords(t), "block": block(t)} {
		for how, thorough := range map[string]bool{"quick": false, "thorough": true} {
			packed, _ := recordlists.Append(nil, src, recordlists.With(thorough), nil)
			golden.Equal(t, filepath.Join("testdata", name+"-"+how+".hex"), hex.EncodeToString(packed)+"\n")
		}
	}
}

func BenchmarkRecords(b *testing.B) {
	src := corpus.Need(b, "pgn/engine-test.pgn")
	games, err := train.Games(bytes.NewReader(src[:1<<17]), 1)
	require.NoError(b, err)
	var all []records.Record
	for i := range games {
		all = append(all, gameRecords(&games[i], 1)...)
	}
	bin := write(b, all, records.Bin)
	for _, thorough := range []bool{false, true} {
		packed, _ := recordlists.Append(nil, bin, recordlists.With(thorough), nil)
		how := map[bool]string{false: "quick", true: "thorough"}[thorough]
		b.Run("engine-test/"+how+"/append", func(b *testing.B) {
			b.ReportAllocs()
			b.SetBytes(int64(len(bin)))
			for b.Loop() {
				recordlists.Append(nil, bin, recordlists.With(thorough), nil)
			}
			b.ReportMetric(8*float64(len(packed))/float64(len(all)), "bits/record")
		})
		b.Run("engine-test/"+how+"/decode", func(b *testing.B) {
			b.ReportAllocs()
			b.SetBytes(int64(len(bin)))
			for b.Loop() {
				if _, err := recordlists.Decode(packed, len(bin), nil, nil, recordlists.With(true)); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
