package notation_test

import (
	"bytes"
	"errors"
	"io"
	"math"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/test/corpus"
	"github.com/chesszip/chesszip/movegen"
	"github.com/chesszip/chesszip/notation"
	"github.com/chesszip/chesszip/pgn"
)

// A line is the start and the move texts of one game.
type line struct {
	start board.Position
	texts [][]byte
}

// lines cuts PGN into main lines.
func lines(src []byte) (games []line) {
	g := line{start: board.Start()}
	depth := 0
	for s := pgn.NewScanner(src); ; {
		t, ok := s.Next()
		if !ok {
			return append(games, g)
		}
		switch t.Kind {
		case pgn.TagPair:
			if len(g.texts) > 0 {
				games, g, depth = append(games, g), line{start: board.Start()}, 0
			}
			if name, value := t.Tag(); string(name) == "FEN" {
				if p, err := board.ParseFEN(string(value)); err == nil {
					g.start = p
				}
			}
		case pgn.Open:
			depth++
		case pgn.Close:
			depth--
		case pgn.Move:
			if depth == 0 {
				g.texts = append(g.texts, t.Text)
			}
		}
	}
}

// walk calls f for each move of the games until a text is not understood.
func walk(games []line, d notation.Dialect, f func(p *board.Position, m board.Move, text []byte, form notation.Form)) {
	for _, g := range games {
		p := g.start
		for _, text := range g.texts {
			m, form, err := d.ParseSAN(text, &p)
			if err != nil {
				break
			}
			f(&p, m, text, form)
			movegen.Make(&p, m)
		}
	}
}

// head returns at most the first limit bytes of a file of the corpus, without
// unpacking the rest.
func head(t testing.TB, name string, limit int64) []byte {
	t.Helper()
	f, err := corpus.Open(name)
	if errors.Is(err, corpus.ErrAbsent) {
		t.Skipf("%v", err)
	}
	require.NoError(t, err)
	src, err := io.ReadAll(io.LimitReader(f, limit))
	require.NoError(t, errors.Join(err, f.Close()))
	return src
}

// count returns the moves, those of a form, the games with such, and how often
// each other dialect would have explained one.
func count(t testing.TB, games []line, d notation.Dialect) (moves, formed, gamesFormed int, votes map[notation.Dialect]int) {
	votes = map[notation.Dialect]int{}
	var again []byte
	for i := range games {
		before := formed
		walk(games[i:i+1], d, func(p *board.Position, m board.Move, text []byte, form notation.Form) {
			moves++
			if again = d.AppendForm(again[:0], p, m, form); !bytes.Equal(again, text) {
				t.Errorf("%v: %q has form %#x, which appends %q", p, text, form, again)
			}
			if form != 0 {
				formed++
				votes[d.Adapt(p, m, form)]++
			}
		})
		if formed > before {
			gamesFormed++
		}
	}
	return moves, formed, gamesFormed, votes
}

// mixed is the name of a file without a dialect that is clearly the best.
const mixed notation.Dialect = 1 << 15

// TestDialects finds the dialect of each file of the corpus and holds how many
// moves it leaves with a form. Run it with -v for the shares; CHESSZIP_LONG=1
// reads whole files instead of their first 3 MB.
func TestDialects(t *testing.T) {
	tests := []struct {
		file    string
		dialect notation.Dialect
		most    float64 // share of moves with a form, in %
	}{
		{"lichess-old-train", notation.FileElseBoth, 0},
		{"lichess-clk-train", notation.Standard, 0.05},
		{"lichess-elite-train", notation.Standard, 0.05},
		{"lichess-user-train", notation.Standard, 0.05},
		{"chesscom-train", notation.Standard, 0.05},
		{"master-train", notation.PlusForMate, 0.05},
		{"master-twic-train", mixed, 0.05}, // by game: half of the mates are a plus
		{"engine-train", notation.Standard, 0.05},
		{"tcec-train", notation.Standard, 0.05},
		{"book-8moves-train", notation.Standard, 0},
	}
	for _, tt := range tests {
		t.Run(tt.file, func(t *testing.T) {
			limit := int64(3 << 20)
			if os.Getenv("CHESSZIP_LONG") != "" {
				limit = math.MaxInt64
			}
			games := lines(head(t, "pgn/"+tt.file+".pgn", limit))
			moves, formed, gamesFormed, votes := count(t, games, notation.Standard)
			t.Logf("standard: %d moves, %.4f %% with a form, %.3f %% of %d games",
				moves, percent(formed, moves), percent(gamesFormed, len(games)), len(games))
			best, most := notation.Standard, 0
			for d, n := range votes {
				if n > most || n == most && d < best {
					best, most = d, n
				}
			}
			if best != notation.Standard {
				_, f, g, _ := count(t, games, best)
				t.Logf("dialect %d: %.4f %% with a form, %.3f %% of the games", best, percent(f, moves), percent(g, len(games)))
				if f < formed {
					formed = f
				} else {
					best = notation.Standard
				}
			}
			if best != tt.dialect && tt.dialect != mixed || percent(formed, moves) > tt.most {
				t.Errorf("dialect %d leaves %.4f %% with a form, want dialect %d and at most %v %%", best, percent(formed, moves), tt.dialect, tt.most)
			}
		})
	}
}

func percent(n, of int) float64 { return 100 * float64(n) / float64(max(of, 1)) }

// A ply is a move in its position, for benchmarks.
type ply struct {
	p    board.Position
	m    board.Move
	text []byte
}

func plies(b *testing.B) (all []ply) {
	src := head(b, "pgn/lichess-old-train.pgn", 256<<10)
	walk(lines(src), notation.Standard, func(p *board.Position, m board.Move, text []byte, _ notation.Form) {
		all = append(all, ply{*p, m, text})
	})
	return all
}

func perPly(b *testing.B, all []ply, f func(x *ply)) {
	b.ReportAllocs()
	for b.Loop() {
		for i := range all {
			f(&all[i])
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(all)), "ns/ply")
}

func BenchmarkParseSAN(b *testing.B) {
	all := plies(b)
	b.Run("lichess-old/move", func(b *testing.B) {
		perPly(b, all, func(x *ply) {
			if m, err := notation.ParseSAN(x.text, &x.p); err != nil || m != x.m {
				b.Fatalf("ParseSAN(%q) = %v, %v", x.text, m, err)
			}
		})
	})
	for _, d := range []struct {
		name string
		d    notation.Dialect
	}{{"standard", notation.Standard}, {"old", notation.FileElseBoth}, {"nocheck", notation.NoCheck}} {
		b.Run("lichess-old/"+d.name, func(b *testing.B) {
			perPly(b, all, func(x *ply) {
				if m, _, err := d.d.ParseSAN(x.text, &x.p); err != nil || m != x.m {
					b.Fatalf("ParseSAN(%q) = %v, %v", x.text, m, err)
				}
			})
		})
	}
}

func BenchmarkAppendSAN(b *testing.B) {
	all := plies(b)
	var text []byte
	b.Run("lichess-old/old", func(b *testing.B) {
		perPly(b, all, func(x *ply) { text = notation.FileElseBoth.AppendSAN(text[:0], &x.p, x.m) })
	})
}

func BenchmarkAppendLegal(b *testing.B) {
	all := plies(b)
	var legal []board.Move
	b.Run("lichess-old", func(b *testing.B) {
		perPly(b, all, func(x *ply) { legal = movegen.AppendLegal(legal[:0], &x.p) })
	})
}

func TestAllocs(t *testing.T) {
	p := position(t, startFENs[1])
	legal := movegen.AppendLegal(nil, p)
	m := legal[len(legal)/2]
	text := notation.Standard.AppendSAN(nil, p, m)
	buf := make([]byte, 0, 16)
	if n := testing.AllocsPerRun(100, func() {
		buf = notation.Standard.AppendSAN(buf[:0], p, m)
		if _, _, err := notation.Standard.ParseSAN(text, p); err != nil {
			t.Error(err)
		}
	}); n != 0 {
		t.Errorf("AppendSAN and ParseSAN allocate %v times", n)
	}
}
