package boards

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/model/boards"
	"github.com/chesszip/chesszip/internal/train"
	"github.com/chesszip/chesszip/movegen"
)

// games are four openings that our players never leave.
func games(n int) []train.Game {
	lines := []string{
		"1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7",
		"1. d4 d5 2. c4 e6 3. Nc3 Nf6 4. Bg5 Be7 5. e3 O-O",
		"1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6",
		"1. c4 e5 2. Nc3 Nf6 3. g3 d5 4. cxd5 Nxd5 5. Bg2 Nb6",
	}
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "[Result \"1-0\"]\n\n%s 1-0\n\n", lines[i%len(lines)])
	}
	list, err := train.Games(strings.NewReader(b.String()), 1)
	if err != nil {
		panic(err)
	}
	return list
}

// TestRun checks that training learns, and that the same positions give the
// same model.
func TestRun(t *testing.T) {
	var s Source
	s.Name = "ours"
	s.FromGames(games(400), 1)
	if got := len(s.Positions) + len(s.Held); got != 400*11 {
		t.Fatalf("%d positions, want %d", got, 400*11)
	}
	o := Options{Sizes: boards.Sizes{10, 12, 14, 12}, Seed: 1}
	first, err := Run([]Source{s}, o)
	require.NoError(t, err)
	again, err := Run([]Source{s}, o)
	require.NoError(t, err)
	if !bytes.Equal(first, again) {
		t.Errorf("the same positions give another model")
	}
	m, err := boards.ParseModel(first)
	require.NoError(t, err)
	for _, want := range []string{"learned from ours: 4290 positions", "seed 1", "en passant", "110 positions"} {
		if !strings.Contains(m.About(), want) {
			t.Errorf("the model says\n%s\nwant %q in it", m.About(), want)
		}
	}
	// There are about 30 positions: five bits, and some more for weights that
	// hash together.
	c := counter{q: boards.NewPredictor(m)}
	for i := range s.Held {
		c.q.Walk(&c, &s.Held[i])
	}
	if bits := c.bits / float64(len(s.Held)); bits > 10 {
		t.Errorf("known positions take %.2f bits, want at most 10", bits)
	}
	_, err = Run(nil, o)
	require.ErrorIs(t, err, ErrNoPositions)
}

func TestFromLines(t *testing.T) {
	text := "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1\n" +
		"\n" +
		"nonsense\n" +
		"8/1k6/8/8/8/8/1K6/8 w - - bm Kb3; id \"x\";\n" +
		"8/1k6/8/8/8/8/1K6/8 w - - 5 60 c0 \"eval\";\r\n" +
		"8/1k6/8/8/8/8/1K6/8 b - - 5 61,b7b6 b2b3,1479\n" +
		"8/1k6/8/8/8/8/1K6/8 b - -\n"
	var s Source
	s.FromLines([]byte(text), 1)
	var got []string
	for i := range s.Positions {
		got = append(got, s.Positions[i].String())
	}
	want := []string{
		"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
		"8/1k6/8/8/8/8/1K6/8 w - - 0 1", "8/1k6/8/8/8/8/1K6/8 w - - 5 60", "8/1k6/8/8/8/8/1K6/8 b - - 5 61", "8/1k6/8/8/8/8/1K6/8 b - - 0 1",
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("FromLines:\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestLegalEnPassant(t *testing.T) {
	for fen, want := range map[string]string{
		"4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1":   "4k3/8/8/8/4P3/8/8/4K3 b - - 0 1",
		"4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1":  "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1",
		"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1":  "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1",
		"3k4/8/8/8/3pP3/8/8/K2R4 b - e3 0 1": "3k4/8/8/8/3pP3/8/8/K2R4 b - - 0 1", // the taker is pinned
		"4k3/8/8/8/8/8/8/4K3 b - - 0 1":      "4k3/8/8/8/8/8/8/4K3 b - - 0 1",
	} {
		p, err := board.ParseFEN(fen)
		require.NoError(t, err)
		LegalEnPassant(&p)
		if got := p.String(); got != want {
			t.Errorf("LegalEnPassant(%s) = %s, want %s", fen, got, want)
		}
	}
	// On positions of games, it agrees with the legal moves.
	rng := rand.New(rand.NewPCG(1, 1))
	p := board.Start()
	for range 2000 {
		legal := movegen.AppendLegal(nil, &p)
		if len(legal) == 0 {
			p = board.Start()
			continue
		}
		q := p
		LegalEnPassant(&q)
		takes := false
		for _, m := range legal {
			takes = takes || p.EnPassant != 0 && m.To() == p.EnPassant && p.KindAt(m.From()) == board.Pawn
		}
		if (q.EnPassant != 0) != takes {
			t.Errorf("LegalEnPassant(%v) keeps the square: %v, want %v", p, q.EnPassant != 0, takes)
		}
		movegen.Make(&p, legal[rng.IntN(len(legal))])
	}
}
