package boards

import (
	"encoding/binary"
	"hash"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/movegen"
)

func parse(t testing.TB, fen string) board.Position {
	t.Helper()
	p, err := board.ParseFEN(fen)
	require.NoError(t, err, fen)
	return p
}

// visit calls f for the positions of random games from several starts.
func visit(t testing.TB, games int, f func(p *board.Position)) {
	rng := rand.New(rand.NewPCG(7, 7))
	starts := []string{
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
		"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 0 1",
		"n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 65535 65535",
		"QQQQQQQQ/Q6Q/Q6Q/Q5kQ/Q6Q/Q6Q/Q6Q/QQQQQQQK w - - 0 0",
		"bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
		"8/8/8/8/8/8/k6p/7K b - - 0 1",
		"1k2r3/8/8/8/8/8/8/1R1K2R1 w GBe - 3 12",
		"kqqqqqqq/pppppppp/pppppppp/pppppppp/PPPPPPPP/PPPPPPPP/PPPPPPPP/QQQQQQQK w - - 0 1",
	}
	for n := range games {
		p := parse(t, starts[n%len(starts)])
		for range 60 {
			f(&p)
			legal := movegen.AppendLegal(nil, &p)
			if len(legal) == 0 {
				break
			}
			movegen.Make(&p, legal[rng.IntN(len(legal))])
			if rng.IntN(30) == 0 {
				p.Castling = 0
			}
		}
	}
}

// noise is a model of random weights.
func noise(t testing.TB, spread int) *Model {
	rng := rand.New(rand.NewPCG(3, 4))
	sizes := Sizes{10, 10, 10, 10}
	w := make([]int8, sizes.Weights())
	for i := range w {
		w[i] = int8(rng.IntN(2*spread+1) - spread)
	}
	m, err := NewModel(sizes, w)
	require.NoError(t, err)
	return m
}

// recorder is a Coder that keeps choices, or gives them back.
type recorder struct {
	t       testing.TB
	freqs   [][]uint32
	choices []int
	playing bool
	at      int
}

func (r *recorder) Code(freq []uint32, actual int) int {
	if r.playing {
		if r.at >= len(r.freqs) || !slices.Equal(freq, r.freqs[r.at]) {
			r.t.Fatalf("choice %d: frequencies when reading %v", r.at, freq)
		}
		r.at++
		return r.choices[r.at-1]
	}
	var sum uint32
	for _, f := range freq {
		if f == 0 {
			r.t.Fatalf("choice %d: frequencies %v", len(r.choices), freq)
		}
		sum += f
	}
	if sum != One || len(freq) < 2 || actual < 0 || actual >= len(freq) {
		r.t.Fatalf("choice %d: %d of frequencies %v, which add up to %d", len(r.choices), actual, freq, sum)
	}
	r.freqs = append(r.freqs, slices.Clone(freq))
	r.choices = append(r.choices, actual)
	return actual
}

// TestWalk checks that every choice can be coded, and that the choices bring the
// position back.
func TestWalk(t *testing.T) {
	for _, spread := range []int{0, 20, 127} {
		q := NewPredictor(noise(t, spread))
		visit(t, 48, func(p *board.Position) {
			if !Holds(p) {
				t.Fatalf("%v does not hold", p)
			}
			r := &recorder{t: t}
			if same, ok := q.Walk(r, p); !ok || same != *p {
				t.Fatalf("%v walks as %v, %v", p, same, ok)
			}
			r.playing = true
			if back, ok := q.Walk(r, nil); !ok || back != *p {
				t.Fatalf("%v comes back as %v, %v", p, back, ok)
			}
		})
	}
}

// hasher is a Chooser that hashes the features it is given.
type hasher struct{ h hash.Hash64 }

func (h hasher) sum(at []uint32, actual int) int {
	var b [4]byte
	for _, k := range at {
		binary.LittleEndian.PutUint32(b[:], k)
		h.h.Write(b[:])
	}
	return actual
}

func (h hasher) Bit(at []uint32, actual int) int           { return h.sum(at, actual) }
func (h hasher) Pawn(at []uint32, _ uint, actual int) int  { return h.sum(at, actual) }
func (h hasher) Piece(at []uint32, _ uint, actual int) int { return h.sum(at, actual) }
func (h hasher) Square(at []uint32, _ int, actual int) int { return h.sum(at, actual) }

// TestFeatures checks the features, which models depend on: where they change,
// Magic must.
func TestFeatures(t *testing.T) {
	h := hasher{fnv.New64a()}
	var w Walker
	visit(t, 8, func(p *board.Position) { w.Walk(h, p) })
	if got := h.h.Sum64(); got != features {
		t.Errorf("features have hash %#x, want %#x", got, uint64(features))
	}
}

const features = 0x3ce0ee1c30e4326a

// rolls makes any choices at all.
type rolls struct{ rng *rand.Rand }

func (r rolls) Code(freq []uint32, _ int) int { return r.rng.IntN(len(freq)) }

// TestRolls checks that whatever is chosen gives a position that Holds, and
// that it says the same again where it is said to be the only way.
func TestRolls(t *testing.T) {
	q := NewPredictor(noise(t, 20))
	rng := rand.New(rand.NewPCG(5, 6))
	others := 0
	for range 2000 {
		p, ok := q.Walk(rolls{rng}, nil)
		if !Holds(&p) {
			t.Fatalf("%v does not hold", p)
		}
		if !ok {
			others++
			continue
		}
		r := &recorder{t: t}
		if again, ok := q.Walk(r, &p); !ok || again != p {
			t.Fatalf("%v walks as %v", p, again)
		}
	}
	if others > 500 {
		t.Errorf("%d of 2000 positions have another way to be said", others)
	}
}

func TestHolds(t *testing.T) {
	for fen, want := range map[string]bool{
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1": true,
		"8/8/8/8/8/8/8/8 w - - 0 1":                                false,
		"kk6/8/8/8/8/8/8/K7 w - - 0 1":                             false,
		"k7/8/8/8/8/8/8/KK6 w - - 0 1":                             false,
		"kp6/8/8/8/8/8/8/K7 w - - 0 1":                             false,
		"k7/8/8/8/8/8/8/KP6 w - - 0 1":                             false,
		"r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 151 300":                 true,
		"r3k2r/8/8/8/8/8/8/R3K1R1 b K - 0 1":                       true, // Chess960
		"r3k2r/8/8/8/8/8/8/R3K3 b Kkq - 0 1":                       false,
		"1k2r3/8/8/8/8/8/8/1R1K2R1 w GBe - 3 12":                   true,
		"4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1":                         true,
		"4k3/8/8/8/4P3/8/8/4K3 b - e3 7 1":                         true,
		"4k3/8/8/8/4P3/8/8/4K3 w - e3 0 1":                         false,
		"4k3/8/8/8/4P3/8/4P3/4K3 b - e3 0 1":                       false,
		"4k3/8/8/8/4P3/8/8/4K3 b - d3 0 1":                         false,
	} {
		p := parse(t, fen)
		if got := Holds(&p); got != want {
			t.Errorf("Holds(%s) = %v, want %v", fen, got, want)
		}
	}
	p := board.Start()
	p.Turn = 2
	if Holds(&p) {
		t.Errorf("a third side to move holds")
	}
}

// TestNormalise checks that frequencies are what floating point makes of the
// scores.
func TestNormalise(t *testing.T) {
	q := NewPredictor(noise(t, 0))
	rng := rand.New(rand.NewPCG(8, 9))
	for range 1000 {
		n := 2 + rng.IntN(63)
		all := 0.0
		for i := range n {
			q.score[i] = int32(rng.IntN(800) - 400)
			all += math.Exp(float64(q.score[i]) / Unit)
		}
		for i, f := range q.normalise(n) {
			w := math.Exp(float64(q.score[i])/Unit) / all * One
			if math.Abs(float64(f)-w) > 2+w/1000+float64(n) {
				t.Fatalf("score %d of %v has frequency %d, want about %.1f", i, q.score[:n], f, w)
			}
		}
	}
}

// TestLanes checks that the sums of many weights side by side do not touch.
func TestLanes(t *testing.T) {
	for _, w := range []int8{-127, 127} {
		sizes := Sizes{4, 4, 4, 4}
		weights := make([]int8, sizes.Weights())
		for i := range weights {
			weights[i] = w
		}
		m, err := NewModel(sizes, weights)
		require.NoError(t, err)
		q := NewPredictor(m)
		r := &recorder{t: t}
		q.coder = r
		at := make([]uint32, 100)
		q.Piece(at, 1<<9-1, 0)
		q.Pawn(at, 7, 0)
		for i, freq := range r.freqs {
			for _, f := range freq[1:] {
				// Rounding may give one of them some parts more.
				if d := int(f) - int(freq[1]); (f > freq[0]) != (w > 0) || d < -8 || d > 8 {
					t.Errorf("weights %d: choice %d has frequencies %v", w, i, freq)
				}
			}
		}
	}
}

func TestModel(t *testing.T) {
	sizes := Sizes{4, 5, 6, 7}
	w := make([]int8, sizes.Weights())
	for i := range w {
		w[i] = int8(i%255 - 127)
	}
	data, err := AppendModel([]byte("before"), sizes, w, "about")
	require.NoError(t, err)
	data = data[len("before"):]
	m, err := ParseModel(data)
	require.NoError(t, err)
	if m.About() != "about" || m.Sizes() != sizes {
		t.Errorf("model comes back as %q, %v", m.About(), m.Sizes())
	}
	direct, err := NewModel(sizes, w)
	require.NoError(t, err)
	if !slices.Equal(direct.bits, m.bits) || !slices.Equal(direct.pawns, m.pawns) || !slices.Equal(direct.pieces, m.pieces) || !slices.Equal(direct.squares, m.squares) {
		t.Errorf("weights do not come back")
	}
	for i := range data {
		bad := slices.Clone(data)
		bad[i] ^= 1
		_, err := ParseModel(bad)
		require.ErrorIs(t, err, ErrModel, "byte %d changed", i)
		_, err = ParseModel(data[:i])
		require.ErrorIs(t, err, ErrModel)
	}
	_, err = NewModel(sizes, w[1:])
	require.ErrorIs(t, err, ErrModel)
	_, err = NewModel(Sizes{1, 30, 4, 4}, nil)
	require.ErrorIs(t, err, ErrModel)
}

func FuzzParseModel(f *testing.F) {
	sizes := Sizes{4, 4, 4, 4}
	data, err := AppendModel(nil, sizes, make([]int8, sizes.Weights()), "about")
	require.NoError(f, err)
	f.Add(data)
	f.Fuzz(func(t *testing.T, src []byte) { _, _ = ParseModel(src) })
}

func TestAllocs(t *testing.T) {
	p := parse(t, "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2Q1RK1 w - - 4 9")
	q := NewPredictor(noise(t, 20))
	var c first
	if n := testing.AllocsPerRun(100, func() { q.Walk(&c, &p) }); n != 0 {
		t.Errorf("a position allocates %v times, want 0", n)
	}
}

// first is a Coder that does nothing.
type first struct{}

func (*first) Code(_ []uint32, actual int) int { return actual }

func BenchmarkWalk(b *testing.B) {
	p := parse(b, "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2Q1RK1 w - - 4 9")
	q := NewPredictor(noise(b, 20))
	var c first
	b.ReportAllocs()
	for b.Loop() {
		q.Walk(&c, &p)
	}
}
