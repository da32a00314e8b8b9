package chesszip

import (
	"bufio"
	"fmt"
	"io"

	"github.com/chesszip/chesszip/archive"
	"github.com/chesszip/chesszip/internal/model/moves"
	"github.com/chesszip/chesszip/internal/train"
	"github.com/chesszip/chesszip/movelist/learned"
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
	// From is the model to start from, default learned.Default: some thousand
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
func Train(dst io.Writer, games []TrainingGames, o *TrainOptions) error {
	var v TrainOptions
	if o != nil {
		v = *o
	}
	if v.From == nil {
		v.From = learned.Default
	}
	if v.Epochs < 0 || v.Threads < 0 {
		return ErrOption
	}
	if v.Epochs == 0 {
		v.Epochs = 2
	}
	var sources []train.Source
	for _, s := range games {
		list, err := trainingGames(s.Games, v.From)
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
		From:    from,
		Seeds:   v.Seeds,
		Epochs:  v.Epochs,
		Threads: v.Threads,
		Rate:    tuneRate,
		Damping: tuneDamping,
		Say:     v.Say,
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
func trainingGames(r io.Reader, level *learned.Level) ([]train.Game, error) {
	in := bufio.NewReader(r)
	if head, _ := in.Peek(8); !archive.IsArchive(head) {
		return train.Games(in, 1)
	}
	pr, pw := io.Pipe()
	go func() {
		_, err := Decompress(pw, in, &Options{Model: level, Threads: 1})
		pw.CloseWithError(err)
	}()
	games, err := train.Games(pr, 1)
	pr.CloseWithError(err)
	return games, err
}
