package czipbeam

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/sdf"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/levels"
)

// Input is one of the files that a pipeline reads.
type Input struct {
	File int64 // its number among them, from 0
	Path string
}

// Shard is the part of an archive of which one output is made: frames From up to, not
// including, To, with the bytes that each takes.
type Shard struct {
	File     int64
	Path     string
	Number   int64 // in its file, from 0
	From, To int64
	Sizes    []int64
}

// Damage is a frame that could not be read and was passed over.
type Damage struct {
	Path  string
	Frame int64 // from 1, as in errors of chesszip; 0 for bytes between archives
	Games int64 // that are lost with it, 0 where it is not known
	Error string
}

// Reading says how archives are read.
type Reading struct {
	// Query is a text of chesszip.ParseQuery, empty for all games.
	Query string
	// SkipDamage passes over damaged frames and tells of them; else they end the job.
	SkipDamage bool
}

func (r *Reading) query() (*chesszip.Query, error) {
	if r.Query == "" {
		return nil, nil
	}
	return chesszip.ParseQuery(r.Query)
}

// Understand returns the text of a query in which words without a field have those that
// they mean in archives, see chesszip.Understand, and what the query means in words. A
// bundle has a few frames, so that all must be given the same text.
func Understand(ctx context.Context, query string, paths []string) (text, meaning string, err error) {
	q, err := chesszip.ParseQuery(query)
	if err != nil {
		return "", "", err
	}
	var in []*chesszip.Archive
	for _, path := range paths {
		a, err := openArchive(ctx, path)
		if err != nil {
			return "", "", err
		}
		defer a.close()
		in = append(in, a.Archive)
	}
	if q, err = chesszip.Understand(ctx, q, in...); err != nil {
		return "", "", err
	}
	return q.String(), q.Meaning(), nil
}

// opened is an archive in a file.
type opened struct {
	*chesszip.Archive
	file   *os.File
	frames []chesszip.FrameInfo
}

// openArchive opens an archive. A worker has many bundles at once: each reads one frame
// at a time.
func openArchive(ctx context.Context, path string) (*opened, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err == nil {
		err = mustBeArchive(f, info.Size())
	}
	if err == nil {
		var a *chesszip.Archive
		if a, err = chesszip.Open(ctx, f, info.Size(), &chesszip.ReaderOptions{Levels: levels.All(), Threads: 1}); err == nil {
			return &opened{a, f, a.Frames()}, nil
		}
	}
	f.Close()
	return nil, fmt.Errorf("%s: %w", path, err)
}

// beginsArchive says whether a file begins like an archive.
func beginsArchive(f io.ReaderAt) (bool, error) {
	var head [8]byte
	n, err := f.ReadAt(head[:], 0)
	if err == io.EOF {
		err = nil
	}
	return chesszip.IsArchive(head[:n]), err
}

// mustBeArchive refuses what is none, such as PGN. An empty file is left to
// chesszip.Open.
func mustBeArchive(f io.ReaderAt, size int64) error {
	is, err := beginsArchive(f)
	if err == nil && !is && size > 0 {
		err = fmt.Errorf("%w: not an archive; czipbeam compress, or chesszip, makes one of PGN", chesszip.ErrCorrupt)
	}
	return err
}

func (o *opened) close() { o.file.Close() }

// frame returns one frame as an archive.
func (o *opened) frame(i int64) (*chesszip.Archive, error) { return o.Shard(int(i), len(o.frames)) }

// isDamage reports whether an error is about bytes of an archive.
func isDamage(err error) bool {
	return errors.Is(err, chesszip.ErrCorrupt) || errors.Is(err, chesszip.ErrLimit)
}

// ListFn lists the shards of archives, by their indexes.
type ListFn struct {
	Reading
	Frames int64 // of a shard, at most
}

// ProcessElement lists the shards of a file.
func (fn *ListFn) ProcessElement(ctx context.Context, in Input, shards func(Shard), damaged func(Damage)) error {
	a, err := openArchive(ctx, in.Path)
	if err != nil {
		return err
	}
	defer a.close()
	for _, g := range a.Gaps() {
		if !fn.SkipDamage {
			return fmt.Errorf("%s: %w", in.Path, &g)
		}
		damaged(Damage{Path: in.Path, Error: g.Error()})
	}
	n := int64(len(a.frames))
	for from := int64(0); from < n; from += fn.Frames {
		s := Shard{File: in.File, Path: in.Path, Number: from / fn.Frames, From: from, To: min(from+fn.Frames, n)}
		for _, f := range a.frames[s.From:s.To] {
			s.Sizes = append(s.Sizes, f.Stored)
		}
		shards(s)
	}
	return nil
}

// ByFrames are the methods of a splittable DoFn whose elements are shards: what it reads
// can be split between any two frames.
type ByFrames struct {
	// Bytes is the size of what shards are split into before they are read; 0 stands for
	// 16 MiB.
	Bytes int64
}

// splitBytes is the default of ByFrames.Bytes.
const splitBytes = 16 << 20

// CreateInitialRestriction returns all frames of a shard.
func (ByFrames) CreateInitialRestriction(s Shard) Range { return Range{s.From, s.To, s.Sizes} }

// SplitRestriction splits frames before they are read.
func (b ByFrames) SplitRestriction(_ Shard, r Range) []Range {
	if b.Bytes == 0 {
		b.Bytes = splitBytes
	}
	return r.Split(b.Bytes)
}

// RestrictionSize returns the bytes that frames take.
func (ByFrames) RestrictionSize(_ Shard, r Range) float64 { return float64(r.Bytes()) }

// CreateTracker returns what tracks the frames that were claimed.
func (ByFrames) CreateTracker(r Range) *sdf.LockRTracker { return sdf.NewLockRTracker(NewTracker(r)) }

// eachFrame calls work with each frame that can be claimed, as an archive of its own.
// Whether a damaged one ends the job is said by SkipDamage; what work did with it is to
// be undone by spoiled.
func (r *Reading) eachFrame(
	ctx context.Context, rt *sdf.LockRTracker, s *Shard,
	work func(a *chesszip.Archive) error, spoiled func() error, damaged func(Damage),
) error {
	a, err := openArchive(ctx, s.Path)
	if err != nil {
		return err
	}
	defer a.close()
	if s.To > int64(len(a.frames)) {
		return fmt.Errorf("%s has %d frames, and had %d: it has changed meanwhile", s.Path, len(a.frames), s.To)
	}
	for at := rt.GetRestriction().(Range).From; rt.TryClaim(at); at++ {
		one, err := a.frame(at)
		if err == nil {
			err = work(one)
		}
		if err == nil {
			continue
		}
		f := &a.frames[at]
		if !isDamage(err) || !r.SkipDamage {
			return fmt.Errorf("%s: frame %d: %w", s.Path, f.Number+1, err)
		}
		if err := spoiled(); err != nil {
			return err
		}
		damaged(Damage{s.Path, int64(f.Number) + 1, f.Games, err.Error()})
	}
	return nil
}
