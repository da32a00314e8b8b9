// Command learned measures the levels that code moves by their likelihood, and for
// comparison the other levels and general compressors, on the main lines of PGN files:
// bits a ply of bytes written, and plies a second of one core in each direction,
// including legal moves and checks.
//
//	go run ./benchmarks/learned [-games N] [-quick] [-plot FILE.svg] FILE.pgn...
//
// The rows:
//
//	file       as in an archive: consecutive games; length, result, ratings and
//	           time control are known from elsewhere, and not counted
//	withheld   the same without this knowledge
//	alone      each game by itself as in a database column, with its length and
//	           without knowledge
//
// Installed general compressors get the moves as SAN, a line a game.
package main

import (
	"bytes"
	"flag"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/gamestate"
	"github.com/chesszip/chesszip/internal/model/level"
	"github.com/chesszip/chesszip/internal/model/moves"
	"github.com/chesszip/chesszip/internal/train"
	"github.com/chesszip/chesszip/movegen"
	"github.com/chesszip/chesszip/movelist"
	"github.com/chesszip/chesszip/movelist/learned"
)

func main() {
	limit := flag.Int("games", 0, "take only the first `N` games of each file")
	quick := flag.Bool("quick", false, "only the rows \"file\", and no other programs")
	plot := flag.String("plot", "", "draw bits a ply against speed of the last file to `FILE`")
	flag.Parse()
	if flag.NArg() == 0 {
		flag.Usage()
		os.Exit(2)
	}
	for _, name := range flag.Args() {
		points, err := measure(name, *limit, *quick)
		if err == nil && *plot != "" {
			err = os.WriteFile(*plot, appendPlot(nil, filepath.Base(name), points), 0o644)
		}
		if err != nil {
			fmt.Fprintln(os.Stderr, "learned:", err)
			os.Exit(1)
		}
	}
}

// point is the size and the speed of a way to store moves.
type point struct {
	name    string
	bits    float64 // a ply
	in, out float64 // plies a second
	ours    bool
}

func measure(name string, limit int, quick bool) (points []point, err error) {
	src, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	games, err := train.Games(bytes.NewReader(src), 1)
	if err != nil {
		return nil, err
	}
	if limit > 0 {
		games = games[:min(limit, len(games))]
	}
	plies, uniform := 0, 0.0
	for i := range games {
		plies += len(games[i].Moves)
		err := replay(&games[i], func(_ *board.Position, legal []board.Move, _ board.Move) error {
			uniform += math.Log2(float64(len(legal)))
			return nil
		}, nil)
		if err != nil {
			return nil, err
		}
	}
	if plies == 0 {
		return nil, fmt.Errorf("%s: no moves", name)
	}
	fmt.Printf("%s: %d games, %d plies\n", filepath.Base(name), len(games), plies)
	fmt.Printf("  %-20s %7.3f bits/ply\n", "uniform", uniform/float64(plies))
	lengths, results := overhead(games)
	fmt.Printf("  %-20s %7.3f bits/ply for lengths, %.3f for results: their entropy over the file\n", "known beforehand", lengths/float64(plies), results/float64(plies))
	row := func(p point) {
		fmt.Printf("  %-20s %7.3f bits/ply %10.0f plies/s in %10.0f plies/s out\n", p.name, p.bits, p.in, p.out)
		points = append(points, p)
	}
	var p point
	for _, l := range movelist.Levels() {
		if quick && l != movelist.Fast {
			continue
		}
		if p, err = alone(l.Name()+" alone", l, games, plies); err != nil {
			return nil, err
		}
		row(p)
	}
	for _, l := range []*learned.Level{learned.V1, learned.V1Max} {
		for _, known := range []bool{true, false} {
			if quick && !known {
				continue
			}
			what := " withheld"
			if known {
				what = " file"
			}
			if p, err = stream(l.Name()+what, l, games, plies, known); err != nil {
				return nil, err
			}
			row(p)
		}
		if quick {
			continue
		}
		if p, err = alone(l.Name()+" alone", l, games, plies); err != nil {
			return nil, err
		}
		row(p)
	}
	if quick {
		return points, nil
	}
	others, err := compressors(games, plies)
	for _, p := range others {
		row(p)
	}
	return points, err
}

// overhead returns the entropies of lengths and results in bits.
func overhead(games []train.Game) (lengths, results float64) {
	byLength, byResult := map[int]int{}, map[moves.Result]int{}
	for i := range games {
		byLength[len(games[i].Moves)]++
		byResult[games[i].Known.Result]++
	}
	for _, n := range byLength {
		lengths += float64(n) * math.Log2(float64(len(games))/float64(n))
	}
	for _, n := range byResult {
		results += float64(n) * math.Log2(float64(len(games))/float64(n))
	}
	return lengths, results
}

// replay calls visit before each move of g; past, if not nil, follows.
func replay(g *train.Game, visit func(p *board.Position, legal []board.Move, m board.Move) error, past *moves.Past) error {
	p := g.Start
	var room [256]board.Move
	for _, m := range g.Moves {
		legal := movegen.AppendLegal(room[:0], &p)
		if err := visit(&p, legal, m); err != nil {
			return err
		}
		if past != nil {
			*past = past.Next(&p, m)
		}
		movegen.Make(&p, m)
	}
	return nil
}

func stream(name string, l *learned.Level, games []train.Game, plies int, tell bool) (point, error) {
	w := (*level.Level)(l).NewWriter()
	begin := time.Now()
	known := func(g *train.Game) *moves.Known {
		if tell {
			return &g.Known
		}
		return &moves.Known{}
	}
	for i := range games {
		w.Begin(known(&games[i]))
		var past moves.Past
		err := replay(&games[i], func(p *board.Position, legal []board.Move, m board.Move) error {
			w.Write(&past, p, legal, slices.Index(legal, m))
			return nil
		}, &past)
		if err != nil {
			return point{}, err
		}
	}
	out := w.AppendTo(nil)
	in := time.Since(begin)
	begin = time.Now()
	r := (*level.Level)(l).NewReader(out)
	for i := range games {
		if err := r.Begin(known(&games[i])); err != nil {
			return point{}, err
		}
		var past moves.Past
		err := replay(&games[i], func(p *board.Position, legal []board.Move, m board.Move) error {
			k, err := r.Read(&past, p, legal)
			if err == nil && legal[k] != m {
				err = fmt.Errorf("game %d comes back changed", i+1)
			}
			return err
		}, &past)
		if err != nil {
			return point{}, err
		}
	}
	return made(name, len(out), plies, in, time.Since(begin), true), r.Close()
}

func made(name string, size, plies int, in, out time.Duration, ours bool) point {
	return point{name, 8 * float64(size) / float64(plies), float64(plies) / in.Seconds(), float64(plies) / out.Seconds(), ours}
}

func alone(name string, l movelist.Level, games []train.Game, plies int) (point, error) {
	var out []byte
	var err error
	begin := time.Now()
	for i := range games {
		g := gamestate.Game{Start: games[i].Start, Moves: games[i].Moves}
		if out, err = l.AppendMoves(out, &g); err != nil {
			return point{}, fmt.Errorf("game %d: %w", i+1, err)
		}
	}
	in := time.Since(begin)
	begin = time.Now()
	rest := out
	for i := range games {
		var moves []board.Move
		if moves, rest, err = l.DecodeMoves(nil, rest, &games[i].Start); err != nil {
			return point{}, fmt.Errorf("game %d: %w", i+1, err)
		}
		if !slices.Equal(moves, games[i].Moves) {
			return point{}, fmt.Errorf("game %d comes back changed", i+1)
		}
	}
	return made(name, len(out), plies, in, time.Since(begin), true), nil
}
