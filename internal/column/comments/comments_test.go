package comments

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/movegen"
	"github.com/chesszip/chesszip/notation"
)

// placed is a comment and its place.
type placed struct {
	text string
	at   At
	game bool // the first of its game
}

// write returns what a Coder makes of comments.
func write(comments []placed) (data []byte, texts [][]byte) {
	w := NewWriter(nil)
	for i := range comments {
		if comments[i].game {
			w.Begin()
		}
		w.Write([]byte(comments[i].text), &comments[i].at)
	}
	return w.Finish()
}

// read reads so many comments, whose texts it does not look at.
func read(data []byte, texts [][]byte, comments []placed) (got []string, err error) {
	r := NewReader(data, texts, nil)
	for i := range comments {
		if comments[i].game {
			r.Begin()
		}
		text, err := r.Read(nil, &comments[i].at, 1<<22)
		if err != nil {
			return got, err
		}
		got = append(got, string(text))
	}
	return got, r.Done()
}

// pack writes comments and reads them back.
func pack(t interface {
	require.TestingT
	Fatalf(string, ...any)
}, comments []placed) (size int) {
	data, texts := write(comments)
	got, err := read(data, texts, comments)
	require.NoError(t, err)
	for i := range comments {
		if got[i] != comments[i].text {
			t.Fatalf("comment %d is %q, want %q", i, got[i], comments[i].text)
		}
	}
	for _, v := range texts {
		size += len(v)
	}
	return size + len(data)
}

// TestAnyText checks that all comments come back, whatever they look like and wherever
// they are.
func TestAnyText(t *testing.T) {
	start := board.Start()
	after := start
	m, err := notation.ParseSAN("e4", &start)
	require.NoError(t, err)
	movegen.Make(&after, m)
	word := rapid.SampledFrom([]string{
		"", " ", "[%clk 0:03:00]", "[%clk 1:02:03.4]", "0.00", "+0.00", "-0.00", "-0", "+0", "00", "007", "1.50", "0.5", "-12.345", "#-3", "M5",
		"1:2", "1:60", "12:34:56:78", "123456789012345678", "0.1234567", "1.", ".5", "+-3", "--2", "3+4-5", "mb=+0-1+2", "2024.05.14",
		"e4", "e5 Nf3", "pv=e4 e5 Nf3 Nc6", "Ke2", "e2e4 e7e5", "(e7-e5)", "Nb8-c6", "O-O", "e4 e4", "e8=Q", "e7e8q", "a9", "xe4", "\x01", "\x02\x03", "é", "d=24, mt=44, s=100, n=4400",
	})
	rapid.Check(t, func(t *rapid.T) {
		comments := make([]placed, rapid.IntRange(0, 20).Draw(t, "n"))
		for i := range comments {
			c := &comments[i]
			c.text = strings.Join(rapid.SliceOfN(word, 0, 4).Draw(t, "words"), rapid.SampledFrom([]string{"", " ", ","}).Draw(t, "between"))
			if rapid.Bool().Draw(t, "random") {
				c.text = string(rapid.SliceOfN(rapid.Byte(), 0, 12).Draw(t, "bytes"))
			}
			c.game = rapid.Bool().Draw(t, "game")
			c.at = At{Side: rapid.IntRange(0, 1).Draw(t, "side"), Ply: i, Added: 2}
			if rapid.Bool().Draw(t, "known") {
				c.at.Now, c.at.Before, c.at.Move = &after, &start, m
			}
		}
		pack(t, comments)
	})
}

// drawLine draws moves from one of the positions of a place, now and then with
// something else after them.
func drawLine(t *rapid.T, at *At) string {
	pos := *at.position(uint8(rapid.IntRange(0, 2).Draw(t, "start")))
	how := spelling(rapid.IntRange(0, int(numSpellings)-1).Draw(t, "spelling"))
	var line []byte
	for range rapid.IntRange(1, 8).Draw(t, "moves") {
		legal := movegen.AppendLegal(nil, &pos)
		if len(legal) == 0 {
			break
		}
		m := rapid.SampledFrom(legal).Draw(t, "move")
		line = append(appendMove(line, &pos, m, how), ' ')
		movegen.Make(&pos, m)
	}
	return string(line) + rapid.SampledFrom([]string{"", "", "", "e4", "Qh9", "--", "O-O"}).Draw(t, "behind")
}

// TestGrammar checks that comments come back which are made of the same words
// and slots again and again, as programs write them, and so are mostly coded.
func TestGrammar(t *testing.T) {
	names := [NumNames][]byte{NameECO: []byte("C20"), NameWhite: []byte("Anderssen")}
	at := after(t, "", "e4", "e5")
	rapid.Check(t, func(t *rapid.T) {
		drawSlot := func(t *rapid.T) string {
			switch rapid.IntRange(0, 5).Draw(t, "kind") {
			case 0:
				return drawLine(t, &at)
			case 1:
				return string(names[rapid.SampledFrom([]int{NameECO, NameWhite}).Draw(t, "name")])
			case 2:
				return fmt.Sprintf("%d:%02d:%02d", rapid.IntRange(0, 2).Draw(t, "h"), rapid.IntRange(0, 59).Draw(t, "m"), rapid.IntRange(0, 59).Draw(t, "s"))
			}
			return drawNumber(t)
		}
		words := rapid.SliceOfN(rapid.SampledFrom([]string{"[%eval ", "] ", "[%clk ", "d=", ", ", "pv=", "/", "+", "-", " s", ""}), 1, 4).Draw(t, "words")
		comments := make([]placed, rapid.IntRange(2, 12).Draw(t, "n"))
		for i := range comments {
			c := &comments[i]
			for _, w := range words {
				c.text += w + drawSlot(t)
			}
			c.game = rapid.IntRange(0, 3).Draw(t, "game") == 0
			c.at = at
			c.at.Names, c.at.Added, c.at.Side, c.at.Ply = &names, int64(i&3), i&1, i
			c.at.Nth, c.at.Last, c.at.Mark = rapid.IntRange(0, 1).Draw(t, "nth"), i == 3, uint32(i&2)
		}
		pack(t, comments)
	})
}

// TestLongText checks that a comment with very many numbers, or long words, is a
// text, and is not cut into parts that take many times its memory.
func TestLongText(t *testing.T) {
	for _, text := range []string{strings.Repeat("w123 ", 1<<18), strings.Repeat("word ", 1<<18)} {
		pack(t, []placed{{text: text}})
		var l lexed
		l.read([]byte(text), nil)
		if len(l.slots) > maxSlots+1 || len(l.template) > maxTemplate+1 {
			t.Errorf("%q...: %d slots and a template of %d bytes", text[:9], len(l.slots), len(l.template))
		}
	}
}

// TestClocks checks that clocks cost what they tell: think times of 0 to 7
// seconds, all as likely, 3 bits each.
func TestClocks(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	var comments []placed
	for game := range 100 {
		clocks := [2]int{600, 600}
		for ply := range 80 {
			side := ply & 1
			clocks[side] -= r.IntN(8)
			s := clocks[side]
			comments = append(comments, placed{fmt.Sprintf(" [%%clk 0:%02d:%02d] ", s/60, s%60), At{Side: side, Ply: ply, Control: 7}, ply == 0})
		}
		_ = game
	}
	const least = 100 * 80 * 3 / 8
	if got := pack(t, comments); got > least*110/100 {
		t.Errorf("8,000 clocks take %d bytes, want at most a tenth more than %d", got, least)
	}
}

// TestProducts checks that nodes which follow from speed and time cost nothing.
func TestProducts(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	var comments []placed
	for ply := range 1000 {
		time, speed := r.IntN(5000), 30_000_000+r.IntN(1<<16)
		comments = append(comments, placed{fmt.Sprintf("mt=%d, tl=%d, s=%d, n=%d", time, 99000, speed, (time*speed+500)/1000), At{Side: ply & 1, Ply: ply}, ply == 0})
	}
	const least = 1000 * (12.3 + 16) / 8
	if got := float64(pack(t, comments)); got > least*1.15 {
		t.Errorf("1,000 comments take %.0f bytes, want at most 15 %% more than %.0f", got, least)
	}
}

// TestLines checks that a line which goes on as the one before it costs little.
func TestLines(t *testing.T) {
	moves := strings.Fields("e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O h3 Nb8 d4 Nbd7")
	var comments []placed
	var places []board.Position
	p := board.Start()
	for _, w := range moves {
		places = append(places, p)
		m, err := notation.ParseSAN(w, &p)
		require.NoError(t, err)
		movegen.Make(&p, m)
	}
	places = append(places, p)
	for game := range 50 {
		for ply := range 10 {
			m, err := notation.ParseSAN(moves[ply], &places[ply])
			require.NoError(t, err)
			at := At{Side: ply & 1, Ply: ply, Now: &places[ply+1], Before: &places[ply], Move: m}
			comments = append(comments, placed{"pv=" + strings.Join(moves[ply:], " "), at, ply == 0})
		}
		_ = game
	}
	// Nothing is remembered from one game to the next but how such things go.
	if got := pack(t, comments); got > 50*20 {
		t.Errorf("500 lines of 50 games take %d bytes, want at most 1,000", got)
	}
}

// TestNoise reads comments from any bytes: whatever they say, every number is
// one of what there is, and no text becomes longer than it may.
func TestNoise(t *testing.T) {
	r := rand.New(rand.NewPCG(13, 11))
	start := board.Start()
	texts := [][]byte{[]byte("pv=Nf3 d5"), []byte("[%clk 0:03:00]"), []byte("0.25/12 1.5s pv=e4"), []byte("B00 wins 12")}
	comments := 0
	for range 600 {
		data := make([]byte, 60)
		for i := range data {
			data[i] = byte(r.Uint32())
		}
		c := NewReader(data, slices.Repeat(texts, 10), nil)
		at := At{Now: &start, Before: &start, Earlier: &start, Mark: 3}
		for i := range 60 {
			at.Ply, at.Side = i, i&1
			text, err := c.Read(nil, &at, 500)
			if err != nil {
				break
			}
			comments++
			require.LessOrEqual(t, len(text), 500)
		}
	}
	require.Greater(t, comments, 600)
}

func FuzzRead(f *testing.F) {
	f.Add([]byte("abc"), "[%clk 0:03:00]", "pv=e4 e5")
	start := board.Start()
	f.Fuzz(func(t *testing.T, data []byte, a, b string) {
		r := NewReader(data, [][]byte{[]byte(a), []byte(b), []byte(a + b)}, nil)
		at := At{Now: &start, Before: &start, Earlier: &start}
		for i := range 50 {
			at.Ply, at.Side = i, i&1
			if _, err := r.Read(nil, &at, 1000); err != nil {
				return
			}
		}
	})
}
