package view

import (
	"context"
	"fmt"
	"io"
	"slices"
	"sort"

	"github.com/chesszip/chesszip/internal/archive"
	"github.com/chesszip/chesszip/internal/base/ctxio"
	"github.com/chesszip/chesszip/internal/frame/game"
	"github.com/chesszip/chesszip/internal/frame/game/gametext"
	"github.com/chesszip/chesszip/internal/frame/game/streams"
	"github.com/chesszip/chesszip/pgn"
)

// Source gives frames by number: an archive.Reader or a Plain.
type Source interface {
	// Len returns the number of frames.
	Len() int
	Entry(frame int) archive.Entry
	Frame(ctx context.Context, frame int) (archive.Frame, error)
	// Blocks reads streams of open columns alone, as archive.Reader does.
	Blocks(ctx context.Context, frame int, wanted func(kind uint16) bool) (archive.Frame, error)
	// FirstGame returns the number of the first game of a frame.
	FirstGame(frame int) int64
	// Find returns the frame of a game, and its number in the frame.
	Find(game int64) (frame int, within int64, ok bool)
	// Note returns the note of the last footer, and the number of frames before it.
	Note() (note []byte, frames int)
	Games() int64
	Input() int64
	Size() int64
}

// Plain is the Source of a PGN file, or of a part of one in memory: each frame holds
// text as it is.
type Plain struct {
	r      io.ReaderAt // nil for text in memory
	size   int64
	chunks []archive.Entry
	texts  [][]byte // of the chunks in memory
	first  []int64  // number of the first game of each chunk, and of all games
	ends   [][]int  // of the games of the first chunks
}

// maxEnds is the number of games whose ends are stored, 8 bytes a game; chunks after
// these are split again when they are read.
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

// Hold adds a frame of a text, which stays in memory.
func (p *Plain) Hold(text []byte, ends []int) {
	p.texts = append(p.texts, text)
	p.Add(int64(len(text)), ends)
}

// Omit records that the game of the last frame continues for bytes that are not
// available: reading them is an ErrLimit.
func (p *Plain) Omit(bytes int64) {
	if n := len(p.chunks) - 1; len(p.texts) == n { // some were omitted before
		p.chunks[n] = longer(p.chunks[n], bytes, bytes)
		p.size += bytes
		return
	}
	p.Add(bytes, nil)
}

// Len returns the number of frames.
func (p *Plain) Len() int { return len(p.chunks) }

// Entry returns the place of a frame in the file.
func (p *Plain) Entry(frame int) archive.Entry { return p.chunks[frame] }

// FirstGame returns the number of the first game of a frame.
func (p *Plain) FirstGame(frame int) int64 { return p.first[frame] }

// Games returns the number of games.
func (p *Plain) Games() int64 { return p.first[len(p.first)-1] }

// Input returns the number of bytes of the file.
func (p *Plain) Input() int64 { return p.size }

// Size returns the number of bytes of the file.
func (p *Plain) Size() int64 { return p.size }

// Find returns the frame of a game, and its number in the frame.
func (p *Plain) Find(game int64) (frame int, within int64, ok bool) {
	if game < 0 || game >= p.Games() {
		return 0, 0, false
	}
	i := sort.Search(len(p.first), func(i int) bool { return p.first[i] > game }) - 1
	return i, game - p.first[i], true
}

// endsOf returns the ends of the games of a frame with the given text, nil if it has
// none.
func (p *Plain) endsOf(frame int, text []byte) []int {
	if frame < len(p.ends) {
		return p.ends[frame]
	}
	return gametext.Ends(text, int(p.chunks[frame].Games))
}

// Frame reads a frame.
func (p *Plain) Frame(ctx context.Context, frame int) (archive.Frame, error) {
	e := &p.chunks[frame]
	var text []byte
	switch {
	case frame < len(p.texts):
		text = p.texts[frame]
	case p.r == nil:
		return archive.Frame{}, errOmitted
	default:
		var err error
		if text, err = ctxio.ReadWhole(ctx, p.r, e.Length, e.Offset); err != nil {
			return archive.Frame{}, fmt.Errorf("chesszip: read at byte %d: %w", e.Offset, err)
		}
	}
	return archive.Frame{Games: e.Games, Input: e.Input, Check: game.Check(text), Streams: []archive.Stream{{Kind: streams.KindStored, Data: text}}}, nil
}

// Note is empty.
func (p *Plain) Note() (note []byte, frames int) { return nil, 0 }

// Blocks is Frame: no column of text is open.
func (p *Plain) Blocks(ctx context.Context, frame int, _ func(kind uint16) bool) (archive.Frame, error) {
	return p.Frame(ctx, frame)
}

// maxItem is the greatest length of a text, in bytes, that is held in memory as one
// item: that of four frames.
const maxItem = 16 << 20

// errOmitted reports that a game of a stream is longer than the memory limit.
var errOmitted = fmt.Errorf("%w: %w: one of more than %d bytes comes in a stream: read it from a file", archive.ErrLimit, pgn.ErrTooLong, maxItem)

// longer returns an entry with more bytes.
func longer(e archive.Entry, input, length int64) archive.Entry {
	return archive.Entry{Offset: e.Offset, Length: e.Length + length, Games: e.Games, Input: e.Input + input, Sum: e.Sum}
}

// Held is the Source of frames of an archive in memory.
type Held struct {
	entries []archive.Entry
	frames  []archive.Frame
	first   []int64 // number of the first game of each frame
	games   int64
	input   int64
	size    int64
}

// Add adds a frame, and its index entry.
func (h *Held) Add(f archive.Frame, e archive.Entry) {
	h.frames, h.entries, h.first = append(h.frames, f), append(h.entries, e), append(h.first, h.games)
	h.games += e.Games
	h.input += e.Input
	h.size += e.Length
}

// Omit is Omit of Plain, for a frame of an archive.
func (h *Held) Omit(e archive.Entry) {
	if n := len(h.entries) - 1; h.frames[n].Input != h.entries[n].Input {
		h.entries[n] = longer(h.entries[n], e.Input, e.Length)
		h.input += e.Input
		h.size += e.Length
		return
	}
	h.Add(archive.Frame{}, e)
}

// Len returns the number of frames.
func (h *Held) Len() int { return len(h.frames) }

// Entry returns the index entry of a frame.
func (h *Held) Entry(frame int) archive.Entry { return h.entries[frame] }

// FirstGame returns the number of the first game of a frame.
func (h *Held) FirstGame(frame int) int64 { return h.first[frame] }

// Games returns the number of games.
func (h *Held) Games() int64 { return h.games }

// Input returns the number of decompressed bytes of the frames.
func (h *Held) Input() int64 { return h.input }

// Size returns the number of bytes of the frames in the archive.
func (h *Held) Size() int64 { return h.size }

// Find returns the frame of a game, and its number in the frame.
func (h *Held) Find(game int64) (frame int, within int64, ok bool) {
	if game < 0 || game >= h.games {
		return 0, 0, false
	}
	// Of frames with the same first game, only the last has games.
	i := sort.Search(len(h.first), func(i int) bool { return h.first[i] > game }) - 1
	for h.entries[i].Games == 0 { // pieces and indexes after the game
		i--
	}
	return i, game - h.first[i], true
}

// Frame returns a frame.
func (h *Held) Frame(_ context.Context, frame int) (archive.Frame, error) {
	if h.frames[frame].Input != h.entries[frame].Input {
		return archive.Frame{}, errOmitted
	}
	return h.frames[frame], nil
}

// Blocks is Frame.
func (h *Held) Blocks(ctx context.Context, frame int, _ func(kind uint16) bool) (archive.Frame, error) {
	return h.Frame(ctx, frame)
}

// Note is empty.
func (h *Held) Note() (note []byte, frames int) { return nil, 0 }
