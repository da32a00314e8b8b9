package chesszip

import (
	"context"
	"errors"
	"io"
	"iter"
	"sort"

	"github.com/chesszip/chesszip/archive"
	"github.com/chesszip/chesszip/internal/ctxio"
	"github.com/chesszip/chesszip/internal/frameindex"
	"github.com/chesszip/chesszip/internal/ordered"
)

// Recovered says what Recover saved.
type Recovered struct {
	Frames int64
	Games  int64
	Out    int64 // bytes written
	// Undecoded is the number of frames that are whole but could not be
	// decoded, since they need a level that was not given.
	Undecoded int64
	// Known says that every index could still be read; then Lost are the games
	// that are not saved, and LostFrames their frames.
	Known            bool
	Lost, LostFrames int64
}

// Recover writes the games of every undamaged frame that is anywhere in the
// size bytes of r to dst, in their order, whatever has become of the header,
// the index and the rest. The error is that of
// r or dst, or the *LevelError of an archive whose header is whole; damage is not an
// error.
func Recover(ctx context.Context, dst io.Writer, r io.ReaderAt, size int64, o *ReaderOptions) (Recovered, error) {
	var got Recovered
	opt, err := o.withDefaults()
	if err != nil {
		return got, err
	}
	work, stop := context.WithCancel(ctx)
	defer stop()
	dst, r = ctxio.Writer(work, dst), ctxio.ReaderAt(work, r)
	members, gaps, _ := archive.Members(r, size, nil) // without one, frames are looked for nevertheless
	if _, err := opt.codings(members); errors.Is(err, ErrLevel) {
		return got, err
	}
	likely := opt.likelyCodings(members)
	var found error
	next, end := iter.Pull2(archive.Salvage(r, size, nil))
	defer end()
	each := func() (f foundFrame, more bool, err error) {
		for {
			at, err, ok := next()
			if !ok || err != nil {
				found = err
				return f, false, nil
			}
			if !frameindex.IsIndex(&at.Frame) {
				return foundFrame{at.Frame, at.Offset + at.Length, likely(at.Offset)}, true, nil
			}
		}
	}
	decoders := newDecoders(opt.Threads)
	decode := func(thread int, f foundFrame) (t savedFrame, err error) {
		for _, c := range f.codings {
			if b, err := decoders.decode(work, thread, c, &f.Frame, nil); err == nil {
				return savedFrame{b, f.Games, f.end, true}, nil
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
			opt.report(&Stats{In: t.read, Out: got.Out, Games: got.Games})
		}
		return writeError(err)
	}
	if err := ordered.Run(work, stop, opt.Threads, each, decode, done); err != nil {
		return got, ctxio.Instead(ctx, err)
	}
	// Reaching the work limit is not a failure: report what was recovered.
	if found != nil && !errors.Is(found, ErrLimit) {
		return got, ctxio.Instead(ctx, found)
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

// foundFrame is a whole frame and how it may be coded.
type foundFrame struct {
	archive.Frame
	end     int64 // of the frame in the input
	codings []coding
}

// savedFrame is what a whole frame gives back, if it can be decoded.
type savedFrame struct {
	text  []byte
	games int64
	read  int64 // bytes of the input up to its end
	ok    bool
}

// likelyCodings returns a function that says how the frame at some byte may be
// coded: as the header of its archive says if that is whole, else by each of the
// levels. A frame that one decodes to exactly the length it claims, with nothing
// left over, is taken to be of it.
func (s *settings) likelyCodings(members []*archive.Reader) func(offset int64) []coding {
	all := []coding{{}} // what needs no level
	for _, l := range s.levels {
		all = append(all, coding{level: l})
	}
	return func(offset int64) []coding {
		n := sort.Search(len(members), func(i int) bool { return members[i].Offset() > offset }) - 1
		if n >= 0 && offset < members[n].Offset()+members[n].Size() {
			if c, err := s.codingOf(members[n].Header().Params); err == nil {
				return []coding{c}
			}
		}
		return all
	}
}
