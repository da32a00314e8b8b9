package czipbeam

import (
	"context"
	"fmt"
	"iter"
	"os"

	"github.com/chesszip/chesszip"
)

// ShardWriter writes files of another format, such as Parquet. Its exported fields are
// its settings, which workers get as JSON.
type ShardWriter interface {
	// Suffix is what names of files end with, such as ".parquet".
	Suffix() string
	// WriteShard writes the games of a shard, given frame by frame, to an empty file.
	// Damage is an error among the frames, which it returns.
	WriteShard(ctx context.Context, to *os.File, frames iter.Seq2[*chesszip.Archive, error]) error
}

// ConvertFn writes each shard to an output. A shard is not split, since one worker writes
// its file.
type ConvertFn[W ShardWriter] struct {
	SkipDamage bool // as of Reading
	Dir        string
	Writer     W
}

// ProcessElement writes a shard.
func (fn *ConvertFn[W]) ProcessElement(ctx context.Context, s Shard, outputs func(string), damaged func(Damage)) error {
	a, err := openArchive(ctx, s.Path)
	if err != nil {
		return err
	}
	defer a.close()
	if s.To > int64(len(a.frames)) {
		return fmt.Errorf("%s has %d frames, and had %d: %w", s.Path, len(a.frames), s.To, errChanged)
	}
	out, err := newSpool(fn.Dir)
	if err != nil {
		return err
	}
	defer out.discard()
	frames := func(yield func(*chesszip.Archive, error) bool) {
		for at := s.From; at < s.To; at++ {
			one, err := a.frame(at)
			if err != nil {
				yield(nil, err)
				return
			}
			f := &a.frames[at]
			if fn.SkipDamage {
				// A writer has no way back: what is damaged has to be known before.
				_, bad, err := one.Verify(ctx)
				if err != nil {
					yield(nil, err)
					return
				}
				if len(bad) > 0 {
					damaged(Damage{s.Path, int64(f.Number) + 1, f.Games, bad[0].Err.Error()})
					continue
				}
			}
			if !yield(one, nil) {
				return
			}
		}
	}
	if err := fn.Writer.WriteShard(ctx, out.File, frames); err != nil {
		return fmt.Errorf("%s, frames %d to %d: %w", s.Path, s.From+1, s.To, err)
	}
	name := outputName(s.File, s.Path, s.Number, fn.Writer.Suffix())
	if err := out.publish(fn.Dir, name); err != nil {
		return err
	}
	outputs(name)
	return nil
}
