package game

import (
	"bytes"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/archive"
	"github.com/chesszip/chesszip/internal/base/tagvalue"
	"github.com/chesszip/chesszip/internal/frame/game/gametext"
	"github.com/chesszip/chesszip/internal/frame/game/streams"
	"github.com/chesszip/chesszip/internal/test/corpus"
	"github.com/chesszip/chesszip/movelist/learned"
	"github.com/chesszip/chesszip/pgn"
)

// walked are the positions of a game's main line.
type walked []string

// linesOf returns what pgn.Line gives of texts.
func linesOf(text []byte, ends []int, upto int) []walked {
	all := make([]walked, len(ends))
	var line pgn.Line
	start := 0
	for i, end := range ends {
		line.Each(text[start:end], func(p *board.Position, m board.Move) bool {
			all[i] = append(all[i], m.String()+" "+p.String())
			return len(all[i]) < upto
		})
		start = end
	}
	return all
}

// checkMoves compares Moves with what the texts say, for all games and for some.
func checkMoves(t *testing.T, what string, d *Decoder, f *archive.Frame, text []byte, ends []int) {
	t.Helper()
	for _, every := range []int{1, 2, 40} {
		var wanted []bool
		if every > 1 {
			wanted = make([]bool, len(ends))
			for i := range wanted {
				wanted[i] = i%every == every/2
			}
		}
		for _, upto := range []int{1, 5, 1 << 20} {
			want := linesOf(text, ends, upto)
			got := make([]walked, len(ends))
			err := d.Moves(f, wanted, func(game, ply int, p *board.Position, m board.Move) bool {
				if ply != len(got[game]) {
					t.Errorf("%s: ply %d of game %d behind %d others", what, ply, game, len(got[game]))
				}
				got[game] = append(got[game], m.String()+" "+p.String())
				return len(got[game]) < upto
			})
			require.NoError(t, err, what)
			for i := range want {
				if wanted != nil && !wanted[i] {
					want[i] = nil
				}
				if fmt.Sprint(got[i]) != fmt.Sprint(want[i]) {
					t.Fatalf("%s: of every %d games, game %d has up to %d positions %q, want %q", what, every, i, upto, got[i], want[i])
				}
			}
			checkSearch(t, what, d, f, wanted, upto, want)
		}
	}
}

// checkSearch compares what Search comes to of each game with its first positions, up to
// so many, and holds that it says where games end before.
func checkSearch(t *testing.T, what string, d *Decoder, f *archive.Frame, wanted []bool, upto int, want []walked) {
	t.Helper()
	got, ends := make([]walked, len(want)), make([]int, len(want))
	err := d.Search(f, wanted, &gametext.Walk{
		See: func(game, ply int, p *board.Position, m board.Move) bool {
			if ply == 0 {
				got[game] = nil
			}
			require.Len(t, got[game], ply, "%s: game %d", what, game)
			require.Zero(t, ends[game], "%s: game %d goes on behind its end", what, game)
			got[game] = append(got[game], m.String()+" "+p.String())
			return len(got[game]) < upto
		},
		End: func(game int) { ends[game]++ },
	})
	require.NoError(t, err, what)
	for i := range want {
		require.Equal(t, want[i], got[i], "%s: Search, game %d", what, i)
		end := 0
		if len(want[i]) > 0 && len(want[i]) < upto {
			end = 1
		}
		require.Equal(t, end, ends[i], "%s: Search up to %d, ends of game %d", what, upto, i)
	}
}

// oddMoves are games whose main lines need a second look.
var oddMoves = []string{
	"\n\n",
	"1. e4 e5 1-0 2. Nf3\n\n",
	"1. e4 1/2 e5 2. Nf3 *\n\n",
	"1. e4 1 – 0 e5 2. Nf3 *\n\n",
	"[Event \"x\"]\n[White Team \"E\"]\n[White “A”]\n[Black \"b\"] ; c\n{d}\nResult \"1-0\"]\n{e} 1. e4 e5 *\n\n",
	"[Event \"x\"]\n[Foo \"bar]\n<br />\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 7\"]\nWhite: \"A\"\n\n7. e4 Kd7 *\n\n",
	"[Event \"x\"]\n\nwords and Nf3 1-0\n",
	"[Event \"x\"]\n[Foo \"\n1. e4 *\n\n",
	"[Event \"x\"]\n[Foo \"",
	"[Event \"x\"]\n\n1. 5254 5755 *\n\n",
	"[Event \"x\"]\n\n1. e4 (1. d4 ½-½ 1. c4) e5 0:1 2. Nf3 *\n\n",
	"1. e2–e4 e7−e5 2. Ng1‑f3 Nf6 3. Bc4 Bc5 4. O–O 0—0 ½–½ 5. d3\n\n",
	"[FEN \"nothing\"]\n\n1. e4 *\n\n",
	"[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 0 7\"]\n[Variant \"Atomic\"]\n\n7... Ke7 *\n\n",
	"[Variant \"Standard\"]\n\n1. e4 *\n\n",
	"[Variant \"Antichess\"]\n\n1. e4 e5 *\n\n",
	"[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 0 \\7\"]\n\n7... Ke7 *\n\n",
	"[Event \"x\"]\n[a]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 0 7\"]\n\n7... Ke7 *\n\n",
	"[Event \"x\"]\n\n1. e4 [FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 0 7\"] e5 *\n\n",
	"[Event \"x\"]\n\n1. e4 (1. d4 (1. c4 c5 d5) 1... xx d5) (1. f4) ) e5 (1... c5 1-0) 2. Nf3 (2. f4 *\n\n",
	"[Event \"x\"]\n\n1. e4 -- 2. d4 ?? {a} $4 % 3. Nf3 3. Ke5 Ke2 e5\n\n",
	"[Event \"x\"]\n\n",
	"*\n",
}

func TestMoves(t *testing.T) {
	var all bytes.Buffer
	for _, g := range games {
		all.WriteString(g.text)
	}
	texts := append([]string{all.String(), "no game at all\n"}, oddMoves...)
	all.WriteString(games[0].text)
	for _, text := range oddMoves[1:] {
		all.WriteString(text)
	}
	for _, text := range append(texts, all.String()) {
		inputs, ends := cut([]byte(text))
		for _, level := range []*learned.Level{nil, learned.V1} {
			e, d := Encoder{Level: level}, Decoder{Level: level}
			f, _ := e.Encode(inputs[0], ends[0])
			checkMoves(t, fmt.Sprintf("%q", text), &d, &f, inputs[0], ends[0])
			// As columns, whether or not they are worth it.
			if e.split {
				f = columns(t, &e, inputs[0], ends[0])
				checkMoves(t, fmt.Sprintf("%q in columns", text), &d, &f, inputs[0], ends[0])
			}
		}
	}
}

// TestCorpusMoves does so with the beginnings of files as they are found, longer ones
// with CHESSZIP_LONG.
func TestCorpusMoves(t *testing.T) {
	for _, folder := range []string{"pgn", "annotated", "odd"} {
		names, err := corpus.Names(folder)
		if err != nil {
			t.Log(err)
			continue
		}
		for _, name := range names {
			if bytes.Contains([]byte(name), []byte("train")) {
				continue
			}
			n := 8_000
			if folder == "odd" {
				n = 1_500
			}
			if os.Getenv("CHESSZIP_LONG") != "" {
				n *= 8
			}
			inputs, ends := cut(corpus.NeedHead(t, name, n))
			if len(inputs) == 0 {
				continue
			}
			e := Encoder{Unchecked: true}
			f, _ := e.Encode(inputs[0], ends[0])
			var d Decoder
			checkMoves(t, name, &d, &f, inputs[0], ends[0])
		}
	}
}

func BenchmarkMoves(b *testing.B) {
	src, err := corpus.Read("pgn/lichess-old-test.pgn")
	if err != nil {
		b.Skip(err)
	}
	inputs, ends := cut(src)
	for _, l := range []struct {
		name  string
		level *learned.Level
	}{{"fast", nil}, {"default", learned.V1}} {
		e := Encoder{Level: l.level, Unchecked: true}
		f, _ := e.Encode(inputs[0], ends[0])
		d := Decoder{Level: l.level}
		rate := func(b *testing.B) {
			b.ReportMetric(float64(f.Games)*float64(b.N)/b.Elapsed().Seconds(), "games/s")
		}
		b.Run("lichess-old/"+l.name+"/moves", func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if err := d.Moves(&f, nil, func(int, int, *board.Position, board.Move) bool { return true }); err != nil {
					b.Fatal(err)
				}
			}
			rate(b)
		})
		b.Run("lichess-old/"+l.name+"/texts", func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, _, err := d.Games(nil, &f); err != nil {
					b.Fatal(err)
				}
			}
			rate(b)
		})
	}
}

// TestMovesNeedNoRatings checks that moves of the fast level are read without the columns
// of tags by which the learned levels predict.
func TestMovesNeedNoRatings(t *testing.T) {
	var src strings.Builder
	for i := range 40 {
		fmt.Fprintf(&src, "[White \"a%d\"]\n[Black \"b\"]\n[Result \"1-0\"]\n[WhiteElo \"%d\"]\n[BlackElo \"%d\"]\n[TimeControl \"%d+2\"]\n\n1. e4 e5 2. Nf3 1-0\n\n",
			i%7, 1500+i*37%400, 1600+i*53%300, i%3*60)
	}
	f, _ := encode(t, src.String())
	const others = streams.KindTags + 3 // after White, Black and Result
	damaged := 0
	for i := range f.Streams {
		if f.Streams[i].Kind >= others {
			f.Streams[i].Data = []byte{0xff}
			damaged++
		}
	}
	require.Equal(t, 3, damaged)
	var d Decoder
	last := map[int]int{}
	require.NoError(t, d.Moves(&f, nil, func(game, ply int, _ *board.Position, _ board.Move) bool {
		last[game] = ply
		return true
	}))
	require.Len(t, last, 40)
	for game, ply := range last {
		require.Equal(t, 3, ply, game)
	}
	require.Error(t, d.Tags(&f, nil, true, func(int, []tagvalue.Tag, tagvalue.Facts) bool { return true }))
}
