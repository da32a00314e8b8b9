package chesszip

import (
	"context"
	"iter"

	"github.com/chesszip/chesszip/gamestate"
	"github.com/chesszip/chesszip/internal/ctxio"
	"github.com/chesszip/chesszip/internal/framewalk"
	"github.com/chesszip/chesszip/internal/outline"
)

// Select returns the games of the given numbers, in the order asked for; a number may
// come twice. It decodes each frame once for all games that are asked of it, on
// several threads, and of the frame the tags and the moves of the groups of 8 games
// that these are in: to ask for all at once takes a fraction of what Game takes for one
// after the other. It keeps the texts that come later in the order, up to 16 MiB;
// frames of those beyond are decoded again.
//
// Each number has its result: where a game cannot be had, that is a GameText with the
// number alone and the error that Game gives, and the others follow if the caller goes
// on. After an error of ctx nothing follows.
func (a *Archive) Select(ctx context.Context, numbers ...int64) iter.Seq2[GameText, error] {
	return func(yield func(GameText, error) bool) {
		framewalk.Select(ctx, a.walked(), numbers, func(number int64, text []byte, err error) bool {
			return yield(GameText{number, text}, err)
		})
	}
}

// Moves returns the main line of game i: where it starts, and the moves up to its end
// or to what is no legal move, which makes ok false; as the MainLine of pgn.ParseGame
// of its text does. Where the frame holds moves as such, no text is made. The errors
// are those of Game.
func (a *Archive) Moves(ctx context.Context, i int64) (game gamestate.Game, ok bool, err error) {
	v, item, err := a.viewOf(ctx, i)
	if err != nil {
		return game, false, err
	}
	v.Keep()
	defer v.Done()
	game, ok, err = outline.MainLine(v, item)
	if err := keepFirst(ctxio.Err(ctx), err); err != nil {
		return gamestate.Game{}, false, err
	}
	return game, ok, nil
}
