// Command movelist measures the four methods of package movelist on the main
// lines of PGN files: bits a ply of the bytes written for each game alone with
// its length, of the fast level also as one string of bits as in a file, how
// often the first choice of its order is right, and plies a second of one
// core, encoding from a list of moves and back, generation of the legal moves
// included.
//
//	go run ./benchmarks/movelist FILE.pgn...
package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/gamestate"
	"github.com/chesszip/chesszip/internal/model/rank"
	"github.com/chesszip/chesszip/movegen"
	"github.com/chesszip/chesszip/movelist"
	"github.com/chesszip/chesszip/pgn"
)

func main() {
	if len(os.Args) < 2 {
		fmt.Fprintln(os.Stderr, "usage: movelist FILE.pgn...")
		os.Exit(2)
	}
	for _, name := range os.Args[1:] {
		if err := measure(name); err != nil {
			fmt.Fprintln(os.Stderr, "movelist:", err)
			os.Exit(1)
		}
	}
}

func measure(name string) error {
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	var games []gamestate.Game
	skipped, plies := 0, 0
	for g, err := range pgn.NewReader(f, nil).Games() {
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		if line, ok := g.MainLine(); ok {
			games = append(games, line)
		} else {
			skipped++
		}
	}
	for i := range games {
		plies += len(games[i].Moves)
	}
	if plies == 0 {
		return fmt.Errorf("%s: no moves", name)
	}
	fmt.Printf("%s: %d games, %d plies; %d games with moves that cannot be played left out\n", filepath.Base(name), len(games), plies, skipped)
	for _, l := range movelist.Levels() {
		begin := time.Now()
		var out []byte
		for i := range games {
			if out, err = l.AppendMoves(out, &games[i]); err != nil {
				return fmt.Errorf("%s: game %d: %w", name, i+1, err)
			}
		}
		encoding := time.Since(begin)
		begin = time.Now()
		rest := out
		for i := range games {
			var moves []board.Move
			if moves, rest, err = l.DecodeMoves(rest, &games[i].Start); err != nil {
				return fmt.Errorf("%s: game %d: %w", name, i+1, err)
			}
			if !slices.Equal(moves, games[i].Moves) {
				return fmt.Errorf("%s: game %d comes back changed", name, i+1)
			}
		}
		decoding := time.Since(begin)
		row(l.Name(), 8*len(out), plies, encoding, decoding)
	}
	return stream(games, plies)
}

func row(name string, bits, plies int, encoding, decoding time.Duration) {
	fmt.Printf("  %-12s %7.3f bits/ply %10.0f plies/s in %10.0f plies/s out\n", name, float64(bits)/float64(plies),
		float64(plies)/encoding.Seconds(), float64(plies)/decoding.Seconds())
}

// stream measures the fast level as files use it.
func stream(games []gamestate.Game, plies int) error {
	var w movelist.FastWriter
	var room [256]board.Move
	begin := time.Now()
	for i := range games {
		p := games[i].Start
		var past movelist.Past
		for _, m := range games[i].Moves {
			legal := movegen.AppendLegal(room[:0], &p)
			if m != board.NullMove {
				w.Write(past, &p, legal, slices.Index(legal, m))
			}
			past = past.Next(&p, m)
			movegen.Make(&p, m)
		}
	}
	encoding := time.Since(begin)
	out := w.AppendTo(nil)
	r := movelist.NewFastReader(out)
	begin = time.Now()
	for i := range games {
		p := games[i].Start
		var past movelist.Past
		for _, m := range games[i].Moves {
			legal := movegen.AppendLegal(room[:0], &p)
			if m != board.NullMove {
				k, err := r.Read(past, &p, legal)
				if err != nil {
					return err
				}
				if legal[k] != m {
					return fmt.Errorf("game %d of the stream comes back changed", i+1)
				}
			}
			past = past.Next(&p, m)
			movegen.Make(&p, m)
		}
	}
	row("fast stream", 8*len(out), plies, encoding, time.Since(begin))
	var ranker rank.Ranker
	first := 0
	for i := range games {
		p := games[i].Start
		var past rank.Past
		for _, m := range games[i].Moves {
			legal := movegen.AppendLegal(room[:0], &p)
			if len(legal) == 1 {
				first++
			} else if m != board.NullMove {
				ranker.Prepare(past, &p, legal)
				if legal[ranker.Index(0)] == m {
					first++
				}
			}
			past = past.Next(&p, m)
			movegen.Make(&p, m)
		}
	}
	fmt.Printf("  first choice right: %.1f %%\n", 100*float64(first)/float64(plies))
	return nil
}
