package server

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/pgn"
)

// outlineJSON is a game in a list. What is not known is null.
type outlineJSON struct {
	ID       string  `json:"id"`
	Archive  int     `json:"archive"` // from 1
	Number   int64   `json:"number"`  // from 1
	White    *string `json:"white"`
	Black    *string `json:"black"`
	WhiteElo *int    `json:"whiteElo"`
	BlackElo *int    `json:"blackElo"`
	Date     *string `json:"date"` // 2013.01.24, 2013.01.?? or 2013.??.??
	Result   *string `json:"result"`
	ECO      *string `json:"eco"`
	Plies    int     `json:"plies"`
}

// block is the outlines of the games of a frame.
type block struct {
	first int64 // number of the first game
	names []string
	games []compact
}

// compact is an outline in few bytes.
type compact struct {
	white, black int32 // in names
	elo          [2]uint16
	plies        int32
	date         [10]byte
	eco          [3]byte
	result       uint8 // in results
}

// results are those of outlines.
var results = [...]string{"", "1-0", "0-1", "1/2-1/2", "*"}

// size is about what a block takes in memory.
func (b *block) size() int {
	n := 100 + 36*len(b.games)
	for _, name := range b.names {
		n += 16 + len(name)
	}
	return n
}

// add adds the outline of the next game.
func (b *block) add(h *chesszip.Header, names map[string]int32) {
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
	c := compact{white: name("White"), black: name("Black"), plies: int32(min(h.Plies, 1<<30))}
	white, black := h.Elo()
	c.elo = [2]uint16{uint16(min(white, 1<<16-1)), uint16(min(black, 1<<16-1))}
	copy(c.date[:], h.Tag("Date"))
	copy(c.eco[:], h.Tag("ECO"))
	c.result = uint8(max(0, slices.Index(results[:], h.Tag("Result"))))
	b.games = append(b.games, c)
}

// header returns the outline of a game.
func (b *block) header(number int64) (h chesszip.Header, ok bool) {
	i := number - b.first
	if i < 0 || i >= int64(len(b.games)) {
		return h, false
	}
	c := &b.games[i]
	h.Number, h.Plies = number, int(c.plies)
	add := func(name, value string) {
		if value != "" {
			h.Tags = append(h.Tags, pgn.Tag{Name: name, Value: value})
		}
	}
	add("White", b.names[c.white])
	add("Black", b.names[c.black])
	for k, name := range []string{"WhiteElo", "BlackElo"} {
		if c.elo[k] > 0 {
			add(name, strconv.Itoa(int(c.elo[k])))
		}
	}
	add("Date", strings.TrimRight(string(c.date[:]), "\x00"))
	add("Result", results[c.result])
	add("ECO", strings.TrimRight(string(c.eco[:]), "\x00"))
	return h, true
}

// frameOf returns which frame of its file has a game, -1 if none has.
func (s *site) frameOf(p place) int {
	k, _ := slices.BinarySearchFunc(s.frames[p.file], p.number+1, func(f chesszip.FrameInfo, n int64) int { return cmp.Compare(f.First, n) })
	return k - 1
}

// header returns the outline of a game.
func (s *site) header(ctx context.Context, p place) (chesszip.Header, error) {
	k := s.frameOf(p)
	if k < 0 {
		return chesszip.Header{}, errNoGame
	}
	f := s.frames[p.file][k]
	b, err := s.blocks.get(ctx, place{p.file, f.First}.id(), func(ctx context.Context) (*block, error) {
		return inTurn(ctx, s.reads, func() (*block, error) {
			b, names := &block{first: f.First}, map[string]int32{}
			for h, err := range s.files[p.file].Archive.Outlines(ctx, f.First, f.First+f.Games) {
				if err != nil {
					return nil, s.in(p.file, err)
				}
				b.add(&h, names)
			}
			return b, nil
		})
	})
	if err != nil {
		return chesszip.Header{}, err
	}
	h, ok := b.header(p.number)
	if !ok {
		return h, errNoGame
	}
	return h, nil
}

// headers returns the outlines of games.
func (s *site) headers(ctx context.Context, places []place) ([]outlineJSON, error) {
	games := make([]outlineJSON, 0, len(places))
	for _, p := range places {
		h, err := s.header(ctx, p)
		if err != nil {
			return nil, err
		}
		games = append(games, outlineOf(p, &h))
	}
	return games, nil
}

// outlineOf returns a header as JSON.
func outlineOf(p place, h *chesszip.Header) outlineJSON {
	white, black := h.Elo()
	text := func(tag string) *string { return textOrNull(pgn.UTF8(h.Tag(tag))) }
	return outlineJSON{
		ID: p.id(), Archive: p.file + 1, Number: p.number + 1, White: text("White"), Black: text("Black"),
		WhiteElo: orNull(white), BlackElo: orNull(black), Date: text("Date"), Result: text("Result"), ECO: text("ECO"), Plies: h.Plies,
	}
}

// whenOf returns the year and the month of a date such as 2013.01.31, as far as known.
func whenOf(date string) (year *int, month *string) {
	if len(date) < 4 {
		return nil, nil
	}
	n, err := strconv.Atoi(date[:4])
	if err != nil {
		return nil, nil
	}
	if len(date) >= 7 {
		if m, err := strconv.Atoi(date[5:7]); err == nil && m >= 1 && m <= 12 {
			month = textOrNull(date[:4] + "-" + date[5:7])
		}
	}
	return orNull(n), month
}
