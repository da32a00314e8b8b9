package gameframe

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/internal/corpus"
	"github.com/chesszip/chesszip/internal/tagvalue"
	"github.com/chesszip/chesszip/movelist/learned"
)

// TestAccess holds that games and tags fetched one by one are those of the
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
			want = append(want, fmt.Sprintf("%q", appendTextTags(nil, []byte(text[start:end]))))
			start = end
		}
		n := 0
		err = d.Tags(&f, nil, func(game int, tags []tagvalue.Tag, plies int) bool {
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

// TestCorpusGames holds that games fetched from real files are those of the
// text, at both kinds of levels.
func TestCorpusGames(t *testing.T) {
	names, err := corpus.Names("pgn")
	if err != nil {
		t.Skip(err)
	}
	for i, name := range names {
		src := corpus.Need(t, name)
		inputs, ends := cut(src[:min(len(src), 200_000)])
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
