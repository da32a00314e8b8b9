package chesszip

import (
	"bufio"
	"cmp"
	"context"
	"fmt"
	"io"

	"github.com/chesszip/chesszip/internal/archive"
	"github.com/chesszip/chesszip/internal/base/ctxio"
	"github.com/chesszip/chesszip/internal/model/moves"
	"github.com/chesszip/chesszip/internal/train"

	"github.com/chesszip/chesszip/movelist"
	"github.com/chesszip/chesszip/movelist/learned"
)

// TrainingGames are games to train a model on.
type TrainingGames struct {
	// Name describes the games; it is stored in the model.
	Name string
	// Games is PGN, or a chesszip archive of PGN.
	Games io.Reader
}

// TrainOptions are the settings of Train; nil and zero values mean the
// defaults.
type TrainOptions struct {
	// From is the model to start from, default learned.V1. Some thousand games are
	// enough to fit it to their players, but far too few to train a model from nothing.
	From *learned.Level
	// Levels are those that archives among the games may need, in addition to From.
	Levels []movelist.Level
	// Seeds set the orders in which the games are trained on. The model is the mean of
	// the models of all seeds. The default is one seed, 1.
	Seeds []uint64
	// Epochs is the number of passes over the games, default 2.
	Epochs int
	// Threads is the number of threads, at most MaxThreads, default one. It does not
	// change the result.
	Threads int
	// Say, if set, is called with each line of the progress report.
	Say func(line string)
}

// Train trains a model of moves on games and writes it to dst, as a .czm file that
// learned.Parse reads. One game in 40 is used for testing instead of training; the model
// holds the report, see learned.Level.About. The same games and options give the same
// model on one architecture. The error is that of ctx, of dst or of the games, or
// reports that there are no games.
func Train(ctx context.Context, dst io.Writer, games []TrainingGames, o *TrainOptions) error {
	v := *cmp.Or(o, &TrainOptions{})
	if v.Epochs < 0 {
		return fmt.Errorf("%w: Epochs is %d", ErrOption, v.Epochs)
	}
	if _, err := threads(v.Threads, 0); err != nil {
		return err
	}
	v.From, v.Epochs = cmp.Or(v.From, learned.V1), cmp.Or(v.Epochs, 2)
	work, stop := context.WithCancel(ctx)
	defer stop()
	var sources []train.Source
	for _, s := range games {
		list, err := trainingGames(work, ctxio.Reader(work, s.Games), append([]movelist.Level{v.From}, v.Levels...))
		if err != nil {
			return ctxio.Instead(ctx, fmt.Errorf("chesszip: train on %s: %w", s.Name, err))
		}
		sources = append(sources, train.Source{Name: s.Name, Games: list})
	}
	from, err := moves.ParseModel(v.From.Bytes())
	if err != nil {
		return err
	}
	model, err := train.Run(work, sources, train.Options{
		From: from, Seeds: v.Seeds, Epochs: v.Epochs, Threads: v.Threads,
		Rate: tuneRate, Damping: tuneDamping, Say: v.Say,
	})
	if err != nil {
		return err
	}
	_, err = ctxio.Writer(work, dst).Write(model)
	return ctxio.Instead(ctx, err)
}

// Learning rate and damping for weights that are already trained.
const (
	tuneRate    = 0.1
	tuneDamping = 40
)

// trainingGames reads PGN or an archive.
func trainingGames(ctx context.Context, r io.Reader, levels []movelist.Level) ([]train.Game, error) {
	in := bufio.NewReader(r)
	if head, _ := in.Peek(8); !archive.IsArchive(head) {
		return train.GamesUntil(ctx, in, 1)
	}
	ctx, stop := context.WithCancel(ctx)
	var games []train.Game
	err := ctxio.Piped(ctx, stop, func(w io.Writer) error {
		_, err := Decompress(ctx, w, in, &ReaderOptions{Levels: levels, Threads: 1})
		return err
	}, func(r io.Reader) (err error) {
		games, err = train.GamesUntil(ctx, r, 1)
		return err
	})
	return games, err
}

// SampleOptions are the settings of Sample; nil and zero values mean the
// defaults.
type SampleOptions struct {
	// Games is the number of games, default 1.
	Games int
	// Elo is the rating of the players, 400 to 4000, default 1500.
	Elo int
	// Seed selects the games: equal options give equal games.
	Seed uint64
	// Level is the model that the moves are drawn from, default learned.V1.
	Level *learned.Level
}

// Sample writes random games as PGN: it draws the moves from the model. The error is
// that of dst, or ErrOption.
func Sample(ctx context.Context, dst io.Writer, o *SampleOptions) error {
	v := *cmp.Or(o, &SampleOptions{})
	v.Games, v.Elo, v.Level = cmp.Or(v.Games, 1), cmp.Or(v.Elo, 1500), cmp.Or(v.Level, learned.V1)
	if v.Games < 0 || v.Elo < 400 || v.Elo > 4000 {
		return ErrOption
	}
	work, stop := context.WithCancel(ctx)
	defer stop()
	dst = ctxio.Writer(work, dst)
	var text []byte
	for n := range v.Games {
		if err := ctxio.Err(ctx); err != nil {
			return err
		}
		text = train.AppendGame(text[:0], v.Level, v.Seed, v.Elo, n)
		if _, err := dst.Write(text); err != nil {
			return ctxio.Instead(ctx, ctxio.WriteError(err))
		}
	}
	return nil
}
