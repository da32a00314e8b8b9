package czipbeam

import (
	"github.com/apache/beam/sdks/v2/go/pkg/beam"
)

// Inputs gives files, in the order that outputs have them.
func Inputs(s beam.Scope, paths []string) beam.PCollection {
	all := make([]Input, len(paths))
	for i, path := range paths {
		all[i] = Input{int64(i), path}
	}
	return beam.Reshuffle(s, beam.CreateList(s, all))
}

// Source is what pipelines of archives have in common.
type Source struct {
	Reading
	ByFrames
	// Frames is how many frames a shard has, and so an output; 0 stands for 256, about a
	// million games.
	Frames int64
	Work   *Work
}

// defaultFrames is the default of Source.Frames.
const defaultFrames = 256

// shards lists the shards of files, and what is between archives.
func (o *Source) shards(s beam.Scope, paths []string) (shards, damaged beam.PCollection) {
	frames := o.Frames
	if frames == 0 {
		frames = defaultFrames
	}
	shards, damaged = beam.ParDo2(s, &ListFn{o.Reading, frames}, Inputs(s, paths))
	return beam.Reshuffle(s, shards), damaged
}

// tell lists damage for Work.Damage.
func (o *Source) tell(s beam.Scope, damaged ...beam.PCollection) {
	all := beam.Flatten(s, damaged...)
	beam.ParDo0(s, &DamageFn{o.Work.Dir}, beam.GroupByKey(s, beam.ParDo(s, shared, all)))
}

// Games gives the games of archives that the query means, each once, in no order, and
// what was passed over. It needs no Work.
func (o *Source) Games(s beam.Scope, paths []string) (games, damaged beam.PCollection) {
	s = s.Scope("games")
	shards, gaps := o.shards(s, paths)
	games, damaged = beam.ParDo2(s, &GamesFn{o.ByFrames, o.Reading}, shards)
	return games, beam.Flatten(s, gaps, damaged)
}

// Filter writes the games that the query means to outputs, one a shard: archives, or PGN
// if pgn. It returns their names.
func (o *Source) Filter(s beam.Scope, paths []string, p Packing, pgn bool) beam.PCollection {
	s = s.Scope("filter")
	shards, gaps := o.shards(s, paths)
	pieces, damaged := beam.ParDo2(s, &FilterFn{o.ByFrames, o.Reading, o.Work.Dir}, shards)
	o.tell(s, gaps, damaged)
	return beam.ParDo(s, &GatherFn{p, o.Work.Dir, pgn}, beam.GroupByKey(s, beam.ParDo(s, byShard, pieces)))
}

// Explore writes a table of what games have made of the position fen to the output name.
func (o *Source) Explore(s beam.Scope, paths []string, fen, name string) beam.PCollection {
	s = s.Scope("explore")
	shards, gaps := o.shards(s, paths)
	counts, damaged := beam.ParDo2(s, &ExploreFn{o.ByFrames, o.Reading, fen}, shards)
	o.tell(s, gaps, damaged)
	return o.table(s, counts, name, 1)
}

// Tree writes a table of all positions of the first plies half-moves, as far as min games
// came to them, to the output name.
func (o *Source) Tree(s beam.Scope, paths []string, plies int, min int64, name string) beam.PCollection {
	s = s.Scope("tree")
	shards, gaps := o.shards(s, paths)
	counts, damaged := beam.ParDo2(s, &TreeFn{o.ByFrames, o.Reading, plies}, shards)
	o.tell(s, gaps, damaged)
	return o.table(s, counts, name, min)
}

// table adds up counts and writes them.
func (o *Source) table(s beam.Scope, counts beam.PCollection, name string, min int64) beam.PCollection {
	lines := beam.ParDo(s, &MoveLineFn{min}, beam.CombinePerKey(s, &SumFn{}, counts))
	return beam.ParDo(s, &TableFn{o.Work.Dir, name, treeHead}, oneTable(s, lines))
}

// Count writes a table of the values of a tag, and of how many games have each, to the
// output name.
func (o *Source) Count(s beam.Scope, paths []string, tag, name string) beam.PCollection {
	s = s.Scope("count")
	shards, gaps := o.shards(s, paths)
	counts, damaged := beam.ParDo2(s, &CountFn{o.ByFrames, o.Reading, tag}, shards)
	o.tell(s, gaps, damaged)
	lines := beam.ParDo(s, &CountLineFn{}, beam.CombinePerKey(s, &AddFn{}, counts))
	return beam.ParDo(s, &TableFn{o.Work.Dir, name, tag + "\tgames\n"}, oneTable(s, lines))
}

// Convert writes the games of archives to outputs, one a shard. RegisterWriter was told
// of the writer.
func Convert[W ShardWriter](s beam.Scope, o *Source, paths []string, w W) beam.PCollection {
	s = s.Scope("convert")
	shards, gaps := o.shards(s, paths)
	names, damaged := beam.ParDo2(s, &ConvertFn[W]{o.SkipDamage, o.Work.Dir, w}, shards)
	o.tell(s, gaps, damaged)
	return names
}

// Compression is how texts become archives.
type Compression struct {
	Packing
	// Piece is the size of what a worker compresses at once, in bytes of the text; 0
	// stands for 32 MiB. The output does not depend on it.
	Piece int64
	// Split is as CompressFn.Bytes. The output does not depend on it.
	Split int64
	Work  *Work
}

// defaultPiece is the default of Compression.Piece.
const defaultPiece = 32 << 20

// Compress writes archives of texts: one of each or, where a name is given, one of all,
// as Merge makes it of those of each. The bytes are those of chesszip.Compress.
func (o *Compression) Compress(s beam.Scope, paths []string, name string) beam.PCollection {
	s = s.Scope("compress")
	piece := o.Piece
	if piece == 0 {
		piece = defaultPiece
	}
	texts := beam.Reshuffle(s, beam.ParDo(s, &CutFn{piece}, Inputs(s, paths)))
	pieces := beam.ParDo(s, &CompressFn{o.Packing, o.Work.Dir, o.Split}, texts)
	key := byFile
	if name != "" {
		key = together
	}
	return beam.ParDo(s, &MergeFn{o.Packing, o.Work.Dir, name}, beam.GroupByKey(s, beam.ParDo(s, key, pieces)))
}
