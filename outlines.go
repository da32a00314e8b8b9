package chesszip

import (
	"context"
	"iter"
	"slices"
	"strconv"

	"github.com/chesszip/chesszip/internal/ctxio"
	"github.com/chesszip/chesszip/internal/frameview"
	"github.com/chesszip/chesszip/internal/outline"
	"github.com/chesszip/chesszip/internal/search"
	"github.com/chesszip/chesszip/internal/tagvalue"
	"github.com/chesszip/chesszip/pgn"
)

// Outline returns White, Black, WhiteElo, BlackElo, Date, Result, ECO and Event of game i,
// as far as it has them and they say something, and its length. Of an archive with players
// and numbers in its index they come from there, in a small part of the time that
// Tags takes, else from the tags. Dates are written as 2013.01.24, 2013.01.?? or
// 2013.??.??. The errors are those of Tags.
func (a *Archive) Outline(ctx context.Context, i int64) (h Header, err error) {
	v, item, err := a.viewOf(ctx, i)
	if err != nil {
		return h, err
	}
	// A segment of the archive knows its index frame.
	frame := v.Segment().Frame
	if at, ok := slices.BinarySearchFunc(a.segments, frame, func(s frameview.Segment, n int) int { return s.Frame - n }); ok {
		v = a.frames.View(ctx, a.segments[at])
	}
	found, ok, err := outline.Of(v, item, item+1, nil)
	if err := keepFirst(ctxio.Err(ctx), err); err != nil {
		return h, err
	}
	if ok {
		return outlineHeader(i, found[0]), nil
	}
	all, err := a.Tags(ctx, i)
	if err != nil {
		return h, err
	}
	return all.outline(nil), nil
}

// Outlines returns what Outline does of the games that q means, nil for all, from number
// from up to, not including, to, and behind that the values that they have of more tags;
// and what is damaged at its place: of neighbours in a small part of the time. Of these
// tags an index may have Opening, TimeControl and Termination, and Site; they and all
// others are read of the games, without the tags that are not asked for. The error is
// ErrQuery for a malformed query, or damage.
func (a *Archive) Outlines(ctx context.Context, q *Query, from, to int64, more ...string) iter.Seq2[Header, error] {
	f, err := compile(q)
	if err != nil {
		return func(yield func(Header, error) bool) { yield(Header{}, err) }
	}
	return eachGame(ctx, a, from, to, likelyAll, func(v *frameview.View, low, high int, number int64) ([]Header, error) {
		meant, any, err := meantOf(f, v, low, high)
		if err != nil || !any {
			return nil, err
		}
		return outlinesOf(v, low, high, number, meant, more)
	})
}

// meantOf returns which items of a view from low up to, not including, high are meant,
// nil for all, and whether any are.
func meantOf(f *search.Filter, v *frameview.View, low, high int) (meant []bool, any bool, err error) {
	if f.All() {
		return nil, true, nil
	}
	if f.Excludes(v.Statistics()) {
		return nil, false, nil
	}
	items, err := f.Items(v)
	if err != nil {
		return nil, false, err
	}
	meant = make([]bool, high-low)
	for _, i := range items {
		if i >= low && i < high {
			meant[i-low] = true
			any = true
		}
	}
	return meant, any, nil
}

// outlinesOf returns the outlines of the items of a view from low up to, not including,
// high that are meant, nil for all, with more tags; number is that of the first.
func outlinesOf(v *frameview.View, low, high int, number int64, meant []bool, more []string) ([]Header, error) {
	found, ok, err := outline.Of(v, low, high, more)
	if err != nil {
		return nil, err
	}
	var headers []Header // as many as there are, not as many as the index claims
	if ok {
		for k, o := range found {
			if meant == nil || meant[k] {
				headers = append(headers, outlineHeader(number+int64(k), o))
			}
		}
		return headers, nil
	}
	names := slices.Concat([]string{"UTCDate"}, outline.Tags(), more)
	err = v.Tags(names, true, func(item int, tags []tagvalue.Tag, plies int) bool {
		if k := item - low; k >= 0 && item < high && (meant == nil || meant[k]) {
			h := newHeader(number+int64(k), tags, plies)
			headers = append(headers, h.outline(more))
		}
		return item+1 < high
	})
	return headers, err
}

func outlineHeader(number int64, o outline.Outline) Header {
	return Header{Number: number, Tags: o.Tags, Plies: o.Plies}
}

// outline returns what Outline says of a game with these tags, and more of them.
func (h *Header) outline(more []string) Header {
	o := Header{Number: h.Number, Plies: h.Plies, Tags: []pgn.Tag{}}
	add := func(name, value string) {
		if value != "" {
			o.Tags = append(o.Tags, pgn.Tag{Name: name, Value: value})
		}
	}
	add("White", h.Tag("White"))
	add("Black", h.Tag("Black"))
	white, black := h.Elo()
	for _, r := range []struct {
		name string
		elo  int
	}{{"WhiteElo", white}, {"BlackElo", black}} {
		if r.elo > 0 {
			add(r.name, strconv.Itoa(r.elo))
		}
	}
	if d := tagvalue.ParseDate([]byte(h.Date())); d.Known() {
		add("Date", string(d.AppendText(nil)))
	}
	add("Result", tagvalue.ParseAnyResult([]byte(h.Tag("Result"))).String())
	if eco := []byte(h.Tag("ECO")); tagvalue.ParseECO(eco) >= 0 {
		add("ECO", string(eco[:3]))
	}
	add("Event", h.Tag("Event"))
	for _, name := range more {
		add(name, h.Tag(name))
	}
	return o
}
