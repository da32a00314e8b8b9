package czipbeam

import (
	"reflect"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/graph/coder"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"github.com/chesszip/chesszip"
)

// Register tells Beam of all DoFns and types. A program calls it once, before beam.Init.
func Register() {
	coder.RegisterCoder(reflect.TypeFor[chesszip.Statistics](), encodeTally, decodeTally)
	for _, t := range []reflect.Type{
		reflect.TypeFor[chesszip.Statistics](), reflect.TypeFor[Range](), reflect.TypeFor[Tracker](),
		reflect.TypeFor[Input](), reflect.TypeFor[Shard](), reflect.TypeFor[Text](), reflect.TypeFor[Piece](),
		reflect.TypeFor[Damage](), reflect.TypeFor[Game](), reflect.TypeFor[Line](),
	} {
		beam.RegisterType(t)
	}
	for _, fn := range []any{together, byFile, byShard, shared, noLine, encodeTally, decodeTally} {
		beam.RegisterFunction(fn)
	}
	register.Emitter1[Shard]()
	register.Emitter1[Damage]()
	register.Emitter1[Game]()
	register.Emitter1[Piece]()
	register.Emitter1[Text]()
	register.Emitter1[string]()
	register.Emitter2[string, chesszip.Statistics]()
	register.Emitter2[string, int64]()
	register.Emitter2[string, Line]()
	register.Iter1[Piece]()
	register.Iter1[Damage]()
	register.Iter1[Line]()
	registerFns()
}

// registerFns tells Beam of the DoFns. The functions of package register would make calls
// of them faster, and the program twice as long to compile: a call is of a whole frame.
func registerFns() {
	for _, t := range []reflect.Type{
		reflect.TypeFor[ListFn](), reflect.TypeFor[GamesFn](), reflect.TypeFor[FilterFn](), reflect.TypeFor[GatherFn](),
		reflect.TypeFor[ExploreFn](), reflect.TypeFor[TreeFn](), reflect.TypeFor[CountFn](), reflect.TypeFor[TableFn](),
		reflect.TypeFor[MoveLineFn](), reflect.TypeFor[CountLineFn](), reflect.TypeFor[DamageFn](),
		reflect.TypeFor[CutFn](), reflect.TypeFor[CompressFn](), reflect.TypeFor[MergeFn](),
	} {
		beam.RegisterDoFn(t)
	}
	beam.RegisterType(reflect.TypeFor[SumFn]())
	beam.RegisterType(reflect.TypeFor[AddFn]())
}

// RegisterWriter tells Beam of a writer of shards, as Register does of all else.
func RegisterWriter[W ShardWriter]() {
	beam.RegisterDoFn(reflect.TypeFor[ConvertFn[W]]())
	beam.RegisterType(reflect.TypeFor[W]())
}
