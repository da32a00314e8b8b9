// Package czipbeam has transforms of Apache Beam over chess archives: a splittable source,
// and pipelines that filter, count, explore, convert and compress.
//
// A shard is a range of frames of an archive. What reads shards is a splittable DoFn whose
// restriction is a Range of these frames: a runner may split it between any two of them,
// before and while it is read, and sees its progress in bytes. Each game is in one frame,
// and a frame is claimed once, so that each game is read once by the bundles that count.
//
// A DoFn that writes does so under names of its own attempt, among the pieces of a Work,
// and hands on their descriptions only: what an attempt leaves that a runner gives up
// counts for nothing. The last DoFn puts the pieces in order, holds that they have each
// frame once, and writes a file of the output. Work.Commit gives the whole output its
// final name at once.
//
// A bundle takes what reading and compressing one frame at a time take, 64 and 256 MiB at
// most, and its own counts; but a runner may hold more between the steps: Prism holds all
// that is counted in memory.
package czipbeam
