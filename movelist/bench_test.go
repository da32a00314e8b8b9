package movelist_test

import (
	"bytes"
	"slices"
	"testing"

	"github.com/chesszip/chesszip/gamestate"
	"github.com/chesszip/chesszip/internal/serve/movetree"
	"github.com/chesszip/chesszip/internal/test/corpus"
	"github.com/chesszip/chesszip/movelist"
	"github.com/chesszip/chesszip/pgn"
)

// corpusGames returns the first n games of a file of the corpus.
func corpusGames(t testing.TB, name string, n int) (games []gamestate.Game, plies int) {
	for g, err := range pgn.NewReader(bytes.NewReader(corpus.Need(t, name)), nil).Games() {
		if err != nil || len(games) == n {
			break
		}
		if line, ok := g.MainLine(); ok {
			games, plies = append(games, line), plies+len(line.Moves)
		}
	}
	return games, plies
}

var datasets = []string{"lichess-old", "lichess-elite", "master", "engine", "tcec"}

func BenchmarkAppend(b *testing.B) {
	for _, set := range datasets {
		for _, l := range movelist.Levels() {
			b.Run(set+"/"+l.Name(), func(b *testing.B) {
				games, plies := corpusGames(b, "pgn/"+set+"-test.pgn", 200)
				var out []byte
				b.ReportAllocs()
				for b.Loop() {
					out = out[:0]
					for i := range games {
						out, _ = l.AppendMoves(out, &games[i])
					}
				}
				report(b, plies, len(out))
			})
		}
	}
}

func BenchmarkDecode(b *testing.B) {
	for _, set := range datasets {
		for _, l := range movelist.Levels() {
			b.Run(set+"/"+l.Name(), func(b *testing.B) {
				games, plies := corpusGames(b, "pgn/"+set+"-test.pgn", 200)
				var out []byte
				for i := range games {
					out, _ = l.AppendMoves(out, &games[i])
				}
				b.ReportAllocs()
				for b.Loop() {
					rest := out
					for i := range games {
						_, rest, _ = l.DecodeMoves(nil, rest, &games[i].Start)
					}
				}
				report(b, plies, len(out))
			})
		}
	}
}

func report(b *testing.B, plies, bytes int) {
	b.ReportMetric(8*float64(bytes)/float64(plies), "bits/ply")
	b.ReportMetric(float64(plies)*float64(b.N)/b.Elapsed().Seconds(), "plies/s")
}

// TestCorpus sends real games of every test file through every method, and
// holds what the fast level promises: bits a ply on the streams of files.
func TestCorpus(t *testing.T) {
	limits := map[string]float64{"lichess-old": 3.2, "lichess-elite": 3.3, "master": 3.35, "engine": 3.55, "tcec": 3.6}
	for _, set := range datasets {
		t.Run(set, func(t *testing.T) {
			games, plies := corpusGames(t, "pgn/"+set+"-test.pgn", 300)
			for i := range games {
				for _, l := range movelist.Levels() {
					out, err := l.AppendMoves(nil, &games[i])
					if err != nil {
						t.Fatalf("%s: game %d: %v", l.Name(), i, err)
					}
					moves, rest, err := l.DecodeMoves(nil, out, &games[i].Start)
					if err != nil || len(rest) != 0 || !slices.Equal(moves, games[i].Moves) {
						t.Fatalf("%s: game %d comes back as %v, %v", l.Name(), i, moves, err)
					}
				}
			}
			bits := 0.0
			for i := range games {
				for _, m := range movetree.Bits(&games[i], nil) {
					bits += m.Bits
				}
			}
			if got := bits / float64(plies); got > limits[set] {
				t.Errorf("fast: %.3f bits/ply, want at most %.2f", got, limits[set])
			}
		})
	}
}
