package chesszip_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/codec"
	"github.com/chesszip/chesszip/gamestate"
	"github.com/chesszip/chesszip/movelist/learned"
	"github.com/chesszip/chesszip/pgn"
)

// Example_readme is what README.md shows of the library.
func Example_readme() {
	games := strings.NewReader(opera)
	line, _ := pgn.ParseGame(opera).MainLine()
	game := gamestate.Game{Start: line.Start, Moves: line.Moves}

	ctx := context.Background()

	// README: begin
	var packed, back bytes.Buffer
	stats, err := chesszip.Compress(ctx, &packed, games, nil) // any io.Reader: PGN, positions, any bytes; WriterOptions.Level makes it smaller
	fmt.Println("compressed", stats.Games, "game of", stats.Plies, "half-moves", err)
	stats, err = chesszip.Decompress(ctx, &back, bytes.NewReader(packed.Bytes()), nil) // every byte, or an error; ReaderOptions.Levels if a level was given
	fmt.Println("decompressed", stats.Games, "game", err)

	a, err := chesszip.Open(ctx, bytes.NewReader(packed.Bytes()), int64(packed.Len()), nil) // any io.ReaderAt
	fmt.Println("opened", a.Games(), "game", err)
	for g, err := range a.FilterGames(ctx, new(chesszip.Query).Add("player", "morphy")) { // also Game, All, Find
		fmt.Println("found game", g.Number, "of", len(g.Text), "bytes", err)
	}

	position, err := codec.AppendPosition(nil, &game.Start) // a middle game: about 17; codec/boardmodel: 9
	fmt.Println("a position in", len(position), "bytes", err)
	key, err := codec.KeyOf(&game.Start) // exact: a map key or primary key
	fmt.Println("a key of", len(key), "bytes", err)

	moves, err := learned.V1.Append(nil, &game) // or movelist.Fast, ten times as fast
	fmt.Println("the moves of a game in", len(moves), "bytes", err)
	// README: end

	// Output:
	// compressed 1 game of 33 half-moves <nil>
	// decompressed 1 game <nil>
	// opened 1 game <nil>
	// found game 0 of 385 bytes <nil>
	// a position in 3 bytes <nil>
	// a key of 20 bytes <nil>
	// the moves of a game in 13 bytes <nil>
}

// TestReadmeExample holds the Go code of README.md equal to that of the example.
func TestReadmeExample(t *testing.T) {
	source, err := os.ReadFile("example_readme_test.go")
	require.NoError(t, err)
	readme, err := os.ReadFile("README.md")
	require.NoError(t, err)
	between := func(text []byte, begin, end string) string {
		_, rest, ok := strings.Cut(string(text), begin)
		code, _, ok2 := strings.Cut(rest, end)
		require.True(t, ok && ok2, "no %q and %q", begin, end)
		return code
	}
	want := strings.ReplaceAll(between(source, "// README: begin\n", "\t// README: end"), "\n\t", "\n")
	require.Equal(t, strings.TrimPrefix(want, "\t"), between(readme, "```go\n", "```"))
}
