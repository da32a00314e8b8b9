// Command anatomy prints the sizes of the parts of compressed PGN files: for each stream
// of their frames, its bytes in all and a game.
//
//	go run ./internal/tools/anatomy [-level N] FILE.pgn...
package main

import (
	"cmp"
	"flag"
	"fmt"
	"os"
	"slices"

	"github.com/chesszip/chesszip/internal/column/text"
	"github.com/chesszip/chesszip/internal/frame/game"
	"github.com/chesszip/chesszip/movelist/learned"
	"github.com/chesszip/chesszip/pgn"
)

var frame int

func main() {
	level := flag.Int("level", 1, "1 or 6")
	flag.IntVar(&frame, "frame", game.MaxInput, "most bytes of a frame")
	flag.Parse()
	for _, name := range flag.Args() {
		if err := anatomy(name, *level); err != nil {
			fmt.Fprintln(os.Stderr, "anatomy:", err)
			os.Exit(1)
		}
	}
}

func anatomy(name string, level int) error {
	src, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	var e game.Encoder
	var d game.Decoder
	if level > 3 {
		e.Effort = text.Thorough
		e.Level = learned.V1
	}
	sizes := map[string]int{}
	games, total := 0, 0
	var s pgn.Splitter
	rest := src
	for len(rest) > 0 {
		n, ends := 0, []int(nil)
		for n < len(rest) && len(ends) < 4000 {
			k, ok := s.Next(rest[n:], true)
			if !ok || n > 0 && n+k > frame {
				break
			}
			n += k
			ends = append(ends, n)
		}
		f, _ := e.Encode(rest[:n], ends)
		games += len(ends)
		names, err := d.StreamNames(&f)
		if err != nil {
			return err
		}
		for i, st := range f.Streams {
			sizes[names[i]] += len(st.Data)
			total += len(st.Data)
		}
		rest = rest[n:]
	}
	names := make([]string, 0, len(sizes))
	for n := range sizes {
		names = append(names, n)
	}
	slices.SortFunc(names, func(a, b string) int { return cmp.Compare(sizes[b], sizes[a]) })
	fmt.Printf("%s: %d games, %d bytes to %d, %.2f a game\n", name, games, len(src), total, float64(total)/float64(games))
	for _, n := range names {
		fmt.Printf("  %10d  %8.3f  %s\n", sizes[n], float64(sizes[n])/float64(games), n)
	}
	return nil
}
