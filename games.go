package chesszip

import (
	"context"
	"fmt"
	"io"
	"iter"
	"math"
	"sort"

	"github.com/chesszip/chesszip/internal/ctxio"
	"github.com/chesszip/chesszip/internal/frameview"
	"github.com/chesszip/chesszip/internal/listitems"
	"github.com/chesszip/chesszip/internal/outline"
	"github.com/chesszip/chesszip/internal/tagvalue"
	"github.com/chesszip/chesszip/pgn"
)

// GameText is the text of a game.
type GameText struct {
	Number int64  // from 0
	Text   []byte // exactly as it was compressed
}

// Header is what is known of a game before its moves are looked at.
type Header struct {
	Number int64 // of the game, from 0
	// Tags are the tags in the order of the text, with escapes resolved.
	Tags []pgn.Tag
	// Plies is the number of half-moves outside variations, as far as they can
	// be played by the rules of standard chess.
	Plies int
}

func newHeader(number int64, tags []tagvalue.Tag, plies int) Header {
	return Header(outline.NewGame(number, tags, plies))
}

// Tag returns the value of the first tag of the given name, "" if there is
// none.
func (h *Header) Tag(name string) string { return (*outline.Game)(h).Tag(name) }

// Elo returns the ratings of both players, 0 for one that is not known.
func (h *Header) Elo() (white, black int) { return (*outline.Game)(h).Elo() }

// Date returns the value of the Date tag or, where that has no year, of UTCDate;
// "" where neither has one.
func (h *Header) Date() string { return (*outline.Game)(h).Date() }

// Game returns the text of game i, exactly as it was compressed. It reads the
// frame of the game and, unless it is larger than a frame, nothing else. The
// errors are ErrNoGame, ErrCorrupt, ErrLimit for a game of more than 16 MiB,
// for which there is Copy, and those of the reader.
func (a *Archive) Game(ctx context.Context, i int64) ([]byte, error) {
	v, item, err := a.viewOf(ctx, i)
	if err != nil {
		return nil, err
	}
	v.Keep()
	defer v.Done()
	text, err := v.Text(item)
	if err := keepFirst(ctxio.Err(ctx), err); err != nil {
		return nil, err
	}
	return text, nil
}

// Tags returns what the tags of game i say. It reads the frame of the game and
// decodes its tags only.
func (a *Archive) Tags(ctx context.Context, i int64) (h Header, err error) {
	v, item, err := a.viewOf(ctx, i)
	if err != nil {
		return h, err
	}
	v.Keep()
	defer v.Done()
	err = v.TagsOf(item, func(tags []tagvalue.Tag, plies int) { h = newHeader(i, tags, plies) })
	if err := keepFirst(ctxio.Err(ctx), err); err != nil {
		return Header{}, err
	}
	return h, nil
}

// viewOf returns the view in which a game is, and its number there.
func (a *Archive) viewOf(ctx context.Context, game int64) (*frameview.View, int, error) {
	from, to := a.Span()
	if game >= from && game < to {
		if v, item, ok := a.frames.ViewOf(ctx, game); ok {
			return v, item, nil
		}
	}
	if from > 0 {
		return nil, 0, fmt.Errorf("%w: number %d of a part from %d to %d, counted from 0", ErrNoGame, game, from, to-1)
	}
	return nil, 0, fmt.Errorf("%w: number %d of %d, counted from 0", ErrNoGame, game, a.Games())
}

// Keep lets a, and its parts, keep what was decoded of the frames that single games were
// asked of last in so many bytes, instead of two frames in 16 MiB: for a server whose
// clients ask for games here and there. Of a frame the tags and first moves stay longest,
// which take little.
func (a *Archive) Keep(bytes int) { a.frames.KeepBytes(bytes) }

// All returns the games in their order, and what is damaged at its place. Their
// texts stay valid.
func (a *Archive) All(ctx context.Context) iter.Seq2[GameText, error] {
	return a.Range(ctx, math.MinInt64, math.MaxInt64)
}

// Range returns the games from number from up to, not including, to.
func (a *Archive) Range(ctx context.Context, from, to int64) iter.Seq2[GameText, error] {
	return eachGame(ctx, a, from, to, likelyFrames, func(v *frameview.View, low, high int, number int64) ([]GameText, error) {
		texts, err := v.Texts(low, high)
		games := make([]GameText, len(texts))
		for i, text := range texts {
			games[i] = GameText{number + int64(i), text}
		}
		return games, err
	})
}

// eachGame yields what look makes of the games from number from up to, not including, to:
// of those of a view from low up to high there, the first of which is game number.
func eachGame[T any](
	ctx context.Context, a *Archive, from, to int64, reads likely, look func(v *frameview.View, low, high int, number int64) ([]T, error),
) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		low, high := a.Span()
		from, to := max(from, low), min(to, high)
		s := a.segmentsOf(from, to)
		s.reads = reads
		each(ctx, a, s, func(_ context.Context, v *frameview.View) ([]T, error) {
			first, n := v.First(), int64(v.Items())
			low := max(0, from-first)
			high := max(low, min(n, to-first))
			if high-low < n {
				v.Keep()
			}
			return look(v, int(low), int(high), first+low)
		}, yield)
	}
}

// segmentsOf returns the segments from the one with game from up to, not
// including, that with game to; those without games between them, too, but not
// those of archives without games among others.
func (a *Archive) segmentsOf(from, to int64) stretch {
	low, high := a.Span()
	first := sort.Search(len(a.segments), func(i int) bool {
		n := a.segments[i].Frame
		return a.frames.FirstGame(n)+a.frames.Entry(n).Games > from
	})
	end := len(a.segments)
	for k, s := range a.segments[first:] {
		if e := a.frames.Entry(s.Frame); e.Games > 0 && a.frames.FirstGame(s.Frame) >= to {
			end = first + k
			break
		}
	}
	front, back := math.MinInt, math.MaxInt
	if from > low && first < end {
		front = a.segments[first].Frame + 1
	}
	if to < high && first < end {
		back = a.segments[end-1].Frame
	}
	return a.withGames(a.within(first, end, front, back))
}

// Copy writes the texts of the games from number from up to, not including,
// to, one after the other, in bounded memory whatever their length. It returns
// the number of bytes written, and the error of w, that of the reader, or the first
// damage: archives of the file that are whole are written nevertheless.
func (a *Archive) Copy(ctx context.Context, w io.Writer, from, to int64) (written int64, err error) {
	low, high := a.Span()
	from, to = max(from, low), min(to, high)
	if from >= to {
		return 0, nil
	}
	return a.copySegments(ctx, w, a.segmentsOf(from, to), from, to)
}

// CopyAll writes all that the archive gives back, games or not, as Decompress does.
// The results are those of Copy.
func (a *Archive) CopyAll(ctx context.Context, w io.Writer) (int64, error) {
	return a.copySegments(ctx, w, a.all(), math.MinInt64, math.MaxInt64)
}

func (a *Archive) copySegments(ctx context.Context, w io.Writer, s stretch, from, to int64) (written int64, err error) {
	type task struct {
		segment frameview.Segment
		piece   int
	}
	work, stop := context.WithCancel(ctx)
	defer stop()
	copies := a.copyingTo(ctx, w)
	w = ctxio.Writer(work, w)
	piece := 0
	soon := a.newAhead(s.segments, likelyFrames, a.set.Threads)
	next := func() (t task, more bool, err error) {
		if len(s.segments) == 0 {
			return t, false, nil
		}
		if piece == 0 {
			soon.take()
		}
		t = task{s.segments[0], piece}
		if piece++; piece > t.segment.More {
			piece, s.segments = 0, s.segments[1:]
		}
		return t, true, nil
	}
	frame := func(t task) int { return t.segment.Frame }
	type got struct {
		text  []byte
		whole *wholeFrame
	}
	cut := func(t task) (g got, err error) {
		v := a.frames.View(work, t.segment)
		if first := v.First(); first >= from && first+int64(v.Items()) <= to {
			g.whole, err = copies.whole(v)
		}
		if g.whole == nil && err == nil {
			g.text, err = cutPiece(v, t.piece, from, to)
		}
		return g, err
	}
	done := func(g got) error {
		if g.whole != nil {
			k, err := copies.take(g.whole)
			written += k
			return err
		}
		if len(g.text) == 0 {
			return nil
		}
		settled, err := copies.settle(g.text)
		written += settled
		if err != nil {
			return err
		}
		k, err := w.Write(g.text)
		written += int64(k)
		return writeError(err)
	}
	var damage error
	broken := func(err error) error {
		damage = keepFirst(damage, err)
		return nil
	}
	err = walk(work, stop, a, a.set.Threads, s.gaps, next, frame, cut, done, broken)
	if err == nil {
		var k int64
		k, err = copies.settle(nil)
		written += k
	}
	return written, ctxio.Instead(ctx, keepFirst(err, damage))
}

// cutPiece returns what of the games of a range a piece of a view holds.
func cutPiece(v *frameview.View, piece int, from, to int64) ([]byte, error) {
	first, n := v.First(), int64(v.Items())
	switch {
	case n == 0 && from > math.MinInt64:
		return nil, nil // it is of no game
	case piece > 0 || n == 0 || first >= from && first+n <= to:
		return v.Piece(piece)
	case to-from == 1:
		return v.Text(int(from - first))
	}
	return v.Between(int(max(0, from-first)), int(min(n, to-first)))
}

// Content tells what is in an archive or a file that holds no game, by its first
// bytes. The error is ErrCorrupt or that of the reader.
func (a *Archive) Content(ctx context.Context) (Content, error) {
	for _, s := range a.segments {
		if a.frames.Entry(s.Frame).Input == 0 {
			continue
		}
		c, err := listitems.Content(a.frames.View(ctx, s))
		return Content(c), keepFirst(ctxio.Err(ctx), err)
	}
	return ContentEmpty, nil
}

// CountPositions returns the number of positions in the lists of an archive or a file;
// those of games do not count. The frames of lists say it, and are not decoded. The error
// is ErrCorrupt or that of the reader.
func (a *Archive) CountPositions(ctx context.Context) (n int64, err error) {
	count := func(_ context.Context, v *frameview.View) ([]int64, error) {
		k, err := listitems.Positions(v)
		return []int64{k}, err
	}
	each(ctx, a, stretch{listitems.Without(a.frames, a.segments), a.gaps, likelyFrames}, count, func(k int64, e error) bool {
		n, err = n+k, keepFirst(err, e)
		return true
	})
	return n, err
}
