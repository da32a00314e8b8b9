package movelist_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/gamestate"
	"github.com/chesszip/chesszip/movegen"
	"github.com/chesszip/chesszip/movelist"
)

// starts are positions of all sorts to begin a game from.
var starts = []string{
	"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
	"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
	"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
	"n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
	"bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9", // Chess960
	"k7/8/8/8/8/8/7p/K7 b - - 0 1",
	"QQQQQQQQ/QQQQQQQQ/8/8/8/8/8/K1k5 w - - 0 1",
	"8/8/8/3qqq2/3qkq2/3qqq2/8/K7 b - - 0 0",
	"QQQQQQQ1/Q6Q/Q6Q/Q6Q/Q6Q/Q6Q/Q6Q/kQQQQQQ1 w - - 0 1", // no white king, more than 256 moves
	"8/8/8/8/8/8/8/8 w - - 0 1",
}

func parse(t testing.TB, fen string) board.Position {
	t.Helper()
	p, err := board.ParseFEN(fen)
	require.NoError(t, err)
	return p
}

// drawGame draws a game from one of starts with a null move now and then.
func drawGame(t *rapid.T) gamestate.Game {
	p, err := board.ParseFEN(rapid.SampledFrom(starts).Draw(t, "start"))
	if err != nil {
		t.Fatalf("%v", err)
	}
	g := gamestate.Game{Start: p}
	nulls := rapid.Bool().Draw(t, "nulls")
	for _, n := range rapid.SliceOfN(rapid.IntRange(0, 1<<16-1), 0, 300).Draw(t, "moves") {
		legal := movegen.AppendLegal(nil, &p)
		if len(legal) == 0 && !nulls {
			break
		}
		m := board.NullMove
		if !nulls || len(legal) > 0 && n%8 != 0 {
			m = legal[n%len(legal)]
		}
		g.Moves = append(g.Moves, m)
		movegen.Make(&p, m)
	}
	return g
}

func propRoundTrip(t *rapid.T) {
	g := drawGame(t)
	prefix := rapid.SliceOfN(rapid.Byte(), 0, 3).Draw(t, "prefix")
	suffix := rapid.SliceOfN(rapid.Byte(), 0, 9).Draw(t, "suffix")
	for _, l := range movelist.Levels() {
		write := l.Append
		if rapid.Bool().Draw(t, "checked") {
			write = l.AppendChecked
		}
		out, err := write(slices.Clone(prefix), &g)
		if err != nil {
			t.Fatalf("%s: Append(%v) fails: %v", l.Name(), g.Moves, err)
		}
		if !bytes.Equal(out[:len(prefix)], prefix) {
			t.Fatalf("%s: prefix %x became %x", l.Name(), prefix, out[:len(prefix)])
		}
		moves, rest, err := l.Decode(append(out[len(prefix):], suffix...), &g.Start)
		if err != nil {
			t.Fatalf("%s: Decode of %v fails: %v", l.Name(), g.Moves, err)
		}
		if !slices.Equal(moves, g.Moves) || !bytes.Equal(rest, suffix) {
			t.Fatalf("%s: Decode = %v, rest %x, want %v, rest %x", l.Name(), moves, rest, g.Moves, suffix)
		}
	}
}

func TestRoundTrip(t *testing.T)        { rapid.Check(t, propRoundTrip) }
func FuzzRoundTrip(f *testing.F)        { f.Fuzz(rapid.MakeFuzz(propRoundTrip)) }
func FuzzDecodeSAN(f *testing.F)        { fuzzDecode(f, movelist.SAN) }
func FuzzDecodeFromTo(f *testing.F)     { fuzzDecode(f, movelist.FromTo) }
func FuzzDecodeLegalIndex(f *testing.F) { fuzzDecode(f, movelist.LegalIndex) }
func FuzzDecodeFast(f *testing.F)       { fuzzDecode(f, movelist.Fast) }

// fuzzDecode checks that what decodes is the only form of its game.
func fuzzDecode(f *testing.F, l movelist.Level) {
	var checked byte // begins the checked form
	for i, fen := range starts {
		g := gamestate.Game{Start: parse(f, fen)}
		p := g.Start
		for n := range 40 {
			legal := movegen.AppendLegal(nil, &p)
			if len(legal) == 0 || n == 7 && i%2 == 0 {
				g.Moves = append(g.Moves, board.NullMove)
			} else {
				g.Moves = append(g.Moves, legal[n*n%len(legal)])
			}
			movegen.Make(&p, g.Moves[n])
		}
		out, err := l.Append(nil, &g)
		require.NoError(f, err)
		f.Add(uint8(i), out)
		out, err = l.AppendChecked(nil, &g)
		require.NoError(f, err)
		f.Add(uint8(i), out)
		checked = out[0]
	}
	f.Fuzz(func(t *testing.T, start uint8, src []byte) {
		p := parse(t, starts[int(start)%len(starts)])
		moves, rest, err := l.Decode(src, &p)
		if err != nil {
			want := movelist.ErrCorrupt
			if len(src) > 0 && src[0] != l.Method() && src[0] != checked {
				want = movelist.ErrMethod
			}
			require.ErrorIs(t, err, want)
			return
		}
		write := l.Append
		if src[0] == checked {
			write = l.AppendChecked
		}
		got, err := write(nil, &gamestate.Game{Start: p, Moves: moves})
		require.NoError(t, err)
		if want := src[:len(src)-len(rest)]; !bytes.Equal(got, want) {
			t.Errorf("%s: %x decodes to %v, which encodes to %x", l.Name(), want, moves, got)
		}
	})
}

func TestIllegalMove(t *testing.T) {
	g := gamestate.Game{Start: board.Start(), Moves: []board.Move{board.NewMove(12, 28, 0), board.NewMove(12, 28, 0)}}
	for _, l := range movelist.Levels() {
		out, err := l.Append([]byte("x"), &g)
		var e *movelist.IllegalError
		require.ErrorAs(t, err, &e)
		require.ErrorIs(t, err, movelist.ErrIllegal)
		if e.Ply != 1 || string(out) != "x" {
			t.Errorf("%s: Append = %q, ply %d, want x, ply 1", l.Name(), out, e.Ply)
		}
	}
}

// TestTruncated cuts a game at every byte.
func TestTruncated(t *testing.T) {
	g := longGame(t, 60)
	for _, l := range movelist.Levels() {
		out, err := l.Append(nil, &g)
		require.NoError(t, err)
		for n := range out {
			if moves, _, err := l.Decode(out[:n], &g.Start); err == nil {
				t.Errorf("%s: Decode of %d of %d bytes = %v", l.Name(), n, len(out), moves)
			}
		}
	}
}

// longGame returns a game of n plies from the start position that goes to and
// fro.
func longGame(t testing.TB, n int) gamestate.Game {
	g := gamestate.Game{Start: board.Start()}
	tour := []board.Move{board.NewMove(6, 21, 0), board.NewMove(62, 45, 0), board.NewMove(21, 6, 0), board.NewMove(45, 62, 0)}
	for i := range n {
		g.Moves = append(g.Moves, tour[i%4])
	}
	return g
}

// TestLength crosses the sizes where the form of the length or the number of
// integers changes.
func TestLength(t *testing.T) {
	for _, n := range []int{0, 1, 253, 254, 255, 4095, 4096, 4097, 8192, 9000} {
		g := longGame(t, n)
		for _, l := range movelist.Levels() {
			out, err := l.Append(nil, &g)
			require.NoError(t, err)
			moves, rest, err := l.Decode(out, &g.Start)
			require.NoError(t, err)
			if !slices.Equal(moves, g.Moves) || len(rest) != 0 {
				t.Errorf("%s: %d plies come back as %d and %d bytes", l.Name(), n, len(moves), len(rest))
			}
		}
	}
	g := gamestate.Game{Start: board.Start(), Moves: make([]board.Move, movelist.MaxPlies+1)}
	for _, l := range movelist.Levels() {
		_, err := l.Append(nil, &g)
		require.ErrorIs(t, err, movelist.ErrTooLong)
		// One less, all null moves.
		longest := gamestate.Game{Start: g.Start, Moves: g.Moves[1:]}
		_, err = l.Append(nil, &longest)
		require.NoError(t, err)
	}
}

// TestForced checks that forced moves cost nothing.
func TestForced(t *testing.T) {
	// Black can only go to h7.
	p := parse(t, "7k/8/5K2/8/8/8/8/6Q1 b - - 0 1")
	legal := movegen.AppendLegal(nil, &p)
	if len(legal) != 1 {
		t.Fatalf("%d legal moves, want 1", len(legal))
	}
	g := gamestate.Game{Start: p, Moves: legal}
	for _, tt := range []struct {
		l    movelist.Level
		want int
	}{{movelist.LegalIndex, 2}, {movelist.Fast, 1}} {
		out, err := tt.l.AppendMoves(nil, &g)
		require.NoError(t, err)
		if len(out) != tt.want {
			t.Errorf("%s: a forced move = %d bytes with length, want %d", tt.l.Name(), len(out), tt.want)
		}
	}
}

// Castling as the king's way, as most programs have it, is stored as ours.
func TestCastlingOfOthers(t *testing.T) {
	g := gamestate.Game{Start: board.Start()}
	for _, text := range strings.Fields("e2-e4 e7-e5 g1-f3 g8-f6 f1-c4 f8-c5 e1-g1 e8-g8") {
		var m board.Move
		require.NoError(t, m.UnmarshalText([]byte(text)))
		g.Moves = append(g.Moves, m)
	}
	want := slices.Clone(g.Moves)
	want[6], want[7] = board.NewMove(board.E1, board.H1, board.NoKind), board.NewMove(board.E8, board.H8, board.NoKind)
	for _, level := range movelist.Levels() {
		stored, err := level.AppendChecked(nil, &g)
		require.NoError(t, err, level.Name())
		moves, _, err := level.Decode(stored, &g.Start)
		require.NoError(t, err, level.Name())
		require.Equal(t, want, moves, level.Name())
	}
}
