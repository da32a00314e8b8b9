package chesszip

import (
	"context"

	"github.com/chesszip/chesszip/archive"
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/chunk"
	"github.com/chesszip/chesszip/internal/ctxio"
	"github.com/chesszip/chesszip/internal/frameindex"
	"github.com/chesszip/chesszip/internal/gameframe"
	"github.com/chesszip/chesszip/internal/text"
	"github.com/chesszip/chesszip/movelist/learned"
)

// A chunk is the input of one frame, and a frame of chunk.MaxGames has an index:
// what does not hold does not compile.
const (
	_ = uint(gameframe.MaxInput - chunk.MaxBytes)
	_ = uint(gameframe.MaxGames - chunk.MaxGames)
	_ = uint(frameindex.MaxGames - chunk.MaxGames)
)

// frameEncoder makes frames of chunks, one after the other.
type frameEncoder struct {
	games   gameframe.Encoder
	index   frameindex.Builder
	content frameindex.Content
}

func newFrameEncoder(s *settings, level *learned.Level) *frameEncoder {
	e := &frameEncoder{content: frameindex.Content(s.Index)}
	e.games.Unchecked, e.games.Full = s.Unchecked, s.FullCheck
	if level != nil {
		e.games.Effort, e.games.Level = text.Thorough, level
	}
	return e
}

// encodedFrame is a chunk as frames of an archive.
type encodedFrame struct {
	frame      []byte
	statistics []byte // for the container's index, if any
	index      []byte // the frame that indexes it, if any
	counts     gameframe.Counts
	input      int
	more       bool   // it goes on with the game of the frame before
	kept       bool   // it stands in the archive, and in its journal
	sum        uint64 // of the input, for the journal
}

// encode makes a frame of a chunk, and its index of what the encoder knows. The error
// may be that of ctx.
func (e *frameEncoder) encode(ctx context.Context, c *chunk.Chunk) (encodedFrame, error) {
	out := encodedFrame{input: len(c.Text), more: c.More}
	var f archive.Frame
	e.games.Until(ctx)
	if c.Piece {
		f, out.counts = e.games.EncodeText(c.Text, len(c.Ends))
	} else {
		f, out.counts = e.games.Encode(c.Text, c.Ends)
	}
	err := ctxio.Err(ctx) // then f is of no use
	if err != nil {
		return out, err
	}
	if out.frame, err = archive.AppendFrame(nil, &f); err != nil {
		return out, err
	}
	if c.Piece || !frameindex.Worthwhile(f.Games, e.content) {
		return out, nil
	}
	e.index.Reset(e.content)
	e.games.EachGame(func(g *gameframe.Game) bool {
		e.index.Add(g.Tags, g.Plies)
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

// maxIndex is how long an index frame may be in bytes that is held beside its frame.
const maxIndex = gameframe.MaxInput

// checkOf is the checksum that a frame keeps of its input.
func checkOf(input []byte) uint32 { return gameframe.Check(input) }

// frameDecoders give back the chunks of frames, each one after the other.
type frameDecoders []gameframe.Decoder

// newDecoders returns n decoders of frames.
func newDecoders(n int) frameDecoders { return make(frameDecoders, n) }

// decode gives back the chunk of a frame by the decoder of a thread, and by its index
// frame if that is not nil. Once ctx is done, what it returns is of no use.
func (d frameDecoders) decode(ctx context.Context, thread int, c coding, f, index *archive.Frame) ([]byte, error) {
	if d[thread].Level != c.level {
		d[thread] = gameframe.Decoder{Level: c.level}
	}
	d[thread].Missing = c.missingError()
	d[thread].Until(ctx)
	d[thread].Tell(nil)
	if index != nil && f.Games <= gameframe.MaxGames {
		d[thread].Tell(frameindex.NewKnown(ctx, index, int(f.Games), int(min(f.Input, gameframe.MaxInput))))
	}
	return d[thread].Decode(nil, f)
}
