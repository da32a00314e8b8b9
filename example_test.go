package chesszip_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/levels"
	"github.com/chesszip/chesszip/movelist/learned"
	"github.com/chesszip/chesszip/pgn"
)

const opera = `[Event "Paris"]
[Site "Paris FRA"]
[Date "1858.??.??"]
[Round "?"]
[White "Morphy, Paul"]
[Black "Duke Karl / Count Isouard"]
[Result "1-0"]

1. e4 e5 2. Nf3 d6 3. d4 Bg4 {This is a weak move already.} 4. dxe5 Bxf3 5. Qxf3
dxe5 6. Bc4 Nf6 7. Qb3 Qe7 8. Nc3 c6 9. Bg5 b5 10. Nxb5 cxb5 11. Bxb5+ Nbd7 12.
O-O-O Rd8 13. Rxd7 Rxd7 14. Rd1 Qe6 15. Bxd7+ Nxd7 16. Qb8+ $1 Nxb8 17. Rd8# 1-0

`

// Each machine compresses a piece of a large file; their archives make the archive of the
// whole.
func ExampleSplitPoints() {
	ctx := context.Background()
	text := strings.Repeat("[White \"Polgar\"]\n\n1. e4 e5 1-0\n\n", 9000)

	var pieces []*chesszip.Archive
	from := int64(0)
	for to, err := range chesszip.SplitPoints(ctx, strings.NewReader(text)) {
		if err != nil {
			fmt.Println(err)
			return
		}
		var b bytes.Buffer
		if _, err := chesszip.Compress(ctx, &b, strings.NewReader(text[from:to]), nil); err != nil {
			fmt.Println(err)
			return
		}
		a, err := chesszip.Open(ctx, bytes.NewReader(b.Bytes()), int64(b.Len()), nil)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(a.NumGames(), "games")
		pieces, from = append(pieces, a), to
	}
	var merged, whole bytes.Buffer
	if _, err := chesszip.Merge(ctx, &merged, pieces, nil); err != nil {
		fmt.Println(err)
		return
	}
	if _, err := chesszip.Compress(ctx, &whole, strings.NewReader(text), nil); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(bytes.Equal(merged.Bytes(), whole.Bytes()))
	// Output:
	// 4000 games
	// 4000 games
	// 1000 games
	// true
}

// An archive that was written with a learned level needs it to be read. The error
// names it, and tags can be read without.
func ExampleLevelError() {
	ctx := context.Background()
	var packed bytes.Buffer
	done := int64(0)
	_, err := chesszip.Compress(ctx, &packed, strings.NewReader(opera), &chesszip.WriterOptions{
		Level:    learned.V1,
		Progress: func(p chesszip.Progress) { done = p.Games },
	})
	fmt.Println(done, "game", err)

	file, size := bytes.NewReader(packed.Bytes()), int64(packed.Len())
	_, err = chesszip.Open(ctx, file, size, nil)
	var missing *chesszip.LevelError
	fmt.Println(errors.As(err, &missing), missing.Variable(), errors.Is(err, chesszip.ErrLevel))

	a, err := chesszip.Open(ctx, file, size, &chesszip.ReaderOptions{AllowMissing: true})
	fmt.Println(a.MissingLevel().Variable(), a.Level() == nil, err)
	for h, err := range a.Games().Headers(ctx) {
		fmt.Println(h.Tag("White"), h.Plies, err)
	}
	_, err = a.Game(ctx, 0, chesszip.FieldText)
	fmt.Println(errors.Is(err, chesszip.ErrLevel))
	// Output:
	// 1 game <nil>
	// true learned.V1 true
	// learned.V1 true <nil>
	// Morphy, Paul 33 <nil>
	// true
}

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

// A Writer that is used again compresses many small inputs with little memory.
func ExampleWriter() {
	var archive bytes.Buffer
	z := chesszip.NewWriter(context.Background(), &archive, nil)
	for _, result := range []string{"1-0", "0-1", "1/2-1/2"} {
		archive.Reset()
		z.Reset(context.Background(), &archive)
		game := pgn.ParseGame("[White \"Ann\"]\n[Black \"Bob\"]\n\n1. e4 e5 2. Nf3 " + result)
		if err := z.Add(game); err != nil {
			fmt.Println(err)
		}
		if err := z.Close(); err != nil {
			fmt.Println(err)
		}
		text, err := chesszip.Decode(nil, archive.Bytes(), 0, nil)
		fmt.Println(z.Stats().Games, "game,", z.Stats().Plies, "half-moves, ends with", string(text[len(text)-len(result)-2:len(text)-2]), err)
	}
	// Output:
	// 1 game, 3 half-moves, ends with 1-0 <nil>
	// 1 game, 3 half-moves, ends with 0-1 <nil>
	// 1 game, 3 half-moves, ends with 1/2-1/2 <nil>
}

// A Reader gives back what was compressed, as gzip.Reader does.
func ExampleReader() {
	archive, err := chesszip.Encode(nil, []byte(opera), nil)
	if err != nil {
		fmt.Println(err)
	}
	z, err := chesszip.NewReader(context.Background(), bytes.NewReader(archive), nil)
	if err != nil {
		fmt.Println(err)
	}
	text, err := io.ReadAll(z)
	fmt.Println(string(text) == opera, z.Stats().Games, "game", err)
	// Output: true 1 game <nil>
}

// What comes through a pipe is looked into part by part; an archive of what is chosen is
// written meanwhile.
func ExampleScan() {
	games := strings.Repeat("[White \"Ann\"]\n[Black \"Bob\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 1-0\n\n", 5000) +
		"[White \"Bob\"]\n[Black \"Ann\"]\n[Result \"0-1\"]\n\n1. d4 0-1\n\n"
	ctx := context.Background()
	var out bytes.Buffer
	z := chesszip.NewWriter(context.Background(), &out, nil)
	for part, err := range chesszip.Scan(ctx, strings.NewReader(games), nil) {
		if err == nil {
			fmt.Print("part of ", part.NumGames(), " games\n")
			_, err = part.Games().Where(new(chesszip.Query).Add("white", "bob")).WriteTo(ctx, z)
		}
		if err != nil {
			fmt.Println(err)
			return
		}
	}
	fmt.Println(z.Close(), z.Stats().Games)

	// Frames of an archive that are full and taken as a whole are copied, not compressed
	// again.
	archive, err := chesszip.Encode(nil, []byte(games), nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	a, err := chesszip.Open(ctx, bytes.NewReader(archive), int64(len(archive)), nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	o, err := a.WriterOptions()
	fmt.Println(o.Level == nil, o.Open, err)
	out.Reset()
	z = chesszip.NewWriter(context.Background(), &out, o)
	_, err = a.Games().WriteTo(ctx, z)
	fmt.Println(err, z.Close(), z.Stats().Copied, bytes.Equal(archive, out.Bytes()))
	// Output:
	// part of 4000 games
	// part of 1001 games
	// <nil> 1
	// true 0 <nil>
	// <nil> <nil> 1 true
}

// A handler that takes PGN as clients upload it, keeps the archive, and gives it
// back to who asks: by streams, which end with the request.
func ExampleNewWriter() {
	var stored bytes.Buffer
	mux := http.NewServeMux()
	mux.HandleFunc("PUT /games", func(w http.ResponseWriter, r *http.Request) {
		stored.Reset()
		z := chesszip.NewWriter(r.Context(), &stored, nil)
		_, err := io.Copy(z, http.MaxBytesReader(w, r.Body, chesszip.DefaultLimit))
		if err == nil {
			err = z.Close()
		}
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		fmt.Fprintln(w, z.Stats().Games, "games")
	})
	mux.HandleFunc("GET /games", func(w http.ResponseWriter, r *http.Request) {
		z, err := chesszip.NewReader(r.Context(), bytes.NewReader(stored.Bytes()), nil)
		if err == nil {
			_, err = io.Copy(w, z)
		}
		if err != nil {
			panic(http.ErrAbortHandler) // the client must not take it for a whole answer
		}
	})
	games := strings.Repeat(opera, 3)
	put, get := httptest.NewRecorder(), httptest.NewRecorder()
	mux.ServeHTTP(put, httptest.NewRequest("PUT", "/games", strings.NewReader(games)))
	mux.ServeHTTP(get, httptest.NewRequest("GET", "/games", nil))
	fmt.Print(put.Body)
	fmt.Println(get.Code, get.Body.String() == games)
	// Output:
	// 3 games
	// 200 true
}

// Many archives are read and written by one Reader and one Writer, whose memory is
// kept.
func ExampleReader_Reset() {
	var archive bytes.Buffer
	w := chesszip.NewWriter(context.Background(), &archive, nil)
	var r *chesszip.Reader
	for i := range 2 {
		archive.Reset()
		w.Reset(context.Background(), &archive)
		_, err := io.Copy(w, strings.NewReader(strings.Repeat(opera, i+1)))
		fmt.Println(err, w.Close())
		if r == nil {
			r, err = chesszip.NewReader(context.Background(), &archive, nil)
		} else {
			err = r.Reset(context.Background(), &archive)
		}
		n, err2 := io.Copy(io.Discard, r)
		fmt.Println(n/int64(len(opera)), "times the game", err, err2)
	}
	fmt.Println(r.Reset(context.Background(), bytes.NewReader([]byte("not an archive"))) != nil)
	// Output:
	// <nil> <nil>
	// 1 times the game <nil> <nil>
	// <nil> <nil>
	// 2 times the game <nil> <nil>
	// true
}

func Example() {
	var packed bytes.Buffer
	stats, err := chesszip.Compress(context.Background(), &packed, strings.NewReader(opera), &chesszip.WriterOptions{Level: learned.V1})
	if err != nil {
		fmt.Println(err)
	}
	fmt.Printf("%d game, %d plies\n", stats.Games, stats.Plies)

	var back strings.Builder
	if _, err := chesszip.Decompress(context.Background(), &back, &packed, &chesszip.ReaderOptions{Levels: levels.All()}); err != nil {
		fmt.Println(err)
	}
	fmt.Println(back.String() == opera)
	// Output:
	// 1 game, 33 plies
	// true
}
