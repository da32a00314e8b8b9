package chesszip_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/chesszip/chesszip"
)

// What a killed program has left is gone on with; in files, archive and journal are cut
// to the sizes that are kept.
func ExampleUnfinished_Resume() {
	ctx := context.Background()
	games := strings.Repeat("[Event \"example\"]\n\n1. e4 e5 *\n\n", 9000)
	var archive, journal bytes.Buffer
	options := &chesszip.WriterOptions{Journal: &journal}
	if _, err := chesszip.Compress(ctx, &archive, strings.NewReader(games), options); err != nil {
		panic(err)
	}
	whole := bytes.Clone(archive.Bytes())
	archive.Truncate(archive.Len() - 100) // the end is lost

	u, err := chesszip.OpenUnfinished(ctx, bytes.NewReader(archive.Bytes()), int64(archive.Len()), bytes.NewReader(journal.Bytes()), int64(journal.Len()))
	if err != nil {
		panic(err)
	}
	fmt.Printf("%d frames of %d games are kept, %d of %d bytes\n", u.Frames(), u.Games(), u.Input(), len(games))
	archive.Truncate(int(u.Size()))
	journal.Truncate(int(u.JournalSize()))
	_, err = u.Resume(ctx, &archive, strings.NewReader("[Event \"other\"]\n\n1. d4 *\n"), options)
	fmt.Println("other games:", errors.Is(err, chesszip.ErrResume))
	if _, err = u.Resume(ctx, &archive, strings.NewReader(games), options); err != nil {
		panic(err)
	}
	fmt.Println("the same bytes:", bytes.Equal(whole, archive.Bytes()))
	// Output:
	// 2 frames of 8000 games are kept, 248000 of 279000 bytes
	// other games: true
	// the same bytes: true
}
