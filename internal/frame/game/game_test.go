package game

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/archive"
	"github.com/chesszip/chesszip/internal/base/budget"
	"github.com/chesszip/chesszip/internal/column/text"
	"github.com/chesszip/chesszip/internal/frame/game/streams"
	"github.com/chesszip/chesszip/internal/test/corpus"
	"github.com/chesszip/chesszip/movegen"
	"github.com/chesszip/chesszip/notation"
	"github.com/chesszip/chesszip/pgn"
)

// cut cuts src into inputs of frames.
func cut(src []byte) (inputs [][]byte, ends [][]int) {
	var s pgn.Splitter
	for len(src) > 0 {
		n, at := 0, []int(nil)
		for n < len(src) && len(at) < 4000 && n < 4<<20 {
			k, ok := s.Next(src[n:], true)
			if !ok || n > 0 && n+k > MaxInput {
				s = pgn.Splitter{}
				break
			}
			n += k
			at = append(at, n)
		}
		inputs, ends = append(inputs, src[:n]), append(ends, at)
		src = src[n:]
	}
	return inputs, ends
}

// encode codes src as one sheet and checks that it comes back.
func encode(t testing.TB, src string) (archive.Frame, Counts) {
	t.Helper()
	inputs, ends := cut([]byte(src))
	require.Len(t, inputs, 1)
	e := Encoder{Effort: text.Thorough}
	f, c := e.Encode(inputs[0], ends[0])
	var d Decoder
	got, err := d.Decode([]byte("before"), &f)
	require.NoError(t, err)
	if want := "before" + src; string(got) != want {
		t.Fatalf("%q came back as %q", want, got)
	}
	return f, c
}

// columns codes src as columns, whether or not that is worth it.
func columns(t testing.TB, e *Encoder, src []byte, ends []int) archive.Frame {
	t.Helper()
	o := splitting{level: e.Level, open: e.Open, plain: e.Plain, openings: true}
	if !e.splitter.split(src, ends, o, budget.New(len(src))) {
		t.Fatal("the games were not taken apart")
	}
	return archive.Frame{Games: int64(len(ends)), Input: int64(len(src)), Check: Check(src), Streams: e.splitter.streams(len(src), e.Effort, e.lists(), o, len(ends) == 1)}
}

// games are small files whose games must come apart into columns.
var games = []struct {
	name, text string
	games      int64
	plies      int64
}{
	{"lichess", `[Event "Rated game"]
[Result "1-0"]

1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 1-0

[Event "Rated game"]
[Result "0-1"]

1. d4 d5 2. c4 0-1

`, 2, 9},
	{"one space less", "[Event \"x\"]\r\n\r\n1.e4 e5 2.Nf3 Nc6  *\r\n\r\n", 1, 4},
	{"comments", "[Event \"x\"]\n\n1. e4 { [%clk 0:03:00] } 1... e5 { [%clk 0:02:59] } 2. d4 $1 $14 ; good\nexd4!? *\n", 1, 4},
	{"variations", "[Event \"x\"]\n\n1. e4 (1. d4 d5 (1... Nf6 2. c4) 2. c4) 1... e5 (1... c5) 2. Nf3 *\n", 1, 9},
	{"wrong bracket", "[Event \"x\"]\n\n1. e4 ) e5 ( 2. Nf3 *\n", 1, 2},
	{"illegal", "[Event \"x\"]\n\n1. e4 e5 2. Ke3 Ke7 3. Nf3 *\n", 1, 2},
	{"null move", "[Event \"x\"]\n\n1. e4 -- 2. d4 Z0 3. c4 e5 *\n", 1, 4},
	{"position", "[Event \"x\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 0 7\"]\n\n7... Ke7 8. e4 Kf6 *\n", 1, 3},
	{"odd numbers", "[Event \"x\"]\n\n1 e4 e5 3. Nf3 3... Nc6 04. Bb5 .. a6 *\n", 1, 6},
	{"forms", "[Event \"x\"]\n\n1. e2-e4 e7e5 2. Ng1f3 Nb8-c6 3. Bb5+ a6?! 4. Bxc6++ dc6 5. 0-0 *\n", 1, 9},
	{"brackets in tags", "[Event \"a \\\"b\\\" [White \"]\n[Site \"[x \"]\n\n1. e4 *\n", 1, 1},
	{"position at the end", "[Event \"x\"]\n[CurrentPosition \"rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq -\"]\n[Last \"rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2\"]\n\n1. e4 e5 2. Nf3 *\n\n", 1, 3},
	{"position before", "[Event \"x\"]\n[CurrentPosition \"rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq -\"]\n\n1. e4 e5 2. Nf3 *\n\n", 1, 3},
	{"no tags", "1. e4 e5 1-0\n\n1. d4 d5 0-1\n", 2, 4},
	{"wrapped", `[Event "x"]

1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3
O-O 9. h3 Nb8 10. d4 Nbd7 11. Nbd2 Bb7 12. Bc2 Re8 13. Nf1 Bf8 14. Ng3 g6 15.
Bg5 h6 16. Bd2 Bg7 17. a4 c5 *

`, 1, 34},
}

func TestGames(t *testing.T) {
	for _, g := range games {
		t.Run(g.name, func(t *testing.T) {
			inputs, ends := cut([]byte(g.text))
			require.Len(t, inputs, 1)
			var e Encoder
			f := columns(t, &e, inputs[0], ends[0])
			var d Decoder
			got, err := d.Decode(nil, &f)
			require.NoError(t, err)
			if string(got) != g.text {
				t.Errorf("came back as %q, want %q", got, g.text)
			}
			if f.Games != g.games || e.splitter.coded.plies != g.plies {
				t.Errorf("%d games and %d plies, want %d and %d", f.Games, e.splitter.coded.plies, g.games, g.plies)
			}
		})
	}
}

// TestDependentByte checks that a value which looks like one that waits for the moves
// comes back.
func TestDependentByte(t *testing.T) {
	encode(t, "[Event \"\x03\"]\n\n1. e4 *\n")
	encode(t, "[Event \"x\x03\"]\n\n1. e4 *\n")
}

// TestHouseStyle checks that a house style costs next to nothing once it is known:
// less than half a byte a game, and one byte where glyphs alternate.
func TestHouseStyle(t *testing.T) {
	most := map[string]int{"one space less": 500, "wrapped": 500, "comments": 1000}
	for _, g := range games {
		limit, ok := most[g.name]
		if !ok {
			continue
		}
		var e Encoder
		inputs, ends := cut([]byte(strings.Repeat(g.text, 1000)))
		f := columns(t, &e, inputs[0], ends[0])
		if n := len(f.Streams[0].Data); n > limit {
			t.Errorf("%s: the layout of 1,000 games takes %d bytes, want at most %d", g.name, n, limit)
		}
	}
}

// TestDamagedStreams has streams that pass the archive's checksums and are
// wrong: there must be an error or other text, never a panic, and no more text
// than the frame claims.
func TestDamagedStreams(t *testing.T) {
	var src strings.Builder
	for _, g := range games {
		src.WriteString(g.text)
	}
	f, c := encode(t, strings.Repeat(src.String(), 8))
	require.True(t, c.Columns)
	r := rand.New(rand.NewPCG(1, 2))
	var d Decoder
	tries := 1_000
	if os.Getenv("CHESSZIP_LONG") != "" {
		tries = 5_000
	}
	for range tries {
		bad := f
		bad.Streams = append([]archive.Stream(nil), f.Streams...)
		s := &bad.Streams[r.IntN(len(bad.Streams))]
		s.Data = bytes.Clone(s.Data)
		switch r.IntN(4) {
		case 0:
			s.Data = s.Data[:r.IntN(len(s.Data)+1)]
		case 1:
			s.Kind = uint16(r.IntN(90))
		default:
			for range 1 + r.IntN(3) {
				s.Data[r.IntN(len(s.Data))] ^= 1 << r.IntN(8)
			}
		}
		got, err := d.Decode(nil, &bad)
		if err == nil && int64(len(got)) != bad.Input {
			t.Fatalf("%d bytes without an error, the frame claims %d", len(got), bad.Input)
		}
	}
}

func FuzzDecode(f *testing.F) {
	for _, g := range games {
		frame, _ := encode(f, g.text)
		for i := range frame.Streams {
			f.Add(byte(i), uint16(frame.Streams[i].Kind), []byte(frame.Streams[i].Data))
		}
	}
	base, _ := encode(f, strings.Repeat(games[3].text, 8)+strings.Repeat(games[0].text, 8))
	f.Fuzz(func(t *testing.T, i byte, kind uint16, data []byte) {
		bad := base
		bad.Streams = append([]archive.Stream(nil), base.Streams...)
		bad.Streams[int(i)%len(bad.Streams)] = archive.Stream{Kind: kind, Data: data}
		var d Decoder
		if got, err := d.Decode(nil, &bad); err == nil && int64(len(got)) != bad.Input {
			t.Fatalf("%d bytes without an error, the frame claims %d", len(got), bad.Input)
		}
	})
}

// prose is the length in bytes of the longest study of the corpus that is
// shorter as text, rounded up.
const prose = 6000

// TestCorpusInColumns checks that real files come apart, and that no sheet of
// them but the shortest is kept as text.
func TestCorpusInColumns(t *testing.T) {
	for _, folder := range []string{"annotated", "pgn"} {
		names, err := corpus.Names(folder)
		if err != nil {
			t.Log(err)
			continue
		}
		for _, name := range names {
			size := 15_000
			if os.Getenv("CHESSZIP_LONG") != "" {
				size = math.MaxInt
			}
			src := corpus.NeedHead(t, name, size)
			var e Encoder
			inputs, ends := cut(src)
			for i, s := range inputs {
				// A page of prose with a few moves may be shorter as text.
				_, c := e.Encode(s, ends[i])
				if !e.split {
					t.Errorf("%s: frame %d of %d bytes cannot be taken apart", name, i, len(s))
				}
				if !c.Columns && len(s) > prose {
					t.Errorf("%s: frame %d of %d bytes is kept as text", name, i, len(s))
				}
			}
		}
	}
}

// TestManyNames checks that names of tags are predicted where there are as many as games
// have, and packed otherwise where a reader of one tag would wait for them.
func TestManyNames(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	for names, predicted := range map[int]bool{3: true, 400: false} {
		var src strings.Builder
		for i := range 100 {
			for j := i * names / 100; j < (i+1)*names/100 || j == i*names/100; j++ {
				fmt.Fprintf(&src, "[Annotator%d%c \"x\"]\n", j*j, 'a'+j%26)
			}
			src.WriteByte('\n')
			p := board.Start()
			for range 60 {
				legal := movegen.AppendLegal(nil, &p)
				if len(legal) == 0 {
					break
				}
				m := legal[rng.IntN(len(legal))]
				src.WriteString(notation.SAN(&p, m) + " ")
				movegen.Make(&p, m)
			}
			src.WriteString("*\n\n")
		}
		f, _ := encode(t, src.String())
		data, ok := f.Stream(streams.KindNewTags)
		require.True(t, ok, names)
		method := text.MethodName(int(data[0]))
		require.Equal(t, predicted, method == "predicted", "%d names: %s", names, method)
	}
}
