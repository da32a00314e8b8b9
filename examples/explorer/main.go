// Command explorer prints what the games of an archive played from a position, as JSON,
// two half-moves deep; a query selects the games.
//
//	go run ./explorer FILE.czip "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2" elo:1600+
package main

import (
	"context"
	"encoding/json"
	"log"
	"os"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/levels"
)

func main() {
	ctx := context.Background()
	archive := must(chesszip.OpenFile(ctx, os.Args[1], &chesszip.ReaderOptions{Levels: levels.All()}))
	defer archive.Close()
	games := archive.Games().Where(must(chesszip.ParseQuery(os.Args[3])))
	position := must(board.ParseFEN(os.Args[2]))
	explorer := must(chesszip.NewExplorer(position, &chesszip.ExploreOptions{Depth: 2, Width: 1}))
	for explorer.Next() { // one pass for each half-move
		must(0, explorer.Add(ctx, games, 0))
	}
	tree := explorer.Tree()
	tree.Moves = tree.Moves[:min(len(tree.Moves), 2)]
	if next := tree.Moves[0].Next; next != nil {
		next.Moves = next.Moves[:1]
	}
	answer := struct {
		chesszip.Opening
		*chesszip.Explored
	}{chesszip.OpeningOf(position), tree}
	text := must(json.MarshalIndent(answer, "", "  "))
	must(os.Stdout.Write(append(text, '\n')))
}

func must[T any](v T, err error) T {
	if err != nil {
		log.Fatal("explorer: ", err)
	}
	return v
}
