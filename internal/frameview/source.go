package frameview

import (
	"context"
	"fmt"
	"io"
	"slices"
	"sort"

	"github.com/chesszip/chesszip/archive"
	"github.com/chesszip/chesszip/internal/ctxio"
	"github.com/chesszip/chesszip/internal/gameframe"
	"github.com/chesszip/chesszip/internal/gameframe/gametext"
	"github.com/chesszip/chesszip/internal/gameframe/streams"
)

// Source gives frames by number: an archive.Reader does, and so does Plain.
type Source interface {
	// Len returns the number of frames.
	Len() int
	Entry(frame int) archive.Entry
	Frame(frame int) (archive.Frame, error)
	// FrameContext is Frame until ctx is done.
	FrameContext(ctx context.Context, frame int) (archive.Frame, error)
	// FirstGame returns the number of the first game of a frame.
	FirstGame(frame int) int64
	// Find returns the frame of a game, and its number there.
	Find(game int64) (frame int, within int64, ok bool)
	Games() int64
	Input() int64
	Size() int64
}

// Plain is the Source of a PGN file: frames that hold it as it is.
type Plain struct {
	r      io.ReaderAt
	size   int64
	chunks []archive.Entry
	first  []int64 // number of the first game of each chunk, and of all games
	ends   [][]int // of the games of the first chunks
}

// maxEnds is the number of games up to which it is kept where they end, 8 bytes
// a game; behind them each chunk is split again when it is asked for.
const maxEnds = 1 << 19

// NewPlain returns a Plain of r without frames; Add adds them.
func NewPlain(r io.ReaderAt) *Plain { return &Plain{r: r, first: []int64{0}} }

// Add adds a frame of the next bytes of the file, with games that end at ends.
func (p *Plain) Add(bytes int64, ends []int) {
	games := int64(len(ends))
	p.chunks = append(p.chunks, archive.Entry{Offset: p.size, Length: bytes, Games: games, Input: bytes})
	p.first = append(p.first, p.Games()+games)
	if p.Games() <= maxEnds {
		p.ends = append(p.ends, slices.Clone(ends))
	}
	p.size += bytes
}

// Len returns the number of frames.
func (p *Plain) Len() int { return len(p.chunks) }

// Entry says where a frame lies in the file.
func (p *Plain) Entry(frame int) archive.Entry { return p.chunks[frame] }

// FirstGame returns the number of the first game of a frame.
func (p *Plain) FirstGame(frame int) int64 { return p.first[frame] }

// Games returns the number of games.
func (p *Plain) Games() int64 { return p.first[len(p.first)-1] }

// Input returns the number of bytes of the file.
func (p *Plain) Input() int64 { return p.size }

// Size returns the number of bytes of the file.
func (p *Plain) Size() int64 { return p.size }

// Find returns the frame of a game, and its number there.
func (p *Plain) Find(game int64) (frame int, within int64, ok bool) {
	if game < 0 || game >= p.Games() {
		return 0, 0, false
	}
	i := sort.Search(len(p.first), func(i int) bool { return p.first[i] > game }) - 1
	return i, game - p.first[i], true
}

// endsOf returns where the games of a frame with the given text end, nil if it
// has none.
func (p *Plain) endsOf(frame int, text []byte) []int {
	if frame < len(p.ends) {
		return p.ends[frame]
	}
	return gametext.Ends(text, int(p.chunks[frame].Games))
}

// Frame reads a frame.
func (p *Plain) Frame(frame int) (archive.Frame, error) {
	return p.FrameContext(context.Background(), frame)
}

// FrameContext is Frame until ctx is done.
func (p *Plain) FrameContext(ctx context.Context, frame int) (archive.Frame, error) {
	e := &p.chunks[frame]
	text := make([]byte, e.Length)
	if _, err := ctxio.ReaderAt(ctx, p.r).ReadAt(text, e.Offset); err != nil {
		return archive.Frame{}, fmt.Errorf("chesszip: read at byte %d: %w", e.Offset, err)
	}
	return archive.Frame{Games: e.Games, Input: e.Input, Check: gameframe.Check(text), Streams: []archive.Stream{{Kind: streams.KindStored, Data: text}}}, nil
}
