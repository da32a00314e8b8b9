package chesszip

import (
	"errors"
	"io"
	"iter"

	"github.com/chesszip/chesszip/archive"
	"github.com/chesszip/chesszip/internal/frameindex"
	"github.com/chesszip/chesszip/internal/ordered"
	"github.com/chesszip/chesszip/movelist/learned"
)

// Recovered says what Recover saved.
type Recovered struct {
	Frames int64
	Games  int64
	Out    int64 // bytes written
	// Undecoded is the number of frames that are whole but could not be
	// decoded, since the archive needs a model that was not given.
	Undecoded int64
	// Known says that the index could still be read; then Lost are the games
	// that are not saved, and LostFrames their frames.
	Known            bool
	Lost, LostFrames int64
}

// Recover writes the games of every undamaged frame that is anywhere in the
// size bytes of r to dst, in their order, whatever has become of the header,
// the index and the rest. Of the options, Model and Threads count. The error is
// that of r or dst; damage is not an error.
func Recover(dst io.Writer, r io.ReaderAt, size int64, o *Options) (Recovered, error) {
	var got Recovered
	opt, err := o.withDefaults()
	if err != nil {
		return got, err
	}
	models := opt.likelyModels(r, size)
	var found error
	next, stop := iter.Pull2(archive.Salvage(r, size, nil))
	defer stop()
	each := func() (f archive.Frame, more bool, err error) {
		for {
			at, err, ok := next()
			if !ok || err != nil {
				found = err
				return f, false, nil
			}
			if !frameindex.IsIndex(&at.Frame) {
				return at.Frame, true, nil
			}
		}
	}
	var decoders []frameDecoders // by model and thread
	for _, m := range models {
		decoders = append(decoders, newDecoders(opt.Threads, m))
	}
	work := func(thread int, f archive.Frame) (decodedFrame, error) {
		for _, d := range decoders {
			if b, err := d[thread].Decode(nil, &f); err == nil {
				return decodedFrame{text: b, games: f.Games, ok: true}, nil
			}
		}
		return decodedFrame{}, nil
	}
	done := func(t decodedFrame) error {
		if !t.ok {
			got.Undecoded++
			return nil
		}
		n, err := dst.Write(t.text)
		got.Out += int64(n)
		if err == nil {
			got.Frames++
			got.Games += t.games
		}
		return writeError(err)
	}
	if err := ordered.Run(opt.Threads, each, work, done); err != nil {
		return got, err
	}
	// Reaching the work limit is not a failure: report what was recovered.
	if found != nil && !errors.Is(found, ErrLimit) {
		return got, found
	}
	if c, err := archive.NewReader(r, size, nil); err == nil {
		got.Known = true
		frames := int64(0)
		for i := range c.Len() {
			if e := c.Entry(i); e.Games > 0 || e.Input > 0 {
				frames++
			}
		}
		got.Lost, got.LostFrames = c.Games()-got.Games, frames-got.Frames
	}
	return got, nil
}

// likelyModels returns the models that may have coded an archive: the one that
// the header names if it is whole, else all. A frame that one decodes to
// exactly the length it claims, with nothing left over, is taken to be of it.
func (s *settings) likelyModels(r io.ReaderAt, size int64) []*learned.Level {
	if frames, err := archive.NewScanner(io.NewSectionReader(r, 0, size), nil); err == nil {
		if l, err := s.modelOf(frames.Header().Params); err == nil {
			return []*learned.Level{l}
		}
	}
	all := []*learned.Level{learned.Default, learned.Max}
	if s.Options.Model != nil {
		all = append([]*learned.Level{s.Options.Model}, all...)
	}
	return all
}
