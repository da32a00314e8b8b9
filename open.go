package chesszip

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"

	"github.com/chesszip/chesszip/internal/archive"
	"github.com/chesszip/chesszip/internal/base/ctxio"
	"github.com/chesszip/chesszip/internal/frame/chunk"
	"github.com/chesszip/chesszip/internal/frame/header"
	"github.com/chesszip/chesszip/internal/read/pipe"
	"github.com/chesszip/chesszip/internal/read/salvage"
	"github.com/chesszip/chesszip/internal/read/unpack"
	"github.com/chesszip/chesszip/internal/read/view"
	"github.com/chesszip/chesszip/internal/read/walk"
	"github.com/chesszip/chesszip/movelist/learned"
)

// Archive reads the contents of an archive without unpacking the rest. Several
// goroutines may use it at once if the io.ReaderAt allows that.
//
// The contents are games, lines of lists of positions, and training records. Each kind
// is numbered from 0:
//
//	          how many    one     some       all
//	games     NumGames    Game    Games      Games
//	lines     LineSpan    Line    Lines      AllLines
//	records   RecordSpan  Record  Records    AllRecords
//
// NumGames is 0 if there are no games. Games selects games, and is asked for what one
// wants of them.
//
// An Archive caches the last two frames that were decoded for single games and short
// ranges, in at most 16 MiB, so that neighbouring games cost little. Parts of an archive
// share this cache.
//
// A part of an archive, which Shard and Parts return, is an Archive of some of its
// frames. Its games keep their numbers in the whole, Span gives the first and the last,
// and every method is restricted to them.
//
// A file may hold several concatenated archives: an Archive is all of them, and numbers
// their games and frames through. They may differ in level and index, and some may hold
// lists instead of games.
//
// A damaged frame is an error of its games, which wraps ErrCorrupt; the other games can
// be read. A sequence yields such an error in place of the rest of that archive, and
// goes on with the next archive of the file, if the caller does. If one of several
// archives cannot be opened, Gaps has it, and a sequence yields a *GapError at its
// place.
type Archive struct {
	progress func(*chunk.Stats) // or nil
	r        io.ReaderAt
	members  []*archive.Reader // empty for PGN
	all      walk.Part         // all of it, for sequences
	file     *os.File          // of OpenFile, or nil
}

// OpenFile opens the archive in a file; Close closes it. The errors are those of os.Open
// and Open: ErrFormat for a file that is not an archive, such as PGN, which OpenPGN opens.
func OpenFile(ctx context.Context, name string, o *ReaderOptions) (*Archive, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err == nil {
		var a *Archive
		if a, err = Open(ctx, f, info.Size(), o); err == nil {
			a.file = f
			return a, nil
		}
		err = fmt.Errorf("open %s: %w", name, err)
	}
	_ = f.Close()
	return nil, err
}

// Close closes the file of OpenFile. An Archive of Open, or a part of an archive, needs no
// Close: it does nothing there.
func (a *Archive) Close() error {
	if a.file == nil {
		return nil
	}
	return a.file.Close()
}

// Open opens an archive of size bytes and reads its index. The errors are those of r,
// ErrFormat, ErrCorrupt, ErrVersion, *LevelError, ErrLimit, and *TornError for an archive that can
// still be read without its last bytes. If a file holds several archives, the undamaged
// ones are opened, see Gaps; the levels of all of them are needed.
//
// If r has a method Ahead(offset, length int64), as a remote.Reader has, calls that read
// many frames announce by it the bytes that they will read next, up to 2 MiB ahead. They
// then decode moves even if an index has them, since reading the index takes longer.
func Open(ctx context.Context, r io.ReaderAt, size int64, o *ReaderOptions) (*Archive, error) {
	opt, err := o.reading(allThreads())
	if err != nil {
		return nil, err
	}
	a, err := openMembers(ctx, r, size, opt)
	return a, ctxio.Instead(ctx, err)
}

func openMembers(ctx context.Context, r io.ReaderAt, size int64, opt *unpack.Options) (*Archive, error) {
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
	codings, err := codingsOf(members, opt)
	if err != nil {
		return nil, err
	}
	list := make([]view.Member, len(members))
	for i, m := range members {
		m = m.From(r)
		members[i] = m
		list[i] = view.Member{Source: m, Coding: codings[i]}
	}
	a := archiveOf(view.Join(list), r, opt)
	a.members = members
	a.all.Gaps = walk.Gaps(gaps, members, a.all.Frames, func(g archive.Gap) error { return (*GapError)(&g) })
	return a, nil
}

// archiveOf returns an Archive of the whole file f, whose bytes are in r.
func archiveOf(f *view.File, r io.ReaderAt, opt *unpack.Options) *Archive {
	far, _ := r.(walk.Foreseer)
	return &Archive{progress: opt.Progress, r: r, all: walk.Part{Frames: f, Segments: f.Segments(), Threads: opt.Threads, Ahead: far}}
}

// codingsOf returns the coding of each member.
func codingsOf(members []*archive.Reader, opt *unpack.Options) ([]header.Coding, error) {
	all := make([]header.Coding, len(members))
	for i, m := range members {
		var err error
		if all[i], err = opt.Coding(m.Header().Params); err != nil {
			return nil, memberError(i, len(members), err)
		}
	}
	return all, nil
}

// OpenPGN opens a PGN file of size bytes for the same methods as an archive. It reads
// all of r once, to find the games, and reads them again when they are requested. No
// levels are needed. The error is that of r, or io.ErrUnexpectedEOF if r has fewer than
// size bytes.
func OpenPGN(ctx context.Context, r io.ReaderAt, size int64, o *ReaderOptions) (*Archive, error) {
	opt, err := o.reading(allThreads())
	if err != nil {
		return nil, err
	}
	if r == nil {
		return nil, ctxio.ReadError(ctxio.ErrNilReader)
	}
	var seen chunk.Stats
	plain := view.NewPlain(r)
	section := io.NewSectionReader(ctxio.ReaderAt(context.Background(), r), 0, size)
	chunks := chunk.NewScan(ctx, ctxio.Reader(ctx, section))
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
		seen.Report(opt.Progress)
	}
	return archiveOf(view.NewFile(plain, nil), r, opt), nil
}

// NumGames returns the number of games.
func (a *Archive) NumGames() int64 {
	from, to := a.Span()
	return to - from
}

// Span returns the number of the first game and the number after that of the last: 0 and
// NumGames, except for a part of an archive.
func (a *Archive) Span() (from, to int64) {
	return a.all.Span()
}

// Input returns the number of bytes that Decompress gives back.
func (a *Archive) Input() int64 { return a.all.Input() }

// Size returns the number of bytes of the file; of a part, those of its frames.
func (a *Archive) Size() int64 { return a.all.Size() }

// Gaps returns the ranges of the file that do not belong to a whole archive; of a part
// of an archive, the gaps between its frames.
func (a *Archive) Gaps() []GapError {
	all := make([]GapError, len(a.all.Gaps))
	for i, g := range a.all.Gaps {
		all[i] = GapError(g.Gap)
	}
	return all
}

// Members returns the archives of a file in order, each as a part of the whole. There
// are several if archives were concatenated, and none for PGN.
func (a *Archive) Members() []*Archive {
	if len(a.members) == 0 {
		return []*Archive{}
	}
	return a.parts(a.all.Members())
}

// Sorted reports whether lines of the archive are in another order than in its input:
// see WriterOptions.Sort.
func (a *Archive) Sorted() bool {
	for _, m := range a.members {
		if h := m.Header(); header.IsSorted(&h) {
			return true
		}
	}
	return false
}

// Level returns the learned level of the moves; nil for the fast level and for a level
// that was not given. For concatenated archives it is that of the last.
func (a *Archive) Level() *learned.Level {
	return a.all.Frames.Member(a.all.Frames.Members() - 1).Level
}

// WriterOptions returns the settings to write another archive like this one: the level and
// the open columns of the first archive. For PGN they are the defaults. The error is a
// *LevelError.
func (a *Archive) WriterOptions() (*WriterOptions, error) {
	n := 0
	if len(a.all.Segments) > 0 {
		n = a.all.Frames.MemberOf(a.all.Segments[0].Frame)
	}
	m := a.all.Frames.Member(n)
	o := &WriterOptions{Plain: m.Plain, Open: columnsOf(&m.Form)}
	if m.Level != nil {
		o.Level = m.Level
	}
	return o, m.Missing
}

// columnsOf returns the columns of a form.
func columnsOf(f *header.Form) Columns {
	c := Columns(f.Open)
	if f.Openings {
		c |= OpeningTable
	}
	return c
}

// MissingLevel returns a *LevelError for the level that the archive needs and that was not
// given, or nil. For concatenated archives it is the first.
func (a *Archive) MissingLevel() *LevelError {
	for i := range a.all.Frames.Members() {
		var e *LevelError
		if errors.As(a.all.Frames.Member(i).Missing, &e) {
			return e
		}
	}
	return nil
}

// Shard returns part i of n, counted from 0; parts have about equal numbers of frames.
// The parts of all i together have each game once, in order. The error is ErrOption unless
// 0 <= i < n.
func (a *Archive) Shard(i, n int) (*Archive, error) {
	if i < 0 || i >= n {
		return nil, fmt.Errorf("%w: part %d of %d, counted from 0", ErrOption, i, n)
	}
	k := len(a.all.Segments)
	return a.cut(a.all.Slice(k*i/n, k*(i+1)/n)), nil
}

// Split splits an archive into parts of at most the given number of games. It cuts
// between frames, which hold up to 4,000 games, so a part of one frame may have more.
// Each part can be read like an archive, or written by Merge.
func (a *Archive) Split(games int64) ([]*Archive, error) {
	if games < 1 {
		return nil, fmt.Errorf("%w: parts of %d games", ErrOption, games)
	}
	return a.parts(a.all.Cuts(games)), nil
}

// cut returns a part of a.
func (a *Archive) cut(p walk.Part) *Archive {
	part := *a
	part.all, part.file = p, nil
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

// FrameInfo is the place and the size of a frame with games. A game that is larger than
// a frame has several frames; they count as one here.
type FrameInfo struct {
	Number int   `json:"number"` // of the frame in the file, from 0; includes frames without games
	First  int64 `json:"first"`  // number of the first game, from 0
	Games  int64 `json:"games"`
	Input  int64 `json:"input"`  // bytes of the games' texts
	Stored int64 `json:"stored"` // bytes of the frame in the archive
	Offset int64 `json:"offset"` // of the frame in the archive
	// Statistics is the size of the frame's statistics in bytes.
	Statistics int64 `json:"statistics"`
	// Open are the frame's open columns.
	Open Columns `json:"open"`
}

// Frames returns the frames that hold games.
func (a *Archive) Frames() []FrameInfo {
	all := make([]FrameInfo, len(a.all.Segments))
	for i, s := range a.all.Segments {
		at := a.all.Place(s)
		all[i] = FrameInfo{at.Number, at.First, at.Games, at.Input, at.Stored, at.Offset, at.Statistics, Columns(at.Open)}
	}
	return all
}

// StreamInfo is the size of one kind of stream in all frames together.
type StreamInfo struct {
	Name  string `json:"name"` // such as "moves"
	Bytes int64  `json:"bytes"`
}

// Streams returns the sizes of the streams of an archive, the largest first. Streams of
// tags are named by the tag in brackets. It reads all frames, and decodes only the names
// of tags.
func (a *Archive) Streams(ctx context.Context) ([]StreamInfo, error) {
	sizes, err := a.all.StreamSizes(ctx)
	var all []StreamInfo
	for _, s := range sizes {
		all = append(all, StreamInfo(s))
	}
	return all, err
}

// firstGap returns the first gap, or nil.
func (a *Archive) firstGap() error {
	if len(a.all.Gaps) == 0 {
		return nil
	}
	return a.all.Gaps[0].Told
}

// Scan reads a stream that has no random access, such as a pipe: PGN or concatenated
// archives, from r up to its end. It yields the stream as parts in their order. Each
// part is an Archive in memory, with all methods of a part, see Archive.Shard; but there
// is nothing to Verify in it, and lines and records are numbered from 0 in each. Games
// and frames are numbered through the whole stream: Span gives the games of a part.
//
//	for a, err := range chesszip.Scan(ctx, os.Stdin, nil) {
//		...
//		for g, err := range a.Games().Where(query).Texts(ctx) { ... }
//	}
//
// A part has up to two frames for each thread, so that all threads have work. The next
// part is read while the caller uses this one. Two threads take at most 64 MiB for both
// parts, and each further thread 20 MiB more. No game is cut, but of a game of more than
// 16 MiB only the first are held: methods that return its text return ErrLimit. Texts of
// games share the memory of their part.
//
// The error is that of r, ErrVersion or *LevelError, with no part; it is then the last
// item. Damage is an error at its place: if the caller goes on, the next archive after
// it follows. Damage inside a frame is an error of the part's methods, and does not
// affect other parts. An empty r gives no parts. Of the options, AllowMissing, Levels,
// Threads and Progress are used.
func Scan(ctx context.Context, r io.Reader, o *ReaderOptions) iter.Seq2[*Archive, error] {
	return func(yield func(*Archive, error) bool) {
		opt, err := o.reading(allThreads())
		if err != nil {
			yield(nil, err)
			return
		}
		report := func(in, games int64) { (&chunk.Stats{In: in, Games: games}).Report(opt.Progress) }
		for f, err := range pipe.Parts(ctx, r, opt.Threads, opt.Coding, report) {
			var a *Archive
			if f != nil {
				a = archiveOf(f, nil, opt)
				a.all.Cut = true
			}
			if !yield(a, err) {
				return
			}
		}
	}
}
