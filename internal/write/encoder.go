package write

import (
	"context"

	"github.com/chesszip/chesszip/internal/archive"
	"github.com/chesszip/chesszip/internal/base/ctxio"
	"github.com/chesszip/chesszip/internal/column/open"
	"github.com/chesszip/chesszip/internal/column/text"
	"github.com/chesszip/chesszip/internal/frame/chunk"
	"github.com/chesszip/chesszip/internal/frame/game"
	"github.com/chesszip/chesszip/internal/index"
)

// A chunk is the input of one frame. These constants do not compile otherwise.
const (
	_ = uint(game.MaxInput - chunk.MaxBytes)
	_ = uint(game.MaxGames - chunk.MaxGames)
)

// encoder makes frames of chunks, one after the other.
type encoder struct {
	games game.Encoder
	index index.Builder
}

func newEncoder(o *Options) *encoder {
	effort := text.Quick
	if o.Level != nil {
		effort = text.Thorough
	}
	return &encoder{
		games: game.Encoder{Effort: effort, Level: o.Level, Open: o.Open, Plain: o.Plain, Unchecked: o.Unchecked, Full: o.FullCheck},
	}
}

// encoded is a chunk as frames of an archive.
type encoded struct {
	frame      []byte
	statistics []byte // for the footer, if any
	filter     []byte // of names, if any
	open       open.Set
	counts     game.Counts
	input      int
	more       bool   // it continues the game of the previous frame
	kept       bool   // it is in the archive and in its journal already
	sum        uint64 // of the input, for the journal
}

// encode makes a frame of a chunk, and its statistics from the encoder's data. The error may
// be that of ctx.
func (e *encoder) encode(ctx context.Context, c *chunk.Chunk) (encoded, error) {
	out := encoded{input: len(c.Text), more: c.More}
	var f archive.Frame
	e.games.Until(ctx)
	e.games.LeastOpen = chunk.LimitsOf(ctx).Open
	if c.Piece {
		f, out.counts = e.games.EncodeText(c.Text, len(c.Ends))
	} else {
		f, out.counts = e.games.Encode(c.Text, c.Ends)
	}
	err := ctxio.Err(ctx) // then f is not valid
	if err != nil {
		return out, err
	}
	if out.frame, err = archive.AppendFrame(nil, &f); err != nil {
		return out, err
	}
	out.open = open.SetOf(&f)
	if c.Piece || !index.Worthwhile(f.Games, out.open) {
		return out, nil
	}
	e.index.Reset(out.open)
	e.games.EachGame(func(g *game.Game) bool {
		e.index.Add(g.Tags, g.Facts)
		return true
	})
	out.statistics, out.filter = e.index.Statistics(), e.index.Filter()
	return out, ctxio.Err(ctx)
}
