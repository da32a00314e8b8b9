package endgame

import (
	"math/rand/v2"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/movegen"
	"github.com/chesszip/chesszip/notation"
)

func parse(t testing.TB, fen string) *board.Position {
	t.Helper()
	p, err := board.ParseFEN(fen)
	require.NoError(t, err)
	return &p
}

func TestProbe(t *testing.T) {
	b := new(Base)
	for _, x := range []struct {
		name, fen string
		want      Outcome
		best      string
	}{
		{"corner to corner", "8/8/8/8/8/8/8/KBN4k w - - 0 1", Outcome{Result: Won, Plies: 45}, "Ne2"},
		{"mated", "7k/8/6KN/8/8/8/1B6/8 b - - 0 1", Outcome{Result: Lost}, "--"},
		{"stalemate", "7k/5K2/8/6N1/8/8/B7/8 b - - 0 1", Outcome{}, "--"},
		{"mate in one", "7k/8/6KN/8/8/8/8/2B5 w - - 0 1", Outcome{Result: Won, Plies: 1}, "Bb2#"},
		{"black has the pieces", "kbn4K/8/8/8/8/8/8/8 b - - 0 1", Outcome{Result: Won, Plies: 45}, "Nb6"},
		{"a piece is lost", "8/8/8/8/8/1k6/1NB5/7K b - - 0 1", Outcome{}, ""},
		{"a piece is taken", "8/8/8/8/8/1k6/1N6/7K b - - 0 1", Outcome{}, ""},
		{"bare kings", "8/8/8/8/8/1k6/8/7K b - - 0 1", Outcome{}, ""},
		{"queen", "8/8/8/8/8/k1K5/8/1Q6 w - - 0 1", Outcome{Result: Won, Plies: 1}, "Qa1#"},
		{"promotion", "8/4P1k1/8/8/8/8/8/K7 w - - 0 1", Outcome{Result: Won, Plies: 17}, "e8=Q"},
	} {
		p := parse(t, x.fen)
		o, err := b.Probe(p)
		require.NoError(t, err, x.name)
		m, again, err := b.Best(p)
		require.NoError(t, err, x.name)
		san := "--"
		if m != board.NullMove {
			san = notation.SAN(p, m)
		}
		if o != x.want || again != o || x.best != "" && san != x.best {
			t.Errorf("%s: %s = %+v, %s, want %+v, %s", x.name, x.fen, o, san, x.want, x.best)
		}
	}
}

func TestProbeRefuses(t *testing.T) {
	b := new(Base)
	for _, x := range []struct {
		fen  string
		kind error
		text string
	}{
		{"8/8/8/8/8/8/8/KBN5 w - - 0 1", ErrIllegal, "endgame: illegal position: black has 0 kings"},
		{"8/8/8/8/8/8/k7/KBN5 w - - 0 1", ErrIllegal, "endgame: illegal position: the kings touch"},
		{"8/8/8/8/8/8/k7/2NBK3 w - - 0 1", ErrIllegal, "endgame: illegal position: white is to move and black is in check"},
		{"P7/8/8/8/8/8/k7/4K3 w - - 0 1", ErrIllegal, "endgame: illegal position: a pawn stands on a8"},
		{"r7/8/8/8/8/8/k7/2B1K3 w - - 0 1", ErrUnsolved, "endgame: unsolved ending: both sides have more than a king"},
		{"8/8/8/8/8/8/k7/2BQK1N1 w - - 0 1", ErrUnsolved, "endgame: unsolved ending: 3 pieces beside the kings, at most 2 are known"},
		{"8/8/8/8/8/8/1k6/4K2R w K - 0 1", ErrUnsolved, "endgame: unsolved ending: white has a right to castle"},
		{"8/8/8/8/8/8/1k6/4KQ1R w - - 0 1", ErrUnsolved, "endgame: unsolved ending: KQRK; solved are KQK, KRK, KBBK, KBNK, KPK"},
	} {
		_, err := b.Probe(parse(t, x.fen))
		require.ErrorIs(t, err, x.kind, x.fen)
		if err.Error() != x.text {
			t.Errorf("Probe(%s) = %q, want %q", x.fen, err, x.text)
		}
		_, _, err = b.Best(parse(t, x.fen))
		require.ErrorIs(t, err, x.kind)
		_, err = b.Choices(parse(t, x.fen))
		require.ErrorIs(t, err, x.kind)
		_, err = b.Line(parse(t, x.fen))
		require.ErrorIs(t, err, x.kind)
	}
	// A right that is idle changes nothing.
	_, err := b.Probe(parse(t, "8/8/8/8/8/8/1k6/4K1Q1 w K - 0 1"))
	require.NoError(t, err)
}

// TestLine plays games out: each move is as good as the position, and the end
// is mate at the time predicted.
func TestLine(t *testing.T) {
	b := new(Base)
	r := rand.New(rand.NewPCG(1, 1))
	games := 4
	if long() {
		games = 20
	}
	for _, pieces := range []string{"KQ", "KR", "KBB", "KBN", "KP"} {
		for n := 0; n < games; {
			p := randomPosition(r, pieces, "K")
			o, err := b.Probe(&p)
			if err != nil || o.Result == Drawn {
				continue
			}
			n++
			line, err := b.Line(&p)
			require.NoError(t, err)
			if len(line) != o.Plies {
				t.Errorf("Line(%v) has %d moves, want %d", p, len(line), o.Plies)
			}
			q := p
			for _, m := range line {
				cs, err := b.Choices(&q)
				require.NoError(t, err)
				if len(cs) != movegen.CountLegal(&q) {
					t.Fatalf("Choices(%v) has %d moves, want %d", q, len(cs), movegen.CountLegal(&q))
				}
				if now, _ := b.Probe(&q); cs[0].Outcome != now || cs[0].Move != m {
					t.Fatalf("Choices(%v) begins with %v, %v, want %v, %v", q, cs[0].Move, cs[0].Outcome, m, now)
				}
				movegen.Make(&q, m)
			}
			if movegen.CountLegal(&q) != 0 || !movegen.InCheck(&q) {
				t.Errorf("Line(%v) ends in %v, want mate", p, q)
			}
		}
	}
}

// TestTable checks that a table in memory answers as the base does.
func TestTable(t *testing.T) {
	b := new(Base)
	r := rand.New(rand.NewPCG(4, 4))
	positions := 150
	if long() {
		positions = 500
	}
	for _, x := range []struct {
		pieces string
		table  *Table
	}{{"KP", solve(t, "KPK")}, {"KR", solve(t, "KRK")}, {"KBN", solve(t, "KBNK")}} {
		for n := 0; n < positions; {
			p := randomPosition(r, x.pieces, "K")
			m, o, err := b.Best(&p)
			if err != nil {
				continue
			}
			n++
			m2, o2, err := x.table.Best(&p)
			require.NoError(t, err)
			o3, err := x.table.Probe(&p)
			require.NoError(t, err)
			if m2 != m || o2 != o || o3 != o {
				t.Fatalf("%v: table %v, %v, base %v, %v", p, m2, o2, m, o)
			}
		}
	}
	_, err := solve(t, "KBNK").Probe(parse(t, "8/8/8/8/8/k1K5/8/1Q6 w - - 0 1"))
	require.ErrorIs(t, err, ErrUnsolved)
}

func TestLate(t *testing.T) {
	b := new(Base)
	for _, x := range []struct {
		fen  string
		late bool
	}{
		{"8/8/8/8/8/8/8/KBN4k w - - 0 1", false},
		{"8/8/8/8/8/8/8/KBN4k w - - 55 80", false}, // mate at the hundredth half-move
		{"8/8/8/8/8/8/8/KBN4k w - - 56 80", true},
		{"8/8/8/8/8/8/8/KBN4k w - - 999 80", true},
		{"7k/8/6KN/8/8/8/1B6/8 b - - 150 80", false}, // mated already
		// The pawn moves in time, and the clock starts again.
		{"8/4P1k1/8/8/8/8/8/K7 w - - 99 80", false},
	} {
		o, err := b.Probe(parse(t, x.fen))
		require.NoError(t, err)
		if o.Late != x.late {
			t.Errorf("%s: late %v, want %v", x.fen, o.Late, x.late)
		}
	}
	for i := range embeddedCount {
		name, _ := embedded(i)
		if n := solve(t, name).longest; n > fiftyMoves {
			t.Errorf("%s: %d half-moves to mate: the comment of Outcome.Late needs a change", name, n)
		}
	}
}

func TestOutcomeString(t *testing.T) {
	for _, x := range []struct {
		o     Outcome
		moves int
		want  string
	}{
		{Outcome{}, 0, "drawn"},
		{Outcome{Result: Lost}, 0, "mated"},
		{Outcome{Result: Won, Plies: 1}, 1, "won in 1 move"},
		{Outcome{Result: Lost, Plies: 4}, 2, "lost in 2 moves"},
		{Outcome{Result: Won, Plies: 65, Late: true}, 33, "won in 33 moves, but the fifty-move rule comes first"},
	} {
		if x.o.String() != x.want || x.o.Moves() != x.moves {
			t.Errorf("%+v = %q, %d moves, want %q, %d", x.o, x.o, x.o.Moves(), x.want, x.moves)
		}
	}
	if got := Result(9).String(); got != "unknown result" {
		t.Errorf("Result(9) = %q", got)
	}
}

// TestTogether asks one Base from several goroutines at once.
func TestTogether(t *testing.T) {
	b, table := new(Base), solve(t, "KBNK")
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			r := rand.New(rand.NewPCG(9, 9))
			for range 200 {
				p := randomPosition(r, "KBN", "K")
				m, o, err := b.Best(&p)
				if err != nil {
					continue
				}
				m2, o2, err := table.Best(&p)
				if err != nil || m2 != m || o2 != o {
					t.Errorf("%v: %v, %v, want %v, %v", p, m, o, m2, o2)
				}
			}
		})
	}
	wg.Wait()
}

// TestProbeAllocates checks that a warm probe does not.
func TestProbeAllocates(t *testing.T) {
	b := new(Base)
	p := parse(t, "8/8/8/3k4/8/8/8/KBN5 w - - 0 1")
	if n := testing.AllocsPerRun(100, func() { b.Best(p) }); n != 0 {
		t.Errorf("Best allocates %v times, want 0", n)
	}
}

func FuzzProbe(f *testing.F) {
	f.Add("8/8/8/3k4/8/8/8/KBN5 w - - 0 1")
	f.Add("8/8/8/8/8/8/1k6/4K2R w K - 0 1")
	f.Add("8/4P1k1/8/8/8/8/8/K7 w - - 99 80")
	b := new(Base)
	f.Fuzz(func(t *testing.T, fen string) {
		p, err := board.ParseFEN(fen)
		if err != nil {
			return
		}
		o, err := b.Probe(&p)
		if err != nil {
			return
		}
		line, err := b.Line(&p)
		require.NoError(t, err)
		if len(line) != o.Plies {
			t.Errorf("Line(%v) has %d moves, want %d", fen, len(line), o.Plies)
		}
	})
}
