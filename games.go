package chesszip

import (
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"

	"github.com/chesszip/chesszip/archive"
	"github.com/chesszip/chesszip/internal/gameframe"
)

// maxGame is the longest text in bytes that is held in memory as one game.
const maxGame = 256 << 20

// Game is the text of a game.
type Game struct {
	Number int64  // from 0
	Text   []byte // exactly as it was compressed
}

// Game returns the text of game i, exactly as it was compressed. It reads the
// frame of the game and, unless it is larger than a frame, nothing else. The
// errors are ErrNoGame, ErrCorrupt, ErrLimit for a game of more than 256 MiB,
// for which there is Copy, and those of the reader.
func (a *Archive) Game(i int64) ([]byte, error) {
	n, within, ok := a.r.Find(i)
	if !ok {
		return nil, a.noGame(i)
	}
	f, err := a.frame(n)
	if err != nil {
		return nil, err
	}
	d := a.decoder()
	defer a.decoders.Put(d)
	text, err := d.Game(nil, &f, int(within))
	if err != nil {
		return nil, frameError(n, err)
	}
	return a.join(d, text, n)
}

// join appends the other pieces of a game that begins in frame n of the
// container and is larger than a frame.
func (a *Archive) join(d *gameframe.Decoder, text []byte, n int) ([]byte, error) {
	if a.r.Entry(n).Games != 1 {
		return text, nil
	}
	end, total := n+1, int64(len(text))
	for ; end < a.r.Len() && a.r.Entry(end).Games == 0 && a.r.Entry(end).Input > 0; end++ {
		total += a.r.Entry(end).Input
	}
	if total > maxGame {
		return nil, fmt.Errorf("%w: the game of frame %d has %d bytes, the limit %d", ErrLimit, n, total, maxGame)
	}
	text = slices.Grow(text, int(total)-len(text))
	for n++; n < end; n++ {
		f, err := a.r.Frame(n)
		if err != nil {
			return nil, err
		}
		if text, err = d.Decode(text, &f); err != nil {
			return nil, frameError(n, err)
		}
	}
	return text, nil
}

// All returns the games in their order, up to the first error. Their texts
// stay valid.
func (a *Archive) All() iter.Seq2[Game, error] { return a.Range(0, a.Games()) }

// Range returns the games from number from up to, not including, to.
func (a *Archive) Range(from, to int64) iter.Seq2[Game, error] {
	return func(yield func(Game, error) bool) {
		from, to := max(from, 0), min(to, a.Games())
		work := func(d *gameframe.Decoder, g group) ([]Game, error) {
			games, err := a.games(d, g, nil)
			if err != nil {
				return nil, err
			}
			first := a.r.FirstGame(g.frame)
			low, high := max(0, from-first), min(int64(len(games)), to-first)
			return games[low:max(low, high)], nil
		}
		pass(a, a.groupsOf(from, to), work, yield)
	}
}

// groupsOf returns the groups that hold the games of a range.
func (a *Archive) groupsOf(from, to int64) []group {
	var in []group
	for _, g := range a.groups {
		first := a.r.FirstGame(g.frame)
		if first < to && first+a.r.Entry(g.frame).Games > from {
			in = append(in, g)
		}
	}
	return in
}

// games returns the games of a group. If f is nil, it is read.
func (a *Archive) games(d *gameframe.Decoder, g group, f *archive.Frame) ([]Game, error) {
	if f == nil {
		read, err := a.r.Frame(g.frame)
		if err != nil {
			return nil, err
		}
		f = &read
	}
	text, ends, err := d.Games(nil, f)
	if err != nil {
		return nil, frameError(g.frame, err)
	}
	if g.more > 0 {
		if text, err = a.join(d, text, g.frame); err != nil {
			return nil, err
		}
		ends = []int{len(text)}
	}
	if int64(len(ends)) != f.Games {
		return nil, frameError(g.frame, errFewer)
	}
	number := a.r.FirstGame(g.frame)
	games := make([]Game, len(ends))
	start := 0
	for i, end := range ends {
		games[i] = Game{number + int64(i), text[start:end:end]}
		start = end
	}
	return games, nil
}

// pass works on groups, several at once, and yields what they give in order,
// up to the first error.
func pass[T any](a *Archive, groups []group, work func(*gameframe.Decoder, group) ([]T, error), yield func(T, error) bool) {
	var none T
	next := func() (g group, more bool, err error) {
		if len(groups) == 0 {
			return g, false, nil
		}
		g, groups = groups[0], groups[1:]
		return g, true, nil
	}
	each := func(_ int, g group) ([]T, error) {
		d := a.decoder()
		defer a.decoders.Put(d)
		return work(d, g)
	}
	done := func(all []T) error {
		for _, t := range all {
			if !yield(t, nil) {
				return errEnough
			}
		}
		return nil
	}
	if err := inOrder(min(a.opt.Threads, max(1, len(groups))), next, each, done); err != nil && err != errEnough {
		yield(none, err)
	}
}

// errFewer is damage.
var errFewer = errors.New("the frame has fewer games than it claims")

// errEnough ends a pass whose taker wants no more.
var errEnough = errors.New("chesszip: enough")

// Copy writes the texts of the games from number from up to, not including,
// to, one after the other, in bounded memory whatever their length. It returns
// the number of bytes written, and the error of w, ErrCorrupt or that of the
// reader.
func (a *Archive) Copy(w io.Writer, from, to int64) (written int64, err error) {
	from, to = max(from, 0), min(to, a.Games())
	if from >= to {
		return 0, nil
	}
	n, _, _ := a.r.Find(from)
	next := func() (frame int, more bool, err error) {
		if n == a.r.Len() || a.r.FirstGame(n) >= to && a.r.Entry(n).Games > 0 {
			return 0, false, nil
		}
		n++
		return n - 1, true, nil
	}
	work := func(_ int, n int) ([]byte, error) { return a.cut(n, from, to) }
	done := func(text []byte) error {
		k, err := w.Write(text)
		written += int64(k)
		if err != nil {
			return fmt.Errorf("chesszip: write: %w", err)
		}
		return nil
	}
	return written, inOrder(a.opt.Threads, next, work, done)
}

// cut returns what of the games of a range lies in frame n of the container.
func (a *Archive) cut(n int, from, to int64) ([]byte, error) {
	e := a.r.Entry(n)
	if e.Input == 0 {
		return nil, nil
	}
	f, err := a.r.Frame(n)
	if err != nil {
		return nil, err
	}
	d := a.decoder()
	defer a.decoders.Put(d)
	first := a.r.FirstGame(n)
	if e.Games == 0 || first >= from && first+e.Games <= to {
		text, err := d.Decode(nil, &f)
		return text, frameError(n, err)
	}
	if to-from == 1 {
		text, err := d.Game(nil, &f, int(from-first))
		return text, frameError(n, err)
	}
	text, ends, err := d.Games(nil, &f)
	if err != nil {
		return nil, frameError(n, err)
	}
	if int64(len(ends)) != e.Games {
		return nil, frameError(n, errFewer)
	}
	start, end := 0, ends[min(to-first, e.Games)-1]
	if from > first {
		start = ends[from-first-1]
	}
	return text[start:end], nil
}
