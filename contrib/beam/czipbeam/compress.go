package czipbeam

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/sdf"
	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/movelist"
	"github.com/chesszip/chesszip/movelist/learned"
)

// Text is a file of PGN, packed or not, and the sizes of the pieces into which it is cut,
// in bytes as they are unpacked.
type Text struct {
	File     int64
	Path     string
	Stored   int64 // bytes of the file
	Modified int64 // nanoseconds since 1970
	Sizes    []int64
}

var errChanged = errors.New("the file has changed meanwhile")

// packing returns how a text is packed by its name: ".zst", ".gz", or "" for neither.
func packing(path string) string {
	if suffix := filepath.Ext(path); suffix == ".zst" || suffix == ".gz" {
		return suffix
	}
	return ""
}

// openText opens a file of PGN, unpacked by its name: .zst, .gz, or neither. It tells
// the file by its size and time in t, and where these are known holds that it is the
// same.
func openText(t *Text) (r io.Reader, closeAll func(), err error) {
	f, err := os.Open(t.Path)
	if err != nil {
		return nil, nil, err
	}
	info, err := f.Stat()
	if err != nil {
		f.Close()
		return nil, nil, err
	}
	is, err := beginsArchive(f)
	if err == nil && is {
		err = fmt.Errorf("%s: it is an archive already; czipbeam filter, or chesszip merge, takes it", t.Path)
	}
	if err != nil {
		f.Close()
		return nil, nil, err
	}
	stored, modified := info.Size(), info.ModTime().UnixNano()
	if t.Sizes != nil && (t.Stored != stored || t.Modified != modified) {
		f.Close()
		return nil, nil, fmt.Errorf("%s: %w", t.Path, errChanged)
	}
	t.Stored, t.Modified = stored, modified
	switch packing(t.Path) {
	case ".zst":
		d, err := zstd.NewReader(f, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(1<<31))
		if err != nil {
			f.Close()
			return nil, nil, err
		}
		return d, func() { d.Close(); f.Close() }, nil
	case ".gz":
		d, err := gzip.NewReader(bufio.NewReader(f))
		if err != nil {
			f.Close()
			return nil, nil, err
		}
		return d, func() { d.Close(); f.Close() }, nil
	}
	return f, func() { f.Close() }, nil
}

// pass passes over n bytes.
func pass(r io.Reader, n int64) error {
	if s, ok := r.(io.Seeker); ok {
		_, err := s.Seek(n, io.SeekStart)
		return err
	}
	_, err := io.CopyN(io.Discard, r, n)
	return err
}

// CutFn cuts texts into pieces of whole frames, of about Bytes.
type CutFn struct {
	Bytes int64
}

// ProcessElement cuts a text.
func (fn *CutFn) ProcessElement(ctx context.Context, in Input, texts func(Text)) error {
	t := Text{File: in.File, Path: in.Path}
	r, closeAll, err := openText(&t)
	if err != nil {
		return err
	}
	defer closeAll()
	last, cut := int64(0), int64(0) // the last place that was taken, and the last
	for at, err := range chesszip.SplitPoints(ctx, r) {
		if err != nil {
			return fmt.Errorf("%s: %w", in.Path, err)
		}
		if cut-last >= fn.Bytes {
			t.Sizes = append(t.Sizes, cut-last)
			last = cut
		}
		cut = at
	}
	t.Sizes = append(t.Sizes, cut-last)
	texts(t)
	return nil
}

// writerOptions returns the settings of a compression that is one of many.
func (p *Packing) writerOptions() (*chesszip.WriterOptions, error) {
	o := &chesszip.WriterOptions{Threads: 1, Open: chesszip.Columns(p.Index)}
	switch p.Level {
	case "", "1":
	case "6":
		o.Level = learned.V1
	case "9":
		o.Level = learned.V1Max
	default:
		return nil, fmt.Errorf("%w: level %q, want 1, 6 or 9", chesszip.ErrOption, p.Level)
	}
	return o, nil
}

// compress writes an archive of r. Where it is not the whole, it has no opening table.
func (p *Packing) compress(ctx context.Context, w io.Writer, r io.Reader, whole bool) error {
	o, err := p.writerOptions()
	if err != nil {
		return err
	}
	if p.Openings {
		o.Open |= chesszip.ColumnMoves | chesszip.ColumnNumbers
		if whole {
			o.Open |= chesszip.OpeningTable
		}
	}
	b := bufio.NewWriterSize(w, 1<<20)
	if _, err := chesszip.Compress(ctx, b, r, o); err != nil {
		return err
	}
	return b.Flush()
}

// CompressFn compresses the pieces of texts that it claims. A worker that begins in the
// middle of a packed text unpacks what stands before, which is much faster than to
// compress it.
type CompressFn struct {
	Packing
	Dir string
	// Bytes is the size of what a text is split into before it is read; 0 stands for
	// 1 GiB of packed texts, and for 64 MiB of others, whose middle costs nothing to find.
	Bytes int64
}

// Defaults of CompressFn.Bytes.
const (
	splitPacked = 1 << 30
	splitPlain  = 64 << 20
)

// CreateInitialRestriction returns all pieces of a text.
func (fn *CompressFn) CreateInitialRestriction(t Text) Range {
	return Range{0, int64(len(t.Sizes)), t.Sizes}
}

// SplitRestriction splits pieces before they are read.
func (fn *CompressFn) SplitRestriction(t Text, r Range) []Range {
	switch {
	case fn.Bytes > 0:
		return r.Split(fn.Bytes)
	case packing(t.Path) != "":
		return r.Split(splitPacked)
	}
	return r.Split(splitPlain)
}

// RestrictionSize returns the bytes of the pieces.
func (fn *CompressFn) RestrictionSize(_ Text, r Range) float64 { return float64(r.Bytes()) }

// CreateTracker returns what tracks the pieces that were claimed.
func (fn *CompressFn) CreateTracker(r Range) *sdf.LockRTracker {
	return sdf.NewLockRTracker(NewTracker(r))
}

// ProcessElement compresses pieces of a text, each to an archive.
func (fn *CompressFn) ProcessElement(ctx context.Context, rt *sdf.LockRTracker, t Text, pieces func(Piece)) error {
	at := rt.GetRestriction().(Range).From
	var r io.Reader
	for ; rt.TryClaim(at); at++ {
		if r == nil {
			whole, closeAll, err := openText(&t)
			if err != nil {
				return err
			}
			defer closeAll()
			if err := pass(whole, Range{Sizes: t.Sizes[:at]}.Bytes()); err != nil {
				return fmt.Errorf("%s: %w: %w", t.Path, errChanged, err)
			}
			r = whole
		}
		path, err := fn.piece(ctx, r, t.Sizes[at])
		if err != nil {
			return fmt.Errorf("%s: piece %d: %w", t.Path, at, err)
		}
		pieces(Piece{File: t.File, Source: t.Path, End: int64(len(t.Sizes)), From: at, To: at + 1, Path: path})
	}
	return nil
}

// piece compresses the next bytes of a text.
func (fn *CompressFn) piece(ctx context.Context, r io.Reader, size int64) (path string, err error) {
	out, err := newSpool(fn.Dir)
	if err != nil {
		return "", err
	}
	defer out.discard()
	piece := io.LimitedReader{R: r, N: size}
	if err := fn.compress(ctx, out, &piece, false); err != nil {
		return "", err
	}
	if piece.N > 0 {
		return "", errChanged
	}
	return out.end()
}

// MergeFn makes one archive of the pieces of a text, or of several, without decoding.
type MergeFn struct {
	Packing
	Dir  string
	Name string // of the output, empty for that of the text
}

// ProcessElement merges pieces.
func (fn *MergeFn) ProcessElement(ctx context.Context, _ string, next func(*Piece) bool, outputs func(string)) error {
	all, err := inOrder(next)
	if err != nil {
		return err
	}
	var from []*chesszip.Archive
	o, err := fn.writerOptions()
	if err != nil {
		return err
	}
	for _, p := range all {
		info, err := os.Stat(p.Path)
		if err != nil {
			return err
		}
		a, err := chesszip.Open(ctx, lazyFile{p.Path}, info.Size(), &chesszip.ReaderOptions{Levels: []movelist.Level{o.Level}, Threads: 1})
		if err != nil {
			return fmt.Errorf("%s: %w", p.Path, err)
		}
		from = append(from, a)
	}
	out, err := newSpool(fn.Dir)
	if err != nil {
		return err
	}
	defer out.discard()
	b := bufio.NewWriterSize(out, 1<<20)
	if _, err := chesszip.Merge(ctx, b, from, &chesszip.MergeOptions{Openings: fn.Openings}); err != nil {
		return err
	}
	if err := b.Flush(); err != nil {
		return err
	}
	name := fn.Name
	if name == "" {
		name = fmt.Sprintf("%05d-%s.czip", all[0].File, stem(all[0].Source))
	}
	if err := out.publish(fn.Dir, name); err != nil {
		return err
	}
	outputs(name)
	return nil
}
