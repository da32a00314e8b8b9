// Command loader feeds records for training, which are positions with a move, a
// score and a result: each worker has a shard of an archive, and what they read is
// mixed in a pool and comes in batches.
//
//	chesszip train.binpack && go run ./loader train.binpack.czip
package main

import (
	"context"
	"fmt"
	"log"
	"math/rand/v2"
	"os"
	"sync"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/levels"
	"github.com/chesszip/chesszip/records"
)

const workers, batchSize, poolSize = 4, 128, 1024

func main() {
	ctx := context.Background()
	file, err := os.Open(os.Args[1])
	check(err)
	info, err := file.Stat()
	check(err)
	archive, err := chesszip.Open(ctx, file, info.Size(), &chesszip.ReaderOptions{Levels: levels.All(), Threads: 1})
	check(err)
	from, to, err := archive.RecordSpan(ctx)
	check(err)
	last, err := archive.Record(ctx, to-1) // any of them by its number
	check(err)
	fmt.Println(to-from, "records, the last", &last.Position, "score", last.Score, "result", last.Result)

	queue := make(chan records.Record, batchSize)
	var loaders sync.WaitGroup
	for i := range workers {
		loaders.Go(func() {
			shard, err := archive.Shard(i, workers)
			check(err)
			for r, err := range shard.AllRecords(ctx) {
				check(err)
				queue <- r
			}
		})
	}
	go func() {
		loaders.Wait()
		close(queue)
	}()
	var pool, batch []records.Record
	batches := 0
	for r := range queue {
		if len(pool) < poolSize {
			pool = append(pool, r)
			continue
		}
		i := rand.IntN(poolSize) // one leaves the pool, another takes its place
		if batch = append(batch, pool[i]); len(batch) == batchSize {
			batches, batch = batches+1, batch[:0] // a batch goes to the trainer
		}
		pool[i] = r
	}
	fmt.Println(batches, "batches of", batchSize, "records,", len(pool)+len(batch), "are left in the pool")
}

func check(err error) {
	if err != nil {
		log.Fatal("loader: ", err)
	}
}
