// Command goroutines asks one archive from eight goroutines at once: it counts, reads games
// by number and moves by query. An archive may be shared; its texts and moves are copies.
//
//	go run ./goroutines FILE.czip
package main

import (
	"context"
	"fmt"
	"log"
	"os"
	"sync"
	"sync/atomic"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/levels"
)

func main() {
	ctx := context.Background()
	archive := must(chesszip.OpenFile(ctx, os.Args[1], &chesszip.ReaderOptions{Levels: levels.All(), Threads: 2}))
	defer archive.Close()
	archive.SetCache(64 << 20) // keeps frames that several of them read
	all := archive.NumGames()
	var counted, bytes, plies atomic.Int64
	var group sync.WaitGroup
	for worker := range int64(8) {
		group.Go(func() {
			q := new(chesszip.Query).Add("ply", fmt.Sprint(worker*20, "-", worker*20+19)) // eight lengths of games
			counted.Add(must(archive.Games().Where(q).Count(ctx)))
			for g, err := range archive.Games().Where(q).Lines(ctx) {
				plies.Add(int64(len(must(g, err).Line.Moves)))
			}
			for i := worker; i < all; i += 8 * 50 {
				bytes.Add(int64(len(must(archive.Game(ctx, i, chesszip.FieldText)).Text)))
			}
		})
	}
	group.Wait()
	fmt.Println(all, "games,", counted.Load(), "of them in the eight classes, with", plies.Load(), "half-moves;", bytes.Load(), "bytes read")
}

func must[T any](v T, err error) T {
	if err != nil {
		log.Fatal("goroutines: ", err)
	}
	return v
}
