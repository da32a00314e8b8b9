package scid_test

import (
	"context"
	"fmt"
	"io"
	"os"

	"github.com/chesszip/chesszip/scid"
)

// The games of a database are read, those left out that are marked as deleted.
func Example() {
	var files []*io.SectionReader
	for _, end := range []string{".si4", ".sn4", ".sg4"} {
		f, err := os.Open("testdata/games" + end)
		if err != nil {
			panic(err)
		}
		defer f.Close()
		info, err := f.Stat()
		if err != nil {
			panic(err)
		}
		files = append(files, io.NewSectionReader(f, 0, info.Size()))
	}
	base, err := scid.Open(files[0], files[1], files[2])
	if err != nil {
		panic(err)
	}
	n := 0
	for g, err := range base.Games(context.Background()) {
		if err != nil {
			panic(err)
		}
		if line, whole := g.MainLine(); whole && len(line.Moves) > 0 {
			n++
		}
	}
	g, err := base.Game(1)
	if err != nil {
		panic(err)
	}
	line, _ := g.MainLine()
	event, _ := g.Tag("Event")
	fmt.Println(base.Len(), "games,", n, "with moves")
	fmt.Println(event, g.Result, len(line.Moves))
	// Output:
	// 12 games, 7 with moves
	// Capture and renumber 0-1 19
}
