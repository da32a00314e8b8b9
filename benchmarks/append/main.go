package main

import (
	"bytes"
	"context"
	"fmt"
	"os"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/archive"
	"github.com/chesszip/chesszip/internal/attack/ordinary"
)

func main() {
	src, _ := os.ReadFile(os.Args[1])
	base := ordinary.FirstGames(src, 1000)
	rest := src[len(base):]
	ctx := context.Background()
	n := 400
	var games [][]byte
	for range n {
		g := ordinary.FirstGames(rest, 1)
		games = append(games, g)
		rest = rest[len(g):]
	}
	for _, level := range []chesszip.Level{chesszip.Fast, chesszip.Default} {
		o := &chesszip.Options{Level: level, Threads: 1}
		var packed bytes.Buffer
		chesszip.Compress(ctx, &packed, bytes.NewReader(base), o)
		p := bytes.Clone(packed.Bytes())
		var batch bytes.Buffer
		st, err := chesszip.Append(ctx, &batch, bytes.NewReader(p), int64(len(p)), bytes.NewReader(bytes.Join(games, nil)), o)
		fmt.Println(level, "base", len(p), "batch", batch.Len(), st.Frames, err)
		before := len(p)
		for _, g := range games {
			var one bytes.Buffer
			_, err := chesszip.Append(ctx, &one, bytes.NewReader(p), int64(len(p)), bytes.NewReader(g), o)
			if err != nil {
				panic(err)
			}
			p = append(p, one.Bytes()...)
		}
		r, err := archive.NewReader(bytes.NewReader(p), int64(len(p)), nil)
		if err != nil {
			panic(err)
		}
		frames := int64(0)
		streams, data := 0, 0
		kinds := map[uint16][2]int{}
		for i := r.Len() - n; i < r.Len(); i++ {
			frames += r.Entry(i).Length
			f, _ := r.Frame(i)
			streams += len(f.Streams)
			for _, s := range f.Streams {
				data += len(s.Data)
				k := kinds[s.Kind]
				kinds[s.Kind] = [2]int{k[0] + 1, k[1] + len(s.Data)}
			}
		}
		fmt.Println(level, "single", len(p)-before, "frames", frames, float64(frames)/400, "streams", float64(streams)/400, "data", float64(data)/400)
		fmt.Println(kinds)
	}
}
