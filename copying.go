package chesszip

import (
	"context"
	"slices"
	"sync/atomic"

	"github.com/chesszip/chesszip/archive"
	"github.com/chesszip/chesszip/internal/chunk"
	"github.com/chesszip/chesszip/internal/coding"
	"github.com/chesszip/chesszip/internal/ctxio"
	"github.com/chesszip/chesszip/internal/frameindex"
	"github.com/chesszip/chesszip/internal/frameview"
	"github.com/chesszip/chesszip/internal/openinggames"
	"github.com/chesszip/chesszip/pgn"
	"github.com/chesszip/chesszip/records"
)

// copying writes games of an archive to a Writer. A frame that is taken as a whole it
// copies, not decoded, where compressing its text would give the same frame: level and
// index are the same, nothing waits in the Writer for a frame to be full, and the
// Writer would cut the text where the frame ends. To know the last, it looks at the
// frame's last game and at what follows.
type copying struct {
	ctx     context.Context
	archive *Archive
	to      *Writer
	may     atomic.Bool // nothing may wait in the Writer
	held    *wholeFrame // taken, but what follows is not known yet
}

// wholeFrame is a frame of which all games are taken.
type wholeFrame struct {
	segment     frameview.Segment
	first, last []byte // its first and its last game
}

// copyingTo returns a copying if w is a Writer that may copy frames of a, else nil.
func (a *Archive) copyingTo(ctx context.Context, w any) *copying {
	z, ok := w.(*Writer)
	if !ok || len(a.members) == 0 || z.opt.Sort {
		return nil
	}
	c := &copying{ctx: ctx, archive: a, to: z}
	c.may.Store(z.empty())
	return c
}

// whole returns the frame of a view of which all items are wanted, nil if it cannot be
// copied: then its texts have to be had.
func (c *copying) whole(v *frameview.View) (*wholeFrame, error) {
	if c == nil || !c.may.Load() || v.Items() == 0 || v.Huge() {
		return nil, nil
	}
	a, s := c.archive, v.Segment()
	e := a.frames.Entry(s.Frame)
	m := a.frames.Member(a.frames.MemberOf(s.Frame))
	if l := chunk.LimitsOf(c.ctx); m.Missing != nil || !sameLevel(&m, &c.to.opt) || e.Games > int64(l.Games) || e.Input > int64(l.Bytes) {
		return nil, nil
	}
	content, err := v.Content()
	if err != nil {
		return nil, err
	}
	statistics := a.frames.Statistics(s.Frame)
	if Index(content) != c.to.opt.Index&^IndexOpenings || len(statistics) == 0 && frameindex.Worthwhile(e.Games, content) ||
		content&frameindex.Players == 0 && frameindex.KeepsNames(e.Games, statistics) {
		return nil, nil
	}
	items := []int{0, v.Items() - 1}
	texts, err := v.Some(slices.Compact(items))
	if err != nil {
		return nil, err
	}
	return &wholeFrame{s, texts[0], texts[len(texts)-1]}, nil
}

func sameLevel(m *frameview.Member, s *settings) bool {
	if m.Level == nil || s.level == nil {
		return m.Level == s.level
	}
	return coding.Number(m.Level) == coding.Number(s.level)
}

// take writes a frame, now or once it is known what follows.
func (c *copying) take(f *wholeFrame) (written int64, err error) {
	written, err = c.settle(f.first)
	if err != nil {
		return written, err
	}
	if _, list := records.Sniff(f.first); c.held == nil && c.to.empty() && !list {
		c.held = f
		return written, nil
	}
	n, err := c.decode(f)
	return written + n, err
}

// settle writes the frame that was taken last, if there is one, before other bytes, none
// if it is not known what follows.
func (c *copying) settle(next []byte) (written int64, err error) {
	if c == nil || c.held == nil {
		return 0, nil
	}
	f := c.held
	c.held = nil
	if !c.cutBehind(f, next) {
		return c.decode(f)
	}
	e := c.archive.frames.Entry(f.segment.Frame)
	return e.Input, c.to.copySegment(c.ctx, c.archive, f.segment, &e)
}

// decode writes the text of a frame.
func (c *copying) decode(f *wholeFrame) (written int64, err error) {
	c.may.Store(false)
	text, err := c.archive.frames.View(c.ctx, f.segment).Piece(0)
	if err := keepFirst(ctxio.Err(c.ctx), err); err != nil {
		return 0, err
	}
	n, err := c.to.Write(text)
	return int64(n), writeError(err)
}

// cutBehind reports whether a Splitter that begins with a frame's text ends the chunk
// where the frame ends, if next follows: the frame is full, and its last game ends.
func (c *copying) cutBehind(f *wholeFrame, next []byte) bool {
	var games pgn.Splitter
	first, _ := games.Next(next, true)
	e := c.archive.frames.Entry(f.segment.Frame)
	if l := chunk.LimitsOf(c.ctx); first == 0 || e.Games < int64(l.Games) && e.Input+int64(first) <= int64(l.Bytes) {
		return false
	}
	games = pgn.Splitter{}
	n, ok := games.Next(slices.Concat(f.last, next), false)
	return ok && n == len(f.last)
}

// empty reports whether frames can be copied: what comes next begins one.
func (z *Writer) empty() bool { return z.err == nil && z.stream.Empty() }

// copySegment writes the frames of a segment as they are.
func (z *Writer) copySegment(ctx context.Context, a *Archive, s frameview.Segment, e *archive.Entry) error {
	return z.stream.Copy(ctx, e, func(out *frameindex.Writer, openings *openinggames.Games) (frames int, err error) {
		first, frames, err := a.writeSegment(ctx, out, s)
		if err == nil && openings != nil {
			err = openings.AddCopied(ctx, first, a.frames, s)
		}
		return frames, err
	})
}

// writeSegment writes the frames of a segment as they are, not decoded, and returns the
// number of the first and how many of them have input.
func (a *Archive) writeSegment(ctx context.Context, w *frameindex.Writer, s frameview.Segment) (first, chunks int, err error) {
	for piece := range s.More + 1 {
		f, err := a.frames.Frame(ctx, s.Frame+piece)
		if err != nil {
			return first, chunks, err
		}
		if err := w.Begin(f.Games, piece > 0); err != nil {
			return first, chunks, err
		}
		if err := w.WriteFrame(&f, a.frames.Statistics(s.Frame+piece)); err != nil {
			return first, chunks, err
		}
		if piece == 0 {
			first = w.Frames() - 1
		}
		chunks++
	}
	if s.Index < 0 {
		return first, chunks, nil
	}
	f, err := a.frames.Frame(ctx, s.Index)
	if err != nil || frameindex.IsOverflow(&f) { // it is of other frames, too
		return first, chunks, err
	}
	return first, chunks, w.WriteFrame(&f, nil)
}
