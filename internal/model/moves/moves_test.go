package moves

import (
	"bytes"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/bitboard"
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/model/network"
	"github.com/chesszip/chesszip/movegen"
)

// visit calls f along random games from several starts.
func visit(t testing.TB, games int, f func(p *board.Position, past *Past, known *Known, legal []board.Move)) {
	rng := rand.New(rand.NewPCG(7, 7))
	starts := []string{
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
		"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 0 1",
		"n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
		"QQQQQQQ1/Q6Q/Q6Q/Q6Q/Q6Q/Q6Q/Q6Q/QQQQQQQ1 w - - 0 1",
		"bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
		"8/8/8/8/8/8/7p/8 b - - 0 1",
		"4k3/8/8/8/8/8/8/4K2R w K - 140 200",
	}
	for n := range games {
		p, err := board.ParseFEN(starts[n%len(starts)])
		require.NoError(t, err)
		var past Past
		known := Known{Result(rng.IntN(4)), rng.IntN(90), rng.IntN(3200), rng.IntN(3200), rng.IntN(2000), Ending(rng.IntN(3))}
		for range 80 {
			legal := movegen.AppendLegal(nil, &p)
			if len(legal) < 2 {
				break
			}
			f(&p, &past, &known, legal)
			m := legal[rng.IntN(len(legal))]
			if rng.IntN(40) == 0 {
				m = board.NullMove
			}
			past = past.Next(&p, m)
			movegen.Make(&p, m)
		}
	}
}

// noise is a model of random weights.
func noise(t testing.TB, deep bool) *Model {
	rng := rand.New(rand.NewPCG(3, 4))
	w := make([]int8, 1<<12)
	for i := range w {
		w[i] = int8(rng.IntN(64) - 32)
	}
	m, err := NewModel(w, deep, nil)
	require.NoError(t, err)
	return m
}

// TestFrequencies checks that every move can be coded: frequencies are at least
// 1, add up, and are what floating point makes of the scores.
func TestFrequencies(t *testing.T) {
	for _, deep := range []bool{false, true} {
		m := noise(t, deep)
		q := NewPredictor(m)
		visit(t, 60, func(p *board.Position, past *Past, known *Known, legal []board.Move) {
			freq := q.Predict(p, past, known, legal)
			at := slices.Clone(q.f.Prepare(p, past, known, legal))
			var sum, total uint32
			want := make([]float64, len(legal))
			all := 0.0
			for i := range legal {
				s := 0
				for _, k := range at[i*q.f.Count():][:q.f.Count()] {
					s += int(int8(m.weights[k]))
				}
				want[i] = math.Exp(float64(s) / Unit)
				all += want[i]
			}
			for i, f := range freq {
				if f == 0 {
					t.Fatalf("%v: %v has frequency 0", p, legal[i])
				}
				if w := want[i] / all * One; math.Abs(float64(f)-w) > 2+w/1000+float64(len(legal)) {
					t.Fatalf("%v: %v has frequency %d, want about %.1f", p, legal[i], f, w)
				}
				sum += f
				total++
			}
			if sum != One {
				t.Fatalf("%v: frequencies add up to %d, want %d", p, sum, One)
			}
		})
	}
}

// TestMirror checks that both sides are seen alike: a position with colours and
// rows exchanged has the same features.
func TestMirror(t *testing.T) {
	f, g := &Features{Deep: true, Lines: MaxLines}, &Features{Deep: true, Lines: MaxLines}
	visit(t, 40, func(p *board.Position, past *Past, known *Known, legal []board.Move) {
		if p.Castling != 0 {
			return // the order of castling moves differs
		}
		pl := p.Planes()
		occ := pl[0] | pl[1] | pl[2]
		m := *p
		m.Board = board.FromPlanes([4]bitboard.Set{turned(pl[0]), turned(pl[1]), turned(pl[2]), turned(occ &^ pl[3])})
		m.Turn = p.Turn.Other()
		if p.EnPassant != 0 {
			m.EnPassant ^= 56
		}
		if p.Turn == board.White {
			m.FullmoveNumber = p.FullmoveNumber
		}
		h := *past
		for i := range h.last {
			if h.last[i] != 0 {
				h.last[i] = h.last[i].flipped(56)
			}
		}
		h.count = 0
		q := *past
		q.count = 0
		k := *known
		k.WhiteElo, k.BlackElo = k.BlackElo, k.WhiteElo
		if k.Result == WhiteWins || k.Result == BlackWins {
			k.Result = 3 - k.Result
		}
		mirrored := make([]board.Move, len(legal))
		for i, mv := range legal {
			mirrored[i] = mv ^ 56 ^ 56<<6
		}
		a, b := f.Prepare(p, &q, known, legal), g.Prepare(&m, &h, &k, mirrored)
		for i := range a {
			if n := uint8(i % f.Count()); a[i] != b[i] && n != order[fClock] && n != order[fBook] {
				t.Fatalf("%v %v: feature %s is %x, mirrored %x", p, legal[i/f.Count()], Names[n], a[i], b[i])
			}
		}
	})
}

func TestExchange(t *testing.T) {
	for _, c := range []struct {
		fen, move string
		want      int16
	}{
		{"4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4-d5", 1},
		{"4k3/8/2p5/3p4/4P3/8/8/4K3 w - - 0 1", "e4-d5", 0},
		{"4k3/8/2p5/3p4/8/8/8/3QK3 w - - 0 1", "d1-d5", -8},
		{"3rk3/8/8/3p4/8/8/3R4/3RK3 w - - 0 1", "d2-d5", 1},
		{"3rk3/3r4/8/3p4/8/8/3R4/3RK3 w - - 0 1", "d2-d5", -4},
		{"4k3/8/8/8/3n4/4K3/8/8 w - - 0 1", "e3-d4", 3},
		{"1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1", "e1-e5", 1},
		{"1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1", "d3-e5", -2},
	} {
		p, err := board.ParseFEN(c.fen)
		require.NoError(t, err)
		var v view
		v.read(&p, &Past{})
		var a act
		for _, m := range movegen.AppendLegal(nil, &p) {
			if m.String() == c.move {
				v.look(m, &a)
				if a.gain != c.want {
					t.Errorf("%s %s wins %d, want %d", c.fen, c.move, a.gain, c.want)
				}
			}
		}
	}
}

func TestMate(t *testing.T) {
	p, err := board.ParseFEN("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1")
	require.NoError(t, err)
	var v view
	v.read(&p, &Past{})
	for _, m := range movegen.AppendLegal(nil, &p) {
		var a act
		v.look(m, &a)
		want := uint32(0)
		if m.String() == "d1-d8" {
			want = 3
		}
		if a.check != want {
			t.Errorf("%v gives check %d, want %d", m, a.check, want)
		}
	}
}

func TestRepeats(t *testing.T) {
	p := board.Start()
	var past Past
	play := func(uci string) {
		for _, m := range movegen.AppendLegal(nil, &p) {
			if m.String() == uci {
				past = past.Next(&p, m)
				movegen.Make(&p, m)
				return
			}
		}
		t.Fatalf("no move %s in %v", uci, p)
	}
	for _, m := range []string{"g1-f3", "g8-f6", "f3-g1"} {
		play(m)
	}
	var v view
	v.read(&p, &past)
	for _, m := range movegen.AppendLegal(nil, &p) {
		var a act
		v.look(m, &a)
		want := uint32(0)
		if m.String() == "f6-g8" {
			want = 1
		}
		if a.repeats != want {
			t.Errorf("%v repeats %d, want %d", m, a.repeats, want)
		}
	}
}

func TestModel(t *testing.T) {
	w := make([]int8, 256)
	for i := range w {
		w[i] = int8(i)
	}
	plain, err := AppendModel(nil, w, true, nil, "about", true)
	require.NoError(t, err)
	data, err := AppendModel([]byte("before"), w, true, nil, "about", false)
	require.NoError(t, err)
	data = data[len("before"):]
	m, err := ParseModel(data)
	require.NoError(t, err)
	same, err := ParseModel(plain)
	require.NoError(t, err)
	require.Equal(t, m.Weights(), same.Weights())
	require.NotEqual(t, -1, bytes.Index(plain, m.weights))
	if !slices.Equal(m.Weights(), w) || m.About() != "about" || !m.Deep() || m.Lines() != 4 {
		t.Errorf("model comes back as %d weights, %q, deep %v", len(m.Weights()), m.About(), m.Deep())
	}
	for i := range data {
		bad := slices.Clone(data)
		bad[i] ^= 1
		if _, err := ParseModel(bad); err == nil {
			t.Errorf("byte %d changed: no error", i)
		} else {
			require.ErrorIs(t, err, ErrModel)
		}
		_, err := ParseModel(data[:i])
		require.ErrorIs(t, err, ErrModel)
	}
	for _, n := range []int{0, 1, 63, 65, (MaxLines + 1) * LineWeights} {
		if _, err := AppendModel(nil, make([]int8, n), false, nil, "", true); err == nil {
			t.Errorf("AppendModel of %d weights: no error", n)
		}
	}
}

// TestModelNetwork checks that a network comes back, and that one that does not fit is
// refused.
func TestModelNetwork(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	for _, deep := range []bool{false, true} {
		w := make([]int8, 4*LineWeights)
		n := drawnNetwork(network.Block, (&Features{Deep: deep}).Count(), func(most int) int { return rng.IntN(2*most+1) - most })
		data, err := AppendModel(nil, w, deep, n, "", true)
		require.NoError(t, err)
		m, err := ParseModel(data)
		require.NoError(t, err)
		require.Equal(t, n, m.Network())
		_, err = NewModel(w, !deep, n)
		require.ErrorIs(t, err, network.ErrNetwork)
		q := NewPredictor(m)
		p := board.Start()
		legal := movegen.AppendLegal(nil, &p)
		var past Past
		require.Zero(t, testing.AllocsPerRun(100, func() { q.Predict(&p, &past, &Known{}, legal) }))
	}
}

func FuzzParseModel(f *testing.F) {
	data, err := AppendModel(nil, make([]int8, 256), false, nil, "about", false)
	require.NoError(f, err)
	f.Add(data)
	f.Fuzz(func(t *testing.T, src []byte) { _, _ = ParseModel(src) })
}

func TestAllocs(t *testing.T) {
	for _, deep := range []bool{false, true} {
		p, _ := board.ParseFEN("r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2Q1RK1 w - - 4 9")
		legal := movegen.AppendLegal(nil, &p)
		q := NewPredictor(noise(t, deep))
		var past Past
		if n := testing.AllocsPerRun(100, func() { q.Predict(&p, &past, &Known{}, legal) }); n != 0 {
			t.Errorf("deep %v: a ply allocates %v times, want 0", deep, n)
		}
	}
}

func BenchmarkPredict(b *testing.B) {
	for name, deep := range map[string]bool{"default": false, "max": true} {
		b.Run(name, func(b *testing.B) {
			p, _ := board.ParseFEN("r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2Q1RK1 w - - 4 9")
			legal := movegen.AppendLegal(nil, &p)
			q := NewPredictor(noise(b, deep))
			var past Past
			b.ReportAllocs()
			for b.Loop() {
				q.Predict(&p, &past, &Known{}, legal)
			}
		})
	}
}
