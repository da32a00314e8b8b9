package answers

import (
	"cmp"
	"context"
	"slices"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/pgn"
)

// frameOf returns which frame of its file has a game, -1 if none has.
func (s *Site) frameOf(p Place) int {
	k, _ := slices.BinarySearchFunc(s.frames[p.File], p.Number+1, func(f chesszip.FrameInfo, n int64) int { return cmp.Compare(f.First, n) })
	return k - 1
}

// Header returns the outline of a game.
func (s *Site) Header(ctx context.Context, p Place) (chesszip.Header, error) {
	k := s.frameOf(p)
	if k < 0 {
		return chesszip.Header{}, errNoGame
	}
	f := s.frames[p.File][k]
	b, err := s.blocks.Get(ctx, Place{p.File, f.First}.ID(), func(ctx context.Context) (*block, error) {
		return inTurn(ctx, s.reads, func() (*block, error) {
			b, names := &block{first: f.First}, map[string]int32{}
			for h, err := range s.files[p.File].Archive.Outlines(ctx, f.First, f.First+f.Games) {
				if err != nil {
					return nil, s.in(p.File, err)
				}
				b.add(&h, names)
			}
			return b, nil
		})
	})
	if err != nil {
		return chesszip.Header{}, err
	}
	h, ok := b.header(p.Number)
	if !ok {
		return h, errNoGame
	}
	return h, nil
}

// Tags returns the tags of a game.
func (s *Site) Tags(ctx context.Context, p Place) (h chesszip.Header, err error) {
	err = s.read(ctx, func() error {
		h, err = s.files[p.File].Archive.Tags(ctx, p.Number)
		return s.in(p.File, err)
	})
	return h, err
}

// headers returns the outlines of games.
func (s *Site) headers(ctx context.Context, places []Place) ([]outlineJSON, error) {
	games := make([]outlineJSON, 0, len(places))
	for _, p := range places {
		h, err := s.Header(ctx, p)
		if err != nil {
			return nil, err
		}
		games = append(games, outlineOf(p, &h))
	}
	return games, nil
}

// outlineOf returns a header as JSON.
func outlineOf(p Place, h *chesszip.Header) outlineJSON {
	white, black := h.Elo()
	text := func(tag string) *string { return TextOrNull(pgn.UTF8(h.Tag(tag))) }
	return outlineJSON{
		ID: p.ID(), Archive: p.File + 1, Number: p.Number + 1, White: text("White"), Black: text("Black"),
		WhiteElo: OrNull(white), BlackElo: OrNull(black), Date: text("Date"), Result: text("Result"), ECO: text("ECO"), Plies: h.Plies,
	}
}
