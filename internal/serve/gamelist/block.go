package gamelist

import (
	"context"
	"slices"
	"strings"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/pgn"
)

// Block is the outlines of the games of a frame.
type Block struct {
	first int64 // number of the first game
	names []string
	games []compact
}

// ReadBlock reads the outlines of the games of an archive from number first up to, not
// including, end, with some of the tags, Brief or Full.
func ReadBlock(ctx context.Context, a *chesszip.Archive, first, end int64, tags int) (*Block, error) {
	b, names := &Block{first: first, names: []string{""}}, map[string]int32{"": 0}
	for h, err := range a.Games().Range(first, end).Headers(ctx, outlined[:tags]...) {
		if err != nil {
			return nil, err
		}
		b.add(&h, outlined[:tags], names)
	}
	return b, ctx.Err()
}

// outlined are the tags of outlines.
var outlined = [...]string{"White", "Black", "Event", "Round", "Opening"}

// Numbers of the first outlined tags: Full are all.
const (
	Brief = 3
	Full  = len(outlined)
)

// compact is an outline in few bytes.
type compact struct {
	tags       [Full]int32 // in names
	elo        [2]uint16
	plies      int32
	year       uint16
	month, day uint8
	eco        [3]byte
	result     uint8 // in results
}

// results are the results in outlines.
var results = [...]string{"", "1-0", "0-1", "1/2-1/2", "*"}

// Size is the approximate size of a block in memory.
func (b *Block) Size() int {
	n := 100 + 48*len(b.games)
	for _, name := range b.names {
		n += 16 + len(name)
	}
	return n
}

// add adds the outline of the next game.
func (b *Block) add(h *chesszip.Game, tags []string, names map[string]int32) {
	name := func(tag string) int32 {
		text := h.Tag(tag)
		n, ok := names[text]
		if !ok {
			n = int32(len(b.names))
			names[text] = n
			b.names = append(b.names, text)
		}
		return n
	}
	c := compact{plies: int32(min(h.Plies, 1<<30))}
	for i, tag := range tags {
		c.tags[i] = name(tag)
	}
	c.elo = [2]uint16{uint16(min(h.WhiteElo, 1<<16-1)), uint16(min(h.BlackElo, 1<<16-1))}
	c.year, c.month, c.day = uint16(h.Year), uint8(h.Month), uint8(h.Day)
	copy(c.eco[:], h.ECO)
	c.result = uint8(max(0, slices.Index(results[:], h.Result)))
	b.games = append(b.games, c)
}

// Header returns the outline of a game: numbers, and the outlined tags.
func (b *Block) Header(number int64) (h chesszip.Game, ok bool) {
	i := number - b.first
	if i < 0 || i >= int64(len(b.games)) {
		return h, false
	}
	c := &b.games[i]
	h.Number, h.Plies = number, int(c.plies)
	h.WhiteElo, h.BlackElo = int(c.elo[0]), int(c.elo[1])
	h.Year, h.Month, h.Day = int(c.year), int(c.month), int(c.day)
	h.Result, h.ECO = results[c.result], strings.TrimRight(string(c.eco[:]), "\x00")
	for i, n := range c.tags {
		if b.names[n] != "" {
			h.Tags = append(h.Tags, pgn.Tag{Name: outlined[i], Value: b.names[n]})
		}
	}
	return h, true
}
