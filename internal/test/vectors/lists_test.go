package vectors_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/base/budget"
	"github.com/chesszip/chesszip/internal/frame/positions"
	recordlists "github.com/chesszip/chesszip/internal/frame/records"
	"github.com/chesszip/chesszip/internal/model/level"
	"github.com/chesszip/chesszip/internal/model/lists"
	"github.com/chesszip/chesszip/internal/test/corpus/made"
	"github.com/chesszip/chesszip/internal/test/golden"
	"github.com/chesszip/chesszip/internal/test/vectors"
	"github.com/chesszip/chesszip/movegen"
	"github.com/chesszip/chesszip/movelist/learned"
	"github.com/chesszip/chesszip/notation"
	"github.com/chesszip/chesszip/records"
)

const listsHeading = `Lists of positions, docs/spec/lists.md, and of training records, docs/spec/records.md: streams of kind 12.
stream   its bytes, hexadecimal
input    what it stands for, as a text: at most so many bytes are what a reader takes
refused  the class of refusal`

// walked returns FENs of positions, each some half-moves after an earlier one.
func walked(start string, n int, how func(i int) (back, forth int)) string {
	p, err := board.ParseFEN(start)
	if err != nil {
		panic(err)
	}
	all := []board.Position{p}
	r := numbers(uint32(n))
	var s strings.Builder
	s.WriteString(p.String() + "\n")
	for i := range n {
		back, forth := how(i)
		p := all[max(0, len(all)-1-back)]
		for range forth {
			legal := movegen.AppendLegal(nil, &p)
			if len(legal) == 0 {
				break
			}
			movegen.Make(&p, legal[r(uint32(len(legal)))])
		}
		all = append(all, p)
		s.WriteString(p.String() + "\n")
	}
	return s.String()
}

// cut returns a number of first fields of each line, followed by the result of behind.
func cut(text string, fields int, behind func(i int) string) string {
	var s strings.Builder
	for i, line := range strings.Split(strings.TrimSuffix(text, "\n"), "\n") {
		s.WriteString(strings.Join(strings.Fields(line)[:fields], " ") + behind(i) + "\n")
	}
	return s.String()
}

const (
	initial = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
	frozen  = "bqnrknrb/pppppppp/8/8/8/8/PPPPPPPP/BQNRKNRB w GDgd - 0 1"
)

// puzzles are a table with moves, ratings, words and links.
const puzzles = `00008,r6k/pp2r2p/4Rp1Q/3p4/8/1N1P2R1/PqP2bPP/7K b - - 0 24,f2g3 e6e7 b2b1 b3c1 b1c1 h6c1,1925,crushing hangingPiece long middlegame,https://lichess.org/787zsVup/black#48
0000D,5rk1/1p3ppp/pq3b2/8/8/1P1Q1N2/P4PPP/3R2K1 w - - 2 27,d3d6 f8d8 d6d8 f6d8,1503,advantage endgame short,https://lichess.org/F8M8OS71#53
0008Q,8/4R3/1p2P3/p4r2/P6p/1P3Pk1/4K3/8 w - - 1 64,e7f7 f5e5 e2f1 e5e6,1339,advantage endgame rookEndgame short,https://lichess.org/MQSyb3KW#127
0009B,r2qr1k1/b1p2ppp/pp4n1/P1P1p3/4P1n1/B2P2Pb/3NBP1P/RN1QR1K1 b - - 1 16,b6c5 e2g4 h3g4 d1g4,1088,advantage middlegame short,https://lichess.org/4MWQCxQ6/black#32
000Vc,8/8/4k1p1/2KpP2p/5PP1/8/8/8 w - - 0 53,g4h5 g6h5 f4f5 e6e5 f5f6 e5f6,1560,crushing endgame long pawnEndgame,https://lichess.org/l6AejDMO#105
`

// longTable returns a table of puzzles with words, ratings and links.
func longTable(n int) string {
	r := numbers(60)
	words := strings.Fields("advantage attraction crushing defensiveMove deflection doubleCheck endgame exposedKing fork hangingPiece kingsideAttack long mate mateIn1 mateIn2 middlegame opening pawnEndgame pin promotion quietMove rookEndgame sacrifice short skewer trappedPiece veryLong")
	var s strings.Builder
	for i := range n {
		p, _ := board.ParseFEN(initial)
		for range 8 + r(70) {
			legal := movegen.AppendLegal(nil, &p)
			if len(legal) < 4 {
				break
			}
			movegen.Make(&p, legal[r(uint32(len(legal)))])
		}
		fmt.Fprintf(&s, "%c%c%04d,%v,", 'a'+i%26, 'A'+i%7, i*37, p)
		side, number := p.Turn, p.FullmoveNumber
		for k := range 2 + r(5) {
			legal := movegen.AppendLegal(nil, &p)
			if len(legal) == 0 {
				break
			}
			if k > 0 {
				s.WriteByte(' ')
			}
			m := legal[r(uint32(len(legal)))]
			s.Write(notation.AppendUCI(nil, &p, m, false))
			movegen.Make(&p, m)
		}
		themes := map[string]bool{}
		for range 1 + r(4) {
			themes[words[r(uint32(len(words)))]] = true
		}
		black := ""
		if side == board.Black {
			black = "/black"
		}
		fmt.Fprintf(&s, ",%d,%s,https://lichess.org/%08d%s#%d\n", 600+r(2200), strings.Join(slices.Sorted(maps.Keys(themes)), " "), r(1<<24), black, 2*(int(number)-1)+int(side))
	}
	return s.String()
}

// longBlock returns a block of records of random games.
func longBlock(t *testing.T, n int) string {
	t.Helper()
	var b strings.Builder
	w := records.NewWriter(&b, records.Binpack)
	r := numbers(11)
	rec := records.Record{Position: board.Start(), Result: 1}
	for range n {
		legal := movegen.AppendLegal(nil, &rec.Position)
		if len(legal) == 0 || rec.Ply > 30+uint16(r(60)) {
			rec = records.Record{Position: board.Start(), Result: int8(r(3)) - 1}
			legal = movegen.AppendLegal(nil, &rec.Position)
		}
		rec.Move, rec.Score = legal[r(uint32(len(legal)))], int16(r(400))-200+int16(rec.Ply)
		require.NoError(t, w.Write(&rec))
		movegen.Make(&rec.Position, rec.Move)
		rec.Ply++
		rec.Result = -rec.Result
	}
	require.NoError(t, w.Close())
	return b.String()
}

// listInputs are lists of positions and of records.
func listInputs(t *testing.T) (list []struct{ name, text string }) {
	t.Helper()
	add := func(name, text string) { list = append(list, struct{ name, text string }{name, text}) }
	add("positions of a game", walked(initial, 20, func(int) (int, int) { return 0, 1 }))
	add("each second position of a game", walked(initial, 16, func(int) (int, int) { return 0, 2 }))
	add("positions behind earlier ones", walked(initial, 24, func(i int) (int, int) { return i * 7 % 5, 1 + i%2 }))
	add("positions that come again", walked(initial, 16, func(i int) (int, int) { return i % 3, (i + 1) % 2 }))
	add("positions that follow from no other", walked(initial, 10, func(int) (int, int) { return 0, 31 }))
	add("positions that end", walked("8/5k2/3p4/8/1K1P4/8/8/6R1 w - - 12 60", 12, func(int) (int, int) { return 0, 9 }))
	add("positions with many moves", walked("QQQQ4/7Q/Q7/8/3Q4/8/8/K1k5 w - - 0 1", 6, func(int) (int, int) { return 0, 1 })+walked("1k6/8/QQ6/Q6Q/Q2q4/Q5q1/6qq/5K2 b - - 0 1", 6, func(int) (int, int) { return 0, 2 }))
	add("en passant squares, with and without a capture", `8/8/8/8/k3p2Q/8/3P4/3K4 w - - 0 1
8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1
8/8/8/8/k2Pp2Q/8/8/3K4 b - - 0 1
4k3/8/8/8/3p1p2/8/4P3/4K3 w - - 0 1
4k3/8/8/8/3pPp2/8/8/4K3 b - e3 0 1
4k3/4p3/8/3P1P2/8/8/8/4K3 b - - 0 1
4k3/8/8/3PpP2/8/8/8/4K3 w - e6 0 2
rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1
rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2
rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2
rnbqkbnr/ppp2ppp/8/3pp3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq d6 0 3
rnbqkbnr/ppp2ppp/8/3pp3/3PP3/5N2/PPP2PPP/RNBQKB1R b KQkq - 0 3
`)
	add("arrangements of Chess960", walked(frozen, 9, func(i int) (int, int) { return 0, 2 })+
		"nrbbqknr/pppppppp/8/8/8/8/PPPPPPPP/NRBBQKNR w HBhb - 0 1\nrkbbnnqr/pppppppp/8/8/8/8/PPPPPPPP/RKBBNNQR w HAha - 0 1\n"+frozen+"\n")
	add("starts and some moves", strings.Repeat(initial+"\n", 2)+walked(initial, 8, func(i int) (int, int) { return 1 + i, 1 + i%3 }))
	add("rights, counters and en passant squares that do not follow", `r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1
r3k2r/8/8/8/8/8/8/R3K2R b Kq - 7 31
1r2k1r1/8/8/8/8/8/8/1R2K1R1 w GBgb - 99 200
4k3/8/8/8/4pP2/8/8/4K3 b - f3 0 40
4k3/8/8/8/4p3/5P2/8/4K3 b - - 3 40
rnbqkbnr/ppp1pppp/8/3p4/8/8/PPPPPPPP/RNBQKBNR w KQkq d6 0 2
`)
	add("without counters", cut(walked(initial, 12, func(i int) (int, int) { return i % 2, 1 }), 4, func(int) string { return "" }))
	add("EPD with operations", cut(walked(initial, 12, func(i int) (int, int) { return 0, 1 + i%4 }), 4, func(i int) string { return fmt.Sprintf(" bm %c4; id \"n.%d\";", 'a'+i%8, i) }))
	add("EPD with numbers", cut(walked(initial, 10, func(i int) (int, int) { return 0, 3 }), 6, func(i int) string { return fmt.Sprintf(" ; %d [%d.%d]", i*i, i%3, i%2*5) }))
	add("lines without a position", "A list of mine.\n"+cut(walked(initial, 6, func(int) (int, int) { return 0, 5 }), 6, func(int) string { return "" })+"\nand its end")
	add("a table of puzzles with a head", "PuzzleId,FEN,Moves,Rating,Themes,GameUrl\n"+puzzles)
	add("a table of puzzles twice", puzzles+puzzles)
	add("a table of two columns", cut(walked(initial, 8, func(int) (int, int) { return 0, 4 }), 6, func(i int) string { return fmt.Sprintf(",%d", 100+i*i) }))
	for _, f := range []struct {
		name string
		form records.Form
	}{{"records of 40 bytes", records.Bin}, {"records as text", records.Plain}, {"a block of records", records.Binpack}} {
		add(f.name, string(made.Records(t, 24, f.form)))
	}
	// Long enough that the contexts of estimates collide, and that these reach their
	// limits.
	add("many positions that follow from no other", walked(initial, 150, func(i int) (int, int) { return i, 9 + i*7%60 }))
	add("many positions behind earlier ones", walked(initial, 400, func(i int) (int, int) { return i * 5 % 9, 1 + i%7/5 }))
	add("a long table of puzzles", longTable(60))
	add("a long block of records", longBlock(t, 500))
	odd := made.Records(t, 100, records.Bin)
	odd[3*40+39], odd[4*40+39], odd[9*40+34], odd[9*40+35] = 9, 9, 0, 0
	odd[12*40+34] ^= 4 // a move that is not legal
	for i := range 32 {
		odd[20*40+i] = 0xff
	}
	add("records of 40 bytes: other last bytes, no move, a move that is not legal, no position", string(odd))
	add("records as text whose scores and results vary", scored(t, records.Plain))
	add("a block of records whose scores and results vary", scored(t, records.Binpack))
	return list
}

// scored returns records with regular and irregular scores, plies and results.
func scored(t *testing.T, f records.Form) string {
	t.Helper()
	var b strings.Builder
	w := records.NewWriter(&b, f)
	r := numbers(9)
	rec := records.Record{Position: board.Start(), Result: 1, Ply: 3}
	for i := range 24 {
		legal := movegen.AppendLegal(nil, &rec.Position)
		rec.Move = legal[r(uint32(len(legal)))]
		rec.Score = int16(i*i*3 - 200 + int(r(40)))
		require.NoError(t, w.Write(&rec))
		movegen.Make(&rec.Position, rec.Move)
		rec.Ply++
		rec.Result = -rec.Result
		switch {
		case i%9 == 4:
			rec = records.Record{Position: board.Start(), Result: int8(i % 2), Ply: uint16(i)}
		case i%7 == 5:
			rec.Result = int8(r(3)) - 1
			rec.Ply += uint16(r(5))
		}
	}
	require.NoError(t, w.Close())
	return b.String()
}

// appendList encodes a stream 12.
func appendList(text string, with lists.Source) ([]byte, bool) {
	b := budget.New(1 << 20)
	if data, ok := recordlists.Append(nil, []byte(text), with, b); ok {
		return data, true
	}
	return positions.Append(nil, []byte(text), with, b)
}

// decodeList decodes a stream 12.
func decodeList(data []byte, limit int) ([]byte, error) {
	b := budget.New(1 << 20)
	if recordlists.Is(data) {
		return recordlists.Decode(data, limit, b, nil, (*level.Level)(learned.V1).Lists)
	}
	return positions.Decode(data, limit, b, nil, (*level.Level)(learned.V1).Lists)
}

// TestLists checks vectors/layers/lists.txt.
func TestLists(t *testing.T) {
	var list []*vectors.Vector
	withModels := 0
	for i, in := range listInputs(t) {
		plain, ok := appendList(in.text, nil)
		require.True(t, ok, in.name)
		best, ok := appendList(in.text, (*level.Level)(learned.V1).Lists)
		require.True(t, ok, in.name)
		streams := map[string][]byte{in.name: plain}
		if !slices.Equal(plain, best) {
			streams[in.name+", with learned models"] = best
			withModels++
		}
		for _, name := range []string{in.name, in.name + ", with learned models"} {
			data, ok := streams[name]
			if !ok {
				continue
			}
			got, err := decodeList(data, len(in.text))
			require.NoError(t, err, name)
			require.Equal(t, in.text, string(got), name)
			v := vectors.New("%s", name)
			v.Add("stream", "%x", data)
			v.Add("input", "%s", vectors.Quote([]byte(in.text)))
			list = append(list, v)
		}
		if i%4 > 0 {
			continue
		}
		for _, bad := range []struct {
			what string
			data []byte
		}{
			{"cut off", plain[:len(plain)/2]}, {"longer", append(slices.Clone(plain), "left over, more than a reader takes"...)},
			{"of the next version", append([]byte{plain[0] + nextVersion(plain[0])}, plain[1:]...)},
		} {
			if _, err := decodeList(bad.data, len(in.text)); (bad.what == "longer") == (i%8 > 0) || bad.what == "of the next version" {
				v := vectors.New("%s, %s", in.name, bad.what)
				v.Add("stream", "%x", bad.data)
				v.Add("input", "%s", vectors.Quote([]byte(in.text)))
				v.Add("refused", "%s", class(t, err))
				list = append(list, v)
			}
		}
	}
	require.Greater(t, withModels, 12)
	slices.SortStableFunc(list, func(a, b *vectors.Vector) int { return len(a.All("refused")) - len(b.All("refused")) })
	golden.Equal(t, "../../../vectors/layers/lists.txt", vectors.File(listsHeading, list))
}

// nextVersion is the difference of a list's form to that of the next version.
func nextVersion(form byte) byte {
	if form&0x80 != 0 {
		return 8
	}
	return 16
}
