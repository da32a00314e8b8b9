package server

import (
	"context"
	"strconv"

	"github.com/chesszip/chesszip"
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

// sizeOfHeader is about what a header takes in memory.
func sizeOfHeader(h chesszip.Header) int {
	n := 200
	for _, t := range h.Tags {
		n += 32 + len(t.Name) + len(t.Value)
	}
	return n
}

// header returns the outline of a game.
func (s *site) header(ctx context.Context, p place) (h chesszip.Header, err error) {
	return s.outlines.get(ctx, p.id(), func(ctx context.Context) (h chesszip.Header, err error) {
		err = s.read(ctx, func() error {
			h, err = s.files[p.file].Archive.Outline(ctx, p.number)
			return err
		})
		return h, err
	})
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
	text := func(tag string) *string { return textOrNull(utf8Text(h.Tag(tag))) }
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
