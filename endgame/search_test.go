package endgame

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/movegen"
)

// agree checks the outcome of p against those of the positions after each of
// its moves, by the rules of package movegen, which this package does not use
// to solve. If it holds for all positions, the outcomes are right: by
// induction for what is lost or won in n, and what is drawn can be kept so.
func agree(t *testing.T, b *Base, p *board.Position, got Outcome) {
	t.Helper()
	legal := movegen.AppendLegal(nil, p)
	want := Outcome{}
	if len(legal) == 0 && movegen.InCheck(p) {
		want.Result = Lost
	}
	for i, m := range legal {
		q := *p
		movegen.Make(&q, m)
		o, err := b.Probe(&q)
		require.NoError(t, err)
		if o = o.before(); i == 0 || o.worth() > want.worth() {
			want = o
		}
	}
	if got != want {
		t.Fatalf("Probe(%v) = %+v, want %+v from its %d moves", p, got, want, len(legal))
	}
}

// TestSearch looks at 2,500 random positions of K+B+N v K, and some of the
// others, one half-move deep; with CHESSZIP_LONG=1 at eight times as many, and
// TestSearchEverywhere at every position.
func TestSearch(t *testing.T) {
	r := rand.New(rand.NewPCG(20_000, 6))
	b := new(Base)
	for pieces, n := range map[string]int{"KBN": 20_000, "KQ": 2_000, "KR": 2_000, "KBB": 2_000, "KP": 2_000} {
		if !long() {
			n /= 8
		}
		for n > 0 {
			p := randomPosition(r, pieces, "K")
			o, err := b.Probe(&p)
			if err != nil {
				continue
			}
			n--
			agree(t, b, &p, o)
		}
	}
}

func TestSearchEverywhere(t *testing.T) {
	if !long() {
		t.Skip("takes minutes; CHESSZIP_LONG=1 runs it")
	}
	b := new(Base)
	for _, name := range Endings() {
		table := solve(t, name)
		for slot := range table.slots() {
			for turn, v := range []uint8{table.white[slot], table.black[slot]} {
				if v == impossible {
					continue
				}
				pl := table.placement(slot)
				p := board.Position{Turn: board.Color(turn), FullmoveNumber: 1}
				p.Put(pl.white, board.WhiteKing)
				p.Put(pl.black, board.BlackKing)
				for i, k := range table.kinds[:table.count] {
					p.Put(pl.pieces[i], board.PieceOf(board.White, k))
				}
				o, err := b.Probe(&p)
				require.NoError(t, err)
				if table := outcome(v, turn == 0); table != o {
					t.Fatalf("Probe(%v) = %+v, want %+v of the table", p, o, table)
				}
				agree(t, b, &p, o)
			}
		}
	}
}

// TestShortMates compares with a plain search for mates: nothing known, all
// moves tried. The depth is what a second or two is enough for; with
// CHESSZIP_LONG=1 one move more.
func TestShortMates(t *testing.T) {
	depth, positions := 5, 8
	if long() {
		depth, positions = 7, 60
	}
	b := new(Base)
	r := rand.New(rand.NewPCG(5, 7))
	for found := 0; found < positions; {
		p := randomPosition(r, "KBN", "K")
		o, err := b.Probe(&p)
		// Few random positions end soon: look at all that do, and some others.
		if err != nil || (o.Result == Drawn || o.Plies > depth) && r.IntN(400) > 0 {
			continue
		}
		found++
		plies, ok := mateWithin(&p, depth, p.Turn == colorOf(&p))
		if soon := o.Result != Drawn && o.Plies <= depth; ok != soon || ok && plies != o.Plies {
			t.Errorf("mateWithin(%v, %d) = %d, %v; Probe says %v", p, depth, plies, ok, o)
		}
	}
}

// mateWithin searches for a forced mate of the side with the pieces in at most
// the given number of half-moves, and how many it takes.
func mateWithin(p *board.Position, depth int, strong bool) (plies int, ok bool) {
	legal := movegen.AppendLegal(nil, p)
	if len(legal) == 0 {
		return 0, !strong && movegen.InCheck(p)
	}
	if depth == 0 {
		return 0, false
	}
	for _, m := range legal {
		q := *p
		movegen.Make(&q, m)
		n, mates := mateWithin(&q, depth-1, !strong)
		switch {
		case !strong && !mates:
			return 0, false
		case !strong:
			plies, ok = max(plies, n+1), true
		case mates:
			// Nothing slower is of interest.
			plies, ok, depth = n+1, true, n
			if depth == 0 {
				return plies, true
			}
		}
	}
	return plies, ok
}
