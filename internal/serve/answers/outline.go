package answers

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"sync"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/internal/base/ctxio"
	"github.com/chesszip/chesszip/internal/base/tagvalue"
	"github.com/chesszip/chesszip/internal/serve/gamelist"
	"github.com/chesszip/chesszip/pgn"
)

// frameOf returns the frame of a game, or -1.
func (s *Site) frameOf(p Place) int {
	k, _ := slices.BinarySearchFunc(s.frames[p.File], p.Number+1, func(f chesszip.FrameInfo, n int64) int { return cmp.Compare(f.First, n) })
	return k - 1
}

// blockOf returns the outlines of a frame with some tags, gamelist.Brief or Full.
func (s *Site) blockOf(ctx context.Context, file, frame, tags int) (*gamelist.Block, error) {
	if frame < 0 {
		return nil, errNoGame
	}
	f := s.frames[file][frame]
	return s.blocks.Get(ctx, fmt.Sprint(tags, " ", Place{file, f.First}.ID()), func(ctx context.Context) (*gamelist.Block, error) {
		return inTurn(ctx, s.outlines, func() (*gamelist.Block, error) {
			b, err := gamelist.ReadBlock(ctx, s.files[file].Archive, f.First, f.First+f.Games, tags)
			return b, s.in(file, err)
		})
	})
}

// Header returns the outline of a game.
func (s *Site) Header(ctx context.Context, p Place) (chesszip.Game, error) {
	b, err := s.blockOf(ctx, p.File, s.frameOf(p), gamelist.Brief)
	if err != nil {
		return chesszip.Game{}, err
	}
	h, ok := b.Header(p.Number)
	if !ok {
		return h, errNoGame
	}
	return h, nil
}

// Tags returns some tags of a game.
func (s *Site) Tags(ctx context.Context, p Place, names ...string) (h chesszip.Game, err error) {
	err = s.read(ctx, func() error {
		h, err = s.files[p.File].Archive.Game(ctx, p.Number, chesszip.FieldTags, names...)
		return s.in(p.File, err)
	})
	return h, err
}

// together is how many games, of as many frames, are looked up at once.
const together = 50

// headers returns games of a list.
func (s *Site) headers(ctx context.Context, places []Place) ([]listedJSON, error) {
	games := make([]listedJSON, 0, len(places))
	for some := range slices.Chunk(places, together) {
		blocks, err := s.blocksOf(ctx, some)
		if err != nil {
			return nil, err
		}
		for i, p := range some {
			h, ok := blocks[i].Header(p.Number)
			if !ok {
				return nil, errNoGame
			}
			games = append(games, listedJSON{outlineOf(p, &h), openingName(&h), TextOrNull(pgn.UTF8(h.Tag("Round")))})
		}
	}
	return games, nil
}

// blocksOf returns the outlines of the frames of some games, and reads each frame once.
func (s *Site) blocksOf(ctx context.Context, places []Place) ([]*gamelist.Block, error) {
	type frame struct{ file, number int }
	frames := map[frame]*gamelist.Block{}
	of := make([]frame, len(places))
	for i, p := range places {
		of[i] = frame{p.File, s.frameOf(p)}
		frames[of[i]] = nil
	}
	keys := slices.Collect(maps.Keys(frames))
	found, errs, panics := make([]*gamelist.Block, len(keys)), make([]error, len(keys)), make([]ctxio.Panic, len(keys))
	var all sync.WaitGroup
	for i, k := range keys {
		all.Go(func() {
			defer panics[i].Catch()
			found[i], errs[i] = s.blockOf(ctx, k.file, k.number, gamelist.Full)
		})
	}
	all.Wait()
	for i, k := range keys {
		panics[i].Throw()
		if errs[i] != nil {
			return nil, errs[i]
		}
		frames[k] = found[i]
	}
	blocks := make([]*gamelist.Block, len(places))
	for i := range places {
		blocks[i] = frames[of[i]]
	}
	return blocks, nil
}

// openingName returns the name of the opening of a game in a list, nil if it is not known. It
// does not look at moves: these cost more than all the rest of a list.
func openingName(h *chesszip.Game) *string {
	if name := h.Tag("Opening"); !tagvalue.Unknown([]byte(name)) {
		return TextOrNull(pgn.UTF8(name))
	}
	return TextOrNull(gamelist.OpeningName(h.ECO))
}

// outlineOf returns the numbers, the players and the event of a game as JSON.
func outlineOf(p Place, h *chesszip.Game) outlineJSON {
	text := func(tag string) *string { return TextOrNull(pgn.UTF8(h.Tag(tag))) }
	return outlineJSON{
		ID: p.ID(), Archive: p.File + 1, Number: p.Number + 1, White: text("White"), Black: text("Black"),
		WhiteElo: OrNull(h.WhiteElo), BlackElo: OrNull(h.BlackElo), Date: TextOrNull(h.Date()), Result: TextOrNull(h.Result), Plies: h.Plies,
		ECO: TextOrNull(h.ECO), Event: text("Event"),
	}
}
