package fast

import (
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/movegen"
)

func TestTable(t *testing.T) {
	if len(table) != tableSize || !strings.HasPrefix(table, Magic) {
		t.Fatalf("table has %d bytes and begins with %q, want %d and %q", len(table), table[:len(Magic)], tableSize, Magic)
	}
	if tableSize > 256<<10 {
		t.Errorf("table has %d bytes, want at most 256 KiB", tableSize)
	}
}

// TestCodes checks that every code is complete, has all its symbols, and that
// Symbol is the inverse of Word.
func TestCodes(t *testing.T) {
	for c := range Contexts {
		var kraft uint64
		last := uint8(1)
		for s := range SymbolsOf(c) {
			word, n := Word(c, s)
			if n < last || n > MaxLen {
				t.Fatalf("context %d: word of symbol %d has %d bits after %d", c, s, n, last)
			}
			last = n
			kraft += 1 << (MaxLen - n)
			for _, fill := range []uint64{0, 1<<(64-n) - 1} {
				if got, m := Symbol(c, word<<(64-n)|fill); got != s || m != n {
					t.Fatalf("context %d: Symbol(%0*b) = %d, %d bits, want %d, %d", c, n, word, got, m, s, n)
				}
			}
		}
		if kraft != 1<<MaxLen {
			t.Errorf("context %d: words fill %d/%d of the code space", c, kraft, 1<<MaxLen)
		}
		if word, n := Word(c, Symbols); n != 0 {
			t.Errorf("context %d: Word(%d) = %b, %d bits, want none", c, Symbols, word, n)
		}
	}
}

// positions calls visit along random games from several starts.
func positions(t testing.TB, games int, visit func(h Past, p *board.Position, legal []board.Move)) {
	rng := rand.New(rand.NewPCG(7, 7))
	for n := range games {
		p := board.Start()
		if n%4 > 0 {
			var err error
			p, err = board.ParseFEN([]string{
				"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 0 1",
				"n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
				"QQQQQQQ1/Q6Q/Q6Q/Q6Q/Q6Q/Q6Q/Q6Q/QQQQQQQ1 w - - 0 1",
			}[n%4-1])
			if err != nil {
				t.Fatal(err)
			}
		}
		var h Past
		for range 80 {
			legal := movegen.AppendLegal(nil, &p)
			if len(legal) < 2 {
				break
			}
			visit(h, &p, legal)
			m := legal[rng.IntN(len(legal))]
			h = h.Next(&p, m)
			movegen.Make(&p, m)
		}
	}
}

// TestFrozen checks that scores never change: the order of moves is part of the
// format.
func TestFrozen(t *testing.T) {
	h := fnv.New64a()
	var r Ranker
	positions(t, 60, func(past Past, p *board.Position, legal []board.Move) {
		fmt.Fprintln(h, r.Prepare(past, p, legal))
		for i := range legal {
			fmt.Fprintln(h, r.Score(i))
		}
	})
	if got, want := h.Sum64(), uint64(0x60ff7e0508aaea13); got != want {
		t.Errorf("scores have the hash %#x, want %#x", got, want)
	}
}

// TestScores compares the scores with their slow twin, and the order with its
// definition.
func TestScores(t *testing.T) {
	var r Ranker
	var f Features
	positions(t, 60, func(h Past, p *board.Position, legal []board.Move) {
		if c := r.Prepare(h, p, legal); c < 0 || c >= Contexts {
			t.Fatalf("%v: context %d of %d", p, c, Contexts)
		}
		f.Prepare(h, p)
		scores := make([]int, len(legal))
		for i, m := range legal {
			for _, at := range f.Of(m) {
				scores[i] += int(int8(table[weightsAt+int(at)]))
			}
			if got := int(r.keys[i] >> keyShift); got != scores[i] {
				t.Fatalf("%v %v: score %d, want %d", p, m, got, scores[i])
			}
		}
		for i := range legal {
			rank := 0
			for j := range legal {
				if scores[j] > scores[i] || scores[j] == scores[i] && j < i {
					rank++
				}
			}
			if got := r.Order(i); got != rank {
				t.Fatalf("%v: Order(%d) = %d, want %d", p, i, got, rank)
			}
			if got := r.Index(rank); got != i {
				t.Fatalf("%v: Index(%d) = %d, want %d", p, rank, got, i)
			}
		}
	})
}

// TestMirror checks that a position and its mirror image with the colours
// exchanged get the same scores.
func TestMirror(t *testing.T) {
	var r, q Ranker
	positions(t, 20, func(h Past, p *board.Position, legal []board.Move) {
		m := board.Position{Turn: p.Turn.Other(), FullmoveNumber: 100}
		for s := board.A1; s <= board.H8; s++ {
			if pc := p.At(s); pc != board.Empty {
				m.Put(s^56, board.PieceOf(pc.Color().Other(), pc.Kind()))
			}
		}
		o := *p
		o.FullmoveNumber = 100 // the openings look at the squares as they are
		var mirrored []board.Move
		for _, l := range legal {
			mirrored = append(mirrored, board.NewMove(l.From()^56, l.To()^56, l.Promotion()))
		}
		mh := h
		if h.last != 0 {
			mh.last ^= 56 << 3
		}
		if h.prior != 0 {
			mh.prior ^= 56 << 3
		}
		r.Prepare(h, &o, legal)
		q.Prepare(mh, &m, mirrored)
		for i := range legal {
			if r.keys[i] != q.keys[i] {
				t.Fatalf("%v %v: score %d, mirrored %d", p, legal[i], r.keys[i]>>keyShift, q.keys[i]>>keyShift)
			}
		}
	})
}

func TestAllocs(t *testing.T) {
	p := board.Start()
	legal := movegen.AppendLegal(nil, &p)
	var r Ranker
	if n := testing.AllocsPerRun(100, func() { r.Prepare(Past{}, &p, legal); r.Index(r.Order(3)) }); n != 0 {
		t.Errorf("a ply allocates %v times, want 0", n)
	}
}

func BenchmarkPrepare(b *testing.B) {
	p, _ := board.ParseFEN("r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2Q1RK1 w - - 4 9")
	legal := movegen.AppendLegal(nil, &p)
	var r Ranker
	b.ReportAllocs()
	for b.Loop() {
		r.Prepare(Past{}, &p, legal)
	}
}
