package train

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/internal/model/moves"
)

// lines are four openings that our players never leave.
var lines = []string{
	"1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7",
	"1. d4 d5 2. c4 e6 3. Nc3 Nf6 4. Bg5 Be7 5. e3 O-O",
	"1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6",
	"1. c4 e5 2. Nc3 Nf6 3. g3 d5 4. cxd5 Nxd5 5. Bg2 Nb6",
}

func sampleText(games int) string {
	var b strings.Builder
	for i := range games {
		fmt.Fprintf(&b, "[White \"A\"]\n[Black \"B\"]\n[Result \"1-0\"]\n[WhiteElo \"%d\"]\n\n%s 1-0\n\n", 1200+i, lines[i%len(lines)])
	}
	return b.String()
}

func TestGames(t *testing.T) {
	text := sampleText(10) + "[FEN \"nonsense\"]\n\n1. e4 *\n\n" + "[Result \"*\"]\n\n1. e4 e5 2. Ke3 Ke7 *\n\n" + "*\n"
	games, err := Games(iotest.OneByteReader(strings.NewReader(text)), 1)
	require.NoError(t, err)
	if len(games) != 11 {
		t.Fatalf("Games: %d games, want 11", len(games))
	}
	if g := games[3]; len(g.Moves) != 10 || g.Known != (moves.Known{Result: moves.WhiteWins, Plies: 10, WhiteElo: 1203}) {
		t.Errorf("game 3: %d moves, %+v known", len(g.Moves), g.Known)
	}
	if n := len(games[10].Moves); n != 2 {
		t.Errorf("a game ends after %d plies, want 2: before the illegal one", n)
	}
	every, err := Games(strings.NewReader(text), 4)
	require.NoError(t, err)
	if len(every) != 3 {
		t.Errorf("every fourth game: %d games, want 3", len(every))
	}
	broken := errors.New("broken")
	_, err = Games(iotest.ErrReader(broken), 1)
	require.ErrorIs(t, err, broken)
}

// TestRun checks that training learns, and that the same games give the same
// model with any number of threads.
func TestRun(t *testing.T) {
	games, err := Games(strings.NewReader(sampleText(400)), 1)
	require.NoError(t, err)
	sources := []Source{{Name: "ours", Games: games}}
	var first []byte
	for _, threads := range []int{1, 3} {
		data, err := Run(t.Context(), sources, Options{Lines: 256, Threads: threads, Epochs: 3, Seeds: []uint64{1, 2}, Damping: 1})
		require.NoError(t, err)
		if first == nil {
			first = data
		}
		if !bytes.Equal(first, data) {
			t.Errorf("%d threads give another model than one", threads)
		}
	}
	m, err := moves.ParseModel(first)
	require.NoError(t, err)
	for _, want := range []string{"learned from ours: 400 games, 4000 plies", "seed 2, epoch 3", "first", "rating 1400-1799"} {
		if !strings.Contains(m.About(), want) {
			t.Errorf("the model says\n%s\nwant %q in it", m.About(), want)
		}
	}
	var cost tally
	tr, err := newTrainer(t.Context(), &Options{Lines: 256})
	require.NoError(t, err)
	var held []*Game
	for i := range games[:8] {
		held = append(held, &games[i])
	}
	cost.measure(tr, m, held)
	// Two bits tell four lines apart; ten plies follow.
	if bits := cost.sum.perPly(cost.sum.integer); bits > 0.5 {
		t.Errorf("known lines take %.2f bits a ply, want at most 0.5", bits)
	}
	// Going on from a model keeps its shape.
	more, err := Run(t.Context(), sources, Options{From: m, Epochs: 1})
	require.NoError(t, err)
	next, err := moves.ParseModel(more)
	require.NoError(t, err)
	if next.Lines() != 256 || !strings.Contains(next.About(), fmt.Sprintf("%016x", m.ID())) {
		t.Errorf("a model that goes on has %d lines and says\n%s", next.Lines(), next.About())
	}
}

func TestRunErrors(t *testing.T) {
	_, err := Run(t.Context(), nil, Options{Lines: 16})
	require.ErrorIs(t, err, ErrNoGames)
	_, err = Run(t.Context(), nil, Options{Lines: moves.MaxLines + 1})
	require.Error(t, err)
	_, err = Run(t.Context(), nil, Options{Drop: []string{"no such feature"}})
	require.Error(t, err)
}
