package pgn

import (
	"bytes"
	"testing"

	"pgregory.net/rapid"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/corpus"
	"github.com/chesszip/chesszip/movegen"
	"github.com/chesszip/chesszip/notation"
)

// checkQuick fails unless quick and package notation agree on text wherever
// quick says anything.
func checkQuick(t interface{ Fatalf(string, ...any) }, p *board.Position, text []byte) bool {
	q := *p
	m, ok := quick(&q, text)
	if !ok {
		if q != *p {
			t.Fatalf("quick(%v, %q) changed the position", p, text)
		}
		return false
	}
	want, err := notation.ParseSAN(string(text), p)
	if err != nil || m != want {
		t.Fatalf("quick(%v, %q) = %v, want %v, %v", p, text, m, want, err)
	}
	r := *p
	if movegen.Make(&r, m); r != q {
		t.Fatalf("quick(%v, %q) left %v, want %v", p, text, q, r)
	}
	return true
}

func propQuick(t *rapid.T) {
	p := board.Start()
	if rapid.Bool().Draw(t, "kiwipete") {
		p, _ = board.ParseFEN("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1")
	}
	for range rapid.IntRange(0, 60).Draw(t, "plies") {
		legal := movegen.AppendLegal(nil, &p)
		if len(legal) == 0 {
			return
		}
		m := rapid.SampledFrom(legal).Draw(t, "move")
		for _, d := range []notation.Dialect{notation.Standard, notation.FileElseBoth, notation.NoCaptureSign, notation.LongAlgebraic} {
			checkQuick(t, &p, d.AppendSAN(nil, &p, m, legal))
		}
		// Texts of the same shape that may be anything.
		letters := rapid.SampledFrom([]string{"", "N", "B", "R", "Q", "K", "a", "e", "h", "Na", "R1", "Q4", "b", "d", "P"})
		text := letters.Draw(t, "piece") + rapid.SampledFrom([]string{"", "x"}).Draw(t, "capture") +
			rapid.SampledFrom([]string{"a", "c", "d", "e", "f", "h"}).Draw(t, "file") +
			rapid.SampledFrom([]string{"1", "2", "3", "4", "5", "6", "7", "8"}).Draw(t, "rank")
		checkQuick(t, &p, []byte(text))
		movegen.Make(&p, m)
	}
}

func TestQuickIsRight(t *testing.T) { rapid.Check(t, propQuick) }

func TestQuickOnCorpus(t *testing.T) {
	for _, name := range corpus.Games("master-test") {
		src := corpus.Need(t, name)
		asked, quickly := 0, 0
		for g, err := range NewReader(bytes.NewReader(src[:min(len(src), 2<<20)]), nil).Games() {
			if err != nil {
				t.Fatalf("read: %v", err)
			}
			p := g.Start
			for _, e := range g.Movetext {
				if e.Kind != Move || !e.Known {
					break
				}
				if asked++; checkQuick(t, &p, []byte(e.Text)) {
					quickly++
				}
				movegen.Make(&p, e.Move)
			}
		}
		if quickly*100 < asked*85 {
			t.Errorf("%s: %d of %d moves resolved quickly, want 85 %%", name, quickly, asked)
		}
	}
}
