// Command search asks an archive for games by their tags, by an opening and by the pieces
// on the board, without unpacking it.
//
//	go run ./search FILE.czip
package main

import (
	"context"
	"fmt"
	"log"
	"os"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/levels"
)

func main() {
	ctx := context.Background()
	archive := must(chesszip.OpenFile(ctx, os.Args[1], &chesszip.ReaderOptions{Levels: levels.All()}))
	defer archive.Close()
	fmt.Println(archive.NumGames(), "games in", len(archive.Frames()), "frame")

	// Tags alone: no move is decoded.
	strong := archive.Games().Where(must(chesszip.ParseQuery("result:1-0 elo:1800+ opening:sicilian")))
	fmt.Println(must(strong.Count(ctx)), "Sicilians won by White, both rated 1800 or more:")
	for g, err := range strong.Headers(ctx) {
		g = must(g, err)
		fmt.Println("game", g.Number+1, g.Date(), g.WhiteElo, g.BlackElo, g.Plies, "half-moves", g.ECO)
	}

	// What happens on the board, in the games that a query leaves.
	for _, text := range []string{"material:KRPPPvKRPP", `moves:"1. e4 c5 2. Nf3 d6"`, "diff:QvRR hold:4", "Ne5 then white-move:Nxf7", "material:KRX"} {
		p, err := chesszip.ParsePattern(text)
		if err != nil {
			fmt.Println(err) // says what is wrong, and what may stand there
			continue
		}
		fmt.Println(must(archive.Games().With(p).Count(ctx)), "games with", p)
	}
	short := archive.Games().Where(must(chesszip.ParseQuery("ply:-40"))).With(must(chesszip.ParsePattern(`moves:"1. e4 e5 2. Qh5"`)))
	for g, err := range short.Rows(ctx, chesszip.FieldText|chesszip.FieldNumbers) {
		g = must(g, err)
		fmt.Printf("the first short one with 2. Qh5: game %d, reached at ply %d, %s, %d bytes\n", g.Number+1, g.Ply(), g.Result, len(g.Text))
		break // stops the workers also
	}
}

func must[T any](v T, err error) T {
	if err != nil {
		log.Fatal("search: ", err)
	}
	return v
}
