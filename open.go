package chesszip

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"

	"github.com/chesszip/chesszip/archive"
	"github.com/chesszip/chesszip/internal/base/ctxio"
	"github.com/chesszip/chesszip/internal/frame/chunk"
	"github.com/chesszip/chesszip/internal/frame/header"
	"github.com/chesszip/chesszip/internal/index"
	"github.com/chesszip/chesszip/internal/read/pipe"
	"github.com/chesszip/chesszip/internal/read/salvage"
	"github.com/chesszip/chesszip/internal/read/view"
	"github.com/chesszip/chesszip/internal/read/walk"
	"github.com/chesszip/chesszip/movelist/learned"
)

// Archive gives out what is in an archive, without unpacking the rest. Its methods may
// be used by several goroutines at once if the io.ReaderAt allows that.
//
// What it holds are games, lines of lists of positions, and training records. Each
// kind is numbered from 0, and can be had alike:
//
//	          how many    one     some                 all
//	games     Games       Game    Range, Select        All
//	lines     LineSpan    Line    Lines                AllLines
//	records   RecordSpan  Record  Records              AllRecords
//
// Games is 0 where there are no games. Of a game there are also Tags and Moves.
//
// Single games and short ranges keep what was decoded of the two frames that were
// asked last, in at most 16 MiB, which parts of an archive share: whoever asks for
// neighbours next pays for these only.
//
// A part of an archive, which Shard and Parts return, is an Archive of its
// frames alone: its games have the numbers that they have in the whole, those of
// Span, and every method answers for these.
//
// A file may hold several archives, one behind the other, as cat leaves them: an
// Archive is all of them, and its games and frames are numbered through. They may
// differ in level and index, and some may hold lists instead of games.
//
// A damaged frame is an error of the games in it, which unwraps to ErrCorrupt;
// the others can be had nevertheless. What is walked over in order ends its
// archive with such an error and goes on with the next archive of the file, if
// the caller does. Where an archive of several cannot be opened, Gaps says so, and
// so does a *GapError at that place of a walk.
type Archive struct {
	set     settings
	r       io.ReaderAt
	members []*archive.Reader // none for PGN
	all     walk.Part         // what is walked over to ask all of it
}

// Open opens an archive of size bytes and reads its index. The errors are those of
// r, ErrCorrupt, ErrVersion, *LevelError, ErrLimit, and *TornError for an archive that
// can still be read without its last bytes. Of several archives in a file, those that
// are whole are opened, see Gaps; but all need their levels.
//
// If r has a method Ahead(offset, length int64), as a remote.Reader has, calls that read
// many frames say by it which bytes they are about to read, up to 2 MiB before; and moves
// are decoded even where an index has them, since reading takes longer.
func Open(ctx context.Context, r io.ReaderAt, size int64, o *ReaderOptions) (*Archive, error) {
	s, err := o.withDefaults()
	if err != nil {
		return nil, err
	}
	a, err := s.open(ctx, r, size)
	return a, ctxio.Instead(ctx, err)
}

func (s *settings) open(ctx context.Context, r io.ReaderAt, size int64) (*Archive, error) {
	in := ctxio.ReaderAt(ctx, r)
	members, gaps, err := archive.Members(in, size, nil)
	if err != nil {
		return nil, err
	}
	if n := len(gaps); n > 0 && gaps[n-1].Offset+gaps[n-1].Length == size {
		cut, err := salvage.Torn(in, gaps[n-1])
		if err != nil {
			return nil, err
		}
		if cut {
			return nil, &TornError{Size: gaps[n-1].Offset, Tail: gaps[n-1].Length}
		}
	}
	codings, err := s.codings(members)
	if err != nil {
		return nil, err
	}
	list := make([]view.Member, len(members))
	for i, m := range members {
		m = m.From(r)
		members[i] = m
		list[i] = view.Member{Source: m, Level: codings[i].Level, Missing: codings[i].Missing}
	}
	a := s.archiveOf(view.Join(list), r)
	a.members = members
	a.all.Gaps = walk.Gaps(gaps, members, a.all.Frames, func(g archive.Gap) error { return (*GapError)(&g) })
	if a.all.Ahead != nil {
		a.all.Frames.Spare()
	}
	return a, nil
}

// archiveOf returns an Archive of all of a file, whose bytes are in r.
func (s *settings) archiveOf(f *view.File, r io.ReaderAt) *Archive {
	far, _ := r.(walk.Foreseer)
	return &Archive{set: *s, r: r, all: walk.Part{Frames: f, Segments: f.Segments(), Threads: s.Threads, Ahead: far}}
}

// OpenPGN reads a PGN file of size bytes as if it were an archive, so that
// what can be asked of one can be asked of the other. It reads all of r once,
// to find where its games are, and parts of it again when they are asked for.
// No levels are needed. The error is that of r, io.ErrUnexpectedEOF where it has fewer bytes
// than size says.
func OpenPGN(ctx context.Context, r io.ReaderAt, size int64, o *ReaderOptions) (*Archive, error) {
	s, err := o.withDefaults()
	if err != nil {
		return nil, err
	}
	if r == nil {
		return nil, ctxio.ReadError(ctxio.ErrNilReader)
	}
	var seen Stats
	plain := view.NewPlain(r)
	section := io.NewSectionReader(ctxio.ReaderAt(context.Background(), r), 0, size)
	chunks := chunk.NewSplitter(ctx, ctxio.Reader(ctx, section))
	for {
		c, err := chunks.Next()
		if err == io.EOF {
			if seen.In >= size {
				break
			}
			err = fmt.Errorf("after %d of %d bytes: %w", seen.In, size, io.ErrUnexpectedEOF)
		}
		if err != nil {
			return nil, ctxio.Instead(ctx, ctxio.ReadError(err))
		}
		plain.Add(int64(len(c.Text)), c.Ends)
		seen.In += int64(len(c.Text))
		seen.Games += int64(len(c.Ends))
		s.report(&seen)
	}
	return s.archiveOf(view.NewFile(plain, nil), r), nil
}

// Games returns the number of games.
func (a *Archive) Games() int64 {
	from, to := a.Span()
	return to - from
}

// Span returns the numbers of the first game and of the one behind the last: 0
// and Games, but for a part of an archive.
func (a *Archive) Span() (from, to int64) {
	return a.all.Span()
}

// Input returns the number of bytes that Decompress gives back.
func (a *Archive) Input() int64 { return a.all.Input() }

// Size returns the number of bytes of the file; of a part, those of its frames.
func (a *Archive) Size() int64 { return a.all.Size() }

// Gaps returns where bytes of the file belong to no whole archive; of a part of
// an archive, the gaps between its frames.
func (a *Archive) Gaps() []GapError {
	all := make([]GapError, len(a.all.Gaps))
	for i, g := range a.all.Gaps {
		all[i] = GapError(g.Gap)
	}
	return all
}

// Members returns the archives of the file, one behind the other, each as a part of
// the whole. There are several if archives were laid end to end, and none of PGN.
func (a *Archive) Members() []*Archive {
	if len(a.members) == 0 {
		return []*Archive{}
	}
	return a.parts(a.all.Members())
}

// Sorted reports whether the lines of the archive, or of some of it, are in
// another order than those of the files that it was made of: see WriterOptions.Sort.
func (a *Archive) Sorted() bool {
	for _, m := range a.members {
		if h := m.Header(); header.IsSorted(&h) {
			return true
		}
	}
	return false
}

// Level returns the learned level that the moves were coded by, nil for the fast
// level and for one that was not given; where archives lie end to end, that of the
// last.
func (a *Archive) Level() *learned.Level {
	return a.all.Frames.Member(a.all.Frames.Members() - 1).Level
}

// WriterOptions returns the settings that make more of the same: the level of the first
// archive, what the first of its frames with an index holds to be searched, if it is
// among 100, and an opening table if it has one. For PGN they are the defaults. The error is a *LevelError, damage, or one of reading.
func (a *Archive) WriterOptions(ctx context.Context) (*WriterOptions, error) {
	o := new(WriterOptions)
	if len(a.all.Segments) == 0 {
		o.Level = a.Level()
		return o, a.all.Frames.Member(0).Missing
	}
	m := a.all.Frames.Member(a.all.Frames.MemberOf(a.all.Segments[0].Frame))
	o.Level = m.Level
	content, err := a.all.Content(ctx)
	if err != nil {
		return nil, err
	}
	o.Index = Index(content)
	if index.OpeningsFrame(m) >= 0 {
		o.Index |= IndexOpenings
	}
	return o, m.Missing
}

// Missing returns the level that the archive needs and that was not given, the first
// where archives lie end to end; nil if none is missing.
func (a *Archive) Missing() *LevelError {
	for i := range a.all.Frames.Members() {
		var e *LevelError
		if errors.As(a.all.Frames.Member(i).Missing, &e) {
			return e
		}
	}
	return nil
}

// Shard returns the part of number i, from 0, of n parts of about as many
// frames. The parts of all i have each game once, in order.
func (a *Archive) Shard(i, n int) *Archive {
	k := len(a.all.Segments)
	return a.cut(a.all.Slice(k*i/n, k*(i+1)/n))
}

// Parts cuts an archive into parts of at most the given number of games, or of
// one frame where that has more: cuts are between frames, which hold up to
// 4,000 games. Each can be looked into, or be written by Merge.
func (a *Archive) Parts(games int64) ([]*Archive, error) {
	if games < 1 {
		return nil, fmt.Errorf("%w: parts of %d games", ErrOption, games)
	}
	return a.parts(a.all.Cuts(games)), nil
}

// cut returns a part of a.
func (a *Archive) cut(p walk.Part) *Archive {
	part := *a
	part.all = p
	return &part
}

// parts returns parts of a.
func (a *Archive) parts(cut []walk.Part) []*Archive {
	all := make([]*Archive, len(cut))
	for i, p := range cut {
		all[i] = a.cut(p)
	}
	return all
}

// FrameInfo says where games lie. A game that is larger than a frame has
// several; they count as one here.
type FrameInfo struct {
	Number int   // of the frame in the file, from 0; frames without games count
	First  int64 // number of the first game, from 0
	Games  int64
	Input  int64 // bytes of the games' texts
	Stored int64 // bytes of the frame in the archive
	Offset int64 // of the frame in the archive
	// Statistics is what the index says to pass over the frame, Index what its
	// index frame takes; in bytes.
	Statistics, Index int64
}

// Frames returns where the games lie.
func (a *Archive) Frames() []FrameInfo {
	all := make([]FrameInfo, len(a.all.Segments))
	for i, s := range a.all.Segments {
		all[i] = FrameInfo(a.all.Place(s))
	}
	return all
}

// StreamInfo says what one kind of stream takes in all frames together.
type StreamInfo struct {
	Name  string // what it holds, such as "moves"
	Bytes int64
}

// Streams returns what the streams of an archive take, the largest first, tags
// by their names in brackets. It reads all frames, and decodes only which tags
// there are.
func (a *Archive) Streams(ctx context.Context) ([]StreamInfo, error) {
	sizes, err := a.all.StreamSizes(ctx)
	var all []StreamInfo
	for _, s := range sizes {
		all = append(all, StreamInfo(s))
	}
	return all, err
}

// firstGap returns the first gap, nil if there is none.
func (a *Archive) firstGap() error {
	if len(a.all.Gaps) == 0 {
		return nil
	}
	return a.all.Gaps[0].Told
}

// Scan looks into what cannot be read anywhere, such as a pipe: it reads r from front to
// back, PGN or archives end to end, and gives it as parts in their order. Each part is an
// Archive in memory, which can be asked all that a part of one can, see Archive.Shard;
// but there is nothing to Verify in it, and lines and records are numbered from 0 in each.
// Games and frames are numbered through the whole stream: Span says which games a part has.
//
//	for a, err := range chesszip.Scan(ctx, os.Stdin, nil) {
//		...
//		for g, err := range a.FilterGames(ctx, query) { ... }
//	}
//
// A part has up to two frames for each thread, so that all of them have work, and while
// it is looked into the next is read. With two threads both take at most 64 MiB, and
// 20 MiB more for each further thread. No game is cut, but of one of more than 16 MiB only the first
// are held: what asks for its text returns ErrLimit. Texts of games share the memory of
// their part.
//
// The error is that of r, with no part, ErrVersion or *LevelError; nothing follows then.
// Damage is an error at its place: if the caller goes on, the next archive that lies
// behind it follows. What is damaged inside a frame, as the calls of a part say, loses
// nothing in other parts. An empty r gives no parts. Of the options, AllowMissing,
// Levels, Threads and Progress count.
func Scan(ctx context.Context, r io.Reader, o *ReaderOptions) iter.Seq2[*Archive, error] {
	return func(yield func(*Archive, error) bool) {
		set, err := o.withDefaults()
		if err != nil {
			yield(nil, err)
			return
		}
		report := func(in, games int64) { set.report(&Stats{In: in, Games: games}) }
		for f, err := range pipe.Parts(ctx, r, set.Threads, set.codingOf, report) {
			var a *Archive
			if f != nil {
				a = set.archiveOf(f, nil)
				a.all.Cut = true
			}
			if !yield(a, err) {
				return
			}
		}
	}
}
