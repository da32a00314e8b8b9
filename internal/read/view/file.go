package view

import (
	"context"
	"errors"
	"fmt"
	"sort"
	"sync"

	"github.com/chesszip/chesszip/internal/archive"
	"github.com/chesszip/chesszip/internal/frame/game"
	gamekept "github.com/chesszip/chesszip/internal/frame/game/cache"
	"github.com/chesszip/chesszip/internal/frame/header"
	"github.com/chesszip/chesszip/internal/index"
	"github.com/chesszip/chesszip/movelist/learned"
)

// Member is one archive of a file, or a PGN file.
type Member struct {
	Source
	// The Level of the Form is nil for the fast level, or for one that was not given if
	// Missing is set.
	header.Coding
}

// member is a Member with its place in its file.
type member struct {
	Member
	frame     int   // number of its first frame
	game      int64 // number of its first game
	directory *index.Directory
	openings  *openings
}

// openings caches the opening table of a member.
type openings struct {
	mu    sync.Mutex
	known bool
	table *index.OpeningTable // nil if none can be read
	frame int                 // number of its directory in the member
	err   error               // damage
	rest  []Segment           // with games that it does not count, nil before the first use
}

// File is a file to read: archives, usually one but possibly several concatenated ones,
// or a PGN file. Frames and games are numbered through all of them. Several goroutines
// may use it at once if they may use its Sources.
type File struct {
	members  []member
	frames   int
	games    int64
	decoders map[coding]*sync.Pool
	cache    cache
	heads    heads
	shared   gamekept.Frames
}

// KeepBytes sets the size of the cache of frames for single items: a sixth of n for
// decoders that can continue, the rest for data read from frames.
func (f *File) KeepBytes(n int) {
	f.cache.keep(n / 6)
	f.shared.Keep(n - n/6)
}

// coding is what decoders of frames depend on.
type coding struct {
	level   *learned.Level
	missing error
}

// NewFile returns a File of one Source whose moves a level coded; nil is the fast level.
func NewFile(src Source, level *learned.Level) *File {
	return Join([]Member{{Source: src, Coding: header.Coding{Form: header.Form{Level: level}}}})
}

// Join returns a File of members.
func Join(members []Member) *File {
	f := &File{members: make([]member, len(members)), decoders: map[coding]*sync.Pool{}}
	for i, m := range members {
		f.members[i] = member{m, f.frames, f.games, index.NewDirectory(m.Source), &openings{}}
		f.frames += m.Len()
		f.games += m.Games()
		if c := (coding{m.Level, m.Missing}); f.decoders[c] == nil {
			f.decoders[c] = &sync.Pool{New: func() any { return &game.Decoder{Level: c.level, Missing: c.missing} }}
		}
	}
	return f
}

// Next returns a File of one member whose frames and games follow those of f in a
// stream: their numbers continue.
func (f *File) Next(m Member) *File {
	g := Join([]Member{m})
	g.members[0].frame, g.members[0].game = f.frames, f.games
	g.frames += f.frames
	g.games += f.games
	for c := range g.decoders {
		if pool := f.decoders[c]; pool != nil {
			g.decoders[c] = pool
		}
	}
	return g
}

// Members returns the number of members.
func (f *File) Members() int { return len(f.members) }

// Member returns a member.
func (f *File) Member(i int) Member { return f.members[i].Member }

// MemberOf returns the number of the member that has a frame.
func (f *File) MemberOf(frame int) int {
	return sort.Search(len(f.members), func(i int) bool { return f.members[i].frame > frame }) - 1
}

// Starts returns the number of the first frame of a member; the number of all frames if
// member is the number of members.
func (f *File) Starts(member int) int {
	if member == len(f.members) {
		return f.frames
	}
	return f.members[member].frame
}

// of returns the member that has a frame, and the number of the frame in it.
func (f *File) of(frame int) (m *member, n int) {
	m = &f.members[f.MemberOf(frame)]
	return m, frame - m.frame
}

// Len returns the number after that of the last frame.
func (f *File) Len() int { return f.frames }

// Games returns the number after that of the last game.
func (f *File) Games() int64 { return f.games }

// Entry returns the index entry of a frame.
func (f *File) Entry(frame int) archive.Entry {
	m, n := f.of(frame)
	return m.Entry(n)
}

// Frame reads a frame.
func (f *File) Frame(ctx context.Context, frame int) (archive.Frame, error) {
	m, n := f.of(frame)
	return m.Frame(ctx, n)
}

// Blocks reads streams of the open columns of a frame, of the kinds that wanted reports.
func (f *File) Blocks(ctx context.Context, frame int, wanted func(kind uint16) bool) (archive.Frame, error) {
	m, n := f.of(frame)
	return m.Blocks(ctx, n, wanted)
}

// FirstGame returns the number of the first game of a frame.
func (f *File) FirstGame(frame int) int64 {
	m, n := f.of(frame)
	return m.game + m.FirstGame(n)
}

// find returns the frame of a game, and its number in the frame.
func (f *File) find(game int64) (frame int, within int64, ok bool) {
	if len(f.members) == 0 || game < f.members[0].game || game >= f.games {
		return 0, 0, false
	}
	i := sort.Search(len(f.members), func(i int) bool { return f.members[i].game > game }) - 1
	m := &f.members[i]
	frame, within, ok = m.Find(game - m.game)
	return m.frame + frame, within, ok
}

// plain returns the PGN file that has a frame, and the number of the frame in it; nil
// for a frame of an archive.
func (f *File) plain(frame int) (*Plain, int) {
	m, n := f.of(frame)
	p, _ := m.Source.(*Plain)
	return p, n
}

// Statistics returns the statistics of a frame, nil if there are none.
func (f *File) Statistics(frame int) []byte {
	m, n := f.of(frame)
	return m.Entry(n).Meta
}

// Filter returns the filter of the names of a frame, nil if there is none. It may read an
// index frame.
func (f *File) Filter(frame int) []byte {
	m, n := f.of(frame)
	return m.directory.Filter(n)
}

// Directory returns what is known of the index frames of a member; frames have their
// numbers in the member.
func (f *File) Directory(member int) *index.Directory { return f.members[member].directory }

// CheckFilters returns an error if read, the frame with number n, holds filters of frames
// outside its member.
func (f *File) CheckFilters(n int, read *archive.Frame) error {
	m, n := f.of(n)
	return index.CheckFilters(m.Source, n, read)
}

// Segment is a frame of items with the frames that belong to it.
type Segment struct {
	Frame int // its number
	More  int // number of frames that follow with further pieces of its only game
}

// Frames calls yield with the numbers of the frames of a segment.
func (s Segment) Frames(yield func(frame int) bool) {
	for n := s.Frame; n <= s.Frame+s.More; n++ {
		if !yield(n) {
			return
		}
	}
}

// Segments returns the segments of all frames. A segment never spans two members.
func (f *File) Segments() []Segment {
	n := 0
	f.eachSegment(func(Segment) { n++ })
	all := make([]Segment, 0, n)
	f.eachSegment(func(s Segment) { all = append(all, s) })
	return all
}

func (f *File) eachSegment(yield func(s Segment)) {
	for i := range f.members {
		f.EachSegmentOf(i, yield)
	}
}

// EachSegmentOf calls yield with the segments of a member.
func (f *File) EachSegmentOf(member int, yield func(s Segment)) {
	m := &f.members[member]
	s := Segment{Frame: -1} // the last segment
	goes := false           // whether it may go on
	for n := range m.Len() {
		e := m.Entry(n)
		switch {
		case e.Games == 0 && e.Input == 0:
			goes = false
		case e.Games == 0 && goes:
			s.More++
		default:
			if s.Frame >= 0 {
				yield(s)
			}
			s, goes = Segment{Frame: m.frame + n}, e.Games == 1
		}
	}
	if s.Frame >= 0 {
		yield(s)
	}
}

// decoder returns a decoder of a frame until ctx is done; release returns it to the
// pool.
func (f *File) decoder(ctx context.Context, frame int) *game.Decoder {
	m, _ := f.of(frame)
	d := f.decoders[coding{m.Level, m.Missing}].Get().(*game.Decoder)
	d.Until(ctx)
	d.Share(f.shared.Frame(frame))
	return d
}

func (f *File) release(d *game.Decoder) {
	d.Forget()
	d.Share(gamekept.Frame{})
	d.Until(context.Background())
	f.decoders[coding{d.Level, d.Missing}].Put(d)
}

// StreamSizes adds the sizes of a frame's streams to sizes, by name. It decodes only the
// names of tags.
func (f *File) StreamSizes(ctx context.Context, frame int, sizes map[string]int64) error {
	read, err := f.Frame(ctx, frame)
	if err != nil {
		return err
	}
	d := f.decoder(ctx, frame)
	defer f.release(d)
	names, err := d.StreamNames(&read)
	if err != nil {
		return placed(frame, err)
	}
	for i, s := range read.Streams {
		name := names[i]
		if name == "" {
			name = index.StreamName(s.Kind)
		}
		sizes[name] += int64(len(s.Data))
	}
	return nil
}

// placed adds the frame, counted from 1, to err, and makes it damage.
func placed(frame int, err error) error {
	if err == nil || errors.Is(err, game.ErrLevel) || IsDamage(err) {
		return err
	}
	return fmt.Errorf("%w: frame %d: %w", archive.ErrCorrupt, frame+1, err)
}

// Damaged returns err as damage of a frame.
func Damaged(frame int, err error) error { return placed(frame, err) }

// IsDamage reports whether err is about the bytes of an archive.
func IsDamage(err error) bool {
	return errors.Is(err, archive.ErrCorrupt) || errors.Is(err, archive.ErrLimit)
}
