package basen

import (
	"bytes"
	"io"
	"math/big"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/icza/bitio"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/test/corpus"
)

// samples is how many random numbers the tests try: CHESSZIP_LONG says how
// many millions.
func samples(short int) int {
	if n, err := strconv.Atoi(os.Getenv("CHESSZIP_LONG")); err == nil && n > 0 {
		return n * 1_000_000
	}
	return short
}

func (n Number) big() *big.Int {
	b := n.Bytes()
	return new(big.Int).SetBytes(b[:])
}

func numberOfBig(x *big.Int) Number {
	var b [20]byte
	x.FillBytes(b[:])
	return NumberFromBytes(b)
}

func parse(t testing.TB, fen string) board.Position {
	t.Helper()
	p, err := board.ParseFEN(fen)
	require.NoError(t, err)
	return p
}

func TestNumbers(t *testing.T) {
	const want = "9397911554460210677743466108859721835550091104"
	n := Numbers().big()
	if n.String() != want {
		t.Errorf("Numbers() = %v, want %s", n, want)
	}
	if got := n.Sub(n, big.NewInt(1)).BitLen(); got != NumberBits {
		t.Errorf("the largest number has %d bits, want %d", got, NumberBits)
	}
}

// TestNumbersOfStandardChess compares with the count of ChessPositionRanking,
// which knows only the rights of standard chess and counts some positions more
// than once: of a random one it says that it is counted 1/0.985 times, going by
// the mean over 10,000.
func TestNumbersOfStandardChess(t *testing.T) {
	c := countPositions()
	var ends []int
	for _, us := range c.first {
		for _, them := range us {
			ends = append(ends, them[:]...)
		}
	}
	ends = append(ends, len(c.begin)-1)
	sum := new(big.Int)
	for i := range ends[1:] {
		size := Number{c.begin[ends[i+1]]}.big()
		size.Sub(size, Number{c.begin[ends[i]]}.big())
		for _, rooks := range [2]int{i / 3 % 3, i % 3} {
			standard := [3]int64{1, 2, 1}[rooks]
			size.Mul(size, big.NewInt(standard)).Div(size, big.NewInt(int64(len(c.rights.list[rooks]))))
		}
		sum.Add(sum, size)
	}
	sum.Lsh(sum, 1)
	urpositions, _ := new(big.Int).SetString("8726713169886222032347729969256422370854716254", 10)
	if q, _ := new(big.Rat).SetFrac(sum, urpositions).Float64(); q < 0.984 || q > 0.988 {
		t.Errorf("%v positions of standard chess, %.4f of the urpositions; want 0.986", sum, q)
	}
}

// TestCellsAreMonotone checks that cells begin in ascending order, and that
// the ends of each are numbers of different positions.
func TestCellsAreMonotone(t *testing.T) {
	c := countPositions()
	for i := 1; i < len(c.begin); i++ {
		if c.begin[i].compare(&c.begin[i-1]) < 0 {
			t.Fatalf("cell %d begins before the cell before it", i)
		}
	}
	step := max(len(c.begin)/samples(5000), 1)
	for i := 0; i < len(c.begin)-1; i += step {
		if c.begin[i] == c.begin[i+1] {
			continue
		}
		x := c.begin[i]
		x.mulAdd(2, 0)
		first := Number{x}
		checkNumber(t, first)
		if last, ok := first.Previous(); ok {
			checkNumber(t, last)
		}
	}
}

// checkNumber goes from a number to its position and back.
func checkNumber(t testing.TB, n Number) {
	t.Helper()
	p, err := n.Position()
	require.NoError(t, err)
	back, err := NumberOf(&p)
	require.NoError(t, err, "%v: %s", n.big(), p.AppendFEN(nil))
	if back != n {
		t.Fatalf("NumberOf(%s) = %v, want %v", p.AppendFEN(nil), back.big(), n.big())
	}
	if got := NumberFromBytes(n.Bytes()); got != n {
		t.Fatalf("NumberFromBytes(Bytes(%v)) = %v", n.big(), got.big())
	}
}

func TestNumberRandom(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	bound := Numbers()
	for range samples(200_000) {
		var n Number
		for i := range 3 {
			n.w[i] = r.Uint64()
		}
		n.w[2] &= 1<<(NumberBits-128) - 1
		if n.Compare(bound) < 0 {
			checkNumber(t, n)
		} else if _, err := n.Position(); err == nil {
			t.Fatalf("%v has a position, but is not below the bound", n.big())
		}
	}
}

// TestNumbered writes boards by the board scheme: the start position, one of
// few pieces, the last that is counted.
func TestNumbered(t *testing.T) {
	c := countPositions()
	x := c.begin[c.first[0][0][1]]
	if got := new(big.Int).Rsh(Number{x}.big(), numberedBits-1); got.Cmp(big.NewInt(1)) != 0 {
		t.Errorf("the bound of boards has not %d bits", numberedBits)
	}
	x.sub(&wide{1})
	v := c.arrangement(x)
	for _, b := range []board.Board{
		board.Start().Board, parse(t, "8/8/8/8/8/8/8/kK6 w - - 0 1").Board, v.position(board.White).Board,
	} {
		var buf bytes.Buffer
		w := bitio.NewWriter(&buf)
		w.TryWriteBits(1, 3)
		require.NoError(t, Numbered{}.Write(w, &b))
		require.NoError(t, w.Close())
		n, err := Numbered{}.BitLen(&b)
		require.NoError(t, err)
		if n != 152 || buf.Len() != (3+n+7)/8 {
			t.Errorf("BitLen(%v) = %d, with %d bytes written", b, n, buf.Len())
		}
		src := bytes.Clone(buf.Bytes())
		r := bitio.NewReader(&buf)
		r.TryReadBits(3)
		back, err := Numbered{}.Read(r)
		require.NoError(t, err)
		if back != b {
			t.Errorf("%v comes back as %v", b, back)
		}
		for n := range src {
			_, err := Numbered{}.Read(bitio.NewReader(bytes.NewReader(src[:min(n, 18)])))
			require.ErrorIs(t, err, io.ErrUnexpectedEOF)
		}
	}
	var none board.Board
	_, err := Numbered{}.BitLen(&none)
	require.ErrorIs(t, err, board.ErrUnfit)
	require.ErrorIs(t, Numbered{}.Write(bitio.NewWriter(io.Discard), &none), board.ErrUnfit)
	_, err = Numbered{}.Read(bitio.NewReader(bytes.NewReader(bytes.Repeat([]byte{0xff}, 19))))
	require.ErrorIs(t, err, board.ErrCorrupt)
}

// drawNumber draws numbers from all cases: en passant and castling are seldom
// met among uniform ones.
func drawNumber(t *rapid.T) Number {
	c := countPositions()
	at := c.first[rapid.IntRange(0, 1).Draw(t, "en passant")][rapid.IntRange(0, 2).Draw(t, "rooks")][rapid.IntRange(0, 2).Draw(t, "rooks")]
	at = min(at+rapid.IntRange(0, 2000).Draw(t, "cell"), len(c.begin)-2)
	for c.begin[at] == c.begin[at+1] {
		at--
	}
	first, next := Number{c.begin[at]}.big(), Number{c.begin[at+1]}.big()
	size := next.Sub(next, first)
	offset := new(big.Int).SetBytes(rapid.SliceOfN(rapid.Byte(), 20, 20).Draw(t, "offset"))
	offset.Mod(offset, size).Add(offset, first).Lsh(offset, 1)
	return numberOfBig(offset.Add(offset, big.NewInt(int64(rapid.IntRange(0, 1).Draw(t, "turn")))))
}

func propNumber(t *rapid.T) {
	n := drawNumber(t)
	p, err := n.Position()
	require.NoError(t, err)
	if got := twinNumber(&p); got.Cmp(n.big()) != 0 {
		t.Fatalf("%s: number %v, want %v as the slow twin says", p.AppendFEN(nil), n.big(), got)
	}
	back, err := NumberOf(&p)
	require.NoError(t, err)
	if back != n {
		t.Fatalf("NumberOf(%s) = %v, want %v", p.AppendFEN(nil), back.big(), n.big())
	}
	// The text says all that the number does.
	q, err := board.ParseFEN(string(p.AppendFEN(nil)))
	require.NoError(t, err)
	if q != p {
		t.Fatalf("%s comes back as %s", p.AppendFEN(nil), q.AppendFEN(nil))
	}
}

func TestNumberTwin(t *testing.T) {
	if got := twin().bound; got.Cmp(Numbers().big()) != 0 {
		t.Fatalf("Numbers() = %v, want %v as the slow twin counts", Numbers().big(), got)
	}
	rapid.Check(t, propNumber)
}

// FuzzNumber takes any number that has a position there and back.
func FuzzNumber(f *testing.F) {
	bound := Numbers().Bytes()
	f.Add(bound[:])
	f.Add(make([]byte, 20))
	f.Fuzz(func(t *testing.T, src []byte) {
		var b [20]byte
		copy(b[:], src)
		n := NumberFromBytes(b)
		_, err := n.Position()
		if below := n.Compare(Numbers()) < 0; below != (err == nil) {
			t.Fatalf("Position(%v): %v", n.big(), err)
		}
		if err == nil {
			checkNumber(t, n)
		}
	})
}

func TestNumberRefuses(t *testing.T) {
	for _, c := range []struct{ name, fen string }{
		{"no king", "8/8/8/8/8/8/8/K7 w - - 0 1"},
		{"two kings", "kk6/8/8/8/8/8/8/K7 w - - 0 1"},
		{"nine pawns", "k7/8/8/8/8/P7/PPPPPPPP/K7 w - - 0 1"},
		{"eight pawns and two queens", "k7/8/8/8/8/8/PPPPPPPP/KQQ5 b - - 0 1"},
		{"seventeen pieces", "knnnnnnn/nnnnnnnn/n7/8/8/8/8/K7 w - - 0 1"},
		{"a promoted piece and nothing taken", "rnbqkbnr/1ppppppp/8/8/8/8/1PPPPPPP/RNBQKBNR w - - 0 1"},
		{"right without rook", "4k3/8/8/8/8/8/8/4K3 w K - 0 1"},
		{"right without king in place", "4k2r/8/8/8/8/8/4K3/7R w Kk - 0 1"},
		{"en passant without capturer", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1"},
		{"en passant with the way shut", "4k3/8/8/8/3pP3/4N3/8/4K3 b - e3 0 1"},
		{"en passant on the wrong rank", "4k3/8/8/8/3pP3/8/8/4K3 w - e3 0 1"},
	} {
		p, err := board.ParseFEN(c.fen)
		require.NoError(t, err, c.name)
		if c.name == "a promoted piece and nothing taken" {
			p.Put(board.SquareAt(0, 2), board.WhiteQueen)
			p.Put(board.SquareAt(0, 5), board.BlackQueen)
		}
		_, err = NumberOf(&p)
		require.ErrorIs(t, err, board.ErrUnfit, c.name)
	}
	p := board.Start()
	p.Turn = 2
	_, err := NumberOf(&p)
	require.ErrorIs(t, err, board.ErrUnfit)
	p = board.Start()
	p.Castling |= 15 // no file
	_, err = NumberOf(&p)
	require.ErrorIs(t, err, board.ErrUnfit)
	p = board.Start()
	p.Put(0, board.WhitePawn)
	_, err = NumberOf(&p)
	require.ErrorIs(t, err, board.ErrUnfit)
	_, err = Numbers().Position()
	require.ErrorIs(t, err, board.ErrCorrupt)
}

// TestNumberLimit checks where promotions end: four pawns that each took a pawn
// let all the others through, twelve in all, and no thirteenth.
func TestNumberLimit(t *testing.T) {
	p := parse(t, "rnbqkbnr/qqqq4/8/8/8/8/QQQQQQQQ/RNBQKBNR w KQkq - 0 1")
	n, err := NumberOf(&p)
	require.NoError(t, err)
	checkNumber(t, n)
	p.Put(board.SquareAt(4, 6), board.BlackQueen)
	_, err = NumberOf(&p)
	require.ErrorIs(t, err, board.ErrUnfit)

	// Without captures every file keeps its two pawns; after one, of two
	// pawns, two files may be open.
	p = board.Start()
	p.Put(board.SquareAt(0, 6), board.Empty)
	p.Put(board.SquareAt(0, 1), board.Empty)
	p.Put(board.SquareAt(1, 2), board.WhitePawn)
	n, err = NumberOf(&p)
	require.NoError(t, err)
	checkNumber(t, n)
	p.Put(board.SquareAt(1, 6), board.Empty)
	p.Put(board.SquareAt(0, 6), board.BlackPawn)
	n, err = NumberOf(&p)
	require.NoError(t, err)
	checkNumber(t, n)
	p.Put(board.SquareAt(2, 6), board.Empty)
	p.Put(board.SquareAt(0, 5), board.BlackPawn)
	_, err = NumberOf(&p)
	require.ErrorIs(t, err, board.ErrUnfit)
}

// TestNumberTells checks that whatever sets positions apart sets their numbers
// apart, and that counters do not.
func TestNumberTells(t *testing.T) {
	seen := map[Number]string{}
	for _, fen := range []string{
		"r3k2r/8/8/8/8/8/8/R3K2R w - - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R b - - 0 1",
		"r3k2r/8/8/8/8/8/8/R3K2R w K - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R w Q - 0 1",
		"r3k2r/8/8/8/8/8/8/R3K2R w k - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R w q - 0 1",
		"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1",
		"1r2k2r/8/8/8/8/8/8/R1R1K1RR w GCkb - 0 1", "1r2k2r/8/8/8/8/8/8/R1R1K1RR w HCkb - 0 1",
		"4k3/8/8/2PpP3/8/8/8/4K3 w - - 0 1", "4k3/8/8/2PpP3/8/8/8/4K3 w - d6 0 1",
		"4k3/8/8/8/2pPp3/8/8/4K3 b - - 0 1", "4k3/8/8/8/2pPp3/8/8/4K3 b - d3 0 1",
		"4k3/8/8/pPpPpPpP/8/8/8/4K3 w - a6 0 1", "4k3/8/8/pPpPpPpP/8/8/8/4K3 w - g6 0 1",
	} {
		p := parse(t, fen)
		n, err := NumberOf(&p)
		require.NoError(t, err, fen)
		if other := seen[n]; other != "" {
			t.Errorf("%s and %s have the same number", fen, other)
		}
		seen[n] = fen
		back, err := n.Position()
		require.NoError(t, err)
		if back != p {
			t.Errorf("%s comes back as %s", fen, back.AppendFEN(nil))
		}
		p.HalfmoveClock, p.FullmoveNumber = 7, 70
		if m, err := NumberOf(&p); err != nil || m != n {
			t.Errorf("%s: the counters change the number", fen)
		}
	}
}

func TestNumberAllocates(t *testing.T) {
	p := board.Start()
	if n := testing.AllocsPerRun(100, func() {
		n, err := NumberOf(&p)
		if err == nil {
			_, err = n.Position()
		}
		if err != nil {
			t.Error(err)
		}
	}); n != 0 {
		t.Errorf("%v allocations, want none", n)
	}
}

// TestPawnCounts compares with closed forms and with all placements of a few
// pawns.
func TestPawnCounts(t *testing.T) {
	c := countPositions().pawns
	choose := func(n, k int) uint64 { return new(big.Int).Binomial(int64(n), int64(k)).Uint64() }
	for us := range 9 {
		for them := range 9 {
			if got, want := c.rest[pawnsFree][8][us][them][0], choose(48, us)*choose(48-us, them); got != want {
				t.Errorf("%d and %d pawns: %d ways, want %d", us, them, got, want)
			}
		}
	}
	// One of two own pawns beside the enemy's one: 14 pairs of squares, the
	// other anywhere but on the enemy's pawn and the squares it came over, less
	// 6 pairs (both neighbours) that are counted twice.
	if got, want := c.rest[pawnsSought][8][2][1][0], uint64(14*(48-4)-6); got != want {
		t.Errorf("en passant with two pawns: %d ways, want %d", got, want)
	}
}

func benchmarkPositions(b *testing.B) (ps []board.Position) {
	text, err := corpus.Read("positions/games-test.fen")
	if err != nil {
		b.Skip(err)
	}
	for line := range strings.Lines(string(text)) {
		p, err := board.ParseFEN(strings.TrimSpace(line))
		require.NoError(b, err)
		p.EnPassant = 0
		if _, err := NumberOf(&p); err == nil {
			ps = append(ps, p)
		}
	}
	return ps
}

func BenchmarkNumberOf(b *testing.B) {
	ps := benchmarkPositions(b)
	b.ReportAllocs()
	i := 0
	for b.Loop() {
		if _, err := NumberOf(&ps[i%len(ps)]); err != nil {
			b.Fatal(err)
		}
		i++
	}
	b.ReportMetric(NumberBits, "bits/pos")
}

func BenchmarkNumberPosition(b *testing.B) {
	ps := benchmarkPositions(b)
	ns := make([]Number, len(ps))
	for i := range ps {
		ns[i], _ = NumberOf(&ps[i])
	}
	b.ReportAllocs()
	i := 0
	for b.Loop() {
		if _, err := ns[i%len(ns)].Position(); err != nil {
			b.Fatal(err)
		}
		i++
	}
}

func BenchmarkCountPositions(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		newCells()
	}
}
