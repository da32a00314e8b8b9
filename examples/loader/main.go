// Command loader feeds positions for training: each worker has a shard of an
// archive, and positions are mixed in a pool and come in batches.
//
//	go run ./loader FILE.czip
package main

import (
	"context"
	"fmt"
	"log"
	"math/rand/v2"
	"os"
	"sync"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/levels"
	"github.com/chesszip/chesszip/pgn"
	"github.com/chesszip/chesszip/records"
)

const workers, batchSize, poolSize = 4, 1024, 16 * 1024

// sample is a position and the result of its game: 1, 0 or -1 for White.
type sample struct {
	position board.Position
	result   int8
}

// load sends the positions of a shard's games.
func load(shard *chesszip.Archive, to chan<- sample) {
	var line pgn.Line
	for g, err := range shard.All(context.Background()) {
		check(err)
		result := records.ResultOf(pgn.ParseGame(string(g.Text)).Result)
		line.Each(g.Text, func(p *board.Position, _ board.Move) bool {
			to <- sample{*p, result}
			return true
		})
	}
}

func main() {
	file, err := os.Open(os.Args[1])
	check(err)
	info, err := file.Stat()
	check(err)
	archive, err := chesszip.Open(context.Background(), file, info.Size(), &chesszip.ReaderOptions{Levels: levels.All()})
	check(err)
	samples := make(chan sample, batchSize)
	var loaders sync.WaitGroup
	for i := range workers {
		loaders.Go(func() { load(archive.Shard(i, workers), samples) })
	}
	go func() {
		loaders.Wait()
		close(samples)
	}()
	var pool, batch []sample
	batches := 0
	for s := range samples {
		if len(pool) < poolSize {
			pool = append(pool, s)
			continue
		}
		i := rand.IntN(poolSize) // one leaves the pool, another takes its place
		if batch = append(batch, pool[i]); len(batch) == batchSize {
			batches, batch = batches+1, batch[:0] // a batch goes to the trainer
		}
		pool[i] = s
	}
	fmt.Println(batches, "batches of", batchSize, "positions,", len(pool)+len(batch), "are left")
}

func check(err error) {
	if err != nil {
		log.Fatal("loader: ", err)
	}
}
