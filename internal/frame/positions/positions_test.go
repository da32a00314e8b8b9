package positions_test

import (
	"bytes"
	"errors"
	"fmt"
	"hash/fnv"
	"math"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/base/corrupt"
	"github.com/chesszip/chesszip/internal/frame/positions"
	"github.com/chesszip/chesszip/internal/test/corpus"
	"github.com/chesszip/chesszip/internal/train"
	"github.com/chesszip/chesszip/movegen"
)

// check packs and unpacks src and returns what it was packed to, nil if it is
// no list.
func check(t interface {
	require.TestingT
	Helper()
	Fatalf(string, ...any)
}, src []byte, thorough bool) []byte {
	t.Helper()
	packed, ok := positions.Append([]byte("before"), src, positions.With(thorough), nil)
	if !bytes.HasPrefix(packed, []byte("before")) {
		t.Fatalf("Append(before, %.80q) changed what was before", src)
	}
	packed = packed[len("before"):]
	if !ok {
		if len(packed) > 0 {
			t.Fatalf("Append(before, %.80q) wrote though it said no", src)
		}
		return nil
	}
	got, err := positions.Decode(packed, len(src), nil, nil, positions.With(true))
	require.NoError(t, err)
	if !bytes.Equal(got, src) {
		at := 0
		for at < len(got) && at < len(src) && got[at] == src[at] {
			at++
		}
		t.Fatalf("Decode(Append(src)) differs at byte %d of %d: got %.80q, want %.80q", at, len(src), got[at:], src[at:])
	}
	return packed
}

// long reports whether tests that take a minute should run.
func long() bool { return os.Getenv("CHESSZIP_LONG") != "" }

// TestCorpus packs and unpacks real lists, and holds what they take in the
// thorough way, in bits a line.
func TestCorpus(t *testing.T) {
	for name, most := range map[string]float64{
		"games-test.fen": 44, "popular-test.epd": 29.2, "noob3-test.epd": 14, "uho-test.epd": 46, "closed-test.epd": 44,
		"bjbraams-test.epd": 45, "frc-test.epd": 24.5, "dfrc-test.epd": 36, "endgames-test.epd": 75, "stalemates-test.epd": 108,
		"puzzles-test.csv": 99, "puzzles-lichessdb-format.csv": 219, "chess960-start.epd": 9.7,
	} {
		size := 1 << 17
		if long() {
			size = math.MaxInt
		}
		src := corpus.NeedHead(t, "positions/"+name, size)
		whole := len(src) < size
		if !whole {
			src = src[:1<<13]
		}
		for _, thorough := range []bool{false, true} {
			packed := check(t, src, thorough)
			got := 8 * float64(len(packed)) / float64(bytes.Count(src, []byte("\n")))
			t.Logf("%s: %.2f bits a line, thorough %v", name, got, thorough)
			if packed == nil || whole && thorough && got > most {
				t.Errorf("%s: %.2f bits a line, want at most %.2f", name, got, most)
			}
		}
	}
}

// gameList lists the positions of the first games of a file.
func gameList(t testing.TB, name string, games int) (list []byte, positions int) {
	t.Helper()
	src := corpus.Need(t, name)
	all, err := train.Games(bytes.NewReader(src[:min(len(src), 1<<20)]), 1)
	require.NoError(t, err)
	for _, g := range all[:min(len(all), games)] {
		p := g.Start
		list = append(p.AppendFEN(list), '\n')
		positions += len(g.Moves) + 1
		for _, m := range g.Moves {
			movegen.Make(&p, m)
			list = append(p.AppendFEN(list), '\n')
		}
	}
	return list, positions
}

// TestGames packs all positions of whole games.
func TestGames(t *testing.T) {
	for _, name := range []string{"pgn/lichess-old-test.pgn", "pgn/master-test.pgn"} {
		games := 40
		if long() {
			games = 700
		}
		list, n := gameList(t, name, games)
		for thorough, most := range map[bool]float64{false: 6, true: 4} {
			got := 8 * float64(len(check(t, list, thorough))) / float64(n)
			t.Logf("%s: %.2f bits a position, thorough %v, %d positions", name, got, thorough, n)
			if got > most {
				t.Errorf("%s: %.2f bits a position, want at most %.2f", name, got, most)
			}
		}
	}
}

// lists are small ones of all kinds.
var lists = []string{
	start + "\n" + start + "\n",
	start + "\r\n" + start + "\r\n",
	start + "\n" + start,
	start,
	start + " \n\n\n" + start + ";\n",
	"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1\nrnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1\n",
	"8/8/8/8/8/8/8/8 w - - 0 1\n8/8/8/8/8/8/8/8 b - - 65535 0\nKKKKKKKK/8/8/8/8/8/8/kkkkkkkk w - e3 7 9\n",
	"r3k2r/8/8/8/8/8/8/R3K2R w KQkq -\nr3k2r/8/8/8/8/8/8/R3K2R w HAha - id \"x\";\nr3k2r/8/8/8/8/8/8/R3K2R w qkQK -\n",
	"2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - bm Qg6; id \"WAC.001\";\n8/7p/5k2/5p2/p1p2P2/Pr1pPK2/1P1R3P/8 b - - bm Rxb2; id \"WAC.002\";\n",
	"PuzzleId,FEN,Moves,Rating\n00008,r6k/pp2r2p/4Rp1Q/3p4/8/1N1P2R1/PqP2bPP/7K b - - 0 24,f2g3 e6e7 b2b1 b3c1 b1c1 h6c1,1940\n0000D," + start + ",e2e4,x\nodd\n",
	"PuzzleId,FEN,Moves,Rating,Themes,GameUrl\n00008,r6k/pp2r2p/4Rp1Q/3p4/8/1N1P2R1/PqP2bPP/7K b - - 0 24,f2g3 e6e7 b2b1 b3c1 b1c1 h6c1,1940,crushing long,https://lichess.org/787zsVup/black#48\n" +
		"0000D,5rk1/1p3ppp/pq3b2/8/8/1P1Q1N2/P4PPP/3R2K1 w - - 2 27,d3d6 f8d8 d6d8 f6d8,1447,advantage long short,https://lichess.org/F8M8OS71#53\n" +
		"0008Q,8/4R3/1p2P3/p4r2/P6p/1P3Pk1/4K3/8 w - - 1 64,e7f7 f5e5 e2f1 e5e6,1311,short,https://lichess.org/MQSyb3KW#126\n" +
		"x," + start + ",e2e4 e7e5,1,long advantage,#1\ny," + start + ",e2e4  e7e5,2,new words,x#1\nz," + start + ",e2e5,,,/black#1\n",
	"fen " + start + "\nmove e2e4\nscore 12\nply 0\nresult 1\ne\nfen rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1\nmove e7e5\nscore -10\nply 1\nresult -1\ne\n",
	"bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1;\nnqrbknbr/ppppp1pp/5p2/8/6P1/8/PPPPPP1P/RKNNBBQR w KQkq - 0 2\nrqkrnbbn/p1pppppp/1p6/8/8/2P1P3/PP1P1PPP/RQNBNKBR b KQkq - 0 2\nnqrbknbr/ppppp1pp/5p2/8/4P1P1/8/PPPP1P1P/RKNNBBQR b KQkq -\n",
	start + "\n8/8/8/8/8/8/8/8 x - - 0 1\n44/8/8/8/8/8/8/8 w - - 0 1\n8/8/8/8/8/8/8/8 w - - 00 1\n8/8/8/8/8/8/8/8 w - - 70000 1\n",
}

const start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

// TestLists packs and unpacks small lists.
func TestLists(t *testing.T) {
	for _, src := range lists {
		for _, thorough := range []bool{false, true} {
			if check(t, []byte(src), thorough) == nil {
				t.Errorf("Append(%q) says that this is no list", src)
			}
		}
	}
}

// TestNoLists checks inputs that are not lists.
func TestNoLists(t *testing.T) {
	for _, src := range []string{
		"", "\n", "a\nb\n", "[Event \"?\"]\n\n1. e4 *\n", "1. e4 e5 2. Nf3\n", "8/8/8/8/8/8/8/8\n",
		"[FEN \"" + start + "\"]\n", start + "\n" + strings.Repeat("\n", 1000), start + "\n" + strings.Repeat("a line of words\n", 100),
	} {
		if _, ok := positions.Append(nil, []byte(src), nil, nil); ok {
			t.Errorf("Append(%.80q) takes this for a list", src)
		}
	}
}

// propRoundTrip packs and unpacks lists of positions of games, with lines left
// out, copied and broken.
func propRoundTrip(t *rapid.T) {
	var src []byte
	p := board.Start()
	table := rapid.Bool().Draw(t, "table")
	for range rapid.IntRange(1, 40).Draw(t, "lines") {
		switch rapid.IntRange(0, 9).Draw(t, "what") {
		case 0:
			src = append(src, rapid.SliceOfN(rapid.Byte(), 0, 20).Draw(t, "bytes")...)
		case 1:
			p = board.Start()
		case 2:
			p.HalfmoveClock, p.FullmoveNumber = rapid.Uint16().Draw(t, "clock"), rapid.Uint16().Draw(t, "number")
		case 3:
			p.Put(board.Square(rapid.IntRange(0, 63).Draw(t, "square")), board.Piece(rapid.IntRange(0, 12).Draw(t, "piece")))
		case 4:
			p.EnPassant = board.Square(rapid.IntRange(0, 63).Draw(t, "jumped"))
		case 5:
			p.Castling = board.NewRights(rapid.IntRange(-1, 7).Draw(t, "rights"), 0, -1, 3)
		default:
			for range rapid.IntRange(0, 3).Draw(t, "plies") {
				if legal := movegen.AppendLegal(nil, &p); len(legal) > 0 {
					movegen.Make(&p, rapid.SampledFrom(legal).Draw(t, "move"))
				}
			}
		}
		text := p.AppendFEN(nil)
		if rapid.Bool().Draw(t, "files") {
			text = p.AppendShredderFEN(nil)
		}
		if rapid.IntRange(0, 5).Draw(t, "short") == 0 {
			text = text[:rapid.IntRange(0, len(text)).Draw(t, "length")]
		}
		if table {
			text = append(append([]byte("id,"), text...), fmt.Sprintf(",%d,", rapid.IntRange(0, 3000).Draw(t, "rating"))...)
			text = append(text, rapid.SampledFrom([]string{"", "a b", "b", "a c d", "b a", "e2e4", "e2e4 e7e5", "g1f3", "e7e8q", "A b"}).Draw(t, "cell")...)
			text = fmt.Appendf(text, ",https://lichess.org/%s%s#%d", rapid.SampledFrom([]string{"", "abcdefgh", "012345", "ABC12xyz"}).Draw(t, "game"),
				rapid.SampledFrom([]string{"", "/black"}).Draw(t, "side"), 2*int(p.FullmoveNumber)+rapid.IntRange(-2, 2).Draw(t, "ply"))
		}
		src = append(src, text...)
		src = append(src, rapid.SampledFrom([]string{"", "", " bm e4;", ",", " ", "  c0 \"eval: 299, blunder: g5d5\";", "\x00\xff"}).Draw(t, "tail")...)
		src = append(src, rapid.SampledFrom([]string{"\n", "\n", "\n", "\r\n", "\r\r\n", "\n\n", ""}).Draw(t, "end")...)
	}
	check(t, src, rapid.IntRange(0, 9).Draw(t, "thorough") == 0)
}

func TestRoundTrip(t *testing.T) { rapid.Check(t, propRoundTrip) }

// FuzzRoundTrip packs and unpacks any bytes.
func FuzzRoundTrip(f *testing.F) {
	for _, src := range lists {
		f.Add([]byte(src), false)
	}
	f.Fuzz(func(t *testing.T, src []byte, thorough bool) { check(t, src, thorough) })
}

// FuzzDecode unpacks any bytes.
func FuzzDecode(f *testing.F) {
	for _, src := range lists {
		for _, thorough := range []bool{false, true} {
			packed, _ := positions.Append(nil, []byte(src), positions.With(thorough), nil)
			f.Add(packed)
		}
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		const limit = 1 << 12
		got, err := positions.Decode(src, limit, nil, nil, positions.With(true))
		if err != nil && !errors.Is(err, corrupt.Err) || len(got) > limit {
			t.Errorf("Decode(%x) = %d bytes, %v, want at most %d or ErrCorrupt", src, len(got), err, limit)
		}
	})
}

// TestDamage unpacks lists with a byte changed, or cut off: none may panic or
// give more than allowed.
func TestDamage(t *testing.T) {
	for _, src := range lists {
		packed, _ := positions.Append(nil, []byte(src), nil, nil)
		for i := range packed {
			for _, broken := range [][]byte{packed[:i], append(append(bytes.Clone(packed[:i]), packed[i]^0x41), packed[i+1:]...)} {
				if got, err := positions.Decode(broken, len(src), nil, nil, positions.With(true)); err == nil && len(got) > len(src) || err != nil && !errors.Is(err, corrupt.Err) {
					t.Errorf("Decode(%x) = %d bytes, %v, want at most %d or ErrCorrupt", broken, len(got), err, len(src))
				}
			}
		}
	}
}

// TestLimit unpacks lists with too small a limit.
func TestLimit(t *testing.T) {
	for _, src := range lists {
		packed, _ := positions.Append(nil, []byte(src), nil, nil)
		_, err := positions.Decode(packed, len(src)-1, nil, nil, positions.With(true))
		require.ErrorIs(t, err, corrupt.Err)
	}
}

// golden is a hash of what the lists are packed to: it changes with the format.
const golden = 0x9d8de6973078e8d5

// TestGolden checks the bytes of the lists.
func TestGolden(t *testing.T) {
	h := fnv.New64a()
	for _, src := range lists {
		for _, thorough := range []bool{false, true} {
			packed, _ := positions.Append(nil, []byte(src), positions.With(thorough), nil)
			h.Write(packed)
		}
	}
	if got := h.Sum64(); got != golden {
		t.Errorf("hash of all packed lists = %#x, want %#x", got, uint64(golden))
	}
}

func BenchmarkList(b *testing.B) {
	for _, name := range []string{"games-test.fen", "popular-test.epd", "endgames-test.epd"} {
		src := corpus.Need(b, "positions/"+name)
		for _, thorough := range []bool{false, true} {
			packed, _ := positions.Append(nil, src, positions.With(thorough), nil)
			n := float64(bytes.Count(src, []byte("\n")))
			how := map[bool]string{false: "quick", true: "thorough"}[thorough]
			b.Run(name+"/"+how+"/append", func(b *testing.B) {
				b.ReportAllocs()
				b.SetBytes(int64(len(src)))
				for b.Loop() {
					positions.Append(nil, src, positions.With(thorough), nil)
				}
				b.ReportMetric(8*float64(len(packed))/n, "bits/pos")
			})
			b.Run(name+"/"+how+"/decode", func(b *testing.B) {
				b.ReportAllocs()
				b.SetBytes(int64(len(src)))
				for b.Loop() {
					if _, err := positions.Decode(packed, len(src), nil, nil, positions.With(true)); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
