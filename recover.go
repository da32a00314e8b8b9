package chesszip

import (
	"context"
	"errors"
	"io"
	"iter"
	"sort"

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
	// Known says that every index could still be read; then Lost are the games
	// that are not saved, and LostFrames their frames.
	Known            bool
	Lost, LostFrames int64
}

// Recover writes the games of every undamaged frame that is anywhere in the
// size bytes of r to dst, in their order, whatever has become of the header,
// the index and the rest. Of the options, Model and Threads count. The error is
// that of r or dst; damage is not an error.
func Recover(ctx context.Context, dst io.Writer, r io.ReaderAt, size int64, o *Options) (Recovered, error) {
	var got Recovered
	opt, err := o.withDefaults()
	if err != nil {
		return got, err
	}
	members, gaps, _ := archive.Members(r, size, nil) // without one, frames are looked for nevertheless
	likely := opt.likelyModels(members)
	var found error
	next, stop := iter.Pull2(archive.Salvage(r, size, nil))
	defer stop()
	each := func() (f foundFrame, more bool, err error) {
		for {
			at, err, ok := next()
			if !ok || err != nil {
				found = err
				return f, false, nil
			}
			if !frameindex.IsIndex(&at.Frame) {
				return foundFrame{at.Frame, likely(at.Offset)}, true, nil
			}
		}
	}
	decoders := newDecoders(opt.Threads)
	work := func(thread int, f foundFrame) (t savedFrame, err error) {
		for _, model := range f.models {
			if b, err := decoders.decode(thread, model, &f.Frame); err == nil {
				return savedFrame{b, f.Games, true}, nil
			}
		}
		return t, nil
	}
	done := func(t savedFrame) error {
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
	if err := ordered.Run(ctx, opt.Threads, each, work, done); err != nil {
		return got, err
	}
	// Reaching the work limit is not a failure: report what was recovered.
	if found != nil && !errors.Is(found, ErrLimit) {
		return got, found
	}
	got.Known = len(members) > 0 && len(gaps) == 0
	if got.Known {
		got.Lost, got.LostFrames = -got.Games, -got.Frames
		for _, m := range members {
			got.Lost += m.Games()
			for i := range m.Len() {
				if e := m.Entry(i); e.Games > 0 || e.Input > 0 {
					got.LostFrames++
				}
			}
		}
	}
	return got, nil
}

// foundFrame is a whole frame and the models that may have coded it.
type foundFrame struct {
	archive.Frame
	models []*learned.Level
}

// savedFrame is what a whole frame gives back, if it can be decoded.
type savedFrame struct {
	text  []byte
	games int64
	ok    bool
}

// likelyModels returns a function that says which models may have coded the frame
// at some byte: the one that the header of its archive names if that is whole,
// else all. A frame that one decodes to exactly the length it claims, with nothing
// left over, is taken to be of it.
func (s *settings) likelyModels(members []*archive.Reader) func(offset int64) []*learned.Level {
	all := []*learned.Level{learned.V1, learned.V1Max}
	if s.Options.Model != nil {
		all = append([]*learned.Level{s.Options.Model}, all...)
	}
	return func(offset int64) []*learned.Level {
		n := sort.Search(len(members), func(i int) bool { return members[i].Offset() > offset }) - 1
		if n >= 0 && offset < members[n].Offset()+members[n].Size() {
			if l, err := s.modelOf(members[n].Header().Params); err == nil {
				return []*learned.Level{l}
			}
		}
		return all
	}
}
