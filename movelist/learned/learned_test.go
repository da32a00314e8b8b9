package learned

import (
	"bytes"
	"hash/fnv"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/gamestate"
	"github.com/chesszip/chesszip/internal/model/moves"
	"github.com/chesszip/chesszip/internal/model/network"
	"github.com/chesszip/chesszip/internal/test/corpus"
	"github.com/chesszip/chesszip/movegen"
	"github.com/chesszip/chesszip/movelist"
	"github.com/chesszip/chesszip/pgn"
)

var (
	_ movelist.Level = V1
	_ movelist.Level = V1Max
)

var levels = []*Level{V1, V1Max}

// TestEmbedded checks the limits of what programs carry.
func TestEmbedded(t *testing.T) {
	for _, c := range []struct {
		l      *Level
		lines  int
		deep   bool
		hidden int
	}{
		{V1, moves.UsualLines, false, 48},
		{V1Max, moves.LargeLines, true, 144},
	} {
		m := c.l.inside().Model()
		// The weights are in the file as they are used, and little else does.
		weights := c.lines * moves.LineWeights
		if n := len(m.Weights()); n != weights {
			t.Errorf("%s: %d weights, want %d", c.l.Name(), n, weights)
		}
		if n := m.Network().Hidden; n != c.hidden {
			t.Errorf("%s: %d hidden units, want %d", c.l.Name(), n, c.hidden)
		}
		whole := weights + c.hidden*(network.MaxFeatures+2*network.Rows+2)
		if n := len(m.Bytes()); n < weights || n > whole+16<<10 {
			t.Errorf("%s: model of %d bytes, want %d to %d", c.l.Name(), n, weights, whole+16<<10)
		}
		if m.Deep() != c.deep || m.ID() != c.l.ID() || c.l.About() == "" {
			t.Errorf("%s: deep %v, ID %x and %x, about %q", c.l.Name(), m.Deep(), m.ID(), c.l.ID(), c.l.About())
		}
	}
}

// starts are positions of all sorts to begin a game from.
var starts = []string{
	"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
	"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
	"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
	"n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
	"bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
	"QQQQQQQQ/QQQQQQQQ/8/8/8/8/8/K1k5 w - - 0 1",
}

// drawGame draws legal moves, and null moves now and then.
func drawGame(t *rapid.T) gamestate.Game {
	p, err := board.ParseFEN(rapid.SampledFrom(starts).Draw(t, "start"))
	require.NoError(t, err)
	g := gamestate.Game{Start: p}
	for range rapid.IntRange(0, 40).Draw(t, "plies") {
		legal := movegen.AppendLegal(nil, &p)
		m := board.NullMove
		if len(legal) == 0 {
			break
		}
		if n := rapid.IntRange(-1, len(legal)-1).Draw(t, "move"); n >= 0 {
			m = legal[n]
		}
		g.Moves = append(g.Moves, m)
		movegen.Make(&p, m)
	}
	return g
}

func drawKnown(t *rapid.T) Known {
	return Known{
		Result:   gamestate.Result(rapid.IntRange(0, 3).Draw(t, "result")),
		WhiteElo: rapid.IntRange(0, 4000).Draw(t, "white"),
		BlackElo: rapid.IntRange(0, 4000).Draw(t, "black"),
		Seconds:  rapid.IntRange(0, 9000).Draw(t, "seconds"),
		Ending:   Ending(rapid.IntRange(0, 2).Draw(t, "ending")),
	}
}

func propRoundTrip(t *rapid.T) {
	l := rapid.SampledFrom(levels).Draw(t, "level")
	g, known := drawGame(t), drawKnown(t)
	write := l.AppendKnown
	if rapid.Bool().Draw(t, "checked") {
		write = l.AppendKnownChecked
	}
	b, err := write([]byte("before"), &g, &known)
	require.NoError(t, err)
	list, rest, err := l.DecodeKnown(append(b[len("before"):len(b):len(b)], "after"...), &g.Start, &known)
	require.NoError(t, err)
	if !slices.Equal(list, g.Moves) || string(rest) != "after" || string(b[:6]) != "before" {
		t.Errorf("%s: %v comes back as %v, rest %q", l.Name(), g.Moves, list, rest)
	}
	// Many games in one stream.
	w, k := l.inside().NewWriter(), known.model()
	for range 12 {
		w.Begin(&k)
		each(&g, func(past *moves.Past, p *board.Position, legal []board.Move, index int) {
			w.Write(past, p, legal, index)
		})
	}
	r := l.inside().NewReader(w.AppendTo(nil))
	for range 12 {
		require.NoError(t, r.Begin(&k))
		each(&g, func(past *moves.Past, p *board.Position, legal []board.Move, index int) {
			got, err := r.Read(past, p, legal)
			require.NoError(t, err)
			if got != index {
				t.Fatalf("%s: move %d of %v comes back as %d", l.Name(), index, p, got)
			}
		})
	}
	require.NoError(t, r.Close())
}

func TestRoundTrip(t *testing.T) { rapid.Check(t, propRoundTrip) }

// each calls f for every move of g but null moves.
func each(g *gamestate.Game, f func(past *moves.Past, p *board.Position, legal []board.Move, index int)) {
	p := g.Start
	var past moves.Past
	for _, m := range g.Moves {
		if m != board.NullMove {
			legal := movegen.AppendLegal(nil, &p)
			f(&past, &p, legal, slices.Index(legal, m))
		}
		past = past.Next(&p, m)
		movegen.Make(&p, m)
	}
}

func FuzzDecode(f *testing.F) {
	g := gamestate.Game{Start: board.Start(), Moves: []board.Move{board.NewMove(12, 28, 0), board.NewMove(52, 36, 0)}}
	b, err := V1.Append(nil, &g)
	require.NoError(f, err)
	f.Add(b)
	f.Add([]byte{V1.Method(), 9, 0xff, 0xff, 0xff, 1, 2, 3, 4, 5, 6})
	checked, err := V1.AppendChecked(nil, &g)
	require.NoError(f, err)
	f.Add(checked)
	start := board.Start()
	f.Fuzz(func(t *testing.T, src []byte) {
		moves, rest, err := V1.Decode(src, &start)
		if err != nil {
			want := movelist.ErrCorrupt
			if len(src) > 0 && src[0] != V1.Method() && src[0] != checked[0] {
				want = movelist.ErrMethod
			}
			require.ErrorIs(t, err, want)
			return
		}
		again, err := V1.Append(nil, &gamestate.Game{Start: start, Moves: moves})
		require.NoError(t, err)
		back, _, err := V1.Decode(again, &start)
		require.NoError(t, err)
		if !slices.Equal(back, moves) || len(rest) > len(src) {
			t.Errorf("%x decodes to %v, then to %v", src, moves, back)
		}
	})
}

func TestErrors(t *testing.T) {
	start := board.Start()
	g := gamestate.Game{Start: start, Moves: []board.Move{board.NewMove(12, 29, 0)}}
	_, err := V1.Append(nil, &g)
	require.ErrorIs(t, err, movelist.ErrIllegal)
	_, err = V1.Append(nil, &gamestate.Game{Start: start, Moves: make([]board.Move, movelist.MaxPlies+1)})
	require.ErrorIs(t, err, movelist.ErrTooLong)
	_, err = V1.Append(nil, &gamestate.Game{Start: start, Moves: make([]board.Move, movelist.MaxPlies)})
	require.NoError(t, err)
	for _, src := range [][]byte{nil, {1}, {200, 1, 2}, {0x80, 0x00}, bytes.Repeat([]byte{0xff}, 12)} {
		_, _, err := V1.Decode(src, &start)
		if len(src) > 0 {
			require.ErrorIs(t, err, movelist.ErrMethod, "%x", src)
			require.NotErrorIs(t, err, movelist.ErrCorrupt, "%x", src)
		} else {
			require.ErrorIs(t, err, movelist.ErrCorrupt, "%x", src)
		}
		_, _, err = V1.Decode(append([]byte{V1.Method()}, src...), &start)
		require.ErrorIs(t, err, movelist.ErrCorrupt, "%x", src)
		require.NotErrorIs(t, err, movelist.ErrMethod, "%x", src)
	}
	_, err = Parse([]byte("PNG"))
	require.ErrorIs(t, err, ErrModel)
}

// TestOwn checks that a game says by the model of which caller it was stored.
func TestOwn(t *testing.T) {
	own, err := Parse(V1.Bytes())
	require.NoError(t, err)
	g := sampled(V1, 1)[0]
	data, err := own.Append(nil, &g)
	require.NoError(t, err)
	moves, rest, err := own.Decode(data, &g.Start)
	require.NoError(t, err)
	require.Empty(t, rest)
	require.Equal(t, g.Moves, moves)
	require.Equal(t, byte(own.ID()), data[1])
	for bit := range 8 {
		other := append([]byte(nil), data...)
		other[1] ^= 1 << bit
		_, _, err = own.Decode(other, &g.Start)
		require.ErrorIs(t, err, movelist.ErrMethod)
	}
	_, _, err = own.Decode(data[:1], &g.Start)
	require.ErrorIs(t, err, movelist.ErrCorrupt)
	require.NotErrorIs(t, err, movelist.ErrMethod)
}

// sampled returns games drawn from the level: our own, the same everywhere.
func sampled(l *Level, games int) (list []gamestate.Game) {
	for n := range games {
		rng := rand.New(rand.NewPCG(2026, uint64(n)))
		list = append(list, l.Sample(rng, &Known{WhiteElo: 1600, BlackElo: 2400, Result: gamestate.Result(n % 4)}))
	}
	return list
}

// TestGolden checks the bytes of both levels, on every machine and with any
// number of processors: 40 games drawn from each model, coded alone.
func TestGolden(t *testing.T) {
	for i, l := range levels {
		for _, procs := range []int{1, 8} {
			old := runtime.GOMAXPROCS(procs)
			h := fnv.New64a()
			for _, g := range sampled(l, 40) {
				b, err := l.AppendMoves(nil, &g)
				require.NoError(t, err)
				h.Write(b)
			}
			runtime.GOMAXPROCS(old)
			if got := h.Sum64(); got != golden[i] {
				t.Errorf("%s with %d processors: hash %#x, want %#x", l.Name(), procs, got, golden[i])
			}
		}
	}
}

// TestSample checks that samples look like games: the model codes what it drew
// at about the cost it expects, and the same seed gives the same games.
func TestSample(t *testing.T) {
	a, b := sampled(V1, 20), sampled(V1, 20)
	plies, bytes := 0, 0
	for i := range a {
		if !slices.Equal(a[i].Moves, b[i].Moves) {
			t.Errorf("game %d: the same seed gives other moves", i)
		}
		out, err := V1.Append(nil, &a[i])
		require.NoError(t, err)
		plies, bytes = plies+len(a[i].Moves), bytes+len(out)
	}
	if bits := 8 * float64(bytes) / float64(plies); bits < 2 || bits > 3.6 {
		t.Errorf("%d plies take %.2f bits each, want 2 to 3.6", plies, bits)
	}
}

// TestProgramSize checks that a program carries the weights of the levels it
// names and no others.
func TestProgramSize(t *testing.T) {
	if testing.Short() {
		t.Skip("builds programs")
	}
	gobin, err := exec.LookPath("go")
	if err != nil {
		t.Skip("no go command")
	}
	for _, c := range []struct {
		program       string
		limit         int64
		with, without []byte
	}{
		{"fast", 4 << 20, nil, defaultData},
		{"default", 8 << 20, defaultData, maxPacked},
	} {
		exe := filepath.Join(t.TempDir(), c.program+".exe")
		out, err := exec.Command(gobin, "build", "-o", exe, "./testdata/"+c.program).CombinedOutput()
		require.NoError(t, err, "%s", out)
		code, err := os.ReadFile(exe)
		require.NoError(t, err)
		t.Logf("%s: %d bytes", c.program, len(code))
		if int64(len(code)) > c.limit {
			t.Errorf("program %s has %d bytes, want at most %d", c.program, len(code), c.limit)
		}
		if c.with != nil && !bytes.Contains(code, c.with[len(c.with)-64:]) {
			t.Errorf("program %s lacks its weights", c.program)
		}
		if bytes.Contains(code, c.without[len(c.without)-64:]) {
			t.Errorf("program %s carries weights that it does not use", c.program)
		}
	}
}

// corpusGames returns the first n games of a file of the corpus.
func corpusGames(t testing.TB, name string, n int) (games []gamestate.Game, plies int) {
	for g, err := range pgn.NewReader(bytes.NewReader(corpus.Need(t, name)), nil).Games() {
		if err != nil || len(games) == n {
			break
		}
		if line, ok := g.MainLine(); ok {
			games, plies = append(games, line), plies+len(line.Moves)
		}
	}
	return games, plies
}

// TestCorpus sends real games through both levels, alone, and counts what that
// takes. With CHESSZIP_LONG these are all games of the test files, and with the
// default level those of the training files too: hours.
func TestCorpus(t *testing.T) {
	names, n := corpus.Games("lichess-elite-test", "lichess-clk-test", "master-test", "engine-test", "tcec-test"), 10
	long := os.Getenv("CHESSZIP_LONG") != ""
	if long {
		var err error
		names, err = corpus.Names("pgn")
		require.NoError(t, err)
		n = -1
	}
	for _, name := range names {
		for _, l := range levels {
			if l == V1Max && strings.Contains(name, "-train") {
				continue
			}
			t.Run(name+"/"+l.Name(), func(t *testing.T) {
				games, plies := corpusGames(t, name, n)
				size := 0
				for i := range games {
					b, err := l.Append(nil, &games[i])
					require.NoError(t, err)
					size += len(b)
					moves, rest, err := l.Decode(b, &games[i].Start)
					require.NoError(t, err)
					if len(rest) != 0 || !slices.Equal(moves, games[i].Moves) {
						t.Fatalf("game %d comes back as %v", i, moves)
					}
				}
				t.Logf("%d games, %.3f bits/ply alone", len(games), 8*float64(size)/float64(max(plies, 1)))
			})
		}
	}
}

func BenchmarkAppend(b *testing.B) {
	for _, name := range []string{"lichess-old", "master", "tcec"} {
		for _, l := range levels {
			b.Run(name+"/"+l.Name(), func(b *testing.B) {
				games, plies := corpusGames(b, "pgn/"+name+"-test.pgn", 50)
				var out []byte
				b.ReportAllocs()
				for b.Loop() {
					out = out[:0]
					for i := range games {
						out, _ = l.AppendMoves(out, &games[i])
					}
				}
				b.ReportMetric(8*float64(len(out))/float64(plies), "bits/ply")
				b.ReportMetric(float64(plies)*float64(b.N)/b.Elapsed().Seconds(), "plies/s")
			})
		}
	}
}

// golden are the hashes of TestGolden. They change with the models only.
var golden = [2]uint64{0x1b6a1127709dfada, 0xab3c2c2f4d9a4639}
