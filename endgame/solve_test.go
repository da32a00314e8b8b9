package endgame

import (
	"bytes"
	"maps"
	"os"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/bitboard"
)

// long reports whether tests that take minutes are wanted.
func long() bool { return os.Getenv("CHESSZIP_LONG") == "1" }

// solved are the tables that tests share.
var solved = struct {
	sync.Mutex
	tables map[string]*Table
}{tables: map[string]*Table{}}

// solve returns the table of an ending.
func solve(t testing.TB, name string) *Table {
	t.Helper()
	solved.Lock()
	defer solved.Unlock()
	if solved.tables[name] == nil {
		table, err := Solve(name, nil)
		require.NoError(t, err)
		solved.tables[name] = table
	}
	return solved.tables[name]
}

// TestCountsOfKBNK checks numbers that have been worked out independently,
// twice, before this package was written.
func TestCountsOfKBNK(t *testing.T) {
	c := solve(t, "KBNK").Counts()
	for _, x := range []struct {
		name      string
		got, want int // want for a light-squared bishop alone
	}{
		{"mates", c.Black[0], 232},
		{"won in one", c.White[1], 920},
		{"lost in one and a half", c.Black[2], 156},
		{"won with White to move", c.WhiteWon, 5_411_092},
		{"won in 33 moves", c.White[65], 552},
		{"stalemates", c.Stalemates, 6_444},
		{"legal with White to move", c.WhiteLegal, 5_437_752},
		{"placements with Black to move", c.BlackLegal, 6_830_292},
		{"half-moves of the longest defence", len(c.Black) - 1, 33},
	} {
		if x.got != 2*x.want {
			t.Errorf("%s: %d, half of them %d, want %d", x.name, x.got, x.got/2, x.want)
		}
	}
}

// TestCountsByPlacement counts K+B+N v K once more, placement by placement
// instead of by what is alike, for each colour of the bishop.
func TestCountsByPlacement(t *testing.T) {
	table := solve(t, "KBNK")
	type counts struct{ black, white, won, longest, mates int }
	var got [2]counts
	for at := range 64 * 64 * 64 * 64 {
		p := placement{white: bitboard.Square(at >> 18), black: bitboard.Square(at & 63)}
		p.pieces[0], p.pieces[1] = bitboard.Square(at>>12&63), bitboard.Square(at>>6&63)
		slot, ok := table.slot(p)
		if !ok || table.black[slot] == impossible {
			continue
		}
		c := &got[0]
		if light(p.pieces[0]) {
			c = &got[1]
		}
		c.black++
		if table.black[slot] == 1 {
			c.mates++
		}
		switch v := table.white[slot]; v {
		case impossible:
		case unknown:
			c.white++
		case 66:
			c.longest++
			fallthrough
		default:
			c.white++
			c.won++
		}
	}
	want := counts{6_830_292, 5_437_752, 5_411_092, 552, 232}
	if got != [2]counts{want, want} {
		t.Errorf("counts by colour %+v, want %+v for both", got, want)
	}
}

// TestLongest checks the well-known longest wins, in moves.
func TestLongest(t *testing.T) {
	known := map[string]int{"KK": 0, "KNK": 0, "KBK": 0, "KQK": 10, "KRK": 16, "KBBK": 19, "KPK": 28}
	if long() {
		// Pieces that can be lost and the other still wins, pawns beside others.
		maps.Copy(known, map[string]int{
			"KQQK": 4, "KQRK": 6, "KRRK": 7, "KQBK": 8, "KQNK": 9, "KRBK": 16, "KRNK": 16, "KNNK": 1,
			"KQPK": 10, "KRPK": 16, "KBPK": 31, "KNPK": 27, "KPPK": 32,
		})
	}
	for name, moves := range known {
		if got := len(solve(t, name).Counts().White) / 2; got != moves {
			t.Errorf("%s: longest win %d moves, want %d", name, got, moves)
		}
	}
}

func TestThreads(t *testing.T) {
	names := []string{"KPK", "KRK"}
	if long() {
		names = append(names, "KQRK", "KBNK")
	}
	for _, name := range names {
		one, err := Solve(name, &SolveOptions{Threads: 1})
		require.NoError(t, err)
		for _, n := range []int{2, 7} {
			many, err := Solve(name, &SolveOptions{Threads: n})
			require.NoError(t, err)
			if !bytes.Equal(one.white, many.white) || !bytes.Equal(one.black, many.black) || one.longest != many.longest {
				t.Errorf("%s: %d threads solve it otherwise than one", name, n)
			}
		}
	}
}

func TestSolveRefuses(t *testing.T) {
	for _, name := range []string{"", "K", "QK", "KQ", "KXK", "KkK", "KQRBK", "KQKR", "KKK"} {
		if _, err := Solve(name, nil); err == nil {
			t.Errorf("Solve(%q) = no error, want one", name)
		}
	}
	// The pieces are named in any order.
	e, err := parseEnding("KNBK")
	require.NoError(t, err)
	if got := e.String(); got != "KBNK" {
		t.Errorf("the name of KNBK is %s, want KBNK", got)
	}
}
