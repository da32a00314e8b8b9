package unpack

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"sync/atomic"

	"github.com/chesszip/chesszip/internal/archive"
	"github.com/chesszip/chesszip/internal/base/corrupt"
	"github.com/chesszip/chesszip/internal/base/ctxio"
	"github.com/chesszip/chesszip/internal/base/ordered"
	"github.com/chesszip/chesszip/internal/frame/chunk"
	"github.com/chesszip/chesszip/internal/frame/header"
)

// Decompress writes the decompressed archives of src to dst, until ctx is done. The
// error is that of src, dst, ctx or Options.Coding, or the first damage.
func Decompress(ctx context.Context, dst io.Writer, src io.Reader, o *Options) (chunk.Stats, error) {
	work, stop := context.WithCancel(ctx)
	defer stop()
	from, ok, err := open(o, ctxio.Reader(work, src))
	if !ok {
		return chunk.Stats{In: from.in.N}, ctxio.Instead(ctx, err)
	}
	d := decompression{opt: o, dst: ctxio.Writer(work, dst), from: from, decoders: NewDecoders(o.Threads), progress: chunk.NewProgress(o.Progress), damage: err}
	if err == nil {
		if err := d.from.begin(); err != nil {
			return chunk.Stats{In: d.from.in.N}, ctxio.Instead(ctx, err)
		}
	}
	err = d.run(work, stop, d.from.next)
	if err == nil {
		d.stats.In = d.from.in.N
	}
	d.stats.Sorted = d.from.unordered
	return d.stats, ctxio.Instead(ctx, cmp.Or(err, d.damage))
}

// decompression decodes the frames of a source and writes their texts.
type decompression struct {
	opt      *Options
	dst      io.Writer
	from     source
	decoders Decoders
	progress *chunk.Progress

	// The state of done.
	stats   chunk.Stats
	damaged atomic.Int64 // number of the last archive found damaged
	damage  error        // the first
}

// run decodes and writes the frames that next returns.
func (d *decompression) run(ctx context.Context, stop func(), next func() (coded, bool, error)) error {
	decode := func(thread int, f coded) (decoded, error) { return d.decode(ctx, thread, f) }
	return ordered.Run(ctx, stop, d.opt.Threads, next, decode, d.done)
}

// decoded is a decoded frame.
type decoded struct {
	coded
	text []byte
}

// Units returns the units of work that decoding a frame usually takes, as measured on games
// of Lichess.
func Units(c header.Coding, input int64) int64 {
	const usualFast, usualLearned = 2, 7 // on a byte of text
	if c.Level != nil {
		return usualLearned * input
	}
	return usualFast * input
}

// decode decodes a frame.
func (d *decompression) decode(ctx context.Context, thread int, f coded) (out decoded, err error) {
	out.coded = f
	if f.end || d.damaged.Load() == int64(f.member) {
		return out, nil
	}
	ctx, end := d.progress.Begin(ctx, f.size(), Units(f.coding, f.Input))
	defer end()
	if out.text, err = d.decoders.Decode(ctx, thread, f.coding, &f.Frame); err != nil {
		out.err = inFrame(f.number, f.read, err)
	}
	return out, nil
}

// inFrame adds the frame in which decoding failed to err, unless a level is missing: its
// number, or -1 if not known; end is the offset of the next frame.
func inFrame(n int, end int64, err error) error {
	if errors.Is(err, corrupt.ErrLevel) {
		return err
	}
	if n < 0 {
		return fmt.Errorf("%w: the frame before byte %d: %w", archive.ErrCorrupt, end, err)
	}
	return fmt.Errorf("%w: frame %d: %w", archive.ErrCorrupt, n+1, err)
}

// done writes a decoded frame.
func (d *decompression) done(f decoded) error {
	whole := d.damaged.Load() != int64(f.member)
	if f.err != nil {
		if whole || f.member == 0 {
			d.damage = cmp.Or(d.damage, f.err)
		}
		d.damaged.Store(int64(f.member))
	}
	if f.end || f.err != nil || !whole {
		return nil
	}
	n, err := d.dst.Write(f.text)
	d.stats.Out += int64(n)
	d.stats.In = f.read
	d.stats.Games += f.Games
	d.stats.Frames++
	d.progress.Report(&d.stats, f.size())
	return ctxio.WriteError(err)
}
