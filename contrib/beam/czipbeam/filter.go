package czipbeam

import (
	"context"
	"io"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/sdf"

	"github.com/chesszip/chesszip"
)

// FilterFn writes the games that a query means, of the frames it claims, to a piece.
type FilterFn struct {
	ByFrames
	Reading
	Dir string // of the Work
}

// ProcessElement filters frames of a shard.
func (fn *FilterFn) ProcessElement(ctx context.Context, rt *sdf.LockRTracker, s Shard, pieces func(Piece), damaged func(Damage)) error {
	q, err := fn.query()
	if err != nil {
		return err
	}
	out, err := newSpool(fn.Dir)
	if err != nil {
		return err
	}
	defer out.discard()
	from := rt.GetRestriction().(Range).From
	to, size := from, int64(0)
	err = fn.eachFrame(ctx, rt, &s, func(a *chesszip.Archive) error {
		to++
		n, err := a.Games().Where(q).WriteTo(ctx, out)
		if err == nil {
			size += n
		}
		return err
	}, func() error {
		if err := out.Truncate(size); err != nil {
			return err
		}
		_, err := out.Seek(size, io.SeekStart)
		return err
	}, damaged)
	if err != nil || from == to {
		return err
	}
	path := ""
	if size > 0 {
		if path, err = out.end(); err != nil {
			return err
		}
	}
	pieces(Piece{File: s.File, Source: s.Path, Shard: s.Number, First: s.From, End: s.To, From: from, To: to, Path: path})
	return nil
}

// Packing says how archives are written; the zero value stands for the fast level
// without open columns.
type Packing struct {
	Level    string // of Levels
	Index    int    // open columns, a chesszip.Columns
	Openings bool   // with an opening table
}

// GatherFn writes the pieces of a shard, in order, as an output: an archive, or PGN.
// There is no output where there are no games.
type GatherFn struct {
	Packing
	Dir string
	PGN bool
}

// ProcessElement writes the output of a shard.
func (fn *GatherFn) ProcessElement(ctx context.Context, _ string, next func(*Piece) bool, outputs func(string)) error {
	all, err := inOrder(next)
	if err != nil {
		return err
	}
	in := &files{}
	for _, p := range all {
		if p.Path != "" {
			in.paths = append(in.paths, p.Path)
		}
	}
	if len(in.paths) == 0 {
		return nil
	}
	defer in.close()
	out, err := newSpool(fn.Dir)
	if err != nil {
		return err
	}
	defer out.discard()
	name := outputName(all[0].File, all[0].Source, all[0].Shard, ".czip")
	if fn.PGN {
		name = outputName(all[0].File, all[0].Source, all[0].Shard, ".pgn")
		_, err = io.Copy(out, in)
	} else {
		err = fn.compress(ctx, out, in, true)
	}
	if err == nil {
		err = out.publish(fn.Dir, name)
	}
	if err == nil {
		outputs(name)
	}
	return err
}
