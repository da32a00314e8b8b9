// Command search asks an archive for games by their tags, by an opening and by
// the pieces on the board, without unpacking it.
//
//	go run ./search FILE.czip
package main

import (
	"context"
	"errors"
	"fmt"
	"log"
	"os"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/levels"
)

func main() {
	ctx := context.Background()
	file, err := os.Open(os.Args[1])
	check(err)
	info, err := file.Stat()
	check(err)
	archive, err := chesszip.Open(ctx, file, info.Size(), &chesszip.ReaderOptions{Levels: levels.All()})
	check(err)
	fmt.Println(archive.NumGames(), "games in", len(archive.Frames()), "frame")

	// Tags alone: no move is decoded.
	strong, err := chesszip.ParseQuery("result:1-0 elo:1800- opening:sicilian")
	check(err)
	n, err := archive.Games().Where(strong).Count(ctx)
	check(err)
	fmt.Println(n, "Sicilians won by White, both rated 1800 or more:")
	for h, err := range archive.Games().Where(strong).Headers(ctx) {
		check(err)
		fmt.Println("game", h.Number+1, h.Date(), h.WhiteElo, h.BlackElo, h.Plies, "half-moves", h.ECO)
	}

	// What happens on the board, in the games that a query leaves.
	for _, text := range []string{
		"material:KRPPPvKRPP", `moves:"1. e4 c5 2. Nf3 d6"`, `fen:"rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"`,
		"diff:QvRR hold:4", "Ne5 then white-move:Nxf7",
	} {
		p, err := chesszip.ParsePattern(text)
		if errors.Is(err, chesszip.ErrQuery) {
			fmt.Println(err)
			continue
		}
		check(err)
		n, err := archive.Games().With(p).Count(ctx)
		check(err)
		fmt.Println(n, "games with", p)
	}
	queenOut, err := chesszip.ParsePattern(`moves:"1. e4 e5 2. Qh5"`)
	check(err)
	for hit, err := range archive.Games().Where(new(chesszip.Query).Add("ply", "-40")).With(queenOut).Rows(ctx, chesszip.FieldText|chesszip.FieldNumbers) {
		check(err)
		fmt.Printf("the first short one with 2. Qh5: game %d, reached at ply %d, %s, %d bytes\n", hit.Number+1, hit.Ply(), hit.Result, len(hit.Text))
		break // stops the workers, too
	}
}

func check(err error) {
	if err != nil {
		log.Fatal("search: ", err)
	}
}
