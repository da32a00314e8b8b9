package chesszip

import (
	"context"
	"errors"
	"io"

	"github.com/chesszip/chesszip/archive"
	"github.com/chesszip/chesszip/internal/coding"
	"github.com/chesszip/chesszip/internal/ctxio"
	"github.com/chesszip/chesszip/internal/salvage"
	"github.com/chesszip/chesszip/internal/unframing"
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
	all := []coding.Coding{{}} // what needs no level
	for _, l := range opt.levels {
		all = append(all, coding.Coding{Level: l})
	}
	decoders := unframing.NewDecoders(opt.Threads)
	decode := func(thread int, c coding.Coding, f *archive.Frame) ([]byte, error) {
		return decoders.Decode(work, thread, c, f, nil)
	}
	take := func(s salvage.Saved) error {
		if s.Undecoded {
			got.Undecoded++
			return nil
		}
		n, err := dst.Write(s.Text)
		got.Out += int64(n)
		if err == nil {
			got.Frames++
			got.Games += s.Games
			opt.report(&Stats{In: s.End, Out: got.Out, Games: got.Games})
		}
		return writeError(err)
	}
	codings := salvage.Codings(members, all, opt.codingOf)
	if err := salvage.Frames(work, stop, r, size, opt.Threads, codings, decode, take); err != nil {
		return got, ctxio.Instead(ctx, err)
	}
	got.Known = len(members) > 0 && len(gaps) == 0
	if got.Known {
		games, frames := salvage.Count(members)
		got.Lost, got.LostFrames = games-got.Games, frames-got.Frames
	}
	return got, nil
}
