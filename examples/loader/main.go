// Command loader feeds training with records, positions with a move, a score and a result:
// each worker has a shard of an archive, and a pool mixes what they read into batches.
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
	archive := must(chesszip.OpenFile(ctx, os.Args[1], &chesszip.ReaderOptions{Levels: levels.All(), Threads: 1}))
	queue := make(chan records.Record, batchSize)
	var loaders sync.WaitGroup
	for i := range workers {
		loaders.Go(func() {
			for r, err := range must(archive.Shard(i, workers)).AllRecords(ctx) {
				queue <- must(r, err)
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

func must[T any](v T, err error) T {
	if err != nil {
		log.Fatal("loader: ", err)
	}
	return v
}
