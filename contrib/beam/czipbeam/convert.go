package czipbeam

import (
	"context"
	"fmt"
	"iter"
	"os"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"github.com/chesszip/chesszip"
)

// ShardWriter writes the games of a shard, given frame by frame, to an empty file, such
// as one of Parquet. Damage is an error among the frames, which it returns. It is a
// function of a package, which beam.RegisterFunction was told.
type ShardWriter func(ctx context.Context, to *os.File, frames iter.Seq2[*chesszip.Archive, error]) error

// ConvertFn writes each shard to an output by a ShardWriter. A shard is not split, since
// one worker writes its file.
type ConvertFn struct {
	SkipDamage bool // as of Reading
	Dir        string
	Suffix     string           // of the outputs
	Write      beam.EncodedFunc // a ShardWriter
}

// ProcessElement writes a shard.
func (fn *ConvertFn) ProcessElement(ctx context.Context, s Shard, outputs func(string), damaged func(Damage)) error {
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
			one, f := a.frame(at), &a.frames[at]
			if fn.SkipDamage {
				// A writer has no way back: what is damaged has to be known before.
				_, bad, err := one.Verify(ctx)
				if err != nil {
					yield(nil, err)
					return
				}
				if len(bad) > 0 {
					damaged(Damage{s.Path, int64(f.Number), f.Games, bad[0].Err.Error()})
					continue
				}
			}
			if !yield(one, nil) {
				return
			}
		}
	}
	result := fn.Write.Fn.Call([]any{ctx, out.File, iter.Seq2[*chesszip.Archive, error](frames)})
	if err, _ := result[0].(error); err != nil {
		return fmt.Errorf("%s, frames %d to %d: %w", s.Path, s.From, s.To, err)
	}
	name := outputName(s.File, s.Path, s.Number, fn.Suffix)
	if err := out.publish(fn.Dir, name); err != nil {
		return err
	}
	outputs(name)
	return nil
}
