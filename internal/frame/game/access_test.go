package game

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/internal/base/tagvalue"
	"github.com/chesszip/chesszip/internal/entropy/groups"
	"github.com/chesszip/chesszip/internal/frame/game/gametext"
	"github.com/chesszip/chesszip/internal/frame/game/moves"
	"github.com/chesszip/chesszip/internal/frame/game/streams"
	"github.com/chesszip/chesszip/internal/frame/whole"
	"github.com/chesszip/chesszip/internal/test/corpus"
	"github.com/chesszip/chesszip/movelist/learned"
	"github.com/chesszip/chesszip/pgn"
)

// TestAccess checks that games and tags fetched one by one are those of the
// text, in a frame of columns and in one of text.
func TestAccess(t *testing.T) {
	var src strings.Builder
	for _, g := range games {
		src.WriteString(g.text)
	}
	for _, text := range []string{strings.Repeat(src.String(), 3), strings.Repeat("no game at all\n", 3)} {
		f, _ := encode(t, text)
		_, ends := cut([]byte(text))
		var d Decoder
		got, at, err := d.Games([]byte("x"), &f)
		require.NoError(t, err)
		if string(got) != "x"+text || fmt.Sprint(at) != fmt.Sprint(ends[0]) {
			t.Fatalf("Games gave ends %v, want %v", at, ends[0])
		}
		var want []string
		start := 0
		for i, end := range ends[0] {
			one, err := d.Game(nil, &f, i)
			require.NoError(t, err)
			if string(one) != text[start:end] {
				t.Errorf("game %d is %q, want %q", i, one, text[start:end])
			}
			want = append(want, fmt.Sprintf("%q", gametext.AppendTags(nil, []byte(text[start:end]))))
			start = end
		}
		n := 0
		err = d.Tags(&f, nil, true, func(game int, tags []tagvalue.Tag, facts tagvalue.Facts) bool {
			if got := fmt.Sprintf("%q", tags); game != n || got != want[game] {
				t.Errorf("tags of game %d are %s, want %s", game, got, want[n])
			}
			n++
			return true
		})
		require.NoError(t, err)
		if n != len(want) {
			t.Errorf("tags of %d games, want %d", n, len(want))
		}
	}
	f, _ := encode(t, games[0].text)
	if _, err := new(Decoder).Game(nil, &f, 2); !bytes.Contains([]byte(fmt.Sprint(err)), []byte("fewer games")) {
		t.Errorf("game 2 of 2 gave %v", err)
	}
}

// TestSomeOfText checks that each game of a frame that is kept as text comes by its
// number, and that a frame which claims more games than it has is damaged.
func TestSomeOfText(t *testing.T) {
	texts := []string{"[Event \"a\"]\n\n1. e4 *\n\n", "[Event \"bb\"]\n\n1. d4 d5 *\n\n", "[Event \"ccc\"]\n\n*\n"}
	src := []byte(strings.Join(texts, ""))
	f, c := new(Encoder).EncodeText(src, len(texts))
	require.False(t, c.Columns)
	require.True(t, whole.Is(&f))
	for _, some := range [][]int{{0}, {1}, {2}, {0, 1}, {0, 2}, {1, 2}, {0, 1, 2}, {}} {
		var got []string
		require.NoError(t, new(Decoder).Some(&f, some, func(game int, text []byte) {
			require.Equal(t, some[len(got)], game)
			got = append(got, string(text))
		}))
		for k, game := range some {
			require.Equal(t, texts[game], got[k], "%v", some)
		}
		require.Len(t, got, len(some))
	}
	f.Games++
	err := new(Decoder).Some(&f, []int{3}, func(int, []byte) { t.Error("a game that is not there") })
	require.ErrorContains(t, err, "fewer games than the frame claims")
}

// TestSome checks that a Decoder that goes on in a frame gives the same texts, tags
// and lines as one that begins, whatever it is asked for before.
func TestSome(t *testing.T) {
	var src strings.Builder
	for i := range 40 {
		for _, g := range games {
			src.WriteString(g.text)
		}
		fmt.Fprintf(&src, "[Event \"%d\"]\n\n1. e4 {book (1. d4 Nf6)} e5 2. Nf3 (2. f4 exf4) Nc6 {[%%clk 0:01:%02d]} 1-0\n\n", i, i)
	}
	text := src.String()
	_, ends := cut([]byte(text))
	for _, level := range []*learned.Level{nil, learned.V1} {
		e := Encoder{Level: level}
		f, c := e.Encode([]byte(text), ends[0])
		require.True(t, c.Columns)
		n := len(ends[0])
		texts := make([]string, n)
		for i := range texts {
			start := 0
			if i > 0 {
				start = ends[0][i-1]
			}
			texts[i] = text[start:ends[0][i]]
		}
		rng := rand.New(rand.NewPCG(1, 2))
		d := Decoder{Level: level}
		for round := range 60 {
			var some []int
			for at, step := rng.IntN(n), 1+rng.IntN(40); at < n && len(some) < 12; at += 1 + rng.IntN(step) {
				some = append(some, at)
			}
			k := 0
			require.NoError(t, d.Some(&f, some, func(game int, text []byte) {
				require.Equal(t, some[k], game)
				require.Equal(t, texts[game], string(text), "game %d of %v in round %d", game, some, round)
				k++
			}))
			require.Len(t, some, k)
			one := rng.IntN(n)
			require.NoError(t, d.TagsOf(&f, one, func(tags []tagvalue.Tag, _ tagvalue.Facts) {
				require.Equal(t, fmt.Sprintf("%q", gametext.AppendTags(nil, []byte(texts[one]))), fmt.Sprintf("%q", tags))
			}))
			one = min(one+rng.IntN(3), n-1)
			start, line, ok, err := d.Line(&f, one)
			require.NoError(t, err)
			if !ok {
				continue
			}
			g := pgn.ParseGame(texts[one])
			want, whole := g.MainLine()
			require.True(t, whole)
			require.Equal(t, want.Start, start)
			require.Equal(t, fmt.Sprint(want.Moves), fmt.Sprint(line))
		}
		require.Error(t, d.Some(&f, []int{n}, nil))
		require.Error(t, d.Some(&f, []int{3, 3}, nil))
	}
}

// TestSomeReadsNoMore checks that some games are had though the moves of all groups
// but theirs are damaged, and that none is read twice: a part of the moves that is
// left out shows as soon as it is needed.
func TestSomeReadsNoMore(t *testing.T) {
	var src strings.Builder
	const n = 160
	for i := range n {
		fmt.Fprintf(&src, "[Event \"%d\"]\n\n1. h4 a5 2. Rh3 Ra6 3. Rg3 Rb6 4. Rg5 Rb4 5. Rxa5 Rxh4 6. Ra7 Rh1 7. g3 b6 8. Bg2 Rxg1+ 9. Bf1 Nf6 10. a3 Ba6 11. Rxa6 Nxa6 12. d3 Qb8 13. Be3 Rg2 14. c3 e6 {after %d} 1-0\n\n", i, i)
	}
	_, ends := cut([]byte(src.String()))
	var e Encoder
	f, c := e.Encode([]byte(src.String()), ends[0])
	require.True(t, c.Columns)
	at := -1
	for i, s := range f.Streams {
		if s.Kind == streams.KindMoves {
			at = i
		}
	}
	whole := f.Streams[at].Data
	// keep leaves the groups of some games as they are, and empties all others.
	keep := func(some []int) {
		var kept []byte
		var sizes []int
		all, err := groups.Open(whole)
		require.NoError(t, err)
		for all.Left() {
			data, _, err := all.Next()
			require.NoError(t, err)
			if !slices.ContainsFunc(some, func(game int) bool { return game/moves.GroupGames == len(sizes) }) {
				data = nil
			}
			kept, sizes = append(kept, data...), append(sizes, len(data))
		}
		f.Streams[at].Data = groups.Append(nil, sizes, kept)
	}
	var d Decoder
	count := 0
	for _, some := range [][]int{{70, 71, 72, 73, 74, 75, 76, 77, 78, 79}, {80}, {95}, {64, 66}, {7, 150}} {
		keep(some)
		require.NoError(t, d.Some(&f, some, func(game int, text []byte) {
			require.Contains(t, string(text), fmt.Sprintf("{after %d}", game))
			count++
		}))
		_, line, ok, err := d.Line(&f, some[0])
		require.True(t, err == nil && ok && len(line) == 28)
	}
	require.Equal(t, 16, count)
	keep([]int{64})
	for _, game := range []int{63, 72} {
		require.Error(t, d.Some(&f, []int{game}, func(int, []byte) {}))
	}
	for game := range n {
		require.NoError(t, d.TagsOf(&f, game, func(tags []tagvalue.Tag, facts tagvalue.Facts) {
			require.Equal(t, fmt.Sprint(game), string(tags[0].Value))
			require.Equal(t, 28, facts.Plies)
		}))
	}
}

// TestCorpusGames checks that games fetched from real files are those of the
// text, at both kinds of levels.
func TestCorpusGames(t *testing.T) {
	names, err := corpus.Names("pgn")
	if err != nil {
		t.Skip(err)
	}
	for i, name := range names {
		size := 25_000
		if os.Getenv("CHESSZIP_LONG") != "" {
			size = 200_000
		}
		inputs, ends := cut(corpus.NeedHead(t, name, size))
		e := Encoder{}
		if i%4 == 0 {
			e.Level = learned.V1
		}
		f, c := e.Encode(inputs[0], ends[0])
		d := Decoder{Level: e.Level}
		last := len(ends[0]) - 1
		for _, n := range []int{0, 31, 32, 100, last / 2, last - 1, last} {
			if n < 0 || n > last || !c.Columns {
				continue
			}
			start := 0
			if n > 0 {
				start = ends[0][n-1]
			}
			want := string(inputs[0][start:ends[0][n]])
			got, err := d.Game([]byte("x"), &f, n)
			require.NoError(t, err)
			if string(got) != "x"+want {
				t.Errorf("%s: game %d is %q, want %q", name, n, got, want)
			}
		}
	}
}

// BenchmarkGame fetches the middle game of a full frame.
func BenchmarkGame(b *testing.B) {
	for _, name := range []string{"pgn/lichess-old-train.pgn", "pgn/lichess-clk-train.pgn", "pgn/tcec-train.pgn"} {
		src := corpus.Need(b, name)
		inputs, ends := cut(src[:4<<20])
		for _, level := range []*learned.Level{nil, learned.V1} {
			e := Encoder{Level: level}
			f, _ := e.Encode(inputs[0], ends[0])
			d := Decoder{Level: level}
			b.Run(fmt.Sprintf("%s/%v", name, level != nil), func(b *testing.B) {
				for b.Loop() {
					if _, err := d.Game(nil, &f, len(ends[0])/2); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
