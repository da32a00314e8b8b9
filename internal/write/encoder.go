package write

import (
	"context"

	"github.com/chesszip/chesszip/archive"
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/base/ctxio"
	"github.com/chesszip/chesszip/internal/column/text"
	"github.com/chesszip/chesszip/internal/frame/chunk"
	"github.com/chesszip/chesszip/internal/frame/game"
	"github.com/chesszip/chesszip/internal/index"
)

// A chunk is the input of one frame, and a frame of chunk.MaxGames has an index. These
// constants do not compile otherwise.
const (
	_ = uint(game.MaxInput - chunk.MaxBytes)
	_ = uint(game.MaxGames - chunk.MaxGames)
	_ = uint(index.MaxGames - chunk.MaxGames)
)

// encoder makes frames of chunks, one after the other.
type encoder struct {
	games   game.Encoder
	index   index.Builder
	content index.Content
}

func newEncoder(o *Options) *encoder {
	effort := text.Quick
	if o.Level != nil {
		effort = text.Thorough
	}
	return &encoder{
		games:   game.Encoder{Effort: effort, Level: o.Level, Unchecked: o.Unchecked, Full: o.FullCheck},
		content: o.Content,
	}
}

// encoded is a chunk as frames of an archive.
type encoded struct {
	frame      []byte
	statistics []byte // for the footer, if any
	index      []byte // index frame, if any
	counts     game.Counts
	input      int
	more       bool   // it continues the game of the previous frame
	kept       bool   // it is in the archive and in its journal already
	sum        uint64 // of the input, for the journal
}

// encode makes a frame of a chunk, and its index from the encoder's data. The error may
// be that of ctx.
func (e *encoder) encode(ctx context.Context, c *chunk.Chunk) (encoded, error) {
	out := encoded{input: len(c.Text), more: c.More}
	var f archive.Frame
	e.games.Until(ctx)
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
	if c.Piece || !index.Worthwhile(f.Games, e.content) {
		return out, nil
	}
	e.index.Reset(e.content)
	e.games.EachGame(func(g *game.Game) bool {
		e.index.Add(g.Tags, g.Facts)
		var start *board.Position
		if g.Playable {
			start = &g.Start
		}
		e.index.AddMoves(start, g.Moves)
		return true
	})
	out.statistics = e.index.Statistics()
	out.index, err = e.index.Frame(archive.Checksum(out.frame))
	return out, err
}
