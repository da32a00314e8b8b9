package copy

import (
	"cmp"
	"context"
	"io"
	"slices"
	"sync/atomic"

	"github.com/chesszip/chesszip/internal/base/ctxio"
	"github.com/chesszip/chesszip/internal/column/open"
	"github.com/chesszip/chesszip/internal/frame/chunk"
	"github.com/chesszip/chesszip/internal/frame/header"
	"github.com/chesszip/chesszip/internal/frame/whole"
	"github.com/chesszip/chesszip/internal/index"
	"github.com/chesszip/chesszip/internal/read/view"
	"github.com/chesszip/chesszip/internal/read/walk"
	"github.com/chesszip/chesszip/internal/write"
	"github.com/chesszip/chesszip/movelist/learned"
	"github.com/chesszip/chesszip/pgn"
	"github.com/chesszip/chesszip/records"
)

// Output writes games of a file, one after the other, in bounded memory whatever their
// length: a range of games by Games, or some games of each view by Items, Take and End.
//
// If it writes to a write.Stream, it copies a whole frame when compressing its text
// would give the same frame: level and index are the same, the Stream has no pending
// input, and would end a chunk at the end of the frame. To check the last, it examines
// the frame's last game and the following text.
type Output struct {
	ctx     context.Context
	from    *view.File
	w       io.Writer
	to      *write.Stream // Stream that w writes to; nil if nothing can be copied
	may     atomic.Bool   // the Stream has no pending input
	held    *frame        // taken, but the following text is not known yet
	written int64         // bytes of texts
	err     error         // of w
	damage  error         // the first
}

// frame is a frame whose games are all written.
type frame struct {
	segment     view.Segment
	first, last []byte // its first and its last game
}

// Items are the items of a view to write.
type Items struct {
	texts [][]byte
	whole *frame
	huge  *view.View // of a game larger than a frame
}

// NewOutput returns an Output of games of a file to w until ctx is done; ctx must have
// the same chunk limits as that of the Stream. W is the Stream to, or writes only to it;
// to is nil for any other w, and for a file that is not an archive.
func NewOutput(ctx context.Context, w io.Writer, to *write.Stream, from *view.File) *Output {
	o := &Output{ctx: ctx, from: from, w: ctxio.Writer(ctx, w), to: to}
	o.may.Store(to != nil && to.Empty())
	return o
}

// Games writes the games of p, a part of the file, with numbers from <= number < to;
// with math.MinInt64 and math.MaxInt64, everything in p. It returns the results of End.
func (o *Output) Games(p walk.Part, from, to int64) (written int64, err error) {
	p.Reads = walk.ReadsItems
	cut := func(_ context.Context, v *view.View, piece int) (got *Items, err error) {
		got = new(Items)
		if first := v.First(); first >= from && first+int64(v.Items()) <= to {
			got.whole, err = o.whole(v)
		}
		if got.whole == nil && err == nil {
			var text []byte
			text, err = walk.PieceOf(v, piece, from, to)
			got.texts = [][]byte{text}
		}
		return got, err
	}
	done := func(got *Items) error {
		o.Take(got, nil)
		return o.err
	}
	broken := func(err error) error {
		o.Take(nil, err)
		return nil
	}
	o.err = walk.Pieces(o.ctx, p, cut, done, broken)
	return o.End()
}

// Items returns what Take writes for the items of a view with the given numbers, at
// least one, ascending. Several goroutines may call it at once. The error is that of
// decoding.
func (o *Output) Items(v *view.View, items []int) (got *Items, err error) {
	got = new(Items)
	if v.Huge() {
		got.huge = v
		return got, nil
	}
	if len(items) == v.Items() {
		if got.whole, err = o.whole(v); got.whole != nil || err != nil {
			return got, err
		}
	}
	got.texts, err = v.Some(items)
	return got, err
}

// Take writes the result of Items, or keeps the first error. It reports whether more can
// be written. The caller must take the results in the order of the views.
func (o *Output) Take(got *Items, damage error) bool {
	switch {
	case damage != nil:
		o.damage = cmp.Or(o.damage, damage)
	case got.whole != nil:
		o.err = o.take(got.whole)
	case got.huge != nil:
		for piece := 0; piece < got.huge.Pieces() && o.err == nil; piece++ {
			text, err := got.huge.Piece(piece)
			if err != nil {
				o.damage = cmp.Or(o.damage, err)
				break
			}
			o.err = o.text(text)
		}
	default:
		for _, text := range got.texts {
			if o.err = o.text(text); o.err != nil {
				break
			}
		}
	}
	return o.err == nil
}

// End writes the rest. It returns the number of bytes of all texts written, including
// those of copied frames, and the error of the output, that of the context, or the first
// that Take was given.
func (o *Output) End() (written int64, err error) {
	if o.err == nil {
		o.err = o.settle(nil)
	}
	return o.written, ctxio.Instead(o.ctx, cmp.Or(o.err, o.damage))
}

// whole returns the frame of a view whose items are all wanted, nil if it cannot be
// copied: then its texts must be decoded.
func (o *Output) whole(v *view.View) (*frame, error) {
	if !o.may.Load() || v.Items() == 0 || v.Huge() {
		return nil, nil
	}
	s, opt := v.Segment(), o.to.Options()
	e := o.from.Entry(s.Frame)
	m := o.from.Member(o.from.MemberOf(s.Frame))
	if l := chunk.LimitsOf(o.ctx); m.Missing != nil || !sameLevel(m.Level, opt.Level) || e.Games > int64(l.Games) || e.Input > int64(l.Bytes) {
		return nil, nil
	}
	f, err := v.Load()
	if err != nil {
		return nil, err
	}
	set, statistics := open.SetOf(f), o.from.Statistics(s.Frame)
	// Columns that are not open may be shorter than a text that was kept.
	if set != opt.Open || whole.Is(f) && m.Open != opt.Open || m.Plain != opt.Plain || len(statistics) == 0 && index.Worthwhile(e.Games, set) ||
		set&open.Names == 0 && index.KeepsNames(e.Games, o.from.Filter(s.Frame)) {
		return nil, nil
	}
	items := []int{0, v.Items() - 1}
	texts, err := v.Some(slices.Compact(items))
	if err != nil {
		return nil, err
	}
	return &frame{s, texts[0], texts[len(texts)-1]}, nil
}

func sameLevel(a, b *learned.Level) bool {
	if a == nil || b == nil {
		return a == b
	}
	return header.Number(a) == header.Number(b)
}

// take writes a frame, now or when the following text is known.
func (o *Output) take(f *frame) error {
	if err := o.settle(f.first); err != nil {
		return err
	}
	if _, list := records.Sniff(f.first); o.held == nil && o.to.Empty() && !list {
		o.held = f
		return nil
	}
	return o.decode(f)
}

// text writes a text.
func (o *Output) text(text []byte) error {
	if len(text) == 0 {
		return nil
	}
	if err := o.settle(text); err != nil {
		return err
	}
	return o.write(o.w, text)
}

// settle writes the frame that was taken last, if any. Next is the following text, nil
// if it is not known.
func (o *Output) settle(next []byte) error {
	if o.held == nil {
		return nil
	}
	f := o.held
	o.held = nil
	if !o.cutBehind(f, next) {
		return o.decode(f)
	}
	o.written += o.from.Entry(f.segment.Frame).Input
	return o.to.Copy(o.ctx, o.from, f.segment)
}

// decode writes the text of a frame.
func (o *Output) decode(f *frame) error {
	o.may.Store(false)
	text, err := o.from.View(o.ctx, f.segment).Piece(0)
	if ended := ctxio.Err(o.ctx); ended != nil {
		return ended
	}
	if err != nil {
		return err
	}
	return o.write(o.to, text)
}

func (o *Output) write(w io.Writer, text []byte) error {
	n, err := w.Write(text)
	o.written += int64(n)
	return ctxio.WriteError(err)
}

// cutBehind reports whether a Splitter that begins with a frame's text would end the
// chunk at the end of the frame, if next follows: the frame is full, and its last game
// ends.
func (o *Output) cutBehind(f *frame, next []byte) bool {
	var games pgn.Splitter
	first, _ := games.Next(next, true)
	e := o.from.Entry(f.segment.Frame)
	if l := chunk.LimitsOf(o.ctx); first == 0 || e.Games < int64(l.Games) && e.Input+int64(first) <= int64(l.Bytes) {
		return false
	}
	games = pgn.Splitter{}
	n, ok := games.Next(slices.Concat(f.last, next), false)
	return ok && n == len(f.last)
}
