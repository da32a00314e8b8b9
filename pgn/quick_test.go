package pgn

import (
	"bytes"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/test/corpus"
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

// TestQuickAnswers checks which texts are resolved quickly. Others would still be
// right, by package notation, but slow.
func TestQuickAnswers(t *testing.T) {
	const (
		kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
		start    = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
		black    = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1"
		open     = "4k3/1p1p4/8/2P1p3/1p1P1P2/P7/4P1P1/4K3 w - - 0 1"
		shut     = "4k3/4p3/8/4N3/4n3/8/4P3/4K3 w - - 0 1"
		shutTo   = "4k3/4p3/8/4N3/4n3/8/4P3/4K3 b - - 0 1"
		steps    = "4k3/4p3/8/8/8/4P3/3P4/4K3 w - - 0 1"
		rooks    = "4k3/8/8/R6R/8/8/8/R3K3 w - - 0 1"
		pinned   = "4k3/4r3/8/8/8/4N3/8/4K3 w - - 0 1"
		jumped   = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1"
		kings    = "4k3/8/8/8/8/8/8/4K2K w - - 0 1"
	)
	for _, c := range []struct{ fen, quickly, not string }{
		{start, "e4 e3 a4 a3 h4 h3 Nf3 Nc3 Na3 Nh3 Nf3+ Nf3# Ngf3 N1f3", "e5 e6 e2 e1 Nd2 Ng3 Ke2 Kd2 Bd3 Rb1 Nbf3 N2f3 exd3 dxe3 x e + Nf9 Ni3 e0 Pe4 Nxxf3 Ng1f3 O-O aa3 ae4"},
		{black, "e5 e6 a5 h6 Nf6 Nc6", "e4 e3 Nf3 Ke7 N1f6"},
		{kiwipete, "Nxd7 Nxf7 Nxg6 Nc4 Nd3 Ng4 dxe6 gxh3 Qxh3 Qxf6 Qf5 Bxa6 Bc4 Bh6 Kd1 Kf1 Rb1 Rg1 a3 a4 b3 d6 g4 g3", "Kc1 f3 c3 e5 exd5 cxb4 fxh3 hxg2 bxb4 O-O O-O-O Rd2"},
		{open, "a4 axb4 dxe5 fxe5 d5 f5 c6 e3 e4 g3 g4 Kd2", "cxb4 exb4 axe5 gxe5 dxb4 axc5 bxa3 cxd6 dxc5 e5 a5 d4 cxb6"},
		{shut, "e3 Nc6 Nd3 Kf1", "e4 Nxe4 e5"},
		{shutTo, "e6 Nc3 Kf8", "e5 Nxe5 e4"},
		{steps, "e4 d3 d4", "e5 exd4"},
		{rooks, "Rab5 Rhb5 R5a4 R1a4", "Rb5 Ra4 R5b5 R2a4 Rba4 Raa4"},
		{pinned, "Kd1 Kd2 Ke2 Kf1 Kf2", "Nd5 Nf5 Nc4"},
		{jumped, "e6 Kd2", "exd6 d6"},
		{kings, "", "Kd1 Kg1 Kh2"},
	} {
		p, err := board.ParseFEN(c.fen)
		if err != nil {
			t.Fatal(err)
		}
		for _, text := range strings.Fields(c.quickly) {
			if !checkQuick(t, &p, []byte(text)) {
				t.Errorf("quick(%s, %s) = false, want true", c.fen, text)
			}
		}
		for _, text := range strings.Fields(c.not) {
			if checkQuick(t, &p, []byte(text)) {
				t.Errorf("quick(%s, %s) = true, want false", c.fen, text)
			}
		}
	}
}
