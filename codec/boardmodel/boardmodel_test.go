package boardmodel_test

import (
	"bytes"
	"hash/fnv"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/icza/bitio"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/codec"
	. "github.com/chesszip/chesszip/codec/boardmodel"
	"github.com/chesszip/chesszip/internal/test/corpus"
	"github.com/chesszip/chesszip/internal/train"
	"github.com/chesszip/chesszip/internal/train/boards"
	"github.com/chesszip/chesszip/movegen"
)

var _ codec.Scheme = V1

// maxBits is what no position takes more than: the escape, a board, and a
// trailer with its own escape.
const maxBits = EscapeBits + BoardBits + 63

// headSize is what a checked position has before its code word.
const headSize = 3

// oddFENs are positions that no game reaches but a FEN can say.
var oddFENs = []string{
	"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
	"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
	"8/8/8/8/8/8/8/8 w - - 0 1",
	"8/8/8/8/8/8/8/8 b KQkq e3 65535 65535",
	"kkk5/8/8/8/8/8/8/K7 w - - 0 1",
	"kp6/8/8/8/8/8/8/KP6 w - - 0 0",
	"4k3/8/8/8/8/8/8/4K3 b - - 65535 65535",
	"QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQKk b - - 9999 1",
	"pppppppp/pppppppp/pppppppp/pppppppp/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP w - h6 0 1",
	"kqqqqqqq/pppppppp/pppppppp/pppppppp/PPPPPPPP/PPPPPPPP/PPPPPPPP/QQQQQQQK w - - 0 1",
	"r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 151 300",
	"r3k2r/8/8/8/8/8/8/R3K2R w Kq e6 0 300",
	"rnb1k2r/pppp1ppp/8/8/3Pp3/8/PPP1PPPP/RNBQKBNR b KQkq d3 0 4",
	"1k2r3/8/8/8/8/8/8/1R1K2R1 w GBe - 3 12",
	"bqnbnrkr/pppppppp/8/8/8/8/PPPPPPPP/BQNBNRKR w HFhf - 0 1",
}

func parse(t testing.TB, fen string) board.Position {
	t.Helper()
	p, err := board.ParseFEN(fen)
	require.NoError(t, err, fen)
	return p
}

// drawPosition draws a position: one of the odd ones with some squares
// changed, or a board of nothing but chance, and any rights and counters.
func drawPosition(t *rapid.T) board.Position {
	var p board.Position
	if rapid.IntRange(0, 3).Draw(t, "kind") == 0 {
		for s := range board.Square(64) {
			p.Put(s, board.Piece(rapid.IntRange(0, 12).Draw(t, "piece")))
		}
	} else {
		var err error
		p, err = board.ParseFEN(rapid.SampledFrom(oddFENs).Draw(t, "fen"))
		require.NoError(t, err)
		for range rapid.IntRange(0, 20).Draw(t, "changes") {
			p.Put(board.Square(rapid.IntRange(0, 63).Draw(t, "square")), board.Piece(rapid.IntRange(0, 12).Draw(t, "piece")))
		}
	}
	p.Turn = board.Color(rapid.IntRange(0, 1).Draw(t, "turn"))
	if rapid.Bool().Draw(t, "any rights") {
		file := rapid.IntRange(-1, 7)
		p.Castling = board.NewRights(file.Draw(t, "K"), file.Draw(t, "Q"), file.Draw(t, "k"), file.Draw(t, "q"))
	}
	if rapid.Bool().Draw(t, "any en passant") {
		p.EnPassant = board.Square(rapid.IntRange(0, 63).Draw(t, "square"))
	}
	if rapid.Bool().Draw(t, "any counters") {
		p.HalfmoveClock = rapid.Uint16().Draw(t, "clock")
		p.FullmoveNumber = rapid.Uint16().Draw(t, "number")
	}
	return p
}

func propRoundTrip(t *rapid.T) {
	p := drawPosition(t)
	n, err := V1.BitLen(&p)
	require.NoError(t, err)
	if n > maxBits {
		t.Fatalf("%v takes %d bits, want at most %d", p, n, maxBits)
	}
	var buf bytes.Buffer
	w := bitio.NewWriter(&buf)
	w.TryWriteBits(5, 3)
	require.NoError(t, V1.Write(w, &p))
	w.TryWriteBits(0x5a5, 12)
	require.NoError(t, w.Close())
	if got, want := buf.Len(), (3+n+12+7)/8; got != want {
		t.Fatalf("BitLen(%v) = %d but %d bytes, want %d", p, n, got, want)
	}
	r := bitio.NewReader(&buf)
	r.TryReadBits(3)
	got, err := V1.Read(r)
	require.NoError(t, err)
	if got != p {
		t.Fatalf("read %v, want %v", got, p)
	}
	if mark := r.TryReadBits(12); mark != 0x5a5 {
		t.Fatalf("after %v stands %x, want 5a5", p, mark)
	}
	all, err := Palette().AppendPosition(nil, &p)
	require.NoError(t, err)
	if got, rest, err := Palette().DecodePosition(all); err != nil || got != p || len(rest) != 0 || 8*len(all) > n+17 {
		t.Fatalf("by the palette %v comes back as %v from %d bytes: %v", p, got, len(all), err)
	}
	prefix := []byte("before")
	b, err := V1.Append(prefix, &p)
	require.NoError(t, err)
	if size := len(b) - len(prefix); size != 1+(n+7)/8 {
		t.Fatalf("Append(%v): %d bytes, want %d bits", p, size, n)
	}
	got, rest, err := V1.Decode(append(b[len(prefix):], "after"...))
	require.NoError(t, err)
	if got != p || string(rest) != "after" {
		t.Fatalf("Decode: %v and %q, want %v", got, rest, p)
	}
	for cut := range len(b) - len(prefix) {
		if _, _, err := V1.Decode(b[len(prefix):][:cut]); err == nil {
			t.Fatalf("%v cut to %d bytes of %d: no error", p, cut, len(b)-len(prefix))
		}
	}
}

func TestRoundTrip(t *testing.T) { rapid.Check(t, propRoundTrip) }

func FuzzRoundTrip(f *testing.F) { f.Fuzz(rapid.MakeFuzz(propRoundTrip)) }

// TestRandomBoards checks that boards of chance, all possible, come back.
func TestRandomBoards(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 3000 {
		var p board.Position
		men := rng.IntN(64)
		p.Put(board.Square(rng.IntN(64)), board.WhiteKing)
		for range men {
			p.Put(board.Square(rng.IntN(64)), board.Piece(rng.IntN(13)))
		}
		b, err := V1.Append(nil, &p)
		require.NoError(t, err)
		got, rest, err := V1.Decode(b)
		require.NoError(t, err)
		if got != p || len(rest) != 0 || 8*len(b) > maxBits+15 {
			t.Fatalf("%v comes back as %v, %d bytes", p, got, len(b))
		}
	}
}

func FuzzDecode(f *testing.F) {
	for _, fen := range oddFENs {
		p, err := board.ParseFEN(fen)
		require.NoError(f, err)
		b, err := V1.Append(nil, &p)
		require.NoError(f, err)
		f.Add(b[1:])
	}
	f.Add([]byte{})
	f.Add(bytes.Repeat([]byte{0xff}, 60))
	f.Add(bytes.Repeat([]byte{0xfe, 0x31}, 30))
	start := board.Start()
	first, err := V1.Append(nil, &start)
	require.NoError(f, err)
	f.Fuzz(func(t *testing.T, src []byte) {
		blob := append(first[:1:1], src...)
		p, rest, err := V1.Decode(blob)
		r := bitio.NewReader(bytes.NewReader(src))
		q, rerr := V1.Read(r)
		if err != nil {
			if rerr == nil {
				// Bits after a position may be anything where bits follow.
				require.ErrorIs(t, err, codec.ErrCorrupt)
			}
			return
		}
		require.NoError(t, rerr)
		again, err := V1.Append(nil, &p)
		require.NoError(t, err)
		if q != p || !bytes.Equal(again, blob[:len(blob)-len(rest)]) {
			t.Errorf("%x decodes to %v and %v, which is %x", src, p, q, again)
		}
	})
}

func TestErrors(t *testing.T) {
	bad := board.Position{Turn: 2}
	_, err := V1.BitLen(&bad)
	require.Error(t, err)
	_, err = V1.Append(nil, &bad)
	require.Error(t, err)
	require.Error(t, V1.Write(bitio.NewWriter(io.Discard), &bad))
	_, _, err = V1.Decode(nil)
	require.ErrorIs(t, err, io.ErrUnexpectedEOF)
	_, err = V1.Read(bitio.NewReader(strings.NewReader("")))
	require.ErrorIs(t, err, io.ErrUnexpectedEOF)
	_, err = Parse("mine", []byte("PNG"))
	require.ErrorIs(t, err, ErrModel)
	s, err := Parse("mine", DefaultData())
	require.NoError(t, err)
	p := board.Start()
	a, err := s.Append(nil, &p)
	require.NoError(t, err)
	b, err := V1.Append(nil, &p)
	require.NoError(t, err)
	if !bytes.Equal(a[2:], b[1:]) || s.Name() != "mine" || s.About() != V1.About() {
		t.Errorf("%s writes %x, want %x", s.Name(), a, b)
	}
}

// TestOwn checks that a position says by the model of which caller it was stored.
func TestOwn(t *testing.T) {
	own, err := Parse("mine", DefaultData())
	require.NoError(t, err)
	p := board.Start()
	data, err := own.Append(nil, &p)
	require.NoError(t, err)
	got, rest, err := own.Decode(data)
	require.NoError(t, err)
	require.Empty(t, rest)
	require.Equal(t, p, got)
	for bit := range 8 {
		other := append([]byte(nil), data...)
		other[1] ^= 1 << bit
		_, _, err = own.Decode(other)
		require.ErrorIs(t, err, codec.ErrMethod)
	}
	_, _, err = own.Decode(data[:1])
	require.ErrorIs(t, err, io.ErrUnexpectedEOF)
}

// TestFlips checks that almost no changed bit goes unnoticed as another way to
// say the same position.
func TestFlips(t *testing.T) {
	for _, fen := range oddFENs {
		p := parse(t, fen)
		b, err := V1.Append(nil, &p)
		require.NoError(t, err)
		for bit := range 8 * len(b) {
			c := bytes.Clone(b)
			c[bit/8] ^= 128 >> (bit % 8)
			if q, rest, err := V1.Decode(c); err == nil && q == p {
				t.Errorf("%v: bit %d changed decodes to the same, %d bytes left", p, bit, len(rest))
			}
		}
	}
}

// walks plays games of random moves: positions that are the same everywhere.
func walks(games, plies int) (list []board.Position) {
	for n := range games {
		rng := rand.New(rand.NewPCG(2026, uint64(n)))
		p := board.Start()
		for range plies {
			list = append(list, p)
			legal := movegen.AppendLegal(nil, &p)
			if len(legal) == 0 {
				break
			}
			movegen.Make(&p, legal[rng.IntN(len(legal))])
		}
	}
	return list
}

// TestGolden checks the bytes, on every machine.
func TestGolden(t *testing.T) {
	h := fnv.New64a()
	list := walks(20, 60)
	for _, fen := range oddFENs {
		list = append(list, parse(t, fen))
	}
	for i := range list {
		b, err := V1.Append(nil, &list[i])
		require.NoError(t, err)
		h.Write(b[1:])
	}
	if got := h.Sum64(); got != golden {
		t.Errorf("hash %#x, want %#x", got, uint64(golden))
	}
}

// TestParallel checks that one Scheme serves several goroutines at once.
func TestParallel(t *testing.T) {
	list := walks(4, 60)
	want := make([][]byte, len(list))
	for i := range list {
		var err error
		want[i], err = V1.Append(nil, &list[i])
		require.NoError(t, err)
	}
	var group sync.WaitGroup
	for range 4 {
		group.Go(func() {
			for i := range list {
				got, err := V1.Append(nil, &list[i])
				p, _, derr := V1.Decode(got)
				if err != nil || derr != nil || !bytes.Equal(got, want[i]) || p != list[i] {
					t.Errorf("%v comes back as %v: %v, %v", list[i], p, err, derr)
				}
			}
		})
	}
	group.Wait()
}

func TestAllocs(t *testing.T) {
	list := walks(2, 60)
	var buf []byte
	i := 0
	if n := testing.AllocsPerRun(200, func() {
		p := &list[i%len(list)]
		i++
		buf, _ = V1.AppendChecked(buf[:0], p)
		q, _, _ := V1.Decode(buf)
		if n, _ := V1.BitLen(p); q != *p || headSize+(n+7)/8 != len(buf) {
			t.Errorf("%v comes back as %v", p, q)
		}
	}); n != 0 && !race {
		t.Errorf("a position allocates %v times, want 0", n)
	}
}

// gamePositions returns every tenth position of the first n games of a file
// of the corpus, -1 for all, with legal en passant squares only.
func gamePositions(t testing.TB, name string, n int) []board.Position {
	data := corpus.Need(t, name)
	if n > 0 {
		data = data[:min(len(data), n)]
	}
	games, err := train.Games(bytes.NewReader(data), 1)
	require.NoError(t, err)
	var s boards.Source
	s.FromGames(games, 10)
	list := append(s.Positions, s.Held...)
	for i := range list {
		boards.LegalEnPassant(&list[i])
	}
	return list
}

// TestGames sends positions of real games through the scheme and holds what
// they take, the first 80 KiB of each file, or all of it with CHESSZIP_LONG.
func TestGames(t *testing.T) {
	for name, limit := range map[string]float64{"lichess-old": 58, "master": 60, "tcec": 66} {
		t.Run(name, func(t *testing.T) {
			n := 80 << 10
			if os.Getenv("CHESSZIP_LONG") != "" {
				n = -1
			}
			list := gamePositions(t, "pgn/"+name+"-test.pgn", n)
			bits, ends, whole := 0.0, 0.0, 0
			for i := range list {
				b, err := V1.Append(nil, &list[i])
				require.NoError(t, err)
				got, rest, err := V1.Decode(b)
				require.NoError(t, err)
				if got != list[i] || len(rest) != 0 {
					t.Fatalf("%v comes back as %v", list[i], got)
				}
				c, err := V1.Cost(&list[i])
				require.NoError(t, err)
				n, err := V1.BitLen(&list[i])
				require.NoError(t, err)
				if sum := c.Position() + c.Counters(); float64(n) > sum+2 || float64(n) < sum-0.001 {
					t.Errorf("%v takes %d bits, want at most two more than %.2f", list[i], n, sum)
				}
				bits, ends, whole = bits+c.Position(), ends+float64(n)-c.Counters(), whole+n
			}
			n64 := float64(len(list))
			t.Logf("%d positions, %.2f bits, %.2f with the end of the code word, %.2f with counters", len(list), bits/n64, ends/n64, float64(whole)/n64)
			if mean := ends / n64; mean > limit {
				t.Errorf("a position takes %.2f bits, want at most %v", mean, limit)
			}
		})
	}
}

// TestFiles sends positions of files through the scheme: every thousandth, or
// all with CHESSZIP_LONG.
func TestFiles(t *testing.T) {
	names, err := corpus.Names("positions")
	if err != nil {
		t.Skip(err)
	}
	every := 1000
	if os.Getenv("CHESSZIP_LONG") != "" {
		every = 1
	}
	for _, name := range names {
		if strings.HasSuffix(name, "lichessdb-format.csv") {
			continue
		}
		s := boards.Source{AsGiven: true}
		s.FromLines(corpus.Need(t, name), every)
		bits := 0
		list := append(s.Positions, s.Held...)
		for i := range list {
			b, err := V1.Append(nil, &list[i])
			require.NoError(t, err)
			got, rest, err := V1.Decode(b)
			require.NoError(t, err)
			if got != list[i] || len(rest) != 0 {
				t.Fatalf("%s: %v comes back as %v", name, list[i], got)
			}
			n, err := V1.BitLen(&list[i])
			require.NoError(t, err)
			bits += n
		}
		t.Logf("%s: %d positions, %.2f bits", name, len(list), float64(bits)/float64(max(len(list), 1)))
	}
}

// TestProgramSize checks that a program carries the weights if it names them,
// and else not.
func TestProgramSize(t *testing.T) {
	if testing.Short() {
		t.Skip("builds programs")
	}
	gobin, err := exec.LookPath("go")
	if err != nil {
		t.Skip("no go command")
	}
	for _, c := range []struct {
		program string
		limit   int64
		with    bool
	}{
		{"../testdata/store", 4 << 20, false},
		{"./testdata/parse", 5 << 20, false},
		{"./testdata/store", 7 << 20, true},
	} {
		exe := filepath.Join(t.TempDir(), "program.exe")
		out, err := exec.Command(gobin, "build", "-o", exe, c.program).CombinedOutput()
		require.NoError(t, err, "%s", out)
		code, err := os.ReadFile(exe)
		require.NoError(t, err)
		t.Logf("%s: %d bytes", c.program, len(code))
		if int64(len(code)) > c.limit {
			t.Errorf("program %s has %d bytes, want at most %d", c.program, len(code), c.limit)
		}
		if got := bytes.Contains(code, DefaultData()[len(DefaultData())-64:]); got != c.with {
			t.Errorf("program %s carries the weights: %v, want %v", c.program, got, c.with)
		}
	}
	if len(DefaultData()) > 2<<20+1<<16 {
		t.Errorf("the model has %d bytes, want 2 MiB or so", len(DefaultData()))
	}
}

func BenchmarkScheme(b *testing.B) {
	for _, name := range []string{"lichess-old", "master", "tcec"} {
		list := gamePositions(b, "pgn/"+name+"-test.pgn", 1<<18)
		var buf []byte
		bits := 0
		var codes [][]byte
		for i := range list {
			n, err := V1.BitLen(&list[i])
			require.NoError(b, err)
			bits += n
			code, err := V1.Append(nil, &list[i])
			require.NoError(b, err)
			codes = append(codes, code)
		}
		b.Run(name+"/append", func(b *testing.B) {
			b.ReportAllocs()
			i := 0
			for b.Loop() {
				buf, _ = V1.Append(buf[:0], &list[i%len(list)])
				i++
			}
			b.ReportMetric(float64(bits)/float64(len(list)), "bits/pos")
		})
		b.Run(name+"/decode", func(b *testing.B) {
			b.ReportAllocs()
			i := 0
			for b.Loop() {
				_, _, _ = V1.Decode(codes[i%len(codes)])
				i++
			}
		})
	}
}

// golden is the hash of TestGolden. It changes with the model only.
const golden = 0x78174e868ee83870
