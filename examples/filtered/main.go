// Command filtered loads the moves of the games that match a query, as a trainer of strong
// players' moves would, until it has enough of them: then it cancels the rest.
//
//	go run ./filtered FILE.czip elo:1800+ 1000
package main

import (
	"context"
	"errors"
	"fmt"
	"log"
	"os"
	"strconv"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/levels"
	"github.com/chesszip/chesszip/movegen"
)

func main() {
	log.SetFlags(0)
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	archive, err := chesszip.OpenFile(ctx, os.Args[1], &chesszip.ReaderOptions{Levels: levels.All()})
	if err != nil {
		log.Fatal("filtered: ", err)
	}
	defer archive.Close()
	q, err := chesszip.ParseQuery(os.Args[2])
	if err != nil {
		log.Fatal("filtered: ", err)
	}
	enough, _ := strconv.Atoi(os.Args[3])
	games, positions, captures := 0, 0, 0
	for g, err := range archive.Games().Where(q).Lines(ctx) {
		if err != nil { // the context's, within a frame, or damage
			fmt.Println(err, errors.Is(err, context.Canceled))
			break
		}
		games++
		p := g.Line.Start
		for _, m := range g.Line.Moves {
			if movegen.IsCapture(&p, m) {
				captures++
			}
			movegen.Make(&p, m)
			positions++
		}
		if positions >= enough {
			cancel()
		}
	}
	fmt.Println(positions, "positions of", games, "games,", captures, "captures")
}
