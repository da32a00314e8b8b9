package chesszip

import (
	"bufio"
	"cmp"
	"context"
	"fmt"
	"io"
	"math/rand/v2"

	"github.com/chesszip/chesszip/archive"
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/model/moves"
	"github.com/chesszip/chesszip/internal/train"
	"github.com/chesszip/chesszip/movelist/learned"
	"github.com/chesszip/chesszip/pgn"
)

// TrainingGames are games to learn from.
type TrainingGames struct {
	// Name says in the model what the games are.
	Name string
	// Games is PGN, or a chesszip archive of PGN.
	Games io.Reader
}

// TrainOptions are the settings of Train; nil and zero values mean the
// defaults.
type TrainOptions struct {
	// From is the model to start from, default learned.V1: some thousand
	// games make it fit their players better, and are far too few to start
	// from nothing.
	From *learned.Level
	// Seeds are the orders in which the games are learned from; the model is
	// the mean of what each gives. Default is one, 1.
	Seeds []uint64
	// Epochs is how often each game is learned from, default 2.
	Epochs int
	// Threads help, default one. The result does not depend on how many.
	Threads int
	// Say, if set, is told what happens, line by line.
	Say func(line string)
}

// Train learns a model of moves from games and writes it to dst, a .czm file
// that learned.Parse reads. One game in 40 is not learned from but reported:
// the report stands in the model, learned.Level.About. The same games and
// options give the same model on one architecture. The error is that of dst or
// of the games, or says that there are none.
func Train(ctx context.Context, dst io.Writer, games []TrainingGames, o *TrainOptions) error {
	v := *cmp.Or(o, &TrainOptions{})
	if v.Epochs < 0 || v.Threads < 0 {
		return ErrOption
	}
	v.From, v.Epochs = cmp.Or(v.From, learned.V1), cmp.Or(v.Epochs, 2)
	var sources []train.Source
	for _, s := range games {
		list, err := trainingGames(ctx, s.Games, v.From)
		if err != nil {
			return fmt.Errorf("chesszip: train on %s: %w", s.Name, err)
		}
		sources = append(sources, train.Source{Name: s.Name, Games: list})
	}
	from, err := moves.ParseModel(v.From.Bytes())
	if err != nil {
		return err
	}
	model, err := train.Run(sources, train.Options{
		From: from, Seeds: v.Seeds, Epochs: v.Epochs, Threads: v.Threads,
		Rate: tuneRate, Damping: tuneDamping, Say: v.Say,
	})
	if err != nil {
		return err
	}
	_, err = dst.Write(model)
	return err
}

// How fast weights that are known to be good move towards new games.
const (
	tuneRate    = 0.1
	tuneDamping = 40
)

// trainingGames reads PGN, or what an archive holds.
func trainingGames(ctx context.Context, r io.Reader, level *learned.Level) ([]train.Game, error) {
	in := bufio.NewReader(r)
	if head, _ := in.Peek(8); !archive.IsArchive(head) {
		return train.Games(in, 1)
	}
	pr, pw := io.Pipe()
	go func() {
		_, err := Decompress(ctx, pw, in, &Options{Model: level, Threads: 1})
		pw.CloseWithError(err)
	}()
	games, err := train.Games(pr, 1)
	pr.CloseWithError(err)
	return games, err
}

// SampleOptions are the settings of Sample; nil and zero values mean the
// defaults.
type SampleOptions struct {
	// Games is how many, default 1.
	Games int
	// Elo is the players' rating, default 1500, 400 to 4000.
	Elo int
	// Seed chooses the games: equal options give equal games.
	Seed uint64
	// Model draws the moves; default is learned.V1.
	Model *learned.Level
}

// Sample writes games that nobody played, as PGN: the model run backwards. The
// error is that of dst, or ErrOption.
func Sample(ctx context.Context, dst io.Writer, o *SampleOptions) error {
	v := *cmp.Or(o, &SampleOptions{})
	v.Games, v.Elo, v.Model = cmp.Or(v.Games, 1), cmp.Or(v.Elo, 1500), cmp.Or(v.Model, learned.V1)
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
			return writeError(err)
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
	known := learned.Known{Result: drawnResult(rng), WhiteElo: elo, BlackElo: elo, Ending: learned.Normal}
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
