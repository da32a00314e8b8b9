package chesszip

import (
	"errors"
	"fmt"
	"io"
	"sync"

	"github.com/chesszip/chesszip/archive"
	"github.com/chesszip/chesszip/internal/gameframe"
	"github.com/chesszip/chesszip/internal/tagvalue"
	"github.com/chesszip/chesszip/movelist/learned"
	"github.com/chesszip/chesszip/pgn"
)

// ErrNoGame says that an archive has no game of the number asked for.
var ErrNoGame = errors.New("chesszip: no such game")

// TornError says that an archive does not end with an index, but that one
// lies before its last bytes: something was being appended when the program
// or the machine died, or other bytes came behind. Open with Size as size
// gives the archive as it was before.
type TornError struct {
	Size int64 // bytes up to the end of the last index
	Tail int64 // bytes behind it
}

// Error returns a sentence such as
//
//	chesszip: 1234 bytes lie behind the last index, at byte 5678: an append that was cut off?
func (e *TornError) Error() string {
	return fmt.Sprintf("chesszip: %d bytes lie behind the last index, at byte %d: an append that was cut off?", e.Tail, e.Size)
}

// Unwrap returns ErrCorrupt.
func (e *TornError) Unwrap() error { return ErrCorrupt }

// Archive gives out what is in an archive, without unpacking the rest. Games
// are numbered from 0. Its methods may be used by several goroutines at once
// if the io.ReaderAt allows that.
//
// A damaged frame is an error of the games in it, which unwraps to ErrCorrupt;
// the others can be had nevertheless.
type Archive struct {
	r     container
	opt   Options
	level *learned.Level
	// groups are the frames that games begin in, with what follows each: the
	// other pieces of a game that is larger than a frame, or an index.
	groups []group
	part   bool // not all of them
	// summaries are the metas that do not stand in the container's index.
	summaries *summarized
	decoders  sync.Pool

	mu    sync.Mutex
	last  archive.Frame // read last, of number lastAt
	known bool
	at    int
}

// group is a frame of games and what belongs to it.
type group struct {
	frame int // its number in the container
	more  int // frames that follow with other pieces of its only game
	index int // number of the frame that indexes it, or -1
}

// Open opens an archive of size bytes and reads its index. Of the options,
// Model and Threads count. The errors are those of r, ErrCorrupt, ErrVersion,
// ErrModel, ErrLimit, and *TornError for an archive that can still be read
// without its last bytes.
func Open(r io.ReaderAt, size int64, o *Options) (*Archive, error) {
	opt, err := o.withDefaults()
	if err != nil {
		return nil, err
	}
	c, err := archive.NewReader(r, size, nil)
	if err != nil {
		if !errors.Is(err, ErrCorrupt) {
			return nil, err
		}
		if end, lost := archive.LastFooter(r, size, nil); lost == nil && end < size {
			return nil, &TornError{Size: end, Tail: size - end}
		}
		return nil, err
	}
	level, err := opt.levelOf(c.Header().Params)
	if err != nil {
		return nil, err
	}
	return newArchive(c, opt, level), nil
}

// container is what frames are taken from: an archive.Reader, or PGN.
type container interface {
	Len() int
	Entry(i int) archive.Entry
	Frame(i int) (archive.Frame, error)
	FirstGame(i int) int64
	Find(game int64) (frame int, within int64, ok bool)
	Games() int64
	Input() int64
	Size() int64
}

func newArchive(c container, opt Options, level *learned.Level) *Archive {
	a := &Archive{r: c, opt: opt, level: level, summaries: &summarized{}}
	a.decoders.New = func() any { return &gameframe.Decoder{Level: level} }
	for i := range a.r.Len() {
		e := a.r.Entry(i)
		n := len(a.groups) - 1
		switch {
		case e.Games == 0 && e.Input == 0:
			if n >= 0 && a.groups[n].index < 0 {
				a.groups[n].index = i
			}
		case e.Games == 0 && n >= 0 && a.r.Entry(a.groups[n].frame).Games == 1 && a.groups[n].index < 0:
			a.groups[n].more++
		default:
			a.groups = append(a.groups, group{i, 0, -1})
		}
	}
	return a
}

// Games returns the number of games.
func (a *Archive) Games() int64 { return a.r.Games() }

// Input returns the number of bytes that Decompress gives back.
func (a *Archive) Input() int64 { return a.r.Input() }

// Size returns the number of bytes of the archive.
func (a *Archive) Size() int64 { return a.r.Size() }

// Model returns the learned level that its moves were coded by, nil for those
// of the level Fast.
func (a *Archive) Model() *learned.Level { return a.level }

// Header is what is known of a game before its moves are looked at.
type Header struct {
	Number int64 // of the game, from 0
	// Tags are the tags in the order of the text, with escapes resolved.
	Tags []pgn.Tag
	// Plies is the number of half-moves outside variations, as far as they can
	// be played by the rules of standard chess.
	Plies int
}

// Tag returns the value of the first tag of the given name, "" if there is
// none.
func (h *Header) Tag(name string) string {
	for _, t := range h.Tags {
		if t.Name == name {
			return t.Value
		}
	}
	return ""
}

func newHeader(number int64, tags []tagvalue.Tag, plies int) Header {
	h := Header{Number: number, Plies: plies, Tags: make([]pgn.Tag, len(tags))}
	for i, t := range tags {
		h.Tags[i] = pgn.Tag{Name: string(t.Name), Value: string(pgn.Unescape(nil, t.Value))}
	}
	return h
}

// Tags returns what the tags of game i say. It reads the frame of the game and
// decodes its tags only.
func (a *Archive) Tags(i int64) (h Header, err error) {
	n, within, ok := a.r.Find(i)
	if !ok {
		return h, a.noGame(i)
	}
	f, err := a.frame(n)
	if err != nil {
		return h, err
	}
	d := a.decoder()
	defer a.decoders.Put(d)
	found := false
	err = eachTags(d, &f, func(game int, tags []tagvalue.Tag, plies int) bool {
		if int64(game) < within {
			return true
		}
		h, found = newHeader(i, tags, plies), true
		return false
	})
	if err == nil && !found {
		err = errFewer
	}
	return h, frameError(n, err)
}

func (a *Archive) noGame(i int64) error {
	return fmt.Errorf("%w: number %d of %d, counted from 0", ErrNoGame, i, a.Games())
}

func (a *Archive) decoder() *gameframe.Decoder { return a.decoders.Get().(*gameframe.Decoder) }

// frame reads frame n of the container; the one read last is kept, since games
// are often asked for in their order.
func (a *Archive) frame(n int) (archive.Frame, error) {
	a.mu.Lock()
	if a.known && a.at == n {
		defer a.mu.Unlock()
		return a.last, nil
	}
	a.mu.Unlock()
	f, err := a.r.Frame(n)
	if err != nil {
		return f, err
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	a.last, a.at, a.known = f, n, true
	return f, nil
}

// frameError says in which frame err came up, and that it is damage.
func frameError(n int, err error) error {
	if err == nil || errors.Is(err, ErrCorrupt) || errors.Is(err, ErrLimit) {
		return err
	}
	return fmt.Errorf("%w: frame %d: %w", ErrCorrupt, n, err)
}
