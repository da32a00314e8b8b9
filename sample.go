package chesszip

import (
	"fmt"
	"io"
	"math/rand/v2"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/movelist/learned"
	"github.com/chesszip/chesszip/pgn"
)

// SampleOptions are the settings of Sample; nil and zero values mean the
// defaults.
type SampleOptions struct {
	// Games is how many, default 1.
	Games int
	// Elo is the players' rating, default 1500, 400 to 4000.
	Elo int
	// Seed chooses the games: equal options give equal games.
	Seed uint64
	// Model draws the moves; default is learned.Default.
	Model *learned.Level
}

// Sample writes games that nobody played, as PGN: the model run backwards. The
// error is that of dst, or ErrOption.
func Sample(dst io.Writer, o *SampleOptions) error {
	var v SampleOptions
	if o != nil {
		v = *o
	}
	if v.Games == 0 {
		v.Games = 1
	}
	if v.Elo == 0 {
		v.Elo = 1500
	}
	if v.Model == nil {
		v.Model = learned.Default
	}
	if v.Games < 0 || v.Elo < 400 || v.Elo > 4000 {
		return ErrOption
	}
	var text []byte
	for n := range v.Games {
		// Each game has a generator of its own, so that the first games of a
		// longer sample are those of a shorter one.
		rng := rand.New(rand.NewPCG(v.Seed, uint64(n)))
		text = appendSampled(text[:0], v.Model, rng, v.Elo, n+1)
		if _, err := dst.Write(text); err != nil {
			return fmt.Errorf("chesszip: write: %w", err)
		}
	}
	return nil
}

// drawnResult draws a result about as often as rated games on the internet
// have it.
func drawnResult(rng *rand.Rand) learned.Result {
	switch n := rng.IntN(100); {
	case n < 49:
		return learned.WhiteWins
	case n < 95:
		return learned.BlackWins
	}
	return learned.Draw
}

var resultTexts = map[learned.Result]string{learned.WhiteWins: "1-0", learned.BlackWins: "0-1", learned.Draw: "1/2-1/2"}

func appendSampled(dst []byte, l *learned.Level, rng *rand.Rand, elo, number int) []byte {
	known := learned.Known{
		Result:   drawnResult(rng),
		WhiteElo: elo,
		BlackElo: elo,
		Ending:   learned.Normal,
	}
	g := l.Sample(rng, &known)
	// The last position knows better, if it ends the game.
	result := known.Result
	if s, err := g.Replay(); err == nil {
		p := s.Position()
		switch {
		case s.Checkmate() && p.Turn == board.White:
			result = learned.BlackWins
		case s.Checkmate():
			result = learned.WhiteWins
		case s.Status().Over():
			result = learned.Draw
		}
	}
	rating := fmt.Sprint(elo)
	tags := []pgn.Tag{
		{Name: "Event", Value: "Sampled game"},
		{Name: "Site", Value: "?"},
		{Name: "Date", Value: "????.??.??"},
		{Name: "Round", Value: fmt.Sprint(number)},
		{Name: "White", Value: "Model " + rating},
		{Name: "Black", Value: "Model " + rating},
		{Name: "Result", Value: resultTexts[result]},
		{Name: "WhiteElo", Value: rating},
		{Name: "BlackElo", Value: rating},
	}
	return pgn.AppendGame(dst, pgn.NewGame(tags, g, resultTexts[result]))
}
