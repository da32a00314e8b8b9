package chesszip_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/pgn"
	"github.com/chesszip/chesszip/records"
)

func ExampleOpen() {
	var packed bytes.Buffer
	games := opera + strings.NewReplacer("Paris", "New York", "1858", "1859").Replace(opera)
	if _, err := chesszip.Compress(context.Background(), &packed, strings.NewReader(games), nil); err != nil {
		fmt.Println(err)
	}
	a, err := chesszip.Open(context.Background(), bytes.NewReader(packed.Bytes()), int64(packed.Len()), nil)
	if err != nil {
		fmt.Println(err)
	}
	g, err := a.Game(context.Background(), 1, chesszip.FieldText)
	fmt.Printf("%d games, the second is %.18s, error %v\n", a.NumGames(), g.Text, err)
	for h, err := range a.Games().Where(new(chesszip.Query).Add("white", "morphy").Add("date", "1859-")).Headers(context.Background()) {
		fmt.Println("game", h.Number, h.Tag("Site"), h.Plies, "half-moves", err)
	}
	// Queen and knight for two pawns, and mate next.
	p, err := chesszip.ParsePattern("diff:QNvPP next mate")
	if err != nil {
		fmt.Println(err)
	}
	for hit, err := range a.Games().With(p).Texts(context.Background()) {
		fmt.Println("game", hit.Number, "half-moves", hit.Steps, err)
	}
	// Output:
	// 2 games, the second is [Event "New York"], error <nil>
	// game 1 New York FRA 33 half-moves <nil>
	// game 0 half-moves [32 33] <nil>
	// game 1 half-moves [32 33] <nil>
}

// openCompressed compresses an input and opens what came of it.
func openCompressed(input string) (*chesszip.Archive, error) {
	var packed bytes.Buffer
	if _, err := chesszip.Compress(context.Background(), &packed, strings.NewReader(input), nil); err != nil {
		return nil, err
	}
	return chesszip.Open(context.Background(), bytes.NewReader(packed.Bytes()), int64(packed.Len()), nil)
}

// A page shows the games that a search has found, in its order.
func ExampleGames_Numbers() {
	a, err := openCompressed(opera + strings.Replace(opera, "Paris", "New York", 1) + strings.Replace(opera, "Paris", "London", 1))
	if err != nil {
		fmt.Println(err)
		return
	}
	for g, err := range a.Games().Numbers(2, 0, 7).Texts(context.Background()) {
		fmt.Printf("%d: %.16q, error %v\n", g.Number, g.Text, err)
	}
	// Output:
	// 2: "[Event \"London\"]", error <nil>
	// 0: "[Event \"Paris\"]\n", error <nil>
	// 7: "", error chesszip: no such game: number 7 of 3, counted from 0
}

func ExampleArchive_Lines() {
	a, err := openCompressed("8/8/8/8/8/4k3/8/4K2R w K - 0 1\n8/8/8/8/8/4k3/8/4K2R b K - 0 1\n8/8/8/8/8/4k3/4p3/4K2R w K - 0 1\n")
	if err != nil {
		fmt.Println(err)
		return
	}
	_, n, err := a.LineSpan(context.Background())
	fmt.Println(a.NumGames(), "games,", n, "lines, error", err)
	for line, err := range a.Lines(context.Background(), 1, n) {
		fmt.Printf("%s: %v to move, error %v\n", line.Text, line.Position.Turn, err)
	}
	// Output:
	// 0 games, 3 lines, error <nil>
	// 8/8/8/8/8/4k3/8/4K2R b K - 0 1: black to move, error <nil>
	// 8/8/8/8/8/4k3/4p3/4K2R w K - 0 1: white to move, error <nil>
}

// Lines of a list of positions by their numbers, and all of them.
func ExampleArchive_Line() {
	const list = `fen,theme
8/8/8/8/8/5k2/5p2/5K2 w - - 0 1,stalemate
k7/8/1K6/8/8/8/8/7R w - - 0 1,mate in one
`
	ctx := context.Background()
	packed, err := chesszip.Encode(nil, []byte(list), nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	a, err := chesszip.Open(ctx, bytes.NewReader(packed), int64(len(packed)), nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	line, err := a.Line(ctx, 2)
	fmt.Printf("%s: %v %v\n", line.Text, line.HasPosition, err)
	_, err = a.Line(ctx, 3)
	fmt.Println(errors.Is(err, chesszip.ErrNoItem))
	for line, err := range a.AllLines(ctx) {
		fmt.Println(line.HasPosition, line.Position.Turn, err)
	}
	// Output:
	// k7/8/1K6/8/8/8/8/7R w - - 0 1,mate in one: true <nil>
	// true
	// false white <nil>
	// true white <nil>
	// true white <nil>
}

// Records for training by their numbers, from an archive of them.
func ExampleArchive_Records() {
	ctx := context.Background()
	var plain bytes.Buffer
	w := records.NewWriter(&plain, records.Plain)
	p := board.Start()
	for i := range 100 {
		r := records.Record{Position: p, Score: int16(i), Move: board.NewMove(board.E2, board.E4, board.NoKind)}
		if err := w.Write(&r); err != nil {
			fmt.Println(err)
		}
	}
	if err := w.Close(); err != nil {
		fmt.Println(err)
	}
	packed, err := chesszip.Encode(nil, plain.Bytes(), nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	a, err := chesszip.Open(ctx, strings.NewReader(string(packed)), int64(len(packed)), nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	from, to, err := a.RecordSpan(ctx)
	fmt.Println(from, to, err)
	for r, err := range a.Records(ctx, 40, 43) {
		fmt.Println(r.Score, r.Move, err)
	}
	// Output:
	// 0 100 <nil>
	// 40 e2-e4 <nil>
	// 41 e2-e4 <nil>
	// 42 e2-e4 <nil>
}

// openGames returns an archive of n games.
func openGames(n int) *chesszip.Archive {
	var packed bytes.Buffer
	ctx := context.Background()
	if _, err := chesszip.Compress(ctx, &packed, strings.NewReader(strings.Repeat(opera, n)), nil); err != nil {
		fmt.Println(err)
	}
	a, err := chesszip.Open(ctx, bytes.NewReader(packed.Bytes()), int64(packed.Len()), nil)
	if err != nil {
		fmt.Println(err)
	}
	return a
}

// A handler that serves games by number. A client that hangs up ends the
// request's context, and with it the work.
func ExampleArchive_Game() {
	a := openGames(3)
	a.SetCache(64 << 20) // clients ask here and there
	mux := http.NewServeMux()
	mux.HandleFunc("GET /games/{number}", func(w http.ResponseWriter, r *http.Request) {
		number, err := strconv.ParseInt(r.PathValue("number"), 10, 64)
		if err != nil {
			http.Error(w, "not a number", http.StatusBadRequest)
			return
		}
		g, err := a.Game(r.Context(), number-1, chesszip.FieldText)
		switch {
		case errors.Is(err, chesszip.ErrNoGame):
			http.NotFound(w, r)
		case r.Context().Err() != nil: // nobody listens
		case err != nil:
			http.Error(w, "the archive cannot be read", http.StatusInternalServerError)
		default:
			w.Header().Set("Content-Type", "application/vnd.chess-pgn")
			_, _ = w.Write(g.Text)
		}
	})
	for _, path := range []string{"/games/3", "/games/4", "/games/x"} {
		answer := httptest.NewRecorder()
		mux.ServeHTTP(answer, httptest.NewRequest("GET", path, nil))
		fmt.Printf("%s %d %.16q\n", path, answer.Code, answer.Body)
	}
	// Output:
	// /games/3 200 "[Event \"Paris\"]\n"
	// /games/4 404 "404 page not fou"
	// /games/x 400 "not a number\n"
}

// A loader for training: each worker takes its share of the games, and of each
// game the positions with its result.
func ExampleArchive_Shard() {
	const workers = 4
	a := openGames(10)
	type sample struct {
		fen    string
		result string
	}
	samples := make(chan sample)
	var loaders sync.WaitGroup
	for worker := range workers {
		loaders.Go(func() {
			shard, err := a.Shard(worker, workers)
			if err != nil {
				panic(err)
			}
			for g, err := range shard.Games().Texts(context.Background()) {
				if err != nil {
					fmt.Println(err)
					return
				}
				result := pgn.ParseGame(string(g.Text)).Result
				var line pgn.Line
				line.Each(g.Text, func(p *board.Position, _ board.Move) bool {
					samples <- sample{p.String(), result}
					return true
				})
			}
		})
	}
	go func() {
		loaders.Wait()
		close(samples)
	}()
	n, wins := 0, 0
	for s := range samples {
		if n++; s.result == "1-0" {
			wins++
		}
	}
	fmt.Println(n, "positions,", wins, "of games that White won")
	// Output:
	// 340 positions, 340 of games that White won
}

func ExampleGames_Lines() {
	games := []byte("[Result \"1-0\"]\n\n1. e4 e5 2. Qh5 1-0\n\n[Result \"0-1\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n")
	archive, err := chesszip.Encode(nil, games, nil)
	if err != nil {
		panic(err)
	}
	a, err := chesszip.Open(context.Background(), bytes.NewReader(archive), int64(len(archive)), nil)
	if err != nil {
		panic(err)
	}
	for l, err := range a.Games().Lines(context.Background()) {
		if err != nil {
			panic(err)
		}
		fmt.Println(l.Number, l.Result, l.Line.Moves)
	}
	// Output:
	// 0 1-0 [e2-e4 e7-e5 d1-h5]
	// 1 0-1 [f2-f3 e7-e5 g2-g4 d8-h4]
}

func ExampleGames_Rows() {
	games := []byte("[White \"Anna\"]\n[Result \"1-0\"]\n\n1. e4 {[%clk 0:03:00]} e5? {[%clk 0:02:58]} 2. Qh5 {[%eval 0.1]} 1-0\n")
	archive, err := chesszip.Encode(nil, games, nil)
	if err != nil {
		panic(err)
	}
	a, err := chesszip.Open(context.Background(), bytes.NewReader(archive), int64(len(archive)), nil)
	if err != nil {
		panic(err)
	}
	for l, err := range a.Games().Rows(context.Background(), chesszip.FieldRemarks|chesszip.FieldTags|chesszip.FieldNumbers, "White") {
		if err != nil {
			panic(err)
		}
		fmt.Println(l.Tags[0].Value, l.Result)
		for _, p := range l.Remarks {
			fmt.Println(p.Move, p.NAGs, p.Clock, p.HasClock, p.Eval, p.HasEval)
		}
	}
	// Output:
	// Anna 1-0
	// e2-e4 [] 3m0s true 0 false
	// e7-e5 [2] 2m58s true 0 false
	// d1-h5 [] 0s false 0.1 true
}
