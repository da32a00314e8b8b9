package czipbeam

import (
	"context"
	"reflect"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/graph/coder"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/sdf"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"github.com/chesszip/chesszip"
)

// Register tells Beam of all DoFns and types. A program calls it once, before beam.Init.
func Register() {
	coder.RegisterCoder(reflect.TypeFor[chesszip.Tally](), encodeTally, decodeTally)
	for _, t := range []reflect.Type{
		reflect.TypeFor[chesszip.Tally](), reflect.TypeFor[Range](), reflect.TypeFor[Tracker](),
		reflect.TypeFor[Input](), reflect.TypeFor[Shard](), reflect.TypeFor[Text](), reflect.TypeFor[Piece](),
		reflect.TypeFor[Damage](), reflect.TypeFor[Game](), reflect.TypeFor[Line](),
	} {
		beam.RegisterType(t)
	}
	for _, fn := range []any{together, byFile, byShard, shared, encodeTally, decodeTally} {
		beam.RegisterFunction(fn)
	}
	register.Emitter1[Shard]()
	register.Emitter1[Damage]()
	register.Emitter1[Game]()
	register.Emitter1[Piece]()
	register.Emitter1[Text]()
	register.Emitter1[string]()
	register.Emitter2[string, chesszip.Tally]()
	register.Emitter2[string, int64]()
	register.Emitter2[string, Line]()
	register.Iter1[Piece]()
	register.Iter1[Damage]()
	register.Iter1[Line]()
	registerFns()
}

func registerFns() {
	register.DoFn4x1[context.Context, Input, func(Shard), func(Damage), error](&ListFn{})
	register.DoFn5x1[context.Context, *sdf.LockRTracker, Shard, func(Game), func(Damage), error](&GamesFn{})
	register.DoFn5x1[context.Context, *sdf.LockRTracker, Shard, func(Piece), func(Damage), error](&FilterFn{})
	register.DoFn5x1[context.Context, *sdf.LockRTracker, Shard, func(string, chesszip.Tally), func(Damage), error](&ExploreFn{})
	register.DoFn5x1[context.Context, *sdf.LockRTracker, Shard, func(string, chesszip.Tally), func(Damage), error](&TreeFn{})
	register.DoFn5x1[context.Context, *sdf.LockRTracker, Shard, func(string, int64), func(Damage), error](&CountFn{})
	register.DoFn4x1[context.Context, string, func(*Piece) bool, func(string), error](&GatherFn{})
	register.DoFn4x1[context.Context, string, func(*Piece) bool, func(string), error](&MergeFn{})
	register.DoFn4x1[context.Context, string, func(*Line) bool, func(string), error](&TableFn{})
	register.DoFn3x1[string, chesszip.Tally, func(string, Line), error](&MoveLineFn{})
	register.DoFn3x0[string, int64, func(string, Line)](&CountLineFn{})
	register.DoFn3x1[context.Context, Input, func(Text), error](&CutFn{})
	register.DoFn4x1[context.Context, *sdf.LockRTracker, Text, func(Piece), error](&CompressFn{})
	register.DoFn2x1[string, func(*Damage) bool, error](&DamageFn{})
	register.Combiner1[chesszip.Tally](&SumFn{})
	register.Combiner1[int64](&AddFn{})
}

// RegisterWriter tells Beam of a writer of shards, as Register does of all else.
func RegisterWriter[W ShardWriter]() {
	register.DoFn4x1[context.Context, Shard, func(string), func(Damage), error](&ConvertFn[W]{})
	beam.RegisterType(reflect.TypeFor[W]())
}
